"""What a person decides about masking: keeping a span, allowing a pattern, a stricter policy and what is stored."""

from __future__ import annotations

import threading

import pytest

from app.engine.controls import Controls
from app.engine.errors import KeepsakeError
from app.engine.masking import Masking, policy_of
from app.engine.redact.redactor import Redactor
from app.engine.transfer import Transfer
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import PrivacySettings, Settings
from app.vault.pages import PageReader
from tests.engine.conftest import Bench


@pytest.fixture
def redactor() -> Redactor:
    """One of its own for each test: these change its policy."""
    return Redactor()


@pytest.fixture
def masking(bench: Bench) -> Masking:
    masking = Masking(bench.engine)
    bench.service._verbs |= masking.verbs()
    return masking


def _settings(**privacy: object) -> Settings:
    return Settings().with_changes({f"privacy.{name}": value for name, value in privacy.items()})


@pytest.mark.real
def test_a_preview_says_what_would_be_masked_and_writes_nothing(bench: Bench, masking: Masking) -> None:
    items = bench.call("mask_preview", text="电话13812345678，密码是hunter2!x9")["items"]
    assert [(i["type"], i["start"], i["end"]) for i in items] == [("PHONE", 2, 13), ("PASSWORD", 17, 27)]
    assert items[0]["allow"] == "PHONE:phone/mainland:99999999999"
    assert items[1]["allow"] is None
    assert bench.store.count_messages() == 0


@pytest.mark.real
def test_a_kept_span_stays_in_the_message_its_memory_its_answer_and_nowhere_else(bench: Bench) -> None:
    bench.chat.replies = ["Noted: 13812345678."]
    bench.say("I always order as 13812345678, remember this", keep=((18, 29),))
    question, answer = bench.store.messages(bench.conversation or "")
    assert "13812345678" in question.content and "13812345678" in answer.content
    assert question.masks == () and [(m.type, m.at, m.length) for m in question.kept] == [("PHONE", 18, 11)]
    assert any("13812345678" in memory.quote for memory in bench.store.memories())
    bench.chat.replies = ["Noted."]
    bench.say("and his is 13812345678", conversation=None)
    assert "13812345678" not in bench.store.messages(bench.conversation or "")[0].content


@pytest.mark.real
def test_the_exception_is_a_place_in_the_message_and_not_its_words(bench: Bench) -> None:
    bench.say("call 13812345678 now", keep=((5, 16),))
    database = bench.store._db
    columns = database.all("SELECT masks FROM messages WHERE role = 'user'")
    assert columns == [('[["PHONE", 5, 16, 5, 11, true]]',)]
    assert not any("138" in str(row) for row in database.all("SELECT * FROM settings"))


@pytest.mark.real
def test_a_kept_span_must_be_two_numbers(bench: Bench) -> None:
    for wrong in ("5", [["5", 6]], [[1, 2, 3]], [7]):
        with pytest.raises(KeepsakeError, match="usage"):
            bench.call("ask", text="hello", keep=wrong)


@pytest.mark.real
def test_a_change_of_policy_holds_from_the_next_text(bench: Bench, masking: Masking) -> None:
    text = "Call me at 13812345678. My name is Alice Johnson."
    assert bench.engine.redact(text).text == "Call me at [phone number]. My name is Alice Johnson."
    before = Settings()
    for privacy, expected in (
        ({"policy": "strict"}, "Call me at [phone number]. My name is [name]."),
        ({"policy": "custom", "masked_types": ("EMAIL",)}, text),
        ({"allowed": ("PHONE:phone/mainland:99999999999",)}, text),
        ({"allowed": ("PHONE:phone/mainland:999 9999 9999",)}, "Call me at [phone number]. My name is Alice Johnson."),
    ):
        after = _settings(**privacy)
        masking.settings_changed(before, after)
        assert bench.engine.redact(text).text == expected, privacy
        before = after


@pytest.mark.real
def test_a_stricter_policy_offers_the_check_and_a_laxer_one_does_not(bench: Bench, masking: Masking) -> None:
    strict = _settings(policy="strict")
    masking.settings_changed(Settings(), strict)
    assert bench.call("masking")["due"] is False  # nothing is stored yet
    masking.settings_changed(strict, Settings())
    bench.say("My name is Alice Johnson and I live in Berlin.")
    masking.settings_changed(Settings(), _settings(policy="custom", masked_types=("EMAIL",)))
    assert bench.call("masking")["due"] is False
    masking.settings_changed(_settings(policy="custom", masked_types=("EMAIL",)), strict)
    assert bench.call("masking")["due"] is True
    bench.call("recheck_later")
    assert bench.call("masking")["due"] is False


