"""Recovery words in both languages."""

from __future__ import annotations

import pytest
from mnemonic import Mnemonic

from app.engine.errors import KeepsakeError
from app.engine.types import Language
from app.vault import recovery

VAULT = "00" * 16


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_twenty_four_words_that_make_one_key(lang: Language) -> None:
    words = recovery.new_words(lang)
    assert len(words.split()) == 24
    assert recovery.new_words(lang) != words
    key = recovery.wrapping_key(words, VAULT)
    assert len(key) == 32
    assert recovery.wrapping_key(words, "11" * 16) != key


def test_words_are_taken_as_people_type_them() -> None:
    english, chinese = recovery.new_words("en"), recovery.new_words("zh")
    assert recovery.wrapping_key(f"  {english.upper()}\n", VAULT) == recovery.wrapping_key(english, VAULT)
    assert recovery.wrapping_key(english.replace(" ", ", "), VAULT) == recovery.wrapping_key(english, VAULT)
    assert recovery.wrapping_key(chinese.replace(" ", ""), VAULT) == recovery.wrapping_key(chinese, VAULT)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_wrong_word_order_or_spelling_is_noticed(lang: Language) -> None:
    language = {"en": "english", "zh": "chinese_simplified"}[lang]
    words = Mnemonic(language).to_mnemonic(bytes(range(32))).split()
    for wrong in (words[:-1], [*words[:-1], "qqqq"], [words[1], words[0], *words[2:]], []):
        with pytest.raises(KeepsakeError) as caught:
            recovery.wrapping_key(" ".join(wrong), VAULT)
        assert caught.value.code == "recovery_wrong"


def test_two_words_are_asked_for_to_see_that_they_were_written_down() -> None:
    words = recovery.new_words("en")
    first, second = recovery.two_to_ask()
    assert 1 <= first < second <= 24
    right = {place: words.split()[place - 1] for place in (first, second)}
    assert recovery.answers_match(words, right)
    assert not recovery.answers_match(words, {**right, first: "zzz"})
    assert not recovery.answers_match(words, {})
