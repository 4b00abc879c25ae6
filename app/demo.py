"""`keepsake --demo`: a short story in the real window with the real engine, in a profile that is thrown away."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli_options import Options
from app.demo_story import STORIES, Story

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.ui.start import Opened
    from app.ui.transcript.entry import Entry

Data = dict[str, Any]
ANSWER_SECONDS = 240.0
WIDTH, HEIGHT = 1280, 800


class StepFailed(Exception):
    """A step did not do what it should; says which one and what was expected."""


def run(options: Options) -> int:
    """Play both stories; 0 when every step did what it should, 1 with the reason otherwise."""
    from app.ui import display

    if not display.has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from app.ui import start

    app = start.application()
    for story in STORIES:
        profile = Path(tempfile.mkdtemp(prefix="keepsake-demo-"))
        player = Player(app, profile, secrets.token_bytes(32), options, story)
        try:
            player.play()
        except StepFailed as failed:
            print(f"\nkeepsake --demo: {failed}", file=sys.stderr)  # noqa: T201
            return 1
        finally:
            player.close()
            shutil.rmtree(profile, ignore_errors=True)
    _say("\nEvery step did what it should. 每一步都符合预期。")
    return 0


class Player:
    """Drives one window through one story, looking after every step at what the engine has kept."""

    def __init__(self, app: QApplication, profile: Path, key: bytes, options: Options, story: Story) -> None:
        self.app, self.profile, self.key, self.options, self.story = app, profile, key, options, story
        self.opened: Opened | None = None
        self._pictures = 0

    def play(self) -> None:
        story = self.story
        _say(f"\n=== {'English' if story.lang == 'en' else '中文'} ===")
        self.open()
        self.picture("welcome")
        steps = (self.introduce, self.chat, self.secret, self.update, self.restart, self.ask, self.forget)
        for title, step in zip(story.titles, steps, strict=True):
            _say(f"\n--- {title}")
            step()
            self.picture(step.__name__)

    # The steps

    def introduce(self) -> None:
        self.say(self.story.introduction)
        self.expect(self.holds(self.story.first_home), "the home was not remembered")

    def chat(self) -> None:
        self.say(self.story.small_talk)
        self.expect(not self.holds(self.story.small_talk_word), "small talk was remembered")

    def secret(self) -> None:
        question, _ = self.say(self.story.secret)
        self.expect(bool(question.masks), "the secret was not masked")
        self.expect(self.story.secret_digits not in question.text, "the secret is still in the message")
        kept = str(self.call("memories", {"all": True})) + str(self.call("conversations"))
        self.expect(self.story.secret_digits not in kept, "the secret was kept")

    def update(self) -> None:
        self.say(self.story.update)
        facts = self.call("facts")["items"]
        now = any(self.story.second_home in str(fact["value"]) for fact in facts if not fact["valid_to"])
        old = any(self.story.first_home in str(fact["value"]) for fact in facts if not fact["valid_to"])
        self.expect(now and not old, "the new home did not replace the old one")

    def restart(self) -> None:
        """Close window and engine, start both anew: what was said is still there."""
        self.close()
        self.open()
        window = self.window
        self.expect(len(window.chat.list.items) > 0, "the conversation is gone")
        self.expect(self.holds(self.story.second_home), "the memory is gone")
        _say("  (" + ("the engine has been started anew" if self.story.lang == "en" else "引擎已重新启动") + ")")

    def ask(self) -> None:
        """A new conversation, so that only the memory can know. A small model may need a second try at the wording."""
        self.window.chat.new()
        _, answer = self.say(self.story.question)
        used = [chip.text for chip in answer.chips]
        self.expect(any(self.story.second_home in text for text in used), f"the memory was not used: {used}")
        for _ in range(2):
            if self.story.second_home in answer.text:
                return
            index = self.window.chat.view.entries.index(answer)
            self.wait_for(lambda i=index: self.window.chat.flow.regenerate(i))  # type: ignore[misc]
            answer = self.window.chat.view.entries[-1]
            self.tell(answer)
        self.expect(self.story.second_home in answer.text, "the answer does not name the home")

    def forget(self) -> None:
        self.say(self.story.keep)
        self.expect(self.holds(self.story.keep_word), "what was to be remembered was not")
        self.say(self.story.forget)
        self.expect(not self.holds(self.story.keep_word, everything=True), "what was to be forgotten is still there")
        gone = self.call("forget", {"matching": self.story.second_home, "wait": True})
        self.expect(gone["receipt"]["state"] == "verified", "the deletion was not verified")
        self.expect(not self.holds(self.story.second_home, everything=True), "the deleted memory is still there")
        _say(f"  {gone['receipt']['removed']} {gone['receipt']['state']}")

    # The window

    @property
    def window(self) -> Any:
        assert self.opened is not None
        return self.opened.window

    def open(self) -> None:
        from app.ui import start

        connect = start.connector(self.profile, self.key, self.options.model)
        faults: list[str] = []
        self.opened = start.build(self.app, self.profile, connect, lang=self.story.lang)
        self.opened.bridge.unreachable.connect(faults.append)
        self.window.resize(WIDTH, HEIGHT)
        self.window.show()
        self.opened.bridge.start()
        self.until(lambda: bool(self.window.hello) or bool(faults), 120)
        self.expect(not faults, f"the engine could not be started: {faults}")
        self.expect(self.window.hello.get("vault") == "ready", "the vault did not open")
        self.until(lambda: not self.opened.bridge.busy if self.opened else True, 30)

    def close(self) -> None:
        if self.opened is not None:
            opened, self.opened = self.opened, None
            opened.window.close()
            self.until(lambda: not opened.bridge.busy, 10)
            opened.bridge.close(wait=True)
            opened.dispose()
            self.app.processEvents()

    def say(self, text: str) -> tuple[Entry, Entry]:
        """Type a message and press Enter; wait until it is answered and remembered."""
        _say(f"> {text}")
        composer = self.window.chat.composer
        composer.words.setPlainText(text)
        self.wait_for(composer.submit)
        question, answer = self.window.chat.view.entries[-2:]
        self.expect(answer.role == "assistant", f"no answer: {answer.text}")
        self.tell(answer)
        return question, answer

    def wait_for(self, act: Callable[[], None]) -> None:
        """Do something that starts an answer, and wait for its end."""
        flow = self.window.chat.flow
        act()
        self.expect(flow.busy, "the message was not sent")
        self.until(lambda: not flow.busy, ANSWER_SECONDS)
        self.until(lambda: not self.opened.bridge.busy if self.opened else True, 30)

    def tell(self, answer: Entry) -> None:
        _say(answer.text.strip())
        for chip in answer.chips:
            _say(f"  [{chip.text}]")
        for memory in answer.remembered:
            _say(f"  + {memory['content']}")

    def holds(self, word: str, *, everything: bool = False) -> bool:
        """Whether an active memory (or any one) has a word."""
        return any(word in memory["content"] for memory in self.call("memories", {"all": everything})["items"])

    def call(self, verb: str, args: Data | None = None) -> Data:
        assert self.opened is not None
        got: list[Data] = []
        failed: list[str] = []
        self.opened.bridge.request(verb, args or {}, got.append, lambda code, _: failed.append(code))
        self.until(lambda: bool(got or failed), 120)
        self.expect(not failed, f"{verb}: {failed}")
        return got[0]

    def picture(self, name: str) -> None:
        if self.options.screenshots is None:
            return
        self.until(lambda: False, 0.3)
        self.options.screenshots.mkdir(parents=True, exist_ok=True)
        self._pictures += 1
        path = self.options.screenshots / f"{self.story.lang}-{self._pictures}-{name}.png"
        self.expect(bool(self.window.grab().save(str(path))), f"{path} could not be written")

    def until(self, true: Callable[[], bool], seconds: float) -> None:
        """Run the window until something holds, at most so long."""
        from PySide6.QtCore import QEventLoop

        deadline = time.monotonic() + seconds
        while not true() and time.monotonic() < deadline:
            self.app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)

    def expect(self, true: bool, otherwise: str) -> None:
        if not true:
            raise StepFailed(f"{self.story.lang}: {otherwise}")


def _say(text: str) -> None:
    """To stdout as UTF-8, whatever the locale."""
    sys.stdout.buffer.write((text + "\n").encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
