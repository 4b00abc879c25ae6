"""Nothing of what a vault holds is readable in any file, whatever was done to it and wherever it was cut short."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest

from app.engine.types import Fact
from app.vault.backup import write_backup
from app.vault.vault import Vault, open_vault
from tests.vault.canary import canary, encodings, in_clear, in_pages
from tests.vault.doors import PHRASE, QUICK, MemoryKeyring, door
from tests.vault.making import NOON, draft, words
from tests.vault.processes import fork

KEY = bytes(range(32))


def everywhere(vault: Vault, word: str) -> None:
    """Write the word wherever words go."""
    store = vault.store
    chat = store.create_conversation(words(word), at=NOON)
    message = store.add_message(chat.id, "user", words(word), NOON)
    made = store.add_memory(
        draft(word, tags=(words(word),), conversation=chat.id, message_id=message.id, subject=word), at=NOON
    )
    store.reinforce(made.id, words(word), NOON, message.id, at=NOON)
    store.set_fact(Fact("me", "home", word, NOON, memory_id=made.id))
    store.add_decision("added", "salient", words(word), at=NOON, memory_id=made.id)
    store.set_draft(chat.id, words(word))
    store.set_setting("style", words(word))
    for tier, key in (("memory", made.key), ("transcript", message.id)):
        store.put_vectors(tier, [(key, [0.6, 0.8])], "m")  # type: ignore[arg-type]
        store.set_terms(tier, key, [word])  # type: ignore[arg-type]


@pytest.fixture
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    for name in ("TMPDIR", "SQLITE_TMPDIR"):
        monkeypatch.setenv(name, str(folder))
    return folder


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_file_ever_shows_a_word(tmp_path: Path, temp: Path, lang: str) -> None:
    profile, word = tmp_path / "profile", canary(lang)
    folders = [profile, temp, tmp_path / "out"]
    (tmp_path / "out").mkdir()
    vault, recovery = door(profile, MemoryKeyring()).create("keyring")
    vault.set_passphrase(PHRASE)
    everywhere(vault, word)
    assert in_pages(vault.database.path, vault.key, [word.encode()]) == [word.encode()]  # it is there to be found
    never = [word, PHRASE, recovery, vault.key.hex()]
    assert in_clear(folders, never) == []
    write_backup(vault, tmp_path / "out" / "backup", PHRASE, QUICK)
    assert in_clear(folders, never) == []
    vault.rekey()
    vault.store.delete_memories([vault.store.memories()[0].id])
    assert in_clear(folders, never) == []
    vault.close()
    door(profile).open_with_passphrase(PHRASE, repair=True).close()
    assert in_clear(folders, [*never, vault.key.hex()]) == []


@pytest.mark.real
def test_nor_when_the_process_is_killed(tmp_path: Path, temp: Path) -> None:
    profile, word = tmp_path / "profile", canary()
    for _ in range(5):
        child = fork()
        if child == 0:
            vault = open_vault(profile, raw_key=KEY)
            everywhere(vault, word)
            vault.store.delete_memories([vault.store.memories(limit=1)[0].id])
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        assert in_clear([profile, temp], [word, KEY.hex()]) == []
    vault = open_vault(profile, raw_key=KEY)
    assert vault.store.receipts(1)[0].state == "removed" and vault.store.scrub_pending()
    vault.store.delete_everything()
    vault.store.scrub()
    assert in_pages(vault.database.path, KEY, encodings(word)) == []
    vault.close()
