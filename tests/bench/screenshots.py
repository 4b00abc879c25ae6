"""Pictures of every screen in two languages, two themes and two scales, from a story told by the fake engine.

Run: python tests/bench/screenshots.py FOLDER [--quick]    (no display needed; --quick: one theme and scale a language)
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QWidget  # noqa: E402

from app.ui import start  # noqa: E402
from app.ui.model_jobs import ModelRow  # noqa: E402
from tests import fakes_ui  # noqa: E402

ANSWER = {
    "en": """Here is a short plan:

1. **Take the train** at nine, it is a half-hour ride
2. Lunch at the *Vrijdagmarkt*, ask about `peanut oil`

| Stall | Labels |
|---|---|
| Waffles | no |
| Soup | yes |

```python
def pack(bag: list[str]) -> list[str]:
    \"\"\"What to bring.\"\"\"
    return [*bag, "antihistamine"]  # just in case
```

> Ask before you eat. See [the market](https://example.org).
""",
    "zh": """简单的安排：

1. **九点坐高铁**，半小时就到
2. 午饭在*观前街*，问一下有没有`花生油`

| 摊位 | 有标注 |
|---|---|
| 糖 | 没有 |
| 面 | 有 |

```python
def pack(bag: list[str]) -> list[str]:
    \"\"\"要带的东西。\"\"\"
    return [*bag, "抗过敏药"]
```

> 吃之前先问。见[市场](https://example.org)。
""",
}
MODELS = [
    ModelRow("qwen2.5-coder-1.5b-instruct-q4_k_m", "Qwen2.5 Coder 1.5B Instruct", "chat", "default", 1_117_320_768,
        "Apache-2.0", True),
    ModelRow("qwen2.5-coder-0.5b-instruct-q4_k_m", "Qwen2.5 Coder 0.5B Instruct", "chat", "small", 491_400_064,
        "Apache-2.0", False),
    ModelRow("multilingual-e5-small-q4_0", "Multilingual E5 small", "embedding", "default", 73_600_000, "MIT", True),
]  # fmt: skip


def wait(milliseconds: int = 120) -> None:
    QTest.qWait(milliseconds)


def until(true: Callable[[], bool]) -> None:
    for _ in range(500):
        if true():
            break
        QTest.qWait(20)
    else:
        raise TimeoutError("the window did not get there")
    wait()


def screens(opened: start.Opened, door: fakes_ui.FakeDoor, lang: str) -> Iterator[tuple[str, QWidget]]:
    """(name, what to picture) of every screen, one after the other."""
    window = opened.window
    chat = window.chat
    until(lambda: bool(window.hello))
    yield "empty", window
    chat.open("c0")
    until(lambda: len(chat.view.entries) == 4 and bool(chat.view.entries[1].chips))
    chat.flow.view.entries[1].remembered = [door.fresh]
    chat.flow.fresh, chat.flow.chosen = [door.fresh], 1
    chat.flow.view.refresh(1)
    chat.flow.panel.emit()
    wait()
    yield "chat", window
    chat.memories.open_card("m2")
    chat.view.show_entry(1)
    chat.view.setFocus()
    wait()
    yield "card", window
    door.tokens = [ANSWER[lang][i : i + 7] for i in range(0, len(ANSWER[lang]), 7)]
    chat.flow.send({"en": "Make me a plan", "zh": "帮我安排一下"}[lang])
    until(lambda: not chat.flow.busy)
    yield "markdown", window
    door.fail["ask"] = "model_missing"
    chat.flow.send({"en": "And on Sunday?", "zh": "星期天呢？"}[lang])
    until(lambda: not chat.flow.busy)
    chat.say(*{"en": ("The engine stopped and has been restarted. What you wrote is kept.", "engine", "Try again"),
               "zh": ("引擎停了，已经重新启动。你写的内容还在。", "engine", "再试一次")}[lang])  # fmt: skip
    wait()
    yield "errors", window
    chat.note.hide()
    window.palette_.open()
    wait()
    yield "palette", window
    window.palette_.hide()
    window.sheet.open()
    wait()
    yield "shortcuts", window
    window.sheet.hide()
    window.open_settings()
    wait()
    yield "settings", window
    window.open_models()
    wait(200)
    models = window._made["models"]
    models.list.current = MODELS[0].name  # type: ignore[attr-defined]
    models.list._listed(MODELS)  # type: ignore[attr-defined]
    wait()
    yield "models", window
    window.open_timeline("m2")
    until(lambda: window._made["timeline"].detail._told is not None)  # type: ignore[attr-defined]
    yield "timeline", window
    window.open_about()
    until(lambda: bool(window._made["about"].groups))  # type: ignore[attr-defined]
    yield "about", window
    door.vault = "setup"
    window.state.step = 0
    window._greet_again()
    until(lambda: "welcome" in window._made)
    welcome = window._made["welcome"]
    for step in range(5):
        welcome.go(step)  # type: ignore[attr-defined]
        if step == 2:
            welcome._way_buttons[1].click()  # type: ignore[attr-defined]
            wait()
            yield "welcome3-passphrase", window
            welcome._set_up(door.do_setup({}, None, None))  # type: ignore[attr-defined]
        if step == 3:
            wait(200)
            welcome.models._listed(MODELS)  # type: ignore[attr-defined]
        wait()
        yield f"welcome{step + 1}", window
    door.why_locked = "keyring_locked"
    door.vault = "locked"
    window._greet_again()
    until(lambda: "unlock" in window._made)
    yield "locked", window


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    quick = "--quick" in sys.argv
    only = [name for name in sys.argv[2:] if not name.startswith("-")]
    app = start.application()
    variants = [("en", "light", 1.0), ("zh", "dark", 1.0)] if quick else list(
        itertools.product(("en", "zh"), ("light", "dark"), (1.0, 2.0)))  # fmt: skip
    for lang, theme, scale in variants:
        door = fakes_ui.FakeDoor(lang)
        connect: Callable[[bool], fakes_ui.FakeDoor] = lambda unlock, d=door: d  # noqa: E731
        with tempfile.TemporaryDirectory() as profile:
            opened = start.build(app, Path(profile), connect, lang=lang)
            opened.theme.set_mode(theme)
            opened.theme.set_scale(scale)
            opened.window.resize(1280, 800)
            opened.window.show()
            opened.bridge.start()
            wait(300)
            for name, widget in screens(opened, door, lang):
                if not only or name in only:
                    widget.grab().save(str(folder / f"{name}-{theme}-{lang}-{round(scale * 100)}.png"))
            opened.bridge.close()
            opened.window.close()
            opened.window.deleteLater()
            opened.theme.deleteLater()
            opened.language.deleteLater()
            wait(50)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
