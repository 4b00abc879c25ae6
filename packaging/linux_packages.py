"""Turns the application folder into a Debian package, a tar archive and, where the tool is there, an AppImage."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import elf
from terminal import Trouble, note

LINUX = Path(__file__).resolve().parent / "linux"
PROGRAM_FOLDER = "usr/lib/keepsake"
DESCRIPTION = """Private memory companion for the laptop
 A chat window over a local model that remembers what its owner tells it,
 forgets what has faded, and never sends a byte anywhere. What is remembered
 lies in an encrypted vault in the person's own folder."""
# Parts of glibc; one dependency on libc6 stands for them all.
GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util|mvec|anl))\.so\.\d+$")


def machine() -> str:
    return os.uname().machine


def debian_architecture() -> str:
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(machine(), machine())


def owner_of(library: str) -> str:
    """Debian package that brings a library. Raises Trouble when this system does not know it."""
    asked = subprocess.run(["dpkg-query", "--search", f"*/{library}"], capture_output=True, text=True)
    packages = [line.partition(":")[0] for line in asked.stdout.splitlines() if "/lib" in line]
    if not packages:
        raise Trouble(f"no Debian package is known that brings {library}; install it here and build again")
    return sorted(packages, key=lambda name: (name.endswith("-dev"), name))[0]


def depends(folder: Path) -> list[str]:
    """What the system has to bring: glibc from the newest symbol asked for, and each library that is not inside."""
    files = elf.read_all(folder)
    outside = sorted({owner_of(name) for name in elf.missing(files) if not GLIBC.match(name)})
    newest = ".".join(map(str, elf.newest_glibc(files)))
    return [f"libc6 (>= {newest})", *outside]


def lay_out(folder: Path, root: Path, models: list[Path]) -> None:
    """The files of an installation below `root`: program, command, desktop entry, icon, metainfo, licences."""
    program = root / PROGRAM_FOLDER
    shutil.copytree(folder, program, symlinks=True, copy_function=_link)
    for model in models:
        (program / "models").mkdir(exist_ok=True)
        _link(str(model), str(program / "models" / model.name))
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/keepsake").symlink_to("../lib/keepsake/keepsake")
    share(root / "usr/share")
    notices = root / "usr/share/doc/keepsake"
    notices.mkdir(parents=True)
    with gzip.GzipFile(notices / "copyright.gz", "wb", mtime=0) as out:
        out.write((folder / "LICENCES.txt").read_bytes())


def share(target: Path) -> None:
    for name, place in (
        ("keepsake.desktop", "applications"),
        ("app.keepsake.Keepsake.metainfo.xml", "metainfo"),
        ("keepsake.svg", "icons/hicolor/scalable/apps"),
    ):
        (target / place).mkdir(parents=True)
        shutil.copy(LINUX / name, target / place / name)


def _link(source: str, target: str) -> str:
    """Copy without a copy where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def deb(folder: Path, out: Path, version: str, models: list[Path]) -> Path:
    """Build the Debian package; with models it is called keepsake-full and replaces the light one, and the reverse."""
    if shutil.which("dpkg-deb") is None:
        raise Trouble("dpkg-deb is needed for a Debian package: `sudo apt install dpkg`")
    name, other = ("keepsake-full", "keepsake") if models else ("keepsake", "keepsake-full")
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        root = Path(scratch) / "root"
        root.mkdir(mode=0o755)
        lay_out(folder, root, models)
        installed = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
        control = [
            f"Package: {name}",
            f"Version: {version}",
            f"Architecture: {debian_architecture()}",
            "Maintainer: The Keepsake authors <keepsake@keepsake.example>",
            f"Installed-Size: {installed // 1024}",
            f"Depends: {', '.join(depends(folder))}",
            "Recommends: fonts-noto-cjk | fonts-wqy-microhei, gnome-keyring | kwalletmanager | libsecret-1-0",
            f"Conflicts: {other}",
            f"Replaces: {other}",
            *(["Provides: keepsake"] if models else []),
            "Section: utils",
            "Priority: optional",
            "Homepage: https://keepsake.example/",
            f"Description: {DESCRIPTION}",
        ]
        (root / "DEBIAN").mkdir(mode=0o755)
        (root / "DEBIAN/control").write_text("\n".join(control) + "\n", encoding="utf-8")
        for path in [root, *root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        target = out / f"{name}_{version}_{debian_architecture()}.deb"
        packed = ["-Znone"] if models else ["-Zzstd", "-z9"]
        command = ["dpkg-deb", *packed, "--root-owner-group", "--build", str(root), str(target)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target


def archive(folder: Path, out: Path, version: str, models: list[Path], epoch: int) -> Path:
    """A tar.gz that runs from wherever it is unpacked; `install.sh` adds the desktop entry for this person."""
    edition = "-full" if models else ""
    top = f"keepsake{edition}-{version}-linux-{machine()}"
    target = out / f"{top}.tar.gz"

    def settle(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = epoch
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    with tempfile.TemporaryDirectory(dir=out) as scratch:
        share(Path(scratch) / "share")
        level = 1 if models else 6
        with (
            target.open("wb") as raw,
            gzip.GzipFile("", "wb", level, raw, mtime=epoch) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for base, prefix in ((folder, top), (Path(scratch) / "share", f"{top}/share")):
                for path in sorted(base.rglob("*")):
                    tar.add(path, f"{prefix}/{path.relative_to(base).as_posix()}", recursive=False, filter=settle)
            tar.add(LINUX / "install.sh", f"{top}/install.sh", filter=settle)
            for model in models:
                tar.add(model, f"{top}/models/{model.name}", filter=settle)
    return target


def appimage(folder: Path, out: Path, version: str, models: list[Path]) -> Path | None:
    """An AppImage where `appimagetool` is installed, else None: its runtime is a binary no package index brings."""
    tool = shutil.which("appimagetool")
    if tool is None:
        note("no appimagetool here: the tar.gz with its desktop entry stands in for the AppImage")
        return None
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        root = Path(scratch) / "Keepsake.AppDir"
        root.mkdir()
        lay_out(folder, root, models)
        for name in ("keepsake.desktop", "keepsake.svg"):
            shutil.copy(LINUX / name, root / name)
        (root / "AppRun").symlink_to(f"{PROGRAM_FOLDER}/keepsake")
        target = out / f"Keepsake-{version}-{machine()}.AppImage"
        subprocess.run([tool, str(root), str(target)], check=True, env={**os.environ, "ARCH": machine()})
    return target
