"""Several agreeing memories become one rule with all its evidence, and the rule goes with it."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.remember.distil import agree
from tests.engine.remember.world import Scripted, World

SAID = (
    "I love swimming in the lake in summer",
    "I love swimming in the lake before breakfast",
    "I love swimming in the lake with my dog",
)


def test_agreeing_memories_are_distilled_once_and_linked(world: World) -> None:
    world.say(*SAID)
    (rule,) = world.rememberer.distil()
    assert (rule.memory_type, rule.label) == ("semantic", "insight")
    assert len(world.store.derived_from(rule.id)) == 3
    assert len(world.store.evidence(rule.id)) == 3
    assert world.rememberer.distil() == []


def test_a_rule_of_the_model_is_used_only_if_it_invents_nothing(make_world: Callable[..., World]) -> None:
    for reply, used in (('{"rule": "You love swimming in the lake."}', True), ('{"rule": "You love Paris."}', False)):
        world = make_world(model=Scripted([reply]))
        world.say(*SAID)
        (rule,) = world.rememberer.distil()
        assert ("swimming in the lake." in rule.content and '"' not in rule.content) is used
        assert "Paris" not in rule.content


def test_the_rule_goes_when_its_evidence_goes(world: World) -> None:
    world.say(*SAID)
    (rule,) = world.rememberer.distil()
    world.store.set_status(world.store.derived_from(rule.id)[0], "archived")
    world.rememberer.distil()
    assert world.store.memory(rule.id).status == "archived"


def test_contrary_memories_do_not_agree() -> None:
    assert agree("I love swimming", "I enjoy swimming")
    assert not agree("I love swimming", "I hate swimming")
    assert not agree("I eat meat", "I don't eat meat")
