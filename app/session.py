"""The engine process's front door: what works before the vault is open, and the engine once it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

from app import __version__, logs, offline
from app.engine.errors import KeepsakeError
from app.link.messages import Data
from app.link.server import Emit, Handler
from app.vault.synced import synced_by

VaultState = Literal["setup", "locked", "ready"]


class Vaults(Protocol):
    """The ways into the vault of one profile. Each opening call leads to a running engine."""

    def exists(self) -> bool: ...

    def ways(self) -> list[str]: ...

    def check_key(self, key: bytes) -> None: ...

    def open_with_key(self, key: bytes) -> Handler: ...

    def open_with_keyring(self, *, repair: bool = False) -> Handler | None: ...

    def open_with_passphrase(self, passphrase: str, *, repair: bool = False) -> Handler: ...

    def open_with_recovery(self, words: str, *, repair: bool = False) -> Handler: ...

    def create(self, way: str, passphrase: str | None, lang: str | None = None) -> tuple[Handler, str]: ...

    def restore(
        self, file: Path, passphrase: str, way: str, own: str | None, lang: str | None, *, instead: bool
    ) -> tuple[Handler, str]: ...


class Session:
    """One profile in one engine process; a `Handler` for the link's server."""

    def __init__(self, profile: Path, vaults: Vaults, *, doctor: Callable[[Handler, Emit], Data]) -> None:
        self._profile = profile
        self._vaults = vaults
        self._doctor = doctor
        self._opening = threading.Lock()
        self._engine: Handler | None = None
        self._why_locked: str | None = None  # a code, where opening was tried and failed

    def start(self, key: bytes | None, *, unlock: bool) -> None:
        """Open what can be opened without asking anybody: with the raw key, or through the keyring.

        A raw key that does not fit raises; a keyring that does not help leaves the vault locked, and `hello` says why.
        """
        if key is not None:
            self._engine = self._vaults.open_with_key(key)
        elif unlock and self._vaults.exists():
            try:
                self._engine = self._vaults.open_with_keyring()
            except KeepsakeError as error:
                self._why_locked = error.code
                logs.event("vault.locked", code=error.code)

    def handle(self, verb: str, args: Data, emit: Emit, cancel: threading.Event) -> Data:
        match verb:
            case "hello":
                return self._hello(emit, cancel)
            case "setup":
                return self._setup(args)
            case "unlock":
                return self._unlock(args)
            case "passphrase_strength":
                return _strength(args)
            case "restore_backup":
                return self._restore(args, emit, cancel)
            case "lock":
                return {}  # the server ends this process once it has answered
            case "doctor":
                return self._doctor(self._opened(), emit)
            case _:
                return self._opened().handle(verb, args, emit, cancel)

    def close(self) -> None:
        with self._opening:
            if self._engine is not None:
                self._engine.close()
                self._engine = None

    @property
    def state(self) -> VaultState:
        if self._engine is not None:
            return "ready"
        return "locked" if self._vaults.exists() else "setup"

    def _opened(self) -> Handler:
        engine = self._engine
        if engine is None:
            raise KeepsakeError("vault_locked" if self._vaults.exists() else "vault_missing")
        return engine

    def _hello(self, emit: Emit, cancel: threading.Event) -> Data:
        told: Data = {"chat_model": None, "embedder": None}
        engine = self._engine
        if engine is not None:
            told |= engine.handle("hello", {}, emit, cancel)
        return told | {
            "version": __version__,
            "vault": self.state,
            "ways": self._vaults.ways(),
            "why_locked": self._why_locked if engine is None else None,
            "synced_by": synced_by(self._profile),
            "network_attempts": offline.attempts(),
            "profile": str(self._profile),
        }

    def _setup(self, args: Data) -> Data:
        with self._opening:
            if self._engine is not None or self._vaults.exists():
                raise KeepsakeError("vault_exists")
            self._engine, words = self._vaults.create(str(args["way"]), args.get("passphrase"), args.get("lang"))
        return {"recovery_words": words}

    def _restore(self, args: Data, emit: Emit, cancel: threading.Event) -> Data:
        """What a backup holds, in the place of what is here.

        Into an open vault: its ways in stay. Into a fresh profile: by `way` ("keyring", "passphrase" with
        `own_passphrase`), with new recovery words in the answer. Where a vault is that cannot be opened: `instead`
        says that it is to be set aside.
        """
        with self._opening:
            if self._engine is not None:
                return self._engine.handle("restore_backup", args, emit, cancel)
            if self._vaults.exists() and not args.get("instead"):
                raise KeepsakeError("vault_exists")
            self._engine, words = self._vaults.restore(
                Path(str(args["path"])),
                str(args["passphrase"]),
                str(args.get("way") or "keyring"),
                args.get("own_passphrase"),
                args.get("lang"),
                instead=bool(args.get("instead")),
            )
            self._why_locked = None
        return {"recovery_words": words}

    def _unlock(self, args: Data) -> Data:
        with self._opening:
            if args.get("key") is not None:
                key = _raw_key(str(args["key"]))
                if self._engine is not None:
                    self._vaults.check_key(key)
                else:
                    self._engine = self._vaults.open_with_key(key)
            elif self._engine is None:
                self._engine = self._open(args)
            self._why_locked = None
        return {"vault": self.state}

    def _open(self, args: Data) -> Handler:
        """`repair`: save what can be read of a damaged vault into a new one, and open that."""
        if not self._vaults.exists():
            raise KeepsakeError("vault_missing")
        repair = bool(args.get("repair"))
        if args.get("passphrase") is not None:
            return self._vaults.open_with_passphrase(str(args["passphrase"]), repair=repair)
        if args.get("recovery") is not None:
            return self._vaults.open_with_recovery(str(args["recovery"]), repair=repair)
        engine = self._vaults.open_with_keyring(repair=repair)
        if engine is None:
            raise KeepsakeError("keyring_no_entry")
        return engine


def _strength(args: Data) -> Data:
    """How well a passphrase that is being typed withstands guessing: 0 to 4, and whether that is enough."""
    from app.vault import passphrase as passphrases  # loads word lists; only while one is chosen

    score = passphrases.strength(str(args.get("passphrase") or ""))
    return {"score": score, "enough": score >= passphrases.WEAKEST_ALLOWED}


def _raw_key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise KeepsakeError("key_format") from error
    if len(key) != 32:
        raise KeepsakeError("key_format")
    return key
