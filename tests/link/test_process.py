"""Real engine processes around a scripted engine: start, hand-over of the key, races, crashes, orderly ends."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from app import paths
from app.engine.errors import KeepsakeError
from app.link import process
from app.link.client import EngineClient, Lost

pytestmark = pytest.mark.real

KEY = bytes(range(32))
ENTRY = Path(__file__).with_name("engine_process.py")
CRASHES = int(os.environ.get("KEEPSAKE_TEST_CRASHES", "20"))


@pytest.fixture
def profile(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(process, "_command", lambda: [sys.executable, str(ENTRY)])
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder) / "资料 p"
        assert eventually(lambda: not engines_of(folder)), "an engine was left behind"


def engines_of(folder: str) -> list[psutil.Process]:
    """Engine processes whose runtime folder this is."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if child.environ().get("XDG_RUNTIME_DIR") == folder and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
    return found


def eventually(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


def test_the_first_client_starts_the_engine_and_the_second_finds_it(profile: Path) -> None:
    first = EngineClient.connect_or_start(profile, KEY)
    second = EngineClient.connect_or_start(profile)
    assert first.call("hello")["pid"] == second.call("hello")["pid"] == first.engine_pid
    assert second.engine_pid is None
    first.close()
    assert second.call("echo", {"still": "here"}) == {"still": "here"}
    second.close(wait=True)


def test_the_key_is_in_neither_arguments_nor_environment(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPSAKE_KEY", KEY.hex())
    client = EngineClient.connect_or_start(profile, KEY)
    engine = psutil.Process(client.engine_pid)
    told = " ".join([*engine.cmdline(), *engine.environ(), *engine.environ().values()])
    assert KEY.hex() not in told and "KEEPSAKE_KEY" not in told
    client.close(wait=True)


def test_the_engine_keeps_core_dumps_and_the_network_out(profile: Path) -> None:
    client = EngineClient.connect_or_start(profile)
    assert psutil.Process(client.engine_pid).rlimit(psutil.RLIMIT_CORE) == (0, 0)
    assert client.call("guard") == {"installed": True, "attempts": 0}
    client.close(wait=True)


def test_leaving_with_wait_leaves_no_process_no_socket_no_note(profile: Path) -> None:
    client = EngineClient.connect_or_start(profile)
    pid = client.engine_pid
    client.close(wait=True)
    assert not psutil.pid_exists(pid or 0)
    assert not (profile / process.ADDRESS_FILE).exists()
    assert not Path(paths.socket_address(profile)).exists()


def test_what_the_engine_leaves_in_the_profile_is_the_owners_alone(profile: Path) -> None:
    client = EngineClient.connect_or_start(profile)
    modes = {path.name: path.stat().st_mode & 0o777 for path in [profile, *profile.rglob("*")]}
    client.close(wait=True)
    assert all(mode == (0o700 if name in (profile.name, "logs") else 0o600) for name, mode in modes.items()), modes


def test_ten_clients_at_once_share_one_engine(profile: Path) -> None:
    clients: list[EngineClient] = []
    starting = [
        threading.Thread(target=lambda: clients.append(EngineClient.connect_or_start(profile))) for _ in range(10)
    ]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len({client.call("hello")["pid"] for client in clients}) == 1
    for client in clients:
        client.close()


def test_one_after_another_each_finds_or_starts_an_engine(profile: Path) -> None:
    """The next client may come while the engine of the last one is ending."""
    for number in range(15):
        client = EngineClient.connect_or_start(profile)
        assert client.call("echo", {"number": number}) == {"number": number}
        client.close(wait=number % 3 == 0)


def test_two_clients_that_disagree_about_the_runtime_folder_meet(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = EngineClient.connect_or_start(profile)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    second = EngineClient.connect_or_start(profile)
    assert second.engine_pid is None
    second.close()
    first.close(wait=True)


def test_an_engine_whose_starter_dies_before_connecting_ends(profile: Path) -> None:
    engine = process.start(profile, None)
    assert engine is not None and engine.running()
    engine.release(wait=True)
    assert not engine.running()


def test_an_engine_outlives_a_starter_that_was_killed_while_others_use_it(profile: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from app.link import process;"
        f"from app.link.client import EngineClient; process._command = lambda: [sys.executable, {str(ENTRY)!r}];"
        "EngineClient.connect_or_start(Path(sys.argv[1])); print('up', flush=True); time.sleep(600)"
    )
    starter = subprocess.Popen(
        [sys.executable, "-c", code, str(profile)], stdout=subprocess.PIPE, env=process.child_environment()
    )
    assert starter.stdout is not None and starter.stdout.readline() == b"up\n"
    client = EngineClient.connect_or_start(profile)
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    assert client.engine_pid is None
    assert client.call("echo", {"a": 1}) == {"a": 1}
    pid = client.call("hello")["pid"]
    client.close(wait=True)
    assert eventually(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_what_keeps_an_engine_from_starting_is_told_as_itself(profile: Path) -> None:
    profile.parent.joinpath("file").write_text("no folder")
    with pytest.raises(KeepsakeError) as caught:
        EngineClient.connect_or_start(profile.parent / "file")
    assert caught.value.code in ("vault_read_only", "unknown")


def test_an_engine_that_dies_without_a_word_is_told_as_gone(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_command", lambda: [sys.executable, "-c", "import os; os._exit(7)"])
    with pytest.raises(KeepsakeError) as caught:
        EngineClient.connect_or_start(profile)
    assert (caught.value.code, caught.value.detail) == ("engine_gone", {"status": 7})


@pytest.mark.parametrize("how", ["SIGKILL", "SIGSEGV", "abort"])
def test_a_crash_is_told_to_who_waits_and_to_who_listens(profile: Path, how: str) -> None:
    starter, other = EngineClient.connect_or_start(profile), EngineClient.connect_or_start(profile)
    lost: list[Lost] = []
    starter.on_lost(lost.append)
    number = signal.SIGABRT if how == "abort" else signal.Signals[how]
    with pytest.raises(KeepsakeError) as caught:
        other.call(*(("abort",) if how == "abort" else ("die", {"at": "x", "after": 0, "signal": int(number)})))
    assert caught.value.code == "engine_gone"
    assert eventually(lambda: bool(lost))
    assert lost == [Lost("crashed", number)]
    starter.close()
    other.close()


def test_a_native_crash_leaves_its_python_frames_and_no_values(profile: Path) -> None:
    client = EngineClient.connect_or_start(profile)
    with suppress(KeepsakeError):
        client.call("die", {"at": "my card is 4111", "after": 0, "signal": int(signal.SIGSEGV)})
    client.close()
    written = (profile / "logs" / "crash.log").read_text("utf-8")
    assert "scripted.py" in written and "4111" not in written


def test_killed_at_any_moment_the_next_engine_serves_at_once(profile: Path) -> None:
    """Twenty kills in continuous integration, a hundred with KEEPSAKE_TEST_CRASHES=100: while it starts, during a
    request, while it streams, while two clients talk, while it ends."""
    chance = random.Random(20261130)
    for number in range(CRASHES):
        client = EngineClient.connect_or_start(profile, KEY)
        assert client.call("echo", {"number": number}) == {"number": number}
        pid = int(client.call("hello")["pid"])
        killer = threading.Timer(chance.uniform(0, 0.05), _kill, (pid,))
        killer.start()
        tokens: list[str] = []
        with suppress(KeepsakeError):
            while True:
                client.call("stream", {"count": 500}, lambda kind, data, seen=tokens: seen.append(data["text"]))
        killer.join()
        ending = chance.random() < 0.5
        client.close(wait=ending)


def test_killed_while_it_starts_the_next_try_starts_another(profile: Path) -> None:
    chance = random.Random(7)
    for _ in range(max(5, CRASHES // 4)):
        outcome: list[object] = []

        def start(outcome: list[object] = outcome) -> None:
            try:
                outcome.append(EngineClient.connect_or_start(profile, KEY))
            except KeepsakeError as error:
                outcome.append(error.code)

        thread = threading.Thread(target=start)
        thread.start()
        time.sleep(chance.uniform(0, 0.3))
        for engine in engines_of(str(profile.parent)):
            _kill(engine.pid)
        thread.join()
        if isinstance(outcome[0], EngineClient):
            outcome[0].close()
        else:
            assert outcome == ["engine_gone"]
    client = EngineClient.connect_or_start(profile, KEY)
    assert client.call("echo", {}) == {}
    client.close(wait=True)


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
