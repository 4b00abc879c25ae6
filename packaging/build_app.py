"""Builds the installers of this system: the frozen folder, then what is made of it, with notices, bill and checksums.

    build_app.py [--edition light|full|both] [--output FOLDER] [--folder-only]

Run through `packaging/dev.py build`, which prepares the environment.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import folder as app_folder
import linux_packages
import notices
import sbom
from terminal import Trouble, note

REPOSITORY = Path(__file__).resolve().parent.parent
MODELS = ("qwen2.5-coder-1.5b-instruct", "multilingual-e5-small")


version = app_folder.project_version


def epoch() -> int:
    """Time written into archives: SOURCE_DATE_EPOCH, else that of the commit: same source, same archive."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout)


def model_files() -> list[Path]:
    """The models of the full edition. Raises Trouble naming those that are not here."""
    from dev import missing_models, models_folder

    missing = missing_models(MODELS)
    if missing:
        raise Trouble(f"fetch the models first: python3 packaging/dev.py models {' '.join(missing)}")
    return [models_folder() / entry["file"] for entry in notices.model_entries(MODELS)]


def document(made: Path, out: Path, edition: str) -> None:
    """Licence texts into the app folder; bill of materials and size report beside the installers."""
    internal = made / app_folder.INTERNAL
    models = notices.model_entries(MODELS) if edition == "full" else []
    (made / "LICENCES.txt").write_text(notices.collect(internal, models), encoding="utf-8")
    at = datetime.datetime.fromtimestamp(epoch(), datetime.UTC).isoformat()
    bill = sbom.bill(version(), internal, models, at)
    (out / f"keepsake-{edition}-{version()}.cdx.json").write_text(json.dumps(bill, indent=1), encoding="utf-8")


def checksums(out: Path) -> None:
    lines = []
    for path in sorted(out.iterdir()):
        if path.is_file() and path.name != "SHA256SUMS":
            with path.open("rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def installers(made: Path, out: Path, edition: str) -> list[Path]:
    models = model_files() if edition == "full" else []
    document(made, out, edition)
    if sys.platform == "win32":
        import windows_installer

        return [windows_installer.make(made, out, version(), models)]
    if sys.platform == "darwin":
        import macos_image

        return [macos_image.make(made, out, version(), models)]
    results = [linux_packages.archive(made, out, version(), models, epoch())]
    if shutil.which("dpkg-deb"):
        results.append(linux_packages.deb(made, out, version(), models))
    else:
        note("no dpkg-deb here: no Debian package is made")
    image = linux_packages.appimage(made, out, version(), models)
    return [*results, *([image] if image else [])]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py build", description="Build the installers of this system.")
    parser.add_argument("--edition", choices=("light", "full", "both"), default="light")
    parser.add_argument("--output", type=Path, default=REPOSITORY / "dist")
    parser.add_argument("--folder-only", action="store_true", help="stop at the application folder, for smoke.py")
    options = parser.parse_args(arguments)
    out: Path = options.output
    out.mkdir(parents=True, exist_ok=True)
    try:
        made = app_folder.make(REPOSITORY / "build" / "app", REPOSITORY / "build" / "work")
        document(made, out, "light")
        report = app_folder.report(made)
        (out / "SIZES.txt").write_text(report, encoding="utf-8")
        print(report, end="")
        if not options.folder_only:
            for edition in ("light", "full") if options.edition == "both" else (options.edition,):
                for path in installers(made, out, edition):
                    note(f"{path} ({path.stat().st_size / 1e6:.0f} MB)")
        checksums(out)
    except Trouble as trouble:
        print(f"keepsake: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
