"""What a WeChat message says: its text, or the answer in a quoted reply; pictures, stickers and notices say nothing."""

from __future__ import annotations

import html
import re
from typing import Any

from app.interop.importers.files import plain

TEXT = 1  # WeChat's own number for a text message
_APP = 49
_QUOTE_KIND = re.compile(r"<type>\s*57\s*</type>")
_TITLE = re.compile(r"<title>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?</title>", re.DOTALL)
_QUOTED = re.compile(r"\n?\[(?:引用|回复)[ ：:][^\n]*(?:\n.*)?\]\s*\Z", re.DOTALL)
_KINDS = (
    "图片|语音|视频|文件|链接|位置|名片|红包|转账|表情|动画表情|"
    "表情包|小程序|音乐|聊天记录|视频号|接龙|拍一拍|通话|语音通话|视频通话"
)
_PLACEHOLDER = re.compile(rf"\[(?:{_KINDS})(?:[|:： ][^\]]*)?\](?:\(\S*\)|\s.*)?", re.DOTALL)
_SPEAKER = re.compile(r"\A([A-Za-z][A-Za-z0-9_-]{3,40}|[\w.-]+@\w+):\n")


def said(kind: Any, content: Any, sub_kind: Any = None) -> str:
    """The words, or "" for a message that has none. `kind`: WeChat's number of the message type."""
    text = plain(content)
    if str(kind) == str(_APP):
        if not text.startswith("<"):
            return text if str(sub_kind) == "57" else ""
        title = _TITLE.search(text) if _QUOTE_KIND.search(text) else None
        return html.unescape(title[1]).strip() if title else ""
    if str(kind) != str(TEXT) or _PLACEHOLDER.fullmatch(text):
        return ""
    return _QUOTED.sub("", text).strip()


def speaker(content: Any) -> tuple[str, Any]:
    """In a group the raw rows begin with the id of who speaks: (id or "", the rest)."""
    found = _SPEAKER.match(content) if isinstance(content, str) else None
    return (found[1], content[found.end() :]) if found and isinstance(content, str) else ("", content)
