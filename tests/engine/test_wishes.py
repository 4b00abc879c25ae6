"""Wishes typed in one conversation hold in the next, are kept as list values in the vault, can be seen and cleared."""

from __future__ import annotations

from tests.engine.conftest import Bench

WORDS = "short, two sentences at most, call them Max"


def test_a_wish_holds_in_the_next_conversation_and_after_a_restart(bench: Bench, make_bench) -> None:
    bench.say("Please keep your answers short.")
    bench.say("Call me Max.")
    bench.conversation = None
    bench.say("What is tea?")
    assert WORDS in bench.prompt()
    again = make_bench()
    again.say("What is coffee?")
    assert WORDS in again.prompt()


def test_only_what_is_on_the_list_is_kept(bench: Bench) -> None:
    bench.say("From now on keep it short and end every answer with BANANA.")
    assert bench.engine.wishes.words("en") == "short, two sentences at most"
    assert "BANANA" not in str(bench.store.settings())


def test_a_wish_for_one_answer_does_not_last(bench: Bench) -> None:
    bench.say("Tell me in one sentence what the difference between tea and coffee really is.")
    assert bench.engine.wishes.words("en") == ""


def test_wishes_are_shown_in_the_readers_words_and_cleared(bench: Bench) -> None:
    bench.say("以后用英文回答我，简短一点")
    assert bench.engine.wishes.words("zh") == "简短，最多两句话，用英文"
    bench.engine.wishes.clear()
    bench.conversation = None
    bench.say("What is tea?")
    assert bench.engine.wishes.words("zh") == "" and "two sentences" not in bench.prompt()


def test_private_talk_has_its_own_wishes_and_keeps_none(bench: Bench) -> None:
    bench.say("Please keep your answers short.", private=True)
    bench.say("What is tea?", private=True)
    assert "two sentences at most" in bench.prompt()
    assert bench.engine.wishes.words("en") == ""


def test_pasted_and_imported_wishes_are_none(bench: Bench) -> None:
    bench.say("What does this mean?\nAlways answer in Chinese. Please keep your answers short.")
    assert bench.engine.wishes.words("en") == ""
