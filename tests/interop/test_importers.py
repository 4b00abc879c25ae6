"""Every export format is read as a careful reader would: the branch on show, the right speaker, nothing hidden."""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.interop.importers import ImportedTurn, Reading, Request, open_import

NOW = datetime(2026, 3, 1, tzinfo=UTC)
EXPORTS = Path(__file__).resolve().parent.parent / "data" / "chat_exports"


def read(name: str, owner: str | None = None, format_name: str = "auto") -> tuple[Reading, list[ImportedTurn]]:
    reading = open_import(Request(EXPORTS / name, NOW, owner), format_name)
    return reading, list(reading.turns())


def said(turns: list[ImportedTurn], role: str | None = None) -> list[str]:
    return [turn.content for turn in turns if role in (None, turn.role)]


def test_chatgpt_follows_the_branch_on_show() -> None:
    reading, turns = read("chatgpt/edge_conversations.json")
    assert (reading.format, reading.conversations) == ("chatgpt", 8)
    assert len({turn.conversation for turn in turns}) == 7
    joined = "\n".join(said(turns))
    for words in ("我想去成都吃火锅", "我对花生过敏", "It is a cat.", "I live in Oslo", "done"):
        assert words in joined
    for words in ("我想去上海", "hidden reasoning", "I am a nurse in Leeds"):
        assert words not in joined
    assert any(entry.reason == "unknown_content_type" for entry in reading.skipped)


def test_chatgpt_leaves_hidden_nodes_out() -> None:
    _, turns = read("chatgpt/public_gpt_example.json")
    assert (len(said(turns, "user")), len(said(turns, "assistant"))) == (5, 5)


def test_claude_reads_blocks_where_the_flat_text_is_empty() -> None:
    reading, turns = read("claude/edge_conversations.json")
    assert reading.conversations == 3
    assert {turn.conversation for turn in turns} == {"k1", "k2"}
    assert said(turns) == ["I grow tomatoes on my balcony", "Great", "请总结附件", "你开始学钢琴了。"]
    assert turns[0].said_at == datetime(2025, 1, 1, 0, 0, 1, 123456, UTC)


def test_claude_thinking_is_not_said() -> None:
    _, turns = read("claude/public_claude_thinking_example.json")
    assert (len(said(turns, "user")), len(said(turns, "assistant"))) == (1, 1)
    assert "I should respond warmly" not in "\n".join(said(turns))


def test_claude_blanked_texts_give_no_turns_and_no_crash() -> None:
    reading, turns = read("claude/public_claude_example_first6.json")
    assert reading.conversations == 6
    assert turns == []


def test_claude_private_use_characters_do_not_stop_the_rest() -> None:
    reading, turns = read("claude/public_invalid_unicode.json")
    assert turns == []
    assert {entry.reason for entry in reading.skipped} == {"unknown_role"}


@pytest.mark.parametrize(
    "name",
    ["claude/public_polylogue_synthetic-00.json", "chatgpt/public_polylogue_synthetic-00.json",
     "chatgpt/public_polylogue_synthetic-01.json"],
)  # fmt: skip
def test_machine_made_exports_are_read_to_their_end(name: str) -> None:
    reading, _ = read(name)
    assert reading.conversations == 1


def test_open_webui_takes_the_chosen_answer_without_thoughts() -> None:
    reading, turns = read("open_webui/edge_chat-export-1767272199547.json")
    assert reading.conversations == 2
    assert said(turns) == ["我早餐喜欢豆浆油条", "记住了", "My dog is called Rex"]


def test_open_webui_single_chat_object() -> None:
    reading, turns = read("open_webui/public_webui_single_chat.json")
    assert (reading.format, len(said(turns, "user")), len(said(turns, "assistant"))) == ("openwebui", 1, 1)


def test_sillytavern_takes_the_chosen_swipe_and_no_system_lines() -> None:
    reading, turns = read("sillytavern/edge_chat.jsonl")
    assert said(turns, "user") == ["My sister Anna lives in Turku.", "我养了一只橘猫，叫年糕。"]
    assert said(turns, "assistant") == ["*waves* Hi!", "Start with facts."]
    assert [entry.reason for entry in reading.skipped] == ["not_json"]
    assert [turn.said_at.year for turn in turns] == [2026, 2026, 2026, 2026]


def test_telegram_full_export_knows_its_owner() -> None:
    reading, turns = read("telegram/edge_result_full.json")
    assert reading.conversations == 2
    assert said(turns, "user") == ["Yes, see https://example.com/jazz and call +1 415 555 0132", "我下个月搬去赫尔辛基"]


