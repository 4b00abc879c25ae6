"""WeChat through the tools that export it: MemoTrace, WeFlow and EchoTrace, chatlog, and the raw macOS tables."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ijson

from app.interop.importers import files, people, wechat_text
from app.interop.importers.base import Reading, Request, moment

_TEXT_NAMES = frozenset({"文本消息", "文本", "引用消息", "回复消息"})
csv.field_size_limit(16 * 1024 * 1024)


class MemoTraceImporter:
    """CSV of MemoTrace (WeChatMsg); UTF-8 or GB18030. `IsSender` 1 is the person."""

    format = "memotrace"

    def matches(self, path: Path, head: bytes) -> bool:
        return b"IsSender" in head.split(b"\n", 1)[0] and b"StrContent" in head.split(b"\n", 1)[0]

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _memotrace(reading, request), request.owner)
        )


class ChatlogCsvImporter:
    """CSV of chatlog, which does not say whose words are whose: the owner must be named."""

    format = "chatlog-csv"

    def matches(self, path: Path, head: bytes) -> bool:
        line = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].strip()
        return line.startswith(b"Time,SenderName,Sender,")

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _chatlog_csv(reading, request), request.owner)
        )


class WeFlowImporter:
    """JSON of WeFlow, and of EchoTrace, which has no `weflow` head."""

    format = "weflow"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"session"' in head and (b'"wxid"' in head or b'"isSend"' in head)

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _weflow(reading, request), request.owner)
        )


class ChatlogImporter:
    """JSON of chatlog."""

    format = "chatlog"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"isSelf"' in head and b'"talker"' in head

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _chatlog(reading, request), request.owner)
        )


class WeChatMacImporter:
    """Raw rows of WeChat on macOS. `mesDes` 0 is the person, the opposite of Windows; the chat is named by the file."""

    format = "wechat-macos"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"mesDes"' in head and b'"msgContent"' in head

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _macos(reading, request), request.owner)
        )


def _memotrace(reading: Reading, request: Request) -> Iterator[people.Said]:
    at = request.now
    for number, row in _rows(request, reading):
        at = moment(row.get("CreateTime"), at)
        text = wechat_text.said(row.get("Type"), row.get("StrContent"))
        if not text:
            continue
        talker = row.get("TalkerId") or request.path.stem
        name = row.get("Remark") or row.get("NickName") or ""
        yield people.Said(
            f"wechat-{talker}", row.get("Sender") or "", "" if row.get("IsSender") == "1" else name, text,
            at, row.get("localId") or str(number),
            mine=row.get("IsSender") == "1", title=name,
        )  # fmt: skip


def _chatlog_csv(reading: Reading, request: Request) -> Iterator[people.Said]:
    at = request.now
    for number, row in _rows(request, reading):
        at = moment(row.get("Time"), at)
        if text := wechat_text.said(wechat_text.TEXT, row.get("Content")):
            talker = row.get("Talker") or request.path.stem
            yield people.Said(
                f"wechat-{talker}", row.get("Sender") or "", row.get("SenderName") or "", text,
                at, f"row {number}", title=row.get("TalkerName") or "",
            )  # fmt: skip


def _rows(request: Request, reading: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    reading.conversations = 1
    with files.open_text(request.path) as file:
        try:
            yield from enumerate(csv.DictReader(file), start=1)
        except csv.Error:
            reading.skip("rest of the file", "damaged")


def _weflow(reading: Reading, request: Request) -> Iterator[people.Said]:
    at = request.now
    with files.open_json(request.path) as file:
        session = next(iter(files.items(file, "session")), None) or {}
        file.seek(0)
        title = str(session.get("remark") or session.get("displayName") or session.get("nickname") or "")
        identity = f"wechat-{session.get('wxid') or request.path.stem}"
        for place, message in _messages(file, "messages.item", reading):
            at = moment(message.get("createTime"), at)
            text = wechat_text.said(wechat_text.TEXT, message.get("content"))
            # The number of the kind is not reliable in this format; its Chinese name is.
            if message.get("type") in _TEXT_NAMES and message.get("isSend") is not None and text:
                mine = message["isSend"] == 1
                yield people.Said(
                    identity, str(message.get("senderUsername") or ""),
                    "" if mine else str(message.get("senderDisplayName") or title), text,
                    at, str(message.get("localId") or place),
                    mine=mine, title=title,
                )  # fmt: skip


def _chatlog(reading: Reading, request: Request) -> Iterator[people.Said]:
    at = request.now
    with files.open_json(request.path) as file:
        for place, message in _messages(file, "item", reading):
            at = moment(message.get("time"), at)
            if text := wechat_text.said(message.get("type"), message.get("content"), message.get("subType")):
                mine = bool(message.get("isSelf"))
                title = str(message.get("talkerName") or "")
                yield people.Said(
                    f"wechat-{message.get('talker') or request.path.stem}", str(message.get("sender") or ""),
                    "" if mine else str(message.get("senderName") or title), text,
                    at, str(message.get("seq") or place), mine=mine, title=title,
                )  # fmt: skip


def _macos(reading: Reading, request: Request) -> Iterator[people.Said]:
    title = request.path.stem.rsplit("_", 1)[-1]
    at = request.now
    with files.open_json(request.path) as file:
        for place, message in _messages(file, "item", reading):
            at = moment(message.get("msgCreateTime"), at)
            mine = message.get("mesDes") == 0
            content = message.get("msgContent")
            speaker, content = ("", content) if mine else wechat_text.speaker(content)
            if text := wechat_text.said(message.get("messageType"), content):
                yield people.Said(
                    f"wechat-{title}", "" if mine else speaker or title, "" if mine else speaker or title, text,
                    at, str(message.get("mesLocalID") or place),
                    mine=mine, title=title,
                )  # fmt: skip


def _messages(file: Any, prefix: str, reading: Reading) -> Iterator[tuple[int, dict[str, Any]]]:
    reading.conversations = 1
    place = 0
    try:
        for place, message in enumerate(files.items(file, prefix), start=1):
            if isinstance(message, dict):
                yield place, message
            else:
                reading.skip(f"message {place}", "not_a_message")
    except ijson.JSONError:
        reading.skip(f"after message {place}", "damaged")
