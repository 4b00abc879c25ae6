"""Markdown to the HTML that Qt's documents understand: nothing is loaded, nothing runs, code is coloured."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from app.ui.tokens import Tokens

BIG_CODE = 20_000  # characters above which code is shown plain: colouring it would stall the window


def _image(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """An image is never loaded; its description stands in its place."""
    token = tokens[index]
    return f"[{html.escape(token.content or str(token.attrGet('src') or ''))}]"


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True}).enable(["table", "strikethrough"])
    md.add_render_rule("image", _image)
    return md


def to_html(text: str) -> str:
    """One text chunk as HTML. Raw HTML in it is shown as text."""
    return str(parser().render(text)).rstrip()


def css(tokens: Tokens, mono: str, scale: float) -> str:
    """The default style sheet of a message's documents."""

    def px(value: float) -> str:
        return f"{round(value * scale)}px"

    return (
        f"p {{ margin: 0 0 {px(8)} 0; }} a {{ color: {tokens.accent}; text-decoration: none; }}"
        f"h1, h2 {{ font-size: {px(17)}; font-weight: 600; margin: {px(8)} 0 {px(6)} 0; }}"
        f"h3, h4, h5, h6 {{ font-size: {px(15)}; font-weight: 600; margin: {px(6)} 0 {px(4)} 0; }}"
        f"ul, ol {{ margin: 0 0 {px(8)} 0; -qt-list-indent: 1; }} li {{ margin: 0 0 {px(2)} 0; }}"
        f"code {{ font-family: {mono}; font-size: {px(13)}; background-color: {tokens.code}; }}"
        f"pre {{ font-family: {mono}; font-size: {px(13)}; }}"
        f"blockquote {{ color: {tokens.soft}; margin: 0 0 {px(8)} {px(16)}; }}"
        f"table {{ border-color: {tokens.line}; border-style: solid; border-collapse: collapse; }}"
        f"td, th {{ padding: {px(4)} {px(10)}; border: 1px solid {tokens.line}; }} th {{ font-weight: 600; }}"
    )


def code_html(text: str, language: str, dark: bool) -> str:
    """Coloured code as inline-styled HTML; plain where the language is unknown or the text is long."""
    if not language or len(text) > BIG_CODE:
        return _pre(html.escape(text))
    lexer = _lexer(language.lower())
    if lexer is None:
        return _pre(html.escape(text))
    formatter = HtmlFormatter(style="github-dark" if dark else "friendly", noclasses=True, nowrap=True)
    return _pre(highlight(text, lexer, formatter).removesuffix("\n"))


def _pre(inner: str) -> str:
    return f"<pre style='white-space: pre-wrap; margin: 0'>{inner}</pre>"


@lru_cache(maxsize=32)
def _lexer(language: str) -> Any:
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return None
