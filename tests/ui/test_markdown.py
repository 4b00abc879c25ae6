"""Answers become rich text that loads nothing, runs nothing and opens nothing by itself."""

from __future__ import annotations

from app.ui.transcript import markdown


def test_raw_html_is_shown_as_text() -> None:
    assert "&lt;script&gt;" in markdown.to_html("<script>alert(1)</script>")


def test_images_are_not_loaded() -> None:
    made = markdown.to_html("![a cat](file:///etc/passwd)")
    assert "<img" not in made
    assert "a cat" in made


def test_script_links_are_no_links() -> None:
    assert "href" not in markdown.to_html("[x](javascript:alert(1))")


def test_tables_and_strikethrough_are_known() -> None:
    assert "<table>" in markdown.to_html("|a|b|\n|-|-|\n|1|2|\n")
    assert "<s>" in markdown.to_html("~~gone~~")


def test_code_is_coloured_and_escaped() -> None:
    made = markdown.code_html("x = '<b>'", "python", dark=False)
    assert "style=" in made
    assert "&lt;b&gt;" in made


def test_an_unknown_language_is_plain_code() -> None:
    assert "a &lt; b" in markdown.code_html("a < b", "no-such-language", dark=True)
