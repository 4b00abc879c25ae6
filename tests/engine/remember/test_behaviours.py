"""Short conversations and what must be remembered of them, with the real models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.remember.world import World, cases, faults

ALL = [*cases("behaviours"), *cases("behaviours_own")]


@pytest.mark.real
@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case['id']}-{case['kind'].replace(' ', '-')}")
def test_without_a_chat_model(case: dict[str, Any], real_world: World) -> None:
    real_world.play(case)
    assert faults(case, real_world.store.memories()) == []


@pytest.mark.real
def test_with_the_default_chat_model(chat_model: Any, make_real_world: Callable[..., World]) -> None:
    failed = {}
    for case in cases("behaviours"):
        world = make_real_world(model=chat_model)
        world.play(case)
        if found := faults(case, world.store.memories()):
            failed[f"{case['id']} {case['kind']}"] = found
    never = ("junk", "hypothetical", "question", "assistant", "recalled", "injection", "secret", "name in a task")
    assert len(failed) <= 2, failed
    assert not [name for name in failed if name.endswith(never)], failed