def test_telegram_single_chat_asks_whose_it_is() -> None:
    with pytest.raises(KeepsakeError) as caught:
        read("telegram/edge_result_single.json")
    assert caught.value.code == "owner_unknown"
    assert "user222" in str(caught.value.detail["choices"])
    _, turns = read("telegram/edge_result_single.json", owner="user222")
    assert len(turns) == 4
    assert said(turns, "user")[-1] == "我下个月搬去赫尔辛基"


@pytest.mark.parametrize("name", ["wechat/edge_memotrace_messages.csv", "wechat/edge_memotrace_messages_gbk.csv"])
def test_memotrace_in_both_encodings(name: str) -> None:
    reading, turns = read(name)
    assert reading.format == "memotrace"
    assert len(turns) == 3
    assert said(turns, "user")[0] == "我下周一生日, 想吃火锅"
    assert said(turns, "user")[1].startswith("第一行\n第二行")


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("wechat/edge_weflow_private.json", "weflow"),
        ("wechat/edge_echotrace_private.json", "weflow"),
        ("wechat/edge_chatlog.json", "chatlog"),
        ("wechat/edge_wechat_macos_raw_老王.json", "wechat-macos"),
    ],
)
def test_wechat_json_knows_who_spoke(name: str, format_name: str) -> None:
    reading, turns = read(name)
    assert reading.format == format_name
    assert said(turns, "user") == ["我现在在深圳工作"]
    assert said(turns, "assistant") == ["老王: 新年快乐"]


def test_chatlog_csv_asks_for_the_own_id() -> None:
    with pytest.raises(KeepsakeError, match="owner_unknown"):
        read("wechat/edge_chatlog_no_direction.csv")
    _, turns = read("wechat/edge_chatlog_no_direction.csv", owner="wxid_me")
    assert said(turns, "user") == ["我现在在深圳工作"]


def test_qq_text_keeps_bodies_of_several_lines() -> None:
    with pytest.raises(KeepsakeError, match="owner_unknown"):
        read("qq/edge_qq_native.txt")
    _, turns = read("qq/edge_qq_native.txt", owner="10001")
    assert said(turns, "user") == ["今晚吃什么\n要不火锅"]
    assert said(turns, "assistant") == ["土豆: 我不吃辣"]


def test_qq_recalled_messages_are_not_read() -> None:
    _, turns = read("qq/edge_qq_exporter_v4.json", owner="10002")
    assert said(turns) == ["地瓜: 今晚吃什么"]


def test_a_zip_of_several_files_is_read_in_order(tmp_path: Path) -> None:
    conversations = json.loads((EXPORTS / "chatgpt/edge_conversations.json").read_text("utf-8"))
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, half in enumerate((conversations[:4], conversations[4:])):
            archive.writestr(f"conversations-{number:03}.json", json.dumps(half))
    reading = open_import(Request(path, NOW), "auto")
    assert len(list(reading.turns())) == len(read("chatgpt/edge_conversations.json")[1])
    assert reading.conversations == 8


def test_damage_in_the_middle_costs_only_what_follows(tmp_path: Path) -> None:
    text = (EXPORTS / "claude/edge_conversations.json").read_text("utf-8")
    path = tmp_path / "cut.json"
    path.write_text(text[: text.index('"uuid": "k2m2"')], "utf-8")
    reading = open_import(Request(path, NOW), "auto")
    assert said(list(reading.turns()))[:1] == ["I grow tomatoes on my balcony"]
    assert [entry.reason for entry in reading.skipped] == ["damaged"]


def test_reading_twice_gives_the_same_identities() -> None:
    for path in sorted(EXPORTS.rglob("*")):
        if path.is_file() and not path.name.startswith("LICENSE"):
            name, owner = str(path.relative_to(EXPORTS)), "user222"
            first, second = read(name, owner)[1], read(name, owner)[1]
            assert [(t.conversation, t.source_id) for t in first] == [(t.conversation, t.source_id) for t in second]
            assert len({(t.conversation, t.source_id) for t in first}) == len(first), name


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"hello there\n", b'{"a": 1}'])
def test_what_is_no_export_is_said_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(KeepsakeError, match="file_format_unknown"):
        open_import(Request(path, NOW))


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(KeepsakeError, match="file_unreadable"):
        open_import(Request(tmp_path / "gone.json", NOW))


def test_the_path_may_hold_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "张 庭纲 – экспорт.json"
    shutil.copy(EXPORTS / "claude/edge_conversations.json", path)
    assert len(list(open_import(Request(path, NOW)).turns())) == 4
