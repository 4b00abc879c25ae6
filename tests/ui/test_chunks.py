"""Markdown is cut so that a growing or a huge answer is never laid out as a whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.ui.transcript.chunks import BIG, CODE_LINES, Splitter, split, split_plain

PIECES = st.sampled_from(
    ["word ", "\n", "\n\n", "```py\n", "```\n", "- item\n", "1. one\n", "  more\n", "| a | b |\n", "# Head\n",
        "你好。", "~~~\n", "x" * 500]
)  # fmt: skip


def test_paragraphs_are_chunks() -> None:
    assert [chunk.text.strip() for chunk in split("one\n\ntwo\n\nthree")] == ["one", "two", "three"]


def test_a_list_with_empty_lines_stays_one() -> None:
    assert len(split("- a\n\n- b\n\n  more of b\n\nafter")) == 2


def test_a_fence_keeps_its_empty_lines_and_names_its_language() -> None:
    chunks = split("before\n```python\na\n\nb\n```\nafter")
    assert [(chunk.kind, chunk.text.strip()) for chunk in chunks] == [
        ("text", "before"),
        ("code", "a\n\nb"),
        ("text", "after"),
    ]
    assert chunks[1].language == "python"


def test_an_open_fence_is_code_already() -> None:
    assert split("```\nx = 1")[0].kind == "code"
    assert split("```\nx = 1")[0].closed is False


def test_long_paragraphs_and_long_code_are_cut() -> None:
    assert all(len(chunk.text) <= BIG for chunk in split("word " * 20_000))
    assert all(chunk.text.count("\n") < CODE_LINES for chunk in split("```\n" + "x\n" * 1000 + "```"))
    assert all(len(chunk.text) <= BIG for chunk in split_plain("长" * 50_000))


def test_cut_plain_text_loses_nothing_but_the_line_break_at_the_cut() -> None:
    text = "some words here\n" * 2000
    assert "".join(chunk.text for chunk in split_plain(text)).replace("\n", "") == text.replace("\n", "")


@given(st.lists(PIECES, max_size=30))
def test_streaming_ends_with_the_same_chunks_as_the_whole(pieces: list[str]) -> None:
    growing = Splitter()
    for piece in pieces:
        growing.append(piece)
    assert growing.chunks == split("".join(pieces))


@given(st.lists(PIECES, max_size=30))
def test_no_word_is_lost(pieces: list[str]) -> None:
    source = "".join(pieces)
    assert sum(chunk.text.count("word") for chunk in split(source)) == source.count("word")
