"""Small exports of every format with the odd things that other programs write; each says what an importer must find."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Turn = tuple[str, str]  # role, text


@dataclass(frozen=True, slots=True)
class Wild:
    """One export: the file's name and bytes, whom it belongs to, and the turns in order. `skipped`: entries named."""

    name: str
    file: str
    content: bytes
    turns: tuple[Turn, ...]
    owner: str | None = None
    skipped: int = 0
    dates: tuple[str, ...] = ()  # ISO days in UTC of the first turns, where the export's times are odd

    def __str__(self) -> str:
        return self.name


def json_bytes(value: Any, **options: Any) -> bytes:
    return json.dumps(value, **{"ensure_ascii": False, **options}).encode()


def json_lines(*entries: Any, end: str = "\n") -> bytes:
    return end.join(e if isinstance(e, str) else json.dumps(e, ensure_ascii=False) for e in entries).encode()


def _zip(**files: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return held.getvalue()


def _gpt(turns: list[tuple[str, Any]], **more: Any) -> dict[str, Any]:
    """A conversation that is one chain; each turn is (role, content or text)."""
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
    for number, (role, content) in enumerate(turns):
        parent = "root" if number == 0 else f"n{number - 1}"
        mapping[f"n{number}"] = _node(f"n{number}", parent, role, content, 1700000000.0 + number)
    return {
        "id": "c1",
        "title": "T",
        "create_time": 1700000000.0,
        "mapping": mapping,
        "current_node": f"n{len(turns) - 1}",
        **more,
    }


def _node(name: str, parent: str | None, role: str, content: Any, at: float | None) -> dict[str, Any]:
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {
        "id": name,
        "author": {"role": role},
        "create_time": at,
        "content": content,
        "recipient": "all",
        "metadata": {},
    }
    return {"id": name, "parent": parent, "children": [], "message": message}


def chatgpt() -> Iterator[Wild]:
    talk = _gpt(
        [
            (
                "user",
                {
                    "content_type": "multimodal_text",
                    "parts": [
                        {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
                        "Which plant is this?",
                    ],
                },
            ),
            ("assistant", {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "hidden thought"}]}),
            ("assistant", {"content_type": "reasoning_recap", "content": "Thought for 3 seconds"}),
            ("assistant", {"content_type": "code", "language": "python", "text": "print(1)"}),
            ("tool", {"content_type": "execution_output", "text": "1"}),
            ("tool", {"content_type": "tether_quote", "url": "https://example.com", "text": "a page", "title": "p"}),
            ("assistant", "A fern."),
            (
                "user",
                {
                    "content_type": "multimodal_text",
                    "parts": [
                        {"content_type": "audio_transcription", "text": "I am allergic to ferns", "direction": "in"},
                        {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://y"},
                    ],
                },
            ),
            (
                "assistant",
                {
                    "content_type": "multimodal_text",
                    "parts": [
                        {"content_type": "audio_transcription", "text": "Sorry to hear that", "direction": "out"}
                    ],
                },
            ),
            ("user", {"content_type": "some_future_type", "body": "?"}),
        ]
    )
    said = (
        ("user", "Which plant is this?"),
        ("assistant", "A fern."),
        ("user", "I am allergic to ferns"),
        ("assistant", "Sorry to hear that"),
    )
    yield Wild(
        "chatgpt zip, content types",
        "export.zip",
        _zip(**{"user.json": b"{}", "chat.html": b"<html>", "conversations.json": json_bytes([talk])}),
        said,
        skipped=1,
    )
    first, second = _gpt([("user", "I live in Bergen")]), _gpt([("user", "我在学大提琴")], id="c2")
    yield Wild(
        "chatgpt zip, several files in a folder",
        "data.zip",
        _zip(**{"x__conversations-000.json": json_bytes([first]), "x__conversations-001.json": json_bytes([second])}),
        (("user", "I live in Bergen"), ("user", "我在学大提琴")),
    )
    branchy = _gpt([("user", "I like tea"), ("assistant", "Old answer")])
    branchy["mapping"]["n1b"] = _node("n1b", "n0", "assistant", "New answer", 1700000009.0)
    branchy["current_node"] = "n1b"
    ring = _gpt([("user", "in a ring")], id="c2")
    ring["mapping"]["root"]["parent"] = "n0"
    lost = _gpt([("user", "orphan kept")], id="c3")
    lost["mapping"]["n0"]["parent"] = "gone"
    broken: list[Any] = [
        branchy,
        None,
        "text",
        {"id": "c4", "mapping": None},
        {"id": "c5", "mapping": {}, "current_node": None},
        ring,
        lost,
    ]
    yield Wild(
        "chatgpt regenerated, broken entries",
        "conversations.json",
        json_bytes(broken),
        (("user", "I like tea"), ("assistant", "New answer"), ("user", "in a ring"), ("user", "orphan kept")),
        skipped=3,
    )
    odd = _gpt(
        [("user", "x"), ("assistant", "y" * 2_000_000), ("user", "🧑‍🚀 and \U0001f600"), ("system", "Visible rule")]
    )
    odd["mapping"]["n0"]["message"]["content"]["parts"] = ["lone \ud83d end", None, 7]
    odd["mapping"]["n0"]["message"]["create_time"] = None
    odd["mapping"]["n2"]["message"]["create_time"] = 1700000002000  # milliseconds
    odd["create_time"] = "2023-11-14T22:13:20Z"
    yield Wild(
        "chatgpt BOM, CRLF, surrogates, huge, times",
        "conversations.json",
        b"\xef\xbb\xbf" + json_bytes([odd], ensure_ascii=True, indent=1).replace(b"\n", b"\r\n"),
        (("user", "lone ? end"), ("assistant", "y" * 2_000_000), ("user", "🧑‍🚀 and 😀")),
        dates=("2023-11-14", "2023-11-14", "2023-11-14"),
    )
    hidden = _gpt([("user", "seen"), ("user", "hidden words"), ("assistant", "to a tool"), ("assistant", "done")])
    hidden["mapping"]["n1"]["message"]["metadata"] = {"is_visually_hidden_from_conversation": True}
    hidden["mapping"]["n2"]["message"]["recipient"] = "bio"
    hidden["mapping"]["n3"]["message"]["author"] = {"role": "assistant", "metadata": None}
    yield Wild(
        "chatgpt one conversation, hidden and tool calls",
        "one.json",
        json_bytes(hidden),
        (("user", "seen"), ("assistant", "done")),
    )


def _claude(messages: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": "k1",
        "name": "",
        "created_at": "2025-01-01T00:00:00Z",
        "updated_at": "2025-01-01T00:00:00Z",
        "account": {"uuid": "a"},
        "chat_messages": messages,
        **more,
    }


def _said(name: str, sender: str, text: str = "", **more: Any) -> dict[str, Any]:
    return {
        "uuid": name,
        "sender": sender,
        "text": text,
        "content": [],
        "created_at": "2025-01-01T23:30:00+08:00",
        "attachments": [],
        "files": [],
        **more,
    }


def claude() -> Iterator[Wild]:
    blocks = [
        {"type": "thinking", "thinking": "hidden", "summaries": []},
        {"type": "text", "text": "First."},
        {"type": "tool_use", "name": "artifacts", "input": {"content": "hidden"}},
        {"type": "tool_result", "content": [{"type": "text", "text": "hidden"}]},
        {"type": "text", "text": "Second."},
        {"type": "token_budget"},
    ]
    flattened = "First.\n```\nThis block is not supported on your current device yet.\n```\nSecond."
    talk = _claude(
        [
            _said(
                "m1",
                "human",
                "",
                attachments=[{"file_name": "cv.txt", "extracted_content": "I am a surgeon from a file"}],
            ),
            _said("m2", "human", "I play the oboe", files=[{"file_name": "a.png"}]),
            _said("m3", "assistant", flattened, content=blocks),
            _said("m4", "human", "", content=[{"type": "voice_note", "text": "I moved to Lund", "title": "t"}]),
        ]
    )
    yield Wild(
        "claude zip with blocks and attachments",
        "data-2025.zip",
        _zip(
            **{
                "users.json": b"[]",
                "projects.json": b"[]",
                "memories.json": b"[]",
                "conversations.json": json_bytes([talk]),
            }
        ),
        (("user", "I play the oboe"), ("assistant", "First.\nSecond."), ("user", "I moved to Lund")),
        dates=("2025-01-01",),
    )
    root = "00000000-0000-4000-8000-000000000000"
    edited = _claude(
        [
            _said("m1", "human", "I want to visit Paris", parent_message_uuid=root, created_at="2025-01-01T00:00:01Z"),
            _said("m2", "assistant", "Nice, Paris", parent_message_uuid="m1", created_at="2025-01-01T00:00:02Z"),
            _said("m3", "human", "I want to visit Rome", parent_message_uuid=root, created_at="2025-01-01T00:00:03Z"),
            _said("m4", "assistant", "Nice, Rome", parent_message_uuid="m3", created_at="2025-01-01T00:00:04Z"),
            _said("m5", "assistant", "Rome it is", parent_message_uuid="m3", created_at="2025-01-01T00:00:05Z"),
        ]
    )
    yield Wild(
        "claude edited and regenerated",
        "conversations.json",
        json_bytes([edited]),
        (("user", "I want to visit Rome"), ("assistant", "Rome it is")),
    )
    bad = [
        _claude([_said("m1", "human", "fine")]),
        _claude(None, uuid="k2"),
        5,
        _claude(["?"], uuid="k3"),
        _claude([_said("m1", "human", "no name", created_at=None)], uuid="k4", name=None, created_at="yesterday"),
    ]
    yield Wild(
        "claude broken entries, BOM and CRLF",
        "conversations.json",
        b"\xef\xbb\xbf" + json_bytes(bad, indent=2).replace(b"\n", b"\r\n"),
        (("user", "fine"), ("user", "no name")),
        skipped=3,
    )


def _webui(messages: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for number, message in enumerate(messages):
        nodes[f"m{number}"] = {
            "id": f"m{number}",
            "parentId": f"m{number - 1}" if number else None,
            "childrenIds": [],
            "timestamp": 1744577557 + number,
            **message,
        }
    history = {"messages": nodes, "currentId": f"m{len(messages) - 1}"}
    chat = {"title": "T", "history": history, "messages": [], "timestamp": 1744577557127}
    return {"id": "w1", "title": "T", "created_at": 1744577557, "updated_at": 1744577557, "chat": chat, **more}


def open_webui() -> Iterator[Wild]:
    user = {
        "role": "user",
        "content": [{"type": "text", "text": "看这张图"}, {"type": "image_url", "image_url": {"url": "d"}}],
    }
    talk = _webui(
        [
            {"role": "system", "content": "You are a pirate"},
            user,
            {
                "role": "assistant",
                "content": '<details type="tool_calls" done="true" name="x"><summary>T</summary>\n</details>\nA cat.',
            },
            {"role": "user", "content": "I named her Miso", "timestamp": 1744577557123},
            {"role": "assistant", "content": "<thinking>hidden</thinking>Lovely name"},
            {"role": "tool", "content": "hidden"},
            {"role": "assistant", "content": ""},
        ]
    )
    said = (("user", "看这张图"), ("assistant", "A cat."), ("user", "I named her Miso"), ("assistant", "Lovely name"))
    yield Wild(
        "open webui parts, tools, milliseconds", "chat-export.json", json_bytes([talk]), said, dates=("2025-04-13",) * 4
    )
    linear = _webui([])
    linear["chat"] = {"messages": [{"id": "a", "role": "user", "content": "only in the list", "timestamp": 1744577557}]}
    current = _webui([{"role": "user", "content": "current id is null"}])
    current["chat"]["history"]["currentId"] = None
    current["id"] = "w2"
    empty = {**_webui([]), "id": "w3"}
    yield Wild(
        "open webui list only, no current, broken",
        "chats.json",
        json_bytes([linear, current, empty, {"id": "w4", "title": "x", "chat": None}, 3]),
        (("user", "only in the list"), ("user", "current id is null")),
        skipped=2,
    )
    single = _webui(
        [
            {"role": "user", "content": "I cycle to work\r\nevery day"},
            {"role": "assistant", "content": "<think>\nno end"},
        ]
    )
    yield Wild(
        "open webui one chat, unfinished thinking",
        "chat.json",
        json_bytes(single["chat"]),
        (("user", "I cycle to work\nevery day"),),
    )


def keepsake() -> Iterator[Wild]:
    yield Wild(
        "keepsake lines, BOM, CRLF, odd roles",
        "talk.jsonl",
        b"\xef\xbb\xbf"
        + json_lines(
            {"conversation": "a", "role": "user", "content": "I live in Ghent", "at": "2024-01-01T10:00:00"},
            {"role": "user", "content": "no conversation"},
            {"conversation": "a", "role": "wizard", "content": "?"},
            {"conversation": "a", "role": "assistant", "content": "ok", "at": 1704103200},
            "{",
            "",
            {"conversation": "a", "role": "user", "content": 5},
            {"conversation": "b", "role": "user", "content": " "},
            end="\r\n",
        ),
        (("user", "I live in Ghent"), ("user", "no conversation"), ("assistant", "ok"), ("user", " ")),
        skipped=3,
    )


def with_assistants() -> list[Wild]:
    return [case for make in (chatgpt, claude, open_webui, keepsake) for case in make()]
