"""Tokens become text: characters split over tokens, thoughts left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.models.chat import Reading


def read(pieces: list[bytes], *, thoughts: bool = False) -> str:
    reading = Reading(thoughts=thoughts)
    return "".join(reading.feed(piece) for piece in pieces) + reading.rest()


def test_half_characters_wait_for_their_other_half() -> None:
    pieces = [bytes.fromhex(piece) for piece in ("e4bd", "a0e5a5", "bdf09f", "9880")]
    assert read(pieces) == "你好😀"


@given(st.text(alphabet="a你好😀é ", max_size=40).filter(lambda text: not text.strip().startswith("<")), st.data())
def test_any_split_gives_the_same_text(text: str, data: st.DataObject) -> None:
    raw = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    pieces = [raw[start:end] for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    assert read(pieces, thoughts=True) == text
    assert read(pieces).strip() == text.strip()


def test_a_half_character_at_the_end_is_dropped() -> None:
    assert read([b"ok ", bytes.fromhex("e4bd")]) == "ok "


def test_thoughts_are_not_shown() -> None:
    assert read([b"<th", b"ink>hm, tea", b"?</thi", b"nk>\n\nTea", b"."]) == "Tea."
    assert read([b"<think>never ends"]) == ""


def test_what_only_looks_like_a_thought_is_shown() -> None:
    assert read([b"<", b"b>bold"]) == "<b>bold"
    assert read([b"<thi"]) == "<thi"
    assert read([b"I <think>so"]) == "I <think>so"
