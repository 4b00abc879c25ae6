"""Errors a person can act on: a code the clients translate, never content."""

from __future__ import annotations

# Every code has a sentence in English and Chinese in app/texts.py; a test keeps them equal.
CODES = frozenset(
    {
        "vault_wrong_key", "vault_not_a_vault", "vault_damaged", "vault_newer", "vault_missing", "vault_in_use",
        "vault_read_only", "disk_full", "vault_locked", "vault_exists", "vault_no_way_in", "passphrase_wrong",
        "passphrase_weak", "recovery_wrong", "keyring_none", "keyring_locked", "keyring_changed", "keyring_no_entry",
        "backup_damaged", "backup_wrong_passphrase", "backup_place", "passphrase_needed", "key_format",
        "model_missing", "model_damaged", "model_unsupported", "model_too_large", "model_wrong_role", "model_unknown",
        "model_checksum", "model_no_template", "model_shipped", "model_resting", "embedder_missing", "fetch_failed",
        "fetch_frozen",
        "redaction_failed", "empty_text", "memory_unknown", "conversation_unknown", "message_unknown",
        "nothing_to_forget",
        "file_unreadable", "file_format_unknown", "file_bad_entry", "owner_unknown", "import_running",
        "import_unknown", "engine_gone", "engine_busy", "usage",
        "identifier_private", "client_read_only", "port_taken", "extra_missing",
        "not_local", "stopped", "setting_invalid", "profile_synced", "no_display", "qt_library_missing", "unknown",
    }
)  # fmt: skip


class KeepsakeError(Exception):
    """A fault the person can mend. `code` is one of CODES; `detail` holds names and numbers, never content or keys."""

    def __init__(self, code: str, **detail: str | int | float) -> None:
        assert code in CODES, code
        super().__init__(code)
        self.code = code
        self.detail = detail
