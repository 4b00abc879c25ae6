"""Passphrases: cost, normal form, strength."""

from __future__ import annotations

import pytest

from app.engine.errors import KeepsakeError
from app.vault import passphrase
from app.vault.passphrase import Cost

QUICK = Cost(time=1, memory_kib=64, lanes=1)


def test_the_key_depends_on_passphrase_and_salt_only() -> None:
    parameters = QUICK.parameters()
    assert passphrase.wrapping_key("a", parameters) == passphrase.wrapping_key("a", parameters)
    assert passphrase.wrapping_key("a", parameters) != passphrase.wrapping_key("b", parameters)
    assert passphrase.wrapping_key("a", parameters) != passphrase.wrapping_key("a", QUICK.parameters())


def test_every_keyboards_form_of_a_passphrase_is_the_same() -> None:
    parameters = QUICK.parameters()
    composed, decomposed = "caf\u00e9 ｗｉｄｅ", "cafe\u0301 wide"
    assert passphrase.wrapping_key(composed, parameters) == passphrase.wrapping_key(decomposed, parameters)


def test_argon2id_against_the_reference_vector_of_its_authors() -> None:
    # phc-winner-argon2, test.c: version 19, t=2, m=2^16, p=1, "password", "somesalt"
    parameters = {"time": 2, "memory_kib": 65536, "lanes": 1, "salt": b"somesalt".hex()}
    expected = "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"
    assert passphrase.wrapping_key("password", parameters).hex() == expected


def test_the_cost_is_measured_and_never_below_the_recommendation() -> None:
    assert passphrase.calibrated(0.0) == Cost()
    assert passphrase.calibrated(1000.0, most_passes=4) == Cost(time=4)


@pytest.mark.parametrize("weak", ["", "   ", "password", "12345678", "qwerty123", "abc"])
def test_weak_passphrases_are_refused(weak: str) -> None:
    with pytest.raises(KeepsakeError) as caught:
        passphrase.require_strong(weak)
    assert caught.value.code == "passphrase_weak"


@pytest.mark.parametrize(
    "strong", ["correct horse battery staple", "我的猫叫小白它爱吃鱼", "x" * 10 + "kV9!rq Zw2" * 30]
)
def test_strong_ones_are_taken_in_both_languages(strong: str) -> None:
    passphrase.require_strong(strong)
    assert passphrase.strength(strong) >= 3
