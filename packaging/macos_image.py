"""macOS: signs the application bundle with the hardened runtime and packs it into a disk image.

Not run on the machines this project was made on; kept small. Signing and notarising need a developer identity:
KEEPSAKE_SIGN_AS names it, KEEPSAKE_NOTARY_PROFILE the keychain profile of `notarytool`; without them the bundle is
signed ad hoc, which runs on the machine that built it and asks for a right click elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from terminal import note

ENTITLEMENTS = Path(__file__).resolve().parent / "macos" / "entitlements.plist"


def make(folder: Path, out: Path, version: str, models: list[Path]) -> Path:
    """Sign, pack and, where an identity is given, notarise. Models go beside the program, where the app looks."""
    bundle = folder.parent / "Keepsake.app"
    programs = bundle / "Contents" / "MacOS"
    shutil.copy2(folder / "LICENCES.txt", bundle / "Contents" / "Resources" / "LICENCES.txt")
    for model in models:
        (programs / "models").mkdir(exist_ok=True)
        shutil.copy2(model, programs / "models" / model.name)
    identity = os.environ.get("KEEPSAKE_SIGN_AS", "-")
    sign = ["codesign", "--force", "--deep", "--options", "runtime", "--entitlements", str(ENTITLEMENTS)]
    subprocess.run([*sign, "--sign", identity, str(bundle)], check=True)
    subprocess.run(["codesign", "--verify", "--deep", "--strict", str(bundle)], check=True)
    image = out / f"Keepsake{'-full' if models else ''}-{version}-macos-{os.uname().machine}.dmg"
    stage = out / "image"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    shutil.copytree(bundle, stage / bundle.name, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    create = ["hdiutil", "create", "-volname", "Keepsake", "-srcfolder", str(stage), "-format", "UDZO", "-ov"]
    subprocess.run([*create, str(image)], check=True)
    shutil.rmtree(stage)
    profile = os.environ.get("KEEPSAKE_NOTARY_PROFILE")
    if profile:
        submit = ["xcrun", "notarytool", "submit", str(image), "--keychain-profile", profile, "--wait"]
        subprocess.run(submit, check=True)
        subprocess.run(["xcrun", "stapler", "staple", str(image)], check=True)
    else:
        note("not notarised: set KEEPSAKE_SIGN_AS and KEEPSAKE_NOTARY_PROFILE")
    return image
