"""What the stand-in engine answers about the vault: ways in, backups, restoring."""

from __future__ import annotations

from typing import Any

from app.engine.errors import KeepsakeError

Data = dict[str, Any]
WORDS = "apple river stone cloud velvet orbit candle meadow pepper harbour tiger lemon"


class VaultVerbs:
    """Mixed into `FakeDoor`; the passphrase of everything is "correct horse"."""

    vault: str
    ways: list[str]
    synced_by: str | None
    memories: dict[str, Data]
    opened_with: str | None = "keyring"
    reembedding: list[Data]  # what is told, one after the other

    def do_reembedding(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"reembedding": self.reembedding.pop(0) if self.reembedding else None}

    def do_passphrase_strength(self, args: Data, emit: Any, cancel: Any) -> Data:
        score = min(4, len(args["passphrase"]) // 4)
        return {"score": score, "enough": score >= 2}

    def do_vault_state(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {
            "ways": list(self.ways), "opened_with": self.opened_with, "keyring": "SecretService",
            "synced_by": self.synced_by, "memories": len(self.memories), "messages": 6, "bytes": 1, "salvaged":
            {"memories": 3, "messages": 4, "conversations": 1, "facts": 1}, "scrub_pending": False,
        }  # fmt: skip

    def do_set_passphrase(self, args: Data, emit: Any, cancel: Any) -> Data:
        if "passphrase" in self.ways and args["current"] != "correct horse":
            raise KeepsakeError("passphrase_wrong")
        self.ways.append("passphrase")
        return {}

    def do_use_keyring(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.ways.append("keyring")
        return {}

    def do_remove_way(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.ways.remove(args["way"])
        return {}

    def do_new_recovery_words(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"recovery_words": WORDS}

    def do_rekey(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {}

    def do_backup(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"bytes": 4096}

    def do_restore_backup(self, args: Data, emit: Any, cancel: Any) -> Data:
        if args["passphrase"] != "correct horse":
            raise KeepsakeError("backup_wrong_passphrase")
        new, self.vault = self.vault != "ready", "ready"
        return self.do_new_recovery_words(args, emit, cancel) if new else {"recovery_words": ""}
