"""Keepsake's one door for developers: sets up, runs, tests, measures and builds. Standard library only.

python3 packaging/dev.py run [ARGUMENTS OF KEEPSAKE]   set up what is missing, open the window
python3 packaging/dev.py test [ARGUMENTS OF PYTEST]    lint, types, tests
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import environment
import machine
import venvs
from terminal import Trouble, note

REPOSITORY = environment.REPOSITORY
MODELS_TO_RUN = ("qwen2.5-coder-1.5b-instruct", "multilingual-e5-small")
MODELS_TO_TEST = (*MODELS_TO_RUN, "smollm2-135m-instruct", "qwen2.5-coder-0.5b-instruct")


def models_folder() -> Path:
    """The same folder as app/paths.py names, without what only `.venv` has."""
    if os.environ.get("KEEPSAKE_MODELS"):
        return Path(os.environ["KEEPSAKE_MODELS"])
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "keepsake" / "models"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "keepsake" / "models"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "keepsake" / "models"


def missing_models(names: tuple[str, ...]) -> list[str]:
    """Models whose file is not there in full; a look at sizes only, so that a second start stays fast."""
    with (REPOSITORY / "resources" / "models.toml").open("rb") as file:
        entries = {entry["name"]: entry for entry in tomllib.load(file)["model"]}
    folder, missing = models_folder(), []
    for name in names:
        path = folder / entries[name]["file"]
        if not path.is_file() or path.stat().st_size != entries[name]["bytes"]:
            missing.append(name)
    return missing


def ensure_models(names: tuple[str, ...]) -> None:
    missing = missing_models(names)
    if missing:
        fetch = subprocess.run([environment.python(), "-m", "app.models.fetch", *missing], cwd=REPOSITORY)
        if fetch.returncode:
            raise Trouble("the models could not be fetched; what is there already is kept, run the command again")


def ensure_translations() -> None:
    """Compile the window's translations where a source is newer; git holds the sources only."""
    sources = (REPOSITORY / "resources" / "i18n").glob("*.ts")
    pairs = [(source, source.with_suffix(".qm")) for source in sources]
    if any(not made.exists() or made.stat().st_mtime < source.stat().st_mtime for source, made in pairs):
        script = REPOSITORY / "packaging" / "translations.py"
        venvs.run([environment.python(), script, "--release"], "the translations could not be compiled")


def prepare(lock: str, models: tuple[str, ...]) -> None:
    """Everything a command needs before it starts; does nothing where all is there."""
    environment.ensure(lock)
    ensure_translations()
    ensure_models(models)


def call(*command: str | Path) -> int:
    return subprocess.run([str(part) for part in command], cwd=REPOSITORY).returncode


def replace_by(command: list[str]) -> int:
    """Become the command where the system can; on Windows, which cannot, wait for it."""
    if os.name == "nt":
        return subprocess.run(command).returncode
    sys.stdout.flush()
    sys.stderr.flush()
    return os.execv(command[0], command)


def setup(options: argparse.Namespace) -> int:
    prepare(options.lock, MODELS_TO_RUN if options.lock == "run" else MODELS_TO_TEST)
    note("ready: python3 packaging/dev.py run")
    return 0


def run(options: argparse.Namespace) -> int:
    prepare("run", MODELS_TO_RUN)
    elsewhere = ("--demo", "--version", "--help")
    opens_window = not any(part in elsewhere or not part.startswith("-") for part in options.arguments)
    if opens_window and not machine.has_display():
        raise Trouble(
            "there is no display here, so no window can open; `python3 packaging/dev.py run --demo --screenshots DIR` "
            "plays a conversation and saves pictures of the window without one"
        )
    return replace_by([str(environment.python()), str(REPOSITORY / "main.py"), *options.arguments])


def lint(options: argparse.Namespace) -> int:
    environment.ensure("dev")
    python = environment.python()
    return max(call(python, "-m", "ruff", "check", "."), call(python, "-m", "mypy"))


def test(options: argparse.Namespace) -> int:
    prepare("dev", MODELS_TO_TEST)
    failed = 0 if options.no_lint else lint(options)
    return max(failed, call(environment.python(), "-m", "pytest", *options.arguments))


def bench(options: argparse.Namespace) -> int:
    file = REPOSITORY / "tests" / "bench" / f"{options.name}.py"
    if not file.is_file():
        names = sorted(path.stem for path in file.parent.glob("*.py") if path.stem != "report")
        raise Trouble(f"there is no benchmark {options.name!r}; there are: {', '.join(names)}")
    prepare("bench", MODELS_TO_RUN)
    return call(environment.python(), file, *(["--json"] if options.json else []), *options.arguments)


def models(options: argparse.Namespace) -> int:
    environment.ensure("run")
    return call(environment.python(), "-m", "app.models.fetch", *(options.names or MODELS_TO_RUN))


def build(options: argparse.Namespace) -> int:
    prepare("build", ())
    script = REPOSITORY / "packaging" / "build_app.py"
    return call(environment.python(), script, *options.arguments)


def lock(options: argparse.Namespace) -> int:
    import locking

    locking.remake(upgrade=options.upgrade)
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="dev.py", description=__doc__.partition("\n")[0])
    verbs = top.add_subparsers(dest="verb", required=True)
    each = verbs.add_parser("setup", help="make .venv and fetch the models, and no more")
    each.add_argument("--for", dest="lock", choices=("run", "dev", "bench", "build"), default="run")
    each.set_defaults(do=setup)
    each = verbs.add_parser("run", help="set up what is missing, then start Keepsake; arguments are passed on")
    each.set_defaults(do=run)
    each = verbs.add_parser("test", help="lint, types and tests; arguments go to pytest")
    each.add_argument("--no-lint", action="store_true", help="tests only")
    each.set_defaults(do=test)
    verbs.add_parser("lint", help="ruff and mypy").set_defaults(do=lint)
    each = verbs.add_parser("bench", help="run a benchmark and print its figures; arguments are passed on")
    each.add_argument("name")
    each.add_argument("--json", action="store_true")
    each.set_defaults(do=bench)
    each = verbs.add_parser("models", help="fetch models by name; without a name those that `run` needs")
    each.add_argument("names", nargs="*")
    each.set_defaults(do=models)
    each = verbs.add_parser("build", help="make installers; see build_app.py --help")
    each.set_defaults(do=build)
    each = verbs.add_parser("lock", help="make the lock files anew from pyproject.toml")
    each.add_argument("--upgrade", action="store_true", help="to the newest versions that fit")
    each.set_defaults(do=lock)
    return top


def main(arguments: list[str]) -> int:
    options, rest = parser().parse_known_args(arguments)
    if rest and options.verb not in ("run", "test", "bench", "build"):
        parser().error(f"unrecognized arguments: {' '.join(rest)}")
    options.arguments = rest
    try:
        return int(options.do(options))
    except Trouble as trouble:
        print(f"keepsake: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
