"""Conversations kept as trees of versions: find the branch that was on show."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from app.interop.importers.files import plain

_REASONING = re.compile(
    r"<details\b[^>]*type=\"(?:reasoning|tool_calls|code_interpreter)\"[^>]*>.*?(?:</details>|\Z)|<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)",
    re.DOTALL | re.I,
)
_LONE_END = re.compile(r"\A.*?</think(?:ing)?>", re.DOTALL | re.I)


def branch(nodes: Mapping[str, Any], current: Any, parent_of: Callable[[Any], Any]) -> list[Any]:
    """Nodes from the root to `current`. Where that is missing, to the node deepest in the tree; cycles are cut."""

    def up(name: Any) -> list[Any]:
        found, seen = [], set()
        while isinstance(name, str) and name in nodes and name not in seen:
            seen.add(name)
            found.append(nodes[name])
            name = parent_of(nodes[name]) if isinstance(nodes[name], Mapping) else None
        return found[::-1]

    chain = up(current)
    return chain or max((up(name) for name in nodes), key=len, default=[])


def without_reasoning(text: str) -> str:
    """An answer without what the model thought aloud, and without what it asked of tools."""
    return plain(_LONE_END.sub("", _REASONING.sub("", text)))
