"""Chats from other programs: one small importer a format, found by name or by looking at the file."""

from __future__ import annotations

from app.engine.errors import KeepsakeError
from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Importer, Reading, Request, Skipped
from app.interop.importers.chatgpt import ChatGptImporter
from app.interop.importers.claude import ClaudeImporter
from app.interop.importers.keepsake import KeepsakeImporter
from app.interop.importers.open_webui import OpenWebUiImporter
from app.interop.importers.qq import QqExporterImporter, QqTextImporter
from app.interop.importers.sillytavern import SillyTavernImporter
from app.interop.importers.telegram import TelegramImporter
from app.interop.importers.wechat import (
    ChatlogCsvImporter,
    ChatlogImporter,
    MemoTraceImporter,
    WeChatMacImporter,
    WeFlowImporter,
)

__all__ = ["IMPORTERS", "ImportedTurn", "Importer", "Reading", "Request", "Skipped", "open_import"]

# The ones with the most telling marks first; Keepsake's own lines are the most general.
IMPORTERS: tuple[Importer, ...] = (
    ChatGptImporter(),
    ClaudeImporter(),
    OpenWebUiImporter(),
    SillyTavernImporter(),
    WeFlowImporter(),
    ChatlogImporter(),
    WeChatMacImporter(),
    MemoTraceImporter(),
    ChatlogCsvImporter(),
    QqExporterImporter(),
    QqTextImporter(),
    TelegramImporter(),
    KeepsakeImporter(),
)
_ALIASES = {
    "open-webui": "openwebui",
    "open_webui": "openwebui",
    "echotrace": "weflow",
    "wechat": "auto",
    "qq-txt": "qq",
}


def open_import(request: Request, format_name: str = "auto") -> Reading:
    """Open an export. Raises file_unreadable or file_format_unknown."""
    wanted = _ALIASES.get(format_name, format_name)
    try:
        head = files.head_of(request.path)
    except OSError:
        raise KeepsakeError("file_unreadable") from None
    for importer in IMPORTERS:
        if importer.format == wanted or (wanted == "auto" and importer.matches(request.path, head)):
            return importer.open(request)
    raise KeepsakeError("file_format_unknown")
