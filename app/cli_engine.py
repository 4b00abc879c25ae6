"""How the command line reaches the engine: connect or start, open the vault, choose the model."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator
from contextlib import contextmanager

from app.cli_options import Options
from app.cli_output import Output
from app.engine.errors import KeepsakeError
from app.link.client import EngineClient
from app.link.messages import Data
from app.models.catalogue import Catalogue

_TRIES = 3
KEY_DIGITS = 64


class Run:
    """One run of the command line: its options, its key, its output."""

    def __init__(self, options: Options, key: str | None, output: Output) -> None:
        self.options = options
        self.output = output
        self._key = key

    @property
    def key(self) -> bytes | None:
        """The raw vault key of unattended use. KeepsakeError("key_format") for anything but 64 hex digits."""
        if self._key is None:
            return None
        try:
            key = bytes.fromhex(self._key)
        except ValueError:
            key = b""
        if len(self._key) != KEY_DIGITS or len(key) * 2 != KEY_DIGITS:
            raise KeepsakeError("key_format")
        return key

    @contextmanager
    def engine(self) -> Iterator[EngineClient]:
        """The engine with an open vault. Leaving waits until everything is written, when nobody else is connected."""
        key, model = self.key, self._model()
        client = EngineClient.connect_or_start(self.options.profile, key, model=model)
        try:
            hello = self._open(client, key)
            if model is not None and hello.get("chat_model") != model:
                client.call("use_model", {"name": model, "keep": False})
            yield client
        finally:
            client.close(wait=True)

    @contextmanager
    def connection(self) -> Iterator[tuple[EngineClient, Data]]:
        """The engine as it is and its hello; where a vault is locked and somebody is there, it is opened first."""
        client = EngineClient.connect_or_start(self.options.profile, self.key)
        try:
            hello = client.call("hello")
            if hello["vault"] == "locked" or self.key is not None:
                hello = self._open(client, self.key)
            yield client, hello
        finally:
            client.close(wait=True)

    def _model(self) -> str | None:
        """The catalogue's name of --model, which also takes a file name or a tier."""
        name = self.options.model
        if name is None:
            return None
        entry = Catalogue.load().entry(name)
        if entry.role != "chat":
            raise KeepsakeError("model_wrong_role", name=entry.name)
        return entry.name

    def _open(self, client: EngineClient, key: bytes | None) -> Data:
        hello = client.call("hello")
        if key is not None:
            client.call("unlock", {"key": key.hex()})
        elif hello["vault"] == "ready":
            return hello
        elif not self.output.interactive:
            raise KeepsakeError(hello.get("why_locked") or _CLOSED[hello["vault"]])
        elif hello["vault"] == "setup":
            self._set_up(client)
        else:
            self._ask_passphrase(client)
        return client.call("hello")

    def _ask_passphrase(self, client: EngineClient) -> None:
        for tries_left in reversed(range(_TRIES)):
            try:
                client.call("unlock", {"passphrase": getpass.getpass(self.output.say("ask_passphrase"))})
                return
            except KeepsakeError as error:
                if error.code != "passphrase_wrong" or not tries_left:
                    raise

    def restore(self, client: EngineClient, args: Data) -> Data:
        """Into a fresh profile through the keyring, where there is one, else under the backup's own passphrase."""
        try:
            made = client.call("restore_backup", args)
        except KeepsakeError as error:
            if not error.code.startswith("keyring_"):
                raise
            own = {"way": "passphrase", "own_passphrase": args["passphrase"]}
            made = client.call("restore_backup", {**args, **own})
        if made.get("recovery_words"):
            self.output.note(self.output.say("recovery_words", words=made["recovery_words"]))
        return client.call("vault_state")

    def _set_up(self, client: EngineClient) -> None:
        """Make the vault: through the keyring where there is one, else with a passphrase."""
        lang = {"lang": self.options.lang}
        try:
            made = client.call("setup", {"way": "keyring", **lang})
        except KeepsakeError as error:
            if not error.code.startswith("keyring_"):
                raise
            made = client.call("setup", {"way": "passphrase", "passphrase": self.new_passphrase(), **lang})
        self.output.note(self.output.say("recovery_words", words=made["recovery_words"]))

    def passphrase(self, descriptor: int | None, *, new: bool) -> str:
        """From a file descriptor (its first line), or asked for on a terminal; twice where it is a new one."""
        if descriptor is not None:
            try:
                with os.fdopen(descriptor, encoding="utf-8") as stream:
                    return stream.readline().rstrip("\r\n")
            except (OSError, UnicodeDecodeError):
                raise KeepsakeError("passphrase_needed") from None
        if not self.output.interactive:
            raise KeepsakeError("passphrase_needed")
        return self.new_passphrase() if new else getpass.getpass(self.output.say("ask_backup_passphrase"))

    def new_passphrase(self) -> str:
        while True:
            first = getpass.getpass(self.output.say("ask_new_passphrase"))
            if first == getpass.getpass(self.output.say("ask_again")):
                return first
            self.output.note(self.output.say("not_the_same"))


_CLOSED = {"locked": "vault_locked", "setup": "vault_missing"}
