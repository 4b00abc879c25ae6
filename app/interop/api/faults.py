"""Every way a request to the local API can fail: a status, a code, one sentence. Never content."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from app import texts
from app.engine.errors import KeepsakeError

# Refusals at the door, before the engine hears of a request.
DOOR: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request is not what the API document describes."),
    "unauthorized": (401, "A valid token is needed: Authorization: Bearer TOKEN"),
    "origin_refused": (403, "Web pages may not call this API."),
    "host_refused": (403, "The Host header names another machine than this one."),
    "not_found": (404, "There is nothing at this address."),
    "method_not_allowed": (405, "This address does not take this method."),
    "too_slow": (408, "The request did not arrive in time."),
    "too_large": (413, "The request is too large."),
    "wrong_type": (415, "The body must be application/json."),
    "invalid": (422, "Some of the request's fields are missing or wrong."),
    "too_many": (429, "Too many requests. Wait a moment and try again."),
    "unknown": (500, "Something went wrong inside Keepsake."),
}
_STATUS = {
    "memory_unknown": 404, "conversation_unknown": 404, "message_unknown": 404,
    "usage": 422, "empty_text": 422, "identifier_private": 422, "client_read_only": 403,
    "vault_locked": 423, "vault_missing": 423, "passphrase_wrong": 423, "vault_wrong_key": 423,
    "engine_gone": 503, "engine_busy": 503, "model_missing": 503, "embedder_missing": 503, "redaction_failed": 503,
    "disk_full": 507, "vault_read_only": 507,
}  # fmt: skip
DOCUMENTED = (400, 401, 403, 404, 408, 413, 415, 422, 423, 429, 500, 503, 507)


def of_door(code: str) -> tuple[int, str]:
    return DOOR[code]


def of_engine(error: KeepsakeError) -> tuple[int, str]:
    """Status and sentence of what the engine raised."""
    return _STATUS.get(error.code, 500), texts.error_text(error.code, "en", error.detail)


def body(code: str, message: str, fields: Sequence[str] = ()) -> bytes:
    return json.dumps({"error": {"code": code, "message": message, "fields": list(fields)}}).encode("ascii")


def headers(status: int) -> Mapping[str, str]:
    """What a client can act on besides the sentence."""
    more = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "1"}}
    return {"Content-Type": "application/json", **more.get(status, {})}
