"""The operating system's keyring as a way in; the only importer of keyring."""

from __future__ import annotations

from typing import Any, Protocol

from app.engine.errors import KeepsakeError

SERVICE = "keepsake"
# Backends that keep secrets encrypted under the person's login. Others (a plain file, "null") are as good as none.
_TRUSTED = (
    "keyring.backends.SecretService.",
    "keyring.backends.libsecret.",
    "keyring.backends.kwallet.",
    "keyring.backends.macOS.",
    "keyring.backends.Windows.",
)


class KeyringDoor(Protocol):
    """Where one 32-byte key per vault is kept. Codes: keyring_none, keyring_locked."""

    def backend(self) -> str:
        """Name of what keeps the keys; KeepsakeError `keyring_none` when nothing does."""

    def get(self, vault_id: str) -> bytes | None: ...

    def put(self, vault_id: str, key: bytes) -> None: ...

    def remove(self, vault_id: str) -> None: ...


class SystemKeyring:
    """The keyring package with its best trusted backend."""

    def __init__(self) -> None:
        self._chosen: Any = None

    def _backend(self) -> Any:
        if self._chosen is None:
            import keyring  # loads every backend: 0.1 s that only a start through the keyring should pay

            candidate = keyring.get_keyring()
            for each in getattr(candidate, "backends", [candidate]):  # the chainer asks several in turn
                if _name(each).startswith(_TRUSTED):
                    self._chosen = each
                    break
            else:
                raise KeepsakeError("keyring_none")
        return self._chosen

    def backend(self) -> str:
        return _name(self._backend())

    def get(self, vault_id: str) -> bytes | None:
        stored = self._call("get_password", SERVICE, vault_id)
        try:
            return bytes.fromhex(stored) if stored else None
        except ValueError:
            return None  # something else stored it: as good as no entry

    def put(self, vault_id: str, key: bytes) -> None:
        self._call("set_password", SERVICE, vault_id, key.hex())

    def remove(self, vault_id: str) -> None:
        from keyring.errors import PasswordDeleteError

        try:
            self._call("delete_password", SERVICE, vault_id)
        except PasswordDeleteError:
            return  # it was not there

    def _call(self, method: str, *arguments: str) -> Any:
        from keyring import errors

        backend = self._backend()
        try:
            return getattr(backend, method)(*arguments)
        except errors.KeyringLocked:
            raise KeepsakeError("keyring_locked") from None
        except (errors.NoKeyringError, errors.InitError):
            raise KeepsakeError("keyring_none") from None
        except (errors.PasswordSetError, errors.KeyringError) as error:
            if isinstance(error, errors.PasswordDeleteError):
                raise
            raise KeepsakeError("keyring_locked") from None  # refused by the person or by the system


def _name(backend: Any) -> str:
    kind = type(backend)
    return f"{kind.__module__}.{kind.__qualname__}"
