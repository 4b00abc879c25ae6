"""Redaction as a whole: masks and their places, idempotence, exceptions, failures, linear time."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.errors import KeepsakeError
from app.engine.redact import STANDARD, STRICT, TYPES, Policy, Redactor, custom
from app.engine.redact.mask import MASK


def test_the_mask_says_what_was_there_in_the_language_of_the_text(redactor: Redactor) -> None:
    assert redactor.redact("my card is 4111 1111 1111 1111, ok").text == "my card is [card number], ok"
    assert redactor.redact("我的身份证号是110101190101010011。").text == "我的身份证号是[身份证号]。"
    assert redactor.redact("我的手机号是13812345678").text == "我的手机号是[电话号码]"


def test_masks_point_into_the_input_and_into_the_result(redactor: Redactor) -> None:
    text = "😀 mail me@example.com, 再打13812345678"
    out = redactor.redact(text)
    assert [text[m.start : m.end] for m in out.masks] == ["me@example.com", "13812345678"]
    assert all(MASK.fullmatch(out.text[m.at : m.at + m.length]) for m in out.masks)


def test_text_without_secrets_is_untouched(redactor: Redactor) -> None:
    out = redactor.redact("I prefer tea. 我住在上海。")
    assert out.text == "I prefer tea. 我住在上海。"
    assert out.masks == ()


def test_full_width_and_invisible_characters_hide_nothing(redactor: Redactor) -> None:
    assert redactor.redact("号码是１３８１２３４５６７８").text == "号码是[电话号码]"
    assert redactor.redact("号码138\u200b1234\u200b5678。").text == "号码[电话号码]。"
    assert redactor.redact("card 4111\u00a01111\u20111111 1111").text == "card [card number]"


def test_lone_surrogates_are_removed_and_offsets_still_fit(redactor: Redactor) -> None:
    text = "a\ud800b 13812345678\udfff"
    out = redactor.redact(text)
    out.text.encode("utf-8")
    assert out.text == "ab [phone number]"
    assert text[out.masks[0].start : out.masks[0].end] == "13812345678"


def test_masking_again_changes_nothing(redactor: Redactor, lines: list[dict[str, Any]]) -> None:
    for line in lines:
        once = redactor.redact(line["text"])
        twice = redactor.redact(once.text)
        assert (twice.text, twice.masks) == (once.text, ()), line["id"]


_PIECES = st.sampled_from(
    [
        "13812345678", "4111 1111 1111 1111", "密码是", "password: ", "hunter2", " is my password",
        "@example.com", "a", "[password]", "[card number]", "://", ":", "@", " ", '\n', "sk-",
        "0123456789abcdef0123456789abcdef", "-----BEGIN PRIVATE KEY-----", "身份证", "110101190101010011",
        "＠", "１", '\u200b', '\ud800', "abandon ", "door code ", "是", "，", "GB29NWBK60161331926819",
        "203.0.113.7", "::1", "token=", "\"", "'",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=14).map("".join)))
def test_any_text_is_masked_safely_and_once(redactor: Redactor, text: str) -> None:
    out = redactor.redact(text)
    out.text.encode("utf-8")
    assert redactor.redact(out.text).text == out.text
    ends = [m.end for m in out.masks]
    assert all(a <= m.start for a, m in zip(ends, out.masks[1:], strict=False))
    rebuilt, at = "", 0
    for mask in out.masks:
        rebuilt += text[at : mask.start] + out.text[mask.at : mask.at + mask.length]
        at = mask.end
    assert re.sub("[\ud800-\udfff]", "", rebuilt + text[at:]) == out.text


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_card_survives_in_no_surroundings_that_are_not_alphanumeric(
    redactor: Redactor, left: str, right: str
) -> None:
    text = f"{left} card: 4111111111111111 {right}"
    assert "4111111111111111" not in redactor.redact(text).text


def test_the_owner_can_keep_a_span_of_one_message(redactor: Redactor) -> None:
    text = "call 13812345678 or mail a@example.com"
    out = redactor.redact(text, keep=[(5, 16)])
    assert out.text == "call 13812345678 or mail [e-mail address]"


def test_a_policy_can_leave_out_types_and_pattern_classes() -> None:
    text = "电话13812345678，座机010-62345678，邮箱a@example.com"
    assert (
        Redactor(custom(STANDARD.types - {"EMAIL"})).redact(text).text
        == "电话[电话号码]，座机[电话号码]，邮箱a@example.com"
    )
    no_landlines = Redactor(custom(STANDARD.types, frozenset({"phone/landline"})))
    assert no_landlines.redact(text).text == "电话[电话号码]，座机010-62345678，邮箱[邮箱地址]"
    assert (
        Redactor(custom(STANDARD.types, frozenset({"phone"}))).redact(text).text
        == "电话13812345678，座机010-62345678，邮箱[邮箱地址]"
    )


def test_policies_know_which_is_stricter() -> None:
    assert STRICT.stricter_than(STANDARD)
    assert not STANDARD.stricter_than(STRICT)
    assert STANDARD.stricter_than(custom(STANDARD.types, frozenset({"phone"})))
    with pytest.raises(ValueError, match="unknown types"):
        Policy("custom", frozenset({"SHOE_SIZE"}))


def test_a_failure_inside_never_returns_raw_text(monkeypatch: pytest.MonkeyPatch) -> None:
    redactor = Redactor()
    redactor.warm()

    def broken(text: str) -> list[object]:
        raise ValueError(f"cannot read {text}")

    monkeypatch.setattr(redactor._loaded(), "analyze", broken)
    with pytest.raises(KeepsakeError, match="redaction_failed") as caught:
        redactor.redact("my password is hunter2")
    assert caught.value.code == "redaction_failed"
    chain: list[BaseException] = []
    error: BaseException | None = caught.value
    while error is not None:
        chain.append(error)
        error = error.__cause__
    assert not any("hunter2" in str(e) for e in chain)


def test_threads_share_one_redactor(redactor: Redactor) -> None:
    texts = [f"号码1381234{n:04d}，user{n}@example.com" for n in range(200)]
    with ThreadPoolExecutor(4) as pool:
        out = list(pool.map(lambda t: redactor.redact(t).text, texts))
    assert set(out) == {"号码[电话号码]，[邮箱地址]"}


def test_every_type_has_a_distinct_name_in_both_languages() -> None:
    assert len({n.en for n in TYPES.values()}) == len({n.zh for n in TYPES.values()}) == len(TYPES)


_ADVERSARIAL = [
    "1", "1 ", "4111 ", "a", "a.", "a@", "@", ":", "::1 ", "1:", "eyJ", "eyJhbGciOiJI.",
    "-----BEGIN PRIVATE KEY-----", "password is ", "密码是", "sk-", "://a:", "abandon ", "token=", "+1",
    "+86 138-", "curl ", "door code for the ", "GB29 NWBK ", "\"", " ", '\n', "-", "[card number]", "?key=",
    "<password>", "一三八", ".1", "call 138123 ", "abcd1 is my ", "Ab1_", "京A", "a at b dot ", "13812345678 ",
    '1\u200b', "人民路1号", "passport ", "护照", "密码", "password, ", "ID number ", "门锁", "人 ", "code ", "0044 ",
    "front door: 12 ", "A1-", "backup codes ", "ab12 ", "one ", "my number is one ", "WIFI:", "P:", "恢复码 a1b2-",
]  # fmt: skip


@pytest.mark.real
@pytest.mark.parametrize("piece", _ADVERSARIAL)
def test_time_grows_with_the_length_and_not_with_its_square(redactor: Redactor, piece: str) -> None:
    """The ratio of two sizes, in processor time: four times the text may take at most about eight times as long."""

    def cost(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        best = float("inf")
        for _ in range(2):
            began = time.process_time()
            redactor._round(text)
            best = min(best, time.process_time() - began)
        return best

    assert cost(24_000) < 9 * max(cost(6_000), 0.002)


def test_redacted_text_is_made_only_here_and_in_the_vault(repository: Path) -> None:
    made = re.compile(r"\bRedactedText\(")
    places = [
        str(path.relative_to(repository))
        for path in (repository / "app").rglob("*.py")
        if made.search(path.read_text(encoding="utf-8")) and path.name != "types.py"
    ]
    assert [p for p in places if not p.startswith(("app/engine/redact/", "app/vault/"))] == []
