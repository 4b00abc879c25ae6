"""Keys and tokens named in prose: "my Acme key is 9f…", "密钥：…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.engine.redact.placeholders import is_placeholder, looks_random
from app.engine.redact.spans import Span

_NAMED = re.compile(
    r"(?:密钥|密鑰|秘钥|金鑰|私钥|私鑰|令牌|密匙|激活码|序列密钥|产品密钥|授权密钥|访问凭证|(?<![A-Za-z])(?:(?:api"
    r"|access|secret|app|account|client|auth|license|product|activation|encryption|master|service|bot|deploy"
    r"|personal access|refresh|session|bearer)[ _\-]?)?(?:keys?|tokens?|secrets?|credentials?|secret ?key|secretid"
    r"|secretkey|appsecret|appkey|accesskey(?:id|secret)?)(?![A-Za-z]))(?:[ ]?(?:for|to|of)[ ](?:the |my "
    r"|our )?[A-Za-z0-9.\- ]{1,24}?)?(?:[ ]*(?:is|was|are|=|:|->|是|为|為|给你)[ ]*|[ ]+"
    r"|(?<=[\u4e00-\u9fff]))(?:now[ ]+)?[\"'`“「]?(?P<value>[A-Za-z0-9+/][A-Za-z0-9_\-./+=~]{11,511})",
    re.IGNORECASE,
)


def find_said_keys(text: str) -> Iterator[Span]:
    for match in _NAMED.finditer(text):
        value = match["value"].rstrip(".-/=") if not match["value"].endswith("=") else match["value"]
        if (
            is_placeholder(value, code=True)
            or value.startswith(("/", "./", "www."))
            or re.fullmatch(r"[\d.\-/]+", value)
        ):
            continue
        if re.fullmatch(
            r"[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,5}",
            value,
        ) or looks_random(value, at_least=16 if "-" not in value else 20):
            if re.fullmatch(r"(?:[a-z]+[-_.])+[a-z0-9.\-]+", value) and not re.search(
                r"[0-9][a-z][0-9]|[a-f0-9]{8}",
                value,
            ):
                continue
            yield Span("API_KEY", match.start("value"), match.start("value") + len(value), 0.7, "said/key")
