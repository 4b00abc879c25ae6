"""QQ: the text file of the program itself, and JSON of QQChatExporter 4."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import ijson

from app.interop.importers import files, people
from app.interop.importers.base import Reading, Request, moment

_HEAD = re.compile(
    r"^(\d{4}-[01]\d-[0-3]\d [0-2]?\d:[0-5]\d:[0-5]\d) (.*?)(?:\((\d{4,12})\)|<([^<>\s]+@[^<>\s]+)>)\s*$"
)
_WITH = re.compile(r"^消息对象[:：](.*)$")
_RULE = re.compile(r"^={16,}$|^消息分组[:：]")
_PICTURE = re.compile(r"\[(?:图片|表情|语音|视频|文件|动画表情|红包|戳一戳)(?:[:：][^\]]*)?\]")
_ANSWER = re.compile(r"\A\[回复[^\]]*\]\s*")
_SYSTEM = "10000"  # the number QQ's own notices come from


class QqTextImporter:
    """The owner is not marked in it: they must be named."""

    format = "qq"

    def matches(self, path: Path, head: bytes) -> bool:
        return "消息记录".encode() in head[:400] and "消息对象".encode() in head

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _text_file(reading, request), request.owner)
        )


class QqExporterImporter:
    """Messages that were recalled by their author are not remembered."""

    format = "qq-exporter"

    def matches(self, path: Path, head: bytes) -> bool:
        return b"QQChatExporter" in head or (b'"chatInfo"' in head and b'"metadata"' in head)

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _exporter(reading, request), request.owner)
        )


def _text_file(reading: Reading, request: Request) -> Iterator[people.Said]:
    chat, number = request.path.stem, 0
    head: re.Match[str] | None = None
    body: list[str] = []
    reading.conversations = 1
    with files.open_text(request.path) as file:
        for line in file:
            line = line.rstrip("\r\n")
            if (found := _WITH.match(line)) or _RULE.match(line):
                if head is not None and (said := _said(chat, head, body, number, request)):
                    yield said
                head, body = None, []
                chat = (found[1].strip() if found else "") or chat
            elif found := _HEAD.match(line):
                if head is not None and (said := _said(chat, head, body, number, request)):
                    yield said
                head, body, number = found, [], number + 1
            elif head is not None:
                body.append(line)
    if head is not None and (said := _said(chat, head, body, number, request)):
        yield said


def _said(chat: str, head: re.Match[str], body: list[str], number: int, request: Request) -> people.Said | None:
    text = _PICTURE.sub("", "\n".join(body)).strip()
    if not text or head[3] == _SYSTEM:
        return None
    speaker = head[3] or head[4] or head[2]
    when = datetime.strptime(head[1], "%Y-%m-%d %H:%M:%S").astimezone()  # hours may have one digit
    return people.Said(f"qq-{chat}", speaker, head[2].strip(), text, when, f"message {number}", title=chat)


def _exporter(reading: Reading, request: Request) -> Iterator[people.Said]:
    reading.conversations = 1
    at = request.now
    with files.open_json(request.path) as file:
        info: Any = next(iter(files.items(file, "chatInfo")), None) or {}
        file.seek(0)
        own = str(info.get("selfUid") or info.get("selfUin") or "")
        chat = str(info.get("name") or request.path.stem)
        place = 0
        try:
            for place, message in enumerate(files.items(file, "messages.item"), start=1):
                content = message.get("content") if isinstance(message, dict) else None
                if not isinstance(content, dict):
                    reading.skip(f"message {place}", "not_a_message")
                    continue
                at = moment(message.get("timestamp"), at)
                text = _PICTURE.sub("", _ANSWER.sub("", files.plain(content.get("text")))).strip()
                if message.get("isSystemMessage") or message.get("isRecalled") or not text:
                    continue
                sender = message.get("sender") or {}
                speaker = str(sender.get("uin") or sender.get("uid") or "")
                mine = own in {speaker, str(sender.get("uid"))} if own else None
                yield people.Said(
                    f"qq-{chat}", speaker, str(sender.get("name") or ""), text,
                    at, str(message.get("messageId") or place),
                    mine=mine, title=chat,
                )  # fmt: skip
        except ijson.JSONError:
            reading.skip(f"after message {place}", "damaged")
