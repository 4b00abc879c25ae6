"""What can be set, as data: name in app/settings.py, kind, limits, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.language import translate


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. `kind`: choice, switch, number, action. `factor` turns the stored value into the shown one."""

    group: str
    name: str
    kind: str
    title: str
    help: str = ""
    choices: tuple[tuple[object, str], ...] = ()
    low: float = 0.0
    high: float = 100.0
    step: float = 1.0
    decimals: int = 0
    suffix: str = ""
    danger: bool = False


def groups() -> list[tuple[str, str]]:
    return [
        ("general", translate("Settings", "General")),
        ("models", translate("Settings", "Models")),
        ("privacy", translate("Settings", "Privacy")),
        ("memory", translate("Settings", "Memory")),
        ("data", translate("Settings", "Data")),
    ]


def fields() -> list[Field]:
    """Every setting of the page, in order, in the language in force."""
    minutes = translate("Settings", " min")
    days = translate("Settings", " days")
    return [
        Field("general", "general.language", "choice", translate("Settings", "Language"), "",
              (("", translate("Settings", "As the system")), ("en", "English"), ("zh", "简体中文"))),
        Field("general", "general.theme", "choice", translate("Settings", "Theme"), "",
              (("system", translate("Settings", "As the system")), ("light", translate("Settings", "Light")),
               ("dark", translate("Settings", "Dark")))),
        Field("general", "general.text_scale", "choice", translate("Settings", "Text size"), "",
              tuple((scale, f"{round(scale * 100)} %") for scale in (0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0))),
        Field("general", "general.tray", "switch", translate("Settings", "Stay in the tray"),
              translate("Settings", "Closing the window keeps Keepsake at hand.")),
        Field("models", "open.models", "action", translate("Settings", "Models on this computer"),
              translate("Settings", "Choose, fetch, import or remove.")),
        Field("models", "answer.temperature", "number", translate("Settings", "Freedom of wording"),
              translate("Settings", "0 is sober, 1 is playful."), low=0, high=1.5, step=0.1, decimals=1),
        Field("models", "answer.reply_tokens", "number", translate("Settings", "Longest answer"),
              translate("Settings", "In tokens; a token is about three quarters of a word."), low=64, high=4096,
              step=64),
        Field("models", "models.threads", "number", translate("Settings", "Processor cores for the model"),
              translate("Settings", "0 takes all real cores of this computer."), low=0, high=64),
        Field("models", "models.gpu_layers", "number", translate("Settings", "Layers on the graphics card"),
              translate("Settings", "-1 puts there what fits, 0 nothing."), low=-1, high=200),
        Field("models", "answer.context_window", "number", translate("Settings", "Length of the context"),
              translate("Settings", "In tokens, at most; less is taken where the memory is small."), low=2048,
              high=131072, step=1024),
        Field("models", "models.battery_percent", "number", translate("Settings", "Rest on battery below"),
              translate("Settings", "Background work waits then. 0 never waits."), low=0, high=100, step=5,
              suffix=" %"),
        Field("models", "open.wishes", "action", translate("Settings", "How you want to be answered"),
              translate("Settings", "Wishes you typed, such as short answers or a name to be called by.")),
        Field("privacy", "privacy.policy", "choice", translate("Settings", "What is masked"),
              translate("Settings", "Strict hides names too; the memory then knows less."),
              (("standard", translate("Settings", "Secrets and numbers")),
               ("strict", translate("Settings", "Strict")), ("custom", translate("Settings", "My choice")))),
        Field("privacy", "open.masking", "action", translate("Settings", "Kinds and counts"),
              translate("Settings", "Each kind, how often it was masked, and what you let through.")),
        Field("privacy", "privacy.lock_after_minutes", "number", translate("Settings", "Lock when idle"),
              translate("Settings", "0 never locks by itself."), low=0, high=240, step=5, suffix=minutes),
        Field("privacy", "open.keys", "action", translate("Settings", "Keys and backups"),
              translate("Settings", "Keyring, passphrase, recovery words, a new key.")),
        Field("privacy", "open.offline", "action", translate("Settings", "Offline"),
              translate("Settings", "What the guard refused so far.")),
        Field("memory", "remember.paused", "switch", translate("Settings", "Pause remembering"),
              translate("Settings", "Nothing is remembered unless you say “remember”.")),
        Field("memory", "remember.keep_confidence", "number", translate("Settings", "How sure before keeping"),
              translate("Settings", "Lower keeps more, and more that does not matter."), low=0.1, high=0.95, step=0.05,
              decimals=2),
        Field("memory", "remember.pause_minutes", "number", translate("Settings", "Remember after a pause of"),
              "", low=1, high=120, step=1, suffix=minutes),
        Field("memory", "decay.half_life_days", "number", translate("Settings", "Half-life of a memory"),
              translate("Settings", "Important and often used ones last longer."), low=5, high=365, step=5,
              suffix=days),
        Field("memory", "decay.archive_after_days", "number", translate("Settings", "Archive when unused for"),
              "", low=7, high=365, step=1, suffix=days),
        Field("memory", "general.weekly_review", "switch", translate("Settings", "Weekly review"),
              translate("Settings", "Once a week: what fades, what is new, what is due.")),
        Field("data", "open.import", "action", translate("Settings", "Import conversations…"),
              translate("Settings", "From ChatGPT, Claude, Telegram, WeChat and others; earlier imports.")),
        Field("data", "open.backup", "action", translate("Settings", "Make a backup…"),
              translate("Settings", "One encrypted file with a passphrase of its own.")),
        Field("data", "open.restore", "action", translate("Settings", "Restore a backup…"),
              translate("Settings", "What is here is set aside, not lost.")),
        Field("data", "open.delete_all", "action", translate("Settings", "Delete everything…"),
              translate("Settings", "All memories and conversations, for good."), danger=True),
    ]  # fmt: skip
