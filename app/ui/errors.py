"""The sentence for an error code, in the language of the window."""

from __future__ import annotations

from typing import Any

from app import texts
from app.ui.language import translate


def sentence(code: str, detail: dict[str, Any], language: str) -> str:
    """What happened and what can be done, in one or two sentences."""
    if code == "engine_gone":
        return translate("Errors", "The engine stopped and has been restarted. What you wrote is kept.")
    return texts.error_text(code, "zh" if language == "zh" else "en", detail)
