"""The engine process's front door: what works before the vault is open, and the engine once it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from app import __version__, logs, offline
from app.doctor import EngineDoctor
from app.engine.errors import KeepsakeError
from app.link.messages import Data
from app.link.server import Emit, Handler
from app.vault.vault import Vault, VaultDoor

VaultState = Literal["setup", "locked", "ready"]


class Session:
    """One profile in one engine process; a `Handler` for the link's server.

    The engine around an open vault is built in the background right after opening, and again by a later request when
    that failed for a reason a person can mend (a model that was missing).
    """

    def __init__(
        self,
        profile: Path,
        door: VaultDoor,
        *,
        build: Callable[[Vault], Handler],
        doctor: Callable[[Vault], EngineDoctor],
    ) -> None:
        self._profile = profile
        self._door = door
        self._build = build
        self._doctor = doctor
        self._opening = threading.Lock()
        self._building = threading.Lock()
        self._vault: Vault | None = None
        self._engine: Handler | None = None
        self._why: str | None = None  # a code: what kept the vault locked, or the engine from being built

    def start(self, key: bytes | None, *, unlock: bool) -> None:
        """Open what can be opened without asking anybody: with the raw key, or through the keyring.

        A raw key that does not fit raises; a keyring that does not help leaves the vault locked, and `hello` says why.
        """
        if key is not None:
            self._opened(self._door.open_with_key(key))
        elif unlock and self._door.exists() and "keyring" in self._door.ways():
            try:
                self._opened(self._door.open_with_keyring())
            except KeepsakeError as error:
                self._why = error.code
                logs.event("vault.locked", code=error.code)

    def handle(self, verb: str, args: Data, emit: Emit, cancel: threading.Event) -> Data:
        match verb:
            case "hello":
                return self._hello(emit, cancel)
            case "setup":
                return self._setup(args)
            case "unlock":
                return self._unlock(args)
            case "lock":
                return {}  # the server ends this process once it has answered
            case "doctor":
                return self._doctor(self._open_vault()).examine(self.engine(), emit)
            case _:
                return self.engine().handle(verb, args, emit, cancel)

    def close(self) -> None:
        with self._opening, self._building:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
            if self._vault is not None:
                self._vault.close()
                self._vault = None

    @property
    def state(self) -> VaultState:
        if self._vault is not None:
            return "ready"
        return "locked" if self._door.exists() else "setup"

    def engine(self) -> Handler:
        """The engine, built if it is not yet. KeepsakeError: vault_locked, vault_missing, or why it cannot be built."""
        with self._building:
            if self._engine is None:
                self._engine = self._build(self._open_vault())
                self._why = None
            return self._engine

    def _open_vault(self) -> Vault:
        vault = self._vault
        if vault is None:
            raise KeepsakeError("vault_locked" if self._door.exists() else "vault_missing")
        return vault

    def _opened(self, vault: Vault) -> None:
        self._vault, self._why = vault, None
        threading.Thread(target=self._build_ahead, name="engine-build", daemon=True).start()

    def _build_ahead(self) -> None:
        try:
            self.engine()
        except KeepsakeError as error:
            self._why = error.code
            logs.event("engine.not_built", code=error.code)
        except Exception as error:  # noqa: BLE001 - the request that needs the engine meets it again and tells
            self._why = "unknown"
            logs.exception("engine.not_built", error)

    def _hello(self, emit: Emit, cancel: threading.Event) -> Data:
        told: Data = {"chat_model": None, "embedder": None}
        engine = self._engine  # as it is: hello does not wait for an engine that is being built
        if engine is not None:
            told |= engine.handle("hello", {}, emit, cancel)
        return told | {
            "version": __version__,
            "vault": self.state,
            "engine": "ready" if engine is not None else "none",
            "why": self._why,
            "ways": self._vault.ways() if self._vault is not None else self._door.ways(),
            "network_attempts": offline.attempts(),
            "profile": str(self._profile),
        }

    def _setup(self, args: Data) -> Data:
        way = args.get("way")
        if way not in ("keyring", "passphrase"):
            raise KeepsakeError("usage", name="way")
        lang = "zh" if args.get("lang") == "zh" else "en"
        with self._opening:
            if self._vault is not None:
                raise KeepsakeError("vault_exists")
            vault, words = self._door.create(way, args.get("passphrase"), lang=lang)
            self._opened(vault)
        return {"recovery_words": words}

    def _unlock(self, args: Data) -> Data:
        with self._opening:
            if args.get("key") is not None:
                key = _raw_key(str(args["key"]))
                if self._vault is not None:
                    self._door.check_key(key)
                else:
                    self._opened(self._door.open_with_key(key))
            elif self._vault is None:
                self._opened(self._open(args))
        return {"vault": self.state}

    def _open(self, args: Data) -> Vault:
        if args.get("passphrase") is not None:
            return self._door.open_with_passphrase(str(args["passphrase"]))
        if args.get("recovery") is not None:
            return self._door.open_with_recovery(str(args["recovery"]))
        return self._door.open_with_keyring()


def _raw_key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise KeepsakeError("key_format") from error
    if len(key) != 32:
        raise KeepsakeError("key_format")
    return key
