"""Secrets assigned in code, settings, headers and command lines: password=…, "api_key": "…", Authorization: …"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.engine.redact.placeholders import is_placeholder, kinds, looks_random
from app.engine.redact.spans import Span

_PASSWORD_KEY = (
    r"pass[_\-]?word|passwd|pass[_\-]?phrase|pass[_\-]?code|pwd|passw|psw|userpass|dbpass|db_pass|smtp_pass"
    r"|mysql_root_pass|(?<![A-Za-z])pass(?=[ ]?[:=])"
)
_SECRET_KEY = (
    r"secret|token|api[_\-]?key|apikey|api[_\-]?secret|access[_\-]?key|auth[_\-]?key|private[_\-]?key"
    r"|encryption[_\-]?key|signing[_\-]?key|account[_\-]?key|master[_\-]?key|app[_\-]?key|appkey|client[_\-]?key"
    r"|license[_\-]?key|credential|authtoken|session[_\-]?id|sessionid|sessdata|cookie|webhook[_\-]?key|x-api-key"
    r"|subscription[_\-]?key|service[_\-]?key|shared[_\-]?key|hmac|salt|\bsig|signature|jwt|bearer|dsn|account_pass"
    r"|pat"
)
_TAIL_NAMES = (
    r"[_\-]?(?:count|limit|type|name|id|url|uri|endpoint|size|len|length|file|path|policy|hint|reset|field|min|max"
    r"|expir\w*|ttl|format|label|regex|strength|confirm\w*|error|required|enabled|usage|bytes|rate|per|budget|s_per"
    r"|s_used)"
)
_ASSIGN = re.compile(
    rf"(?P<key>{_PASSWORD_KEY}|{_SECRET_KEY})(?!{_TAIL_NAMES})(?P<tail>s?(?:[_\-.][A-Za-z0-9_\-]{{1,24}}"
    rf"|\d{{1,3}})?)[\"'`\]]{{0,2}}[ \t]{{0,4}}(?P<sep>:=|=>|={{1,3}}|:)[ \t]{{0,4}}"
    r"(?P<quote>\\?[\"'`]|)",
    re.IGNORECASE,
)
_BARE = re.compile(r"[^\s\"'`;&<>，；！？。、\u3000-\u9fff]{1,512}")
_IS_PASSWORD = re.compile(_PASSWORD_KEY, re.IGNORECASE)
_KEYWORDS = frozenset(("await", "new", "function", "lambda", "self", "this", "async", "yield", "require", "import"))
_CODE_NAME = re.compile(
    r"[A-Za-z_$]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+(?:\(.*)?|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+"
)
_TYPE_NAME = re.compile(
    r"(?:Optional|List|Secret)?(?:str|string|String|SecretStr|bytes|int|bool|any|None|null|nil|true|false|void|text"
    r"|char|varchar\(\d+\))[,;)]?$"
)


def find_assignments(text: str) -> Iterator[Span]:
    """Values given to names that say password (PASSWORD) or key, token, secret (API_KEY)."""
    for match in _ASSIGN.finditer(text):
        quote, start = match["quote"], match.end()
        if quote:
            end = _closing(text, start, quote)
            if end < 0:
                continue
        else:
            bare = _BARE.match(text, start)
            if bare is None:
                continue
            end = start + len(
                bare.group().rstrip(",.:?)}]" if not bare.group().startswith(("(", "[", "{")) else ",.:?")
            )
            if bare.group().startswith("//"):  # "token: //comment", "pass://"
                continue
        value = text[start:end]
        if not value or text.startswith("://", match.start("sep")):
            continue
        before_key = text[max(0, match.start() - 2) : match.start()]
        in_word = before_key[-1:].isalpha() and before_key[-1:].isascii() and not match["key"][0].isupper()
        is_password = match["key"].lower() == "pass" or _IS_PASSWORD.fullmatch(match["key"]) is not None
        if is_password and (not in_word or match["key"].lower() in ("password", "passwd", "pwd", "passphrase")):
            short_name = match["key"].lower() == "pass" and not kinds(value) > 1  # "pass: 12, fail: 3"
            if not short_name and _is_password(value, bool(quote), match["sep"], text[end : end + 1]):
                yield Span("PASSWORD", start, end, 0.85, "assigned/password")
        elif not in_word and _is_secret(value, match["key"].lower(), bool(quote)):
            yield Span("API_KEY", start, end, 0.8, "assigned/secret")
    yield from _headers(text)
    yield from _commands(text)


def _closing(text: str, start: int, quote: str) -> int:
    end = text.find(quote, start, start + 600)
    line = text.find("\n", start, start + 600)
    return end if end >= 0 and not 0 <= line < end else -1


def _is_password(value: str, quoted: bool, separator: str, following: str) -> bool:
    if is_placeholder(value, code=not quoted) or value.startswith(("http://", "https://")) or len(value) < 3:
        return False
    if quoted:
        return " " not in value or any(c.isdigit() for c in value) or len(value.split()) <= 6
    if _CODE_NAME.fullmatch(value) or _TYPE_NAME.match(value) or value in _KEYWORDS or following in ("(", "["):
        return False
    if value.isalpha():
        return separator != ":" and len(value) >= 4  # "password: word" in prose is judged by passwords.py
    return len(value) >= 4 or kinds(value) > 1


def _is_secret(value: str, key: str, quoted: bool) -> bool:
    if is_placeholder(value, code=True) or value.isdigit() or " " in value or "://" in value:
        return False
    if re.match(r"https?://|/|\./|~/", value) and key not in ("secret", "dsn"):
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if not quoted and (_CODE_NAME.fullmatch(value) or (value.isalpha() and len(value) < 24)):
        return False
    if key in ("pat", "sig", "salt", "cookie", "dsn", "hmac", "signature"):
        return looks_random(value, at_least=20)
    if "secret" in key or "key" in key:
        return (
            (mixed and len(value) >= 8)
            or looks_random(value, at_least=12)
            or (quoted and len(value) >= 12 and kinds(value) > 1)
        )
    return looks_random(value, at_least=12)


_AUTH = re.compile(
    r"(?<![A-Za-z])(?:authorization[\"']?[ \t]*[:=][ \t]*[\"']?)?(?:(?P<scheme>bearer|basic|token|apikey|digest"
    r"|negotiate)[ \t]+)(?P<value>[A-Za-z0-9_\-.~+/=]{8,4000})",
    re.IGNORECASE,
)
_QUERY = re.compile(
    r"[?&](?:access_token|api_?key|apikey|key|token|auth|secret|sig|signature|password|pwd|passwd|pass|code|session"
    r"|sid|refresh_token|id_token|client_secret|x-amz-signature|pwd)=(?P<value>[^\s&#\"'<>，。；、]{4,1000})",
    re.IGNORECASE,
)
_XML = re.compile(
    r"<(?P<key>[A-Za-z0-9_.:\-]{0,30}(?:password|passwd|pwd|secret|token|apikey|api-key"
    r"|api_key))>(?P<value>[^<>\n]{3,256})</",
    re.IGNORECASE,
)


def _headers(text: str) -> Iterator[Span]:
    for match in _AUTH.finditer(text):
        value = match["value"]
        if value.startswith("eyJ") and value.count(".") >= 2:
            continue  # a JWT, which has its own type
        basic = (
            match["scheme"].lower() == "basic" and any(c.isupper() for c in value) and any(c.islower() for c in value)
        )
        if looks_random(value, at_least=16) or (
            basic and len(value) >= 12 and kinds(value) >= 2 and "authorization" in match.group().lower()
        ):
            yield Span("API_KEY", match.start("value"), match.end("value"), 0.85, "header/authorization")
    if "?" in text and "=" in text:
        for match in _QUERY.finditer(text):
            value, name = match["value"], match.group()[1:].split("=")[0].lower()
            word = name in ("password", "pwd", "passwd", "pass")
            if not is_placeholder(value) and (
                word
                or looks_random(value, at_least=12)
                or (name not in ("code", "key", "sid", "session", "auth") and kinds(value) > 1 and len(value) > 7)
            ):
                kind = "PASSWORD" if word else "API_KEY"
                yield Span(kind, match.start("value"), match.end("value"), 0.8, "url/query")
    if "</" in text:
        for match in _XML.finditer(text):
            kind = "PASSWORD" if re.search(r"pass|pwd", match["key"], re.IGNORECASE) else "API_KEY"
            if not is_placeholder(match["value"], code=True):
                yield Span(kind, match.start("value"), match.end("value"), 0.8, "assigned/xml")


_COMMANDS = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:curl|wget|http|https)\b[^\n]{0,200}?[ ](?:-u"
    r"|--user)[ =]?[\"']?[^\s:\"']{1,64}:(?P<curl>[^\s\"'@]{2,128})"
    r"|(?<![A-Za-z0-9])sshpass[ ]+-p[ ]?[\"']?(?P<sshpass>[^\s\"']{2,128})|(?<![A-Za-z0-9])(?:mysql|mysqldump"
    r"|mysqladmin|mariadb)\b[^\n]{0,120}?[ ]-p[\"']?(?P<mysql>[^\s\"'\-][^\s\"']{2,127})"
    r"|(?<![A-Za-z0-9])(?:redis-cli)\b[^\n]{0,120}?[ ]-a[ ]+[\"']?(?P<redis>[^\s\"']{2,128})"
    r"|(?<![A-Za-z0-9])(?:docker|podman|az|oc|helm)[ ]+(?:login|registry login)\b[^\n]{0,120}?[ ](?:-p"
    r"|--password)[ =]+[\"']?(?P<docker>[^\s\"']{3,128})|--(?:password|passwd|pass|passphrase|http-password"
    r"|requirepass)[ =]+[\"']?(?P<flag>[^\s\"'\-][^\s\"']{2,128})|--(?:token|api-key|apikey|secret|auth-token"
    r"|access-token|secret-key)[ =]+[\"']?(?P<secret_flag>[^\s\"'\-][^\s\"']{7,300})|(?<![A-Za-z])(?:login"
    r"|user)[ ]+\S{1,64}[ \n]+password[ ]+(?P<netrc>\S{3,128})"
    r"|ConvertTo-SecureString[ ]+(?:-String[ ]+)?[\"'](?P<powershell>[^\"'\n]{2,128})"
    r"|net[ ]+use[ ]+\S{1,120}[ ]+(?P<netuse>\S{3,64})[ ]+/user:"
    r"|(?<=:)_authToken=[ \t]*(?P<npm>[A-Za-z0-9_\-]{8,128}))",
    re.IGNORECASE,
)


def _commands(text: str) -> Iterator[Span]:
    for match in _COMMANDS.finditer(text):
        name = match.lastgroup or ""
        value = match[name]
        if is_placeholder(value, code=True):
            continue
        kind = "API_KEY" if name in ("secret_flag", "npm") else "PASSWORD"
        if name == "secret_flag" and kinds(value) < 2:
            continue
        yield Span(kind, match.start(name), match.end(name), 0.85, f"command/{name}")