@pytest.mark.real
def test_the_check_masks_everything_that_is_stored_and_scrubs_the_old_bytes(bench: Bench, masking: Masking) -> None:
    bench.chat.replies = ["Nice to meet you, Alice Johnson of Heidelberg."]
    bench.say("My name is Alice Johnson and I live in Heidelberg. My mail is alice@example.com, ok?")
    bench.call("draft", conversation="", text="Write to Alice Johnson in Heidelberg")
    bench.engine.remember("Alice Johnson hates olives")
    masking.settings_changed(Settings(), _settings(policy="strict"))
    told = bench.call("recheck")
    assert told["finished"] and told["changed"] >= 4
    assert {"PERSON", "PLACE"} <= told["found"].keys()
    progress = [data for kind, data in bench.events if kind == "progress"]
    assert progress[-1]["done"] == progress[-1]["total"] == told["texts"]
    for value in bench.store._live_values():
        assert b"Johnson" not in value and b"Heidelberg" not in value
    question = bench.store.messages(bench.conversation or "")[0]
    for mask in question.masks:
        assert question.content[mask.at] == "[" and question.content[mask.at + mask.length - 1] == "]"
    assert [m.type for m in question.masks] == ["PERSON", "PLACE", "EMAIL"]
    assert bench.store.scrub_pending()
    bench.store.scrub()
    reader = PageReader(bench.store._db.path, bench.store._db.key)
    pages = b"".join(reader.blocks()) + b"".join(reader.wal_blocks())
    assert b"Johnson" not in pages and b"Heidelberg" not in pages
    receipt = bench.store.receipts(1)[0]
    assert receipt.state == "verified" and receipt.removed["masked"] == told["changed"]
    again = bench.call("recheck")
    assert again["changed"] == 0 and bench.call("masking")["due"] is False


@pytest.mark.real
def test_a_check_that_was_stopped_stays_due_and_keeps_what_it_did(bench: Bench, masking: Masking) -> None:
    for n in range(3):
        bench.say(f"My name is Alice Johnson, line {n}.", conversation=None)
    masking.settings_changed(Settings(), _settings(policy="strict"))
    stop = threading.Event()

    def emit(kind: str, data: dict[str, object]) -> None:
        stop.set()

    told = bench.service.handle("recheck", {}, emit, stop)
    assert not told["finished"] and told["changed"] > 0
    assert bench.call("masking")["due"] is True
    assert bench.call("recheck")["finished"]
    assert not any("Johnson" in m.content for c in bench.store.conversations() for m in bench.store.messages(c.id))


@pytest.mark.real
def test_what_the_person_kept_survives_the_check(bench: Bench, masking: Masking) -> None:
    bench.say("My name is Alice Johnson, call 13812345678 now", keep=((31, 42),))
    masking.settings_changed(Settings(), _settings(policy="strict"))
    bench.call("recheck")
    question = bench.store.messages(bench.conversation or "")[0]
    assert question.content == "My name is [name], call 13812345678 now"
    assert question.kept_words() == ("13812345678",)


@pytest.mark.real
def test_masks_are_counted_by_type_and_the_counts_go_with_everything_else(bench: Bench, masking: Masking) -> None:
    bench.say("13812345678 or 13912345678, mail a@example.com")
    bench.engine.remember("my other number is +86 13712345678")
    assert bench.call("masking")["counts"] == {"PHONE": 3, "EMAIL": 1}
    bench.call("forget", all=True)
    assert bench.call("masking")["counts"] == {}


@pytest.fixture
def controls(bench: Bench, masking: Masking, tmp_path: object) -> Controls:
    settings = bench.engine.parts.settings
    runtime = Runtime(Catalogue.load(), settings.models, settings.answer)
    transfer = Transfer(bench.store, bench.engine.redact, bench.clock)
    return Controls(bench.engine, runtime, transfer, tmp_path, masking.settings_changed)  # type: ignore[arg-type]


@pytest.mark.real
@pytest.mark.parametrize(
    "change",
    [
        {"privacy.policy": "loose"},
        {"privacy.masked_types": ["SHOE_SIZE"]},
        {"privacy.allowed": ["13812345678"]},
        {"privacy.allowed": ["PHONE:phone/mainland:13812345678"]},
        {"privacy.allowed": ["PASSWORD:said/password:AAAA9999"]},
    ],
)
def test_settings_that_say_nothing_known_are_refused(controls: Controls, change: dict[str, object]) -> None:
    with pytest.raises(KeepsakeError, match="setting_invalid"):
        controls._change({"changes": change})


@pytest.mark.real
def test_words_in_settings_are_masked_too(controls: Controls) -> None:
    told = controls._change({"changes": {"answer.style": "call me Bo, my pin is 4821"}})
    assert told["settings"]["answer.style"] == "call me Bo, my pin is [password]"


def test_a_settings_file_of_another_version_never_stops_the_start() -> None:
    policy = policy_of(PrivacySettings("custom", ("EMAIL", "SHOE_SIZE"), allowed=("nonsense",)))
    assert policy.types == {"EMAIL"} and policy.allow == frozenset()


def test_a_choice_of_nothing_masks_what_the_standard_does() -> None:
    assert policy_of(PrivacySettings("custom", ())).types == policy_of(PrivacySettings()).types


@pytest.mark.real
def test_a_failure_inside_redaction_stops_the_write(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> list[object]:
        raise ValueError("broken")

    bench.engine.parts.redactor.warm()
    for analyzer in bench.engine.parts.redactor._analyzers.values():
        monkeypatch.setattr(analyzer, "analyze", broken)
    for verb, args in (
        ("ask", {"text": "my pin is 4821"}),
        ("remember", {"text": "my pin is 4821"}),
        ("draft", {"conversation": "", "text": "my pin is 4821"}),
    ):
        with pytest.raises(KeepsakeError, match="redaction_failed"):
            bench.call(verb, **args)
    assert bench.store.count_messages() == 0 and bench.store.memories() == [] and bench.store.draft("") == ""
