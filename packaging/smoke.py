"""Starts the frozen app as a stranger's machine would and fails on anything unexpected. Standard library only.

    python3 packaging/smoke.py [--app FOLDER] [--models FOLDER] [--demo]

The app is copied to a folder with a space and foreign letters and made read-only; home is empty, PATH holds no Python,
and where the system allows it there is no network interface at all. Without models only what needs none is tried.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER_NAME = "Käse und 空格 keepsake"
WITHOUT_MODELS = ("vault", "wrong key", "redaction", "engine network", "qt", "client network")
CARD = "4111 1111 1111 1111"


class Failed(Exception):
    """What the frozen app did wrong."""


def isolation() -> list[str]:
    """Prefix that starts a command without network interfaces, or nothing where this system does not allow it."""
    for prefix in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        if shutil.which("unshare") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
            return [str(shutil.which("unshare")), *prefix[1:]]
    return []


class Stranger:
    """A machine where nothing is installed: runs the program there and looks at all it says."""

    def __init__(self, app: Path, scratch: Path, models: Path | None) -> None:
        self.folder = scratch / FOLDER_NAME
        shutil.copytree(app, self.folder, symlinks=True)
        for path in [self.folder, *self.folder.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        self.before = self._contents()
        self.home = scratch / "home"
        self.empty = scratch / "no programs"
        for made in (self.home, self.empty, scratch / "tmp"):
            made.mkdir()
        self.environment = {
            "HOME": str(self.home),
            "PATH": str(self.empty),
            "TMPDIR": str(scratch / "tmp"),
            "LANG": "C",
            "QT_QPA_PLATFORM": "offscreen",
            "KEEPSAKE_MODELS": str(models) if models else str(scratch / "no models"),
        }
        self.prefix = isolation()

    def _contents(self) -> dict[str, tuple[int, int]]:
        found = {}
        for path in self.folder.rglob("*"):
            status = path.lstat()
            found[path.relative_to(self.folder).as_posix()] = (status.st_size, status.st_mtime_ns)
        return found

    def run(self, *arguments: str, stdin: str = "", seconds: float = 900, expect: int = 0, **extra: str) -> str:
        """Run the program; its stdout. Raises Failed for another exit code, anything on stderr, or no end."""
        program = self.folder / ("keepsake-cli.exe" if sys.platform == "win32" else "keepsake")
        command = [*self.prefix, str(program), *arguments]
        started = time.monotonic()
        try:
            done = subprocess.run(
                command,
                input=stdin.encode(),
                capture_output=True,
                env={**self.environment, **extra},
                cwd=self.home,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{' '.join(arguments)}: no end after {seconds:.0f} s") from error
        out, err = done.stdout.decode(), done.stderr.decode()
        if done.returncode != expect:
            raise Failed(f"{' '.join(arguments)}: exit code {done.returncode}, not {expect}\n{out}{err}")
        if err.strip() and expect == 0:
            raise Failed(f"{' '.join(arguments)}: unexpected output\n{err}")
        print(f"ok  {' '.join(arguments):<44} {time.monotonic() - started:6.1f} s", flush=True)
        return out

    def untouched(self) -> None:
        if self._contents() != self.before:
            changed = {name for name, entry in self._contents().items() if self.before.get(name) != entry}
            raise Failed(f"the install folder was written to: {sorted(changed)[:5]}")

    def release(self) -> None:
        for path in [self.folder, *self.folder.rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)


def need(condition: bool, what: str) -> None:
    if not condition:
        raise Failed(what)


def without_models(stranger: Stranger) -> None:
    """What must work before any model is there."""
    versions = json.loads(stranger.run("--version", "--json"))
    need(all(versions["parts"].values()), "a version is missing")
    need("keepsake" in stranger.run("--help").lower(), "--help says nothing")
    listed = json.loads(stranger.run("models", "list", "--json"))
    need(len(listed) >= 4, "the list of models is not inside")
    masked = stranger.run("redact", "--json", stdin=f"My card is {CARD}.\n卡号{CARD}\n")
    need(CARD not in masked and "银行卡号" in masked, f"redaction does not work frozen: {masked}")
    refused = json.loads(stranger.run("models", "fetch", "small", "--json", expect=1))
    need(refused["error"]["code"] == "fetch_frozen", "a frozen app must not fetch")


def doctor(stranger: Stranger, models: bool) -> None:
    out = stranger.run("doctor", "--json", "--model", "small", expect=0 if models else 1)
    report = json.loads(out)
    checks = {check["name"]: check for check in report["checks"]}
    for name in checks if models else WITHOUT_MODELS:
        need(name in checks and checks[name]["ok"], f"doctor: {name}: {checks.get(name)}")
    for check in report["checks"]:
        print(f"    {'✓' if check['ok'] else '-'} {check['name']}: {check['detail'][:150]}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="smoke.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--app", type=Path, default=REPOSITORY / "build" / "app" / "keepsake")
    parser.add_argument("--models", type=Path, help="folder with the small chat model and the embedding model")
    parser.add_argument("--demo", action="store_true", help="play the demo too (needs --models)")
    options = parser.parse_args(arguments)
    if not (options.app / "_internal").is_dir():
        print(f"keepsake: there is no frozen app in {options.app}; run packaging/dev.py build first", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="keepsake smoke ") as folder:
        stranger = Stranger(options.app.resolve(), Path(folder), options.models and options.models.resolve())
        print("without any network interface" if stranger.prefix else "network interfaces could not be taken away here")
        try:
            without_models(stranger)
            doctor(stranger, models=options.models is not None)
            if options.demo:
                pictures = stranger.home / "pictures"
                stranger.run("--demo", "--model", "small", "--screenshots", str(pictures), seconds=1800)
                need(len(list(pictures.glob("*.png"))) >= 2, "the demo left no pictures")
            stranger.untouched()
        except Failed as failed:
            print(f"smoke test failed: {failed}", file=sys.stderr)
            return 1
        finally:
            stranger.release()
    print("the frozen app works on a machine without Python")
    return 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(sys.argv[1:]))
