"""Whatever is deleted, and however much: once the receipt says verified, no byte run of it is anywhere."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import logs
from app.engine.types import Fact
from tests.engine.conftest import Bench
from tests.vault.canary import canary, in_clear, in_pages
from tests.vault.making import draft, words

KEY = bytes(range(32))
pytestmark = pytest.mark.real


class World:
    """A vault in which two people and two conversations are spoken of, and the folders around it."""

    def __init__(self, bench: Bench, folder: Path, temp: Path) -> None:
        self.bench, self.folder, self.temp = bench, folder, temp
        self.vectors: dict[str, bytes] = {}
        with bench.store.transaction():
            for number in range(40):  # other rows, so that pages are shared
                bench.store.add_memory(draft(f"An ordinary note, number {number}. 普通的一条"), at=bench.clock.now)

    def tell(self, word: str, *, subject: str = "me", text: str = "") -> str:
        """A conversation about the word, with everything that is made of it; returns its id."""
        store, at = self.bench.store, self.bench.clock.now
        said = text or f"I keep thinking of {word} these days"
        chat = store.create_conversation(words(said[:60]), at=at).id
        question = store.add_message(chat, "user", words(said), at)
        made = store.add_memory(
            draft(said, conversation=chat, message_id=question.id, subject=subject, tags=(words(word),), said_at=at),
            at=at,
        )
        store.add_message(chat, "assistant", words(f"You said: {said}"), at, memories=[made.id])
        store.set_fact(Fact(subject, "thought", word, at, memory_id=made.id))
        store.add_decision("added", "salient", words(said), at=at, memory_id=made.id)
        store.set_draft(chat, words(f"more of {word}"))
        self.bench.engine.parts.recall.catch_up()
        vectors = store.vectors_of("memory", [made.key], str(store.active_model()))
        self.vectors[word] = vectors[made.key].tobytes()
        self.bench.clock.forward(minutes=1)
        return chat

    def there(self, word: str) -> bool:
        return in_pages(self.folder / "vault.db", KEY, [word.encode()]) != []

    def gone(self, word: str) -> None:
        """Of the word in any encoding, of its vector, in pages, WAL, other files, temp and logs: nothing."""
        runs = [word.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
        vector = self.vectors[word]
        runs += [vector[at : at + 16] for at in range(0, len(vector) - 15, 16)]
        assert in_pages(self.folder / "vault.db", KEY, runs) == []
        assert in_clear([self.folder, self.temp], [word]) == []
        assert self.bench.store.receipts(1)[0].state == "verified"
        assert word not in str(self.bench.call("recall", query=word)["items"])


@pytest.fixture
def world(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    temp = tmp_path / "temp"
    temp.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temp))
    logs.start(tmp_path)
    yield World(bench, tmp_path, temp)
    logs.stop()


def forget(world: World, **what: Any) -> dict[str, Any]:
    """Delete without waiting, as the window does; then the quiet moment comes."""
    receipt = world.bench.call("forget", **what)["receipt"]
    assert receipt["state"] == "removed" and world.bench.store.scrub_pending()
    world.bench.store.scrub(give_way=True)
    return receipt


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_memory(world: World, lang: str) -> None:
    word, other = canary(lang), canary(lang)
    chat = world.tell(word)
    world.tell(other)
    world.bench.store.set_draft(chat, words(""))
    (memory,) = (item for item in world.bench.call("memories")["items"] if word in item["content"])
    assert world.there(word)
    forget(world, ids=[memory["id"]])
    world.gone(word)
    assert world.there(other)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_conversation_with_the_memories_that_came_from_it(world: World, lang: str) -> None:
    word, other = canary(lang), canary(lang)
    chat = world.tell(word)
    world.tell(other)
    forget(world, conversation=chat, memories="delete")
    world.gone(word)
    assert world.there(other)


def test_a_conversation_whose_memories_stay(world: World) -> None:
    word, title = canary(), canary()
    chat = world.tell(word)
    world.bench.call("rename_conversation", id=chat, title=title)
    receipt = world.bench.call("delete_conversation", id=chat, memories="keep")["receipt"]
    assert receipt["removed"]["messages"] == 2 and "memories" not in receipt["removed"]
    world.bench.store.scrub()
    assert not world.there(title) and not world.there("more of " + word) and not world.there("You said: I keep")
    assert any(word in content for content in world.bench.known())


def test_a_period(world: World) -> None:
    before, word, after = canary(), canary(), canary()
    world.tell(before)
    since = world.bench.clock.now
    world.tell(word)
    until = world.bench.clock.now
    world.tell(after)
    forget(world, since=since.isoformat(), until=until.isoformat())
    world.gone(word)
    assert world.there(before) and world.there(after)


@pytest.mark.parametrize(("lang", "name"), [("en", "Anna"), ("zh", "王小芳")])
def test_a_person(world: World, lang: str, name: str) -> None:
    word, other = canary(lang), canary(lang)
    said = f"{name} loves {word}." if lang == "en" else f"{name}最喜欢{word}。"
    kept = f"{'Annabel' if lang == 'en' else '王小明'} {other}."
    chat = world.tell(word, subject=name, text=said)
    world.tell(other, text=kept)
    world.bench.store.set_draft(None, words(said))
    world.bench.store.set_draft(chat, words(""))  # it names nobody
    forget(world, person=name)
    world.gone(word)
    assert all(name not in str(fact) for fact in world.bench.store.facts(None))
    assert world.there(other), "somebody whose name only begins alike stays"


def test_everything(world: World) -> None:
    word, other = canary(), canary("zh")
    world.tell(word)
    world.tell(other)
    world.bench.store.set_setting("style", words(word))
    forget(world, all=True)
    world.gone(word)
    world.gone(other)
    assert not world.there("An ordinary note, number")
