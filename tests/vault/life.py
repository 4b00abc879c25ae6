"""A day with Keepsake, played by the real window, engine and model; the words to say come on stdin, nothing is printed.

Run by test_canary_run.py in an environment of its own: python tests/vault/life.py PROFILE OUT GIVEN
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app import offline

offline.install()

from PySide6.QtTest import QTest  # noqa: E402

from app.ui import start  # noqa: E402

profile, out, given = map(Path, sys.argv[1:])
say: dict[str, str] = json.loads(sys.stdin.readline())
app = start.application()
opened = start.build(
    app, profile, start.connector(profile, bytes.fromhex(say["key"]), "smollm2-135m-instruct"), lang="en"
)
window, bridge, chat = opened.window, opened.bridge, opened.window.chat


def until(true: Callable[[], Any]) -> None:
    for _ in range(15_000):
        if true():
            return
        QTest.qWait(20)
    raise SystemExit("it takes too long")


def ask(verb: str, **args: Any) -> dict[str, Any]:
    """The engine's answer, or its error code under "error"."""
    told: list[dict[str, Any]] = []
    bridge.request(verb, args, told.append, lambda code, detail: told.append({"error": code, **detail}))
    until(lambda: told)
    return told[0]


def send(text: str) -> None:
    chat.composer.words.setPlainText(text)
    chat.composer.submit()
    until(lambda: not chat.flow.busy and not bridge.busy)


def held() -> set[str]:
    """Which of the words the vault gives back, in whatever verb."""
    everything = json.dumps(
        [
            ask("memories", all=True),
            ask("conversations"),
            [ask("messages", conversation=each["id"]) for each in ask("conversations")["items"]],
            ask("draft", conversation=None),
            ask("draft", conversation=chat.flow.conversation),
        ],
        ensure_ascii=False,
    )
    return {name for name, word in say.items() if word in everything}


window.show()
bridge.start()
until(lambda: window.hello.get("vault") == "ready" and not bridge.busy)
window.change("general.tray", True)
send(f"Remember that my boat is called {say['chat']}.")
send(f"What do you think of {say['question']}?")
window.tray.answer_done()
ask("rename_conversation", id=chat.flow.conversation, title=f"About {say['title']}")
ask("remember", text=f"My aunt collects {say['remember']}")
edited = ask("memories")["items"][-1]
ask("edit_memory", id=edited["id"], content=f"Your aunt sells {say['edit']}", tags=[say["tag"]])
(given / "chat.jsonl").write_text(
    json.dumps({"conversation": say["import"], "role": "user", "content": f"I moved to {say['import']} in May."})
    + "\n",
    "utf-8",
)
assert "error" not in ask("import", path=str(given / "chat.jsonl"), format="keepsake")
ask("recall", query=f"who knows {say['recall']}?")
assert "error" not in ask("backup", path=str(out / "keepsake.backup"), passphrase=say["passphrase"])
window.open_timeline()
QTest.qWait(300)
window.open_about()
QTest.qWait(300)
window.show_chat()
assert ask("recall", query=say["fault"], mode={say["fault"]: 1})["error"] == "unknown"  # a fault that goes to the log
assert "error" in ask("import", path=str(given / say["file"]))
chat.composer.words.setPlainText(f"I was about to say {say['draft']}")
chat.composer.keep_draft()
until(lambda: not bridge.busy)
known = held()
bridge.request("remember", {"text": f"My uncle paints {say['crash']}"}, failed=lambda code, detail: None)
QTest.qWait(5)
door = bridge._door
os.kill(door.engine_pid, signal.SIGSEGV)  # type: ignore[union-attr]
until(lambda: bridge._door not in (None, door) and not bridge.busy)
assert known <= held(), "a crash lost what was acknowledged"
window.leave()
bridge.close(wait=True)
missing = set(say) - known - {"key", "passphrase", "recall", "fault", "file", "crash", "demo"}
raise SystemExit(f"never written: {missing}" if missing else 0)
