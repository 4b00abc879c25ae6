"""The routes of the local API: each is one verb of the engine, carried out as one user and session."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import anyio.to_thread
from fastapi import Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException

from app import __version__, logs
from app.engine.errors import KeepsakeError
from app.interop.api import faults, schemas
from app.interop.api.guard import App, Guard, Limits
from app.interop.door import Door

_CODE_OF_STATUS = {404: "not_found", 405: "method_not_allowed", 400: "bad_request"}
_FAILURES: dict[int | str, dict[str, Any]] = {status: {"model": schemas.Failure} for status in faults.DOCUMENTED}
User = Annotated[schemas.Identifier, Query()]
Session = Annotated[schemas.Identifier | None, Query()]


def create_app(door: Door, *, at_once: int = 8, wait_seconds: float = 30.0) -> FastAPI:
    """The API without its guard. `at_once`: requests in the engine at the same time; one that finds no place among
    them within `wait_seconds` is refused, and the engine has not heard of it."""
    bearer = HTTPBearer(auto_error=False, description="The token that `keepsake serve` showed.")
    app = FastAPI(
        title="Keepsake",
        version=__version__,
        summary="The private memory of this machine's owner, for programs on the same machine.",
        docs_url=None,  # their pages load scripts from the internet
        redoc_url=None,
        redirect_slashes=False,
        responses=_FAILURES,
        # The guard checks the token; `bearer` writes it into the document.
        dependencies=[Depends(bearer), Depends(_only_known_names)],
    )
    slots = asyncio.Semaphore(at_once)

    async def call(verb: str, **args: Any) -> dict[str, Any]:
        try:
            await asyncio.wait_for(slots.acquire(), wait_seconds)
        except TimeoutError:
            raise KeepsakeError("engine_busy") from None
        try:
            return await anyio.to_thread.run_sync(door.call, verb, args)
        finally:
            slots.release()

    @app.post("/v1/remember", response_model=schemas.Remembered)
    async def remember(body: schemas.Remember) -> dict[str, Any]:
        """Pass on what the user said. It goes the way of typed text: redaction, salience, consolidation."""
        return await call("guest_remember", **body.model_dump())

    @app.post("/v1/search", response_model=schemas.Results)
    async def search(body: schemas.Search) -> dict[str, Any]:
        """The memories that fit a question, best first. Nothing relevant gives no items."""
        args = body.model_dump()
        return await call("guest_search", limit=args.pop("top_k"), **args)

    @app.get("/v1/memories", response_model=schemas.Page)
    async def memories(
        user_id: User = "me",
        session_id: Session = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
        offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    ) -> dict[str, Any]:
        """What is remembered, newest first."""
        return await call("guest_memories", user_id=user_id, session_id=session_id, limit=limit, offset=offset)

    @app.delete("/v1/memory/{id}", response_model=schemas.Forgotten)
    async def forget(
        id: Annotated[str, Path(max_length=64)],
        user_id: User = "me",
        session_id: Session = None,
        wait: Annotated[bool, Query(description="Answer when the freed bytes were overwritten and checked.")] = True,
    ) -> dict[str, Any]:
        """Delete a memory for good, with the words it came from and what it replaced."""
        return await call("guest_forget", id=id, user_id=user_id, session_id=session_id, wait=wait)

    @app.get("/v1/messages", response_model=schemas.Conversation)
    async def messages(session_id: Annotated[schemas.Identifier, Query()], user_id: User = "me") -> dict[str, Any]:
        """What was said in a session, oldest first, redacted."""
        return await call("guest_messages", user_id=user_id, session_id=session_id)

    @app.post("/v1/messages", response_model=schemas.Said)
    async def say(body: schemas.Turn) -> dict[str, Any]:
        """Keep one turn of a session. What the user said is remembered too."""
        args = body.model_dump(exclude={"role"})
        if body.role == "assistant":
            return await call("guest_reply", **args)
        return dict((await call("guest_remember", **args))["message"])

    @app.delete("/v1/messages", response_model=schemas.Cleared)
    async def clear(session_id: Annotated[schemas.Identifier, Query()], user_id: User = "me") -> dict[str, Any]:
        """Delete what was said in a session; its memories stay."""
        return await call("guest_clear", user_id=user_id, session_id=session_id)

    app.add_exception_handler(KeepsakeError, _from_engine)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)
    return app


async def _only_known_names(request: Request) -> None:
    """Refuse parameters nobody knows: a misspelt session_id must not widen what is answered."""
    known = {parameter.alias for parameter in request.scope["route"].dependant.query_params}
    if not known.issuperset(request.query_params):
        raise RequestValidationError([{"loc": ("query",), "msg": "unknown name", "type": "extra_forbidden"}])


def guarded(door: Door, *, token: str, hosts: frozenset[str], limits: Limits | None = None) -> App:
    """The API as it is served."""
    limits = limits or Limits()
    app = create_app(door, at_once=limits.at_once, wait_seconds=limits.wait_seconds)
    return Guard(app, token=token, hosts=hosts, limits=limits)


def _answer(status: int, code: str, message: str, fields: list[str] | None = None) -> Response:
    return Response(faults.body(code, message, fields or ()), status, dict(faults.headers(status)))


async def _from_engine(request: Request, error: Exception) -> Response:
    assert isinstance(error, KeepsakeError)
    status, message = faults.of_engine(error)
    name = error.detail.get("name")
    return _answer(status, error.code, message, [str(name)] if name and error.code == "usage" else None)


async def _invalid(request: Request, error: Exception) -> Response:
    """Names of the fields; never what stood in them."""
    assert isinstance(error, RequestValidationError)
    known = {"body", "query", "path", *schemas.Remember.model_fields, *schemas.Search.model_fields, "limit", "offset",
             "wait", "id", "role"}  # fmt: skip
    places = [".".join(str(part) for part in fault["loc"] if part in known) for fault in error.errors()]
    status, message = faults.of_door("invalid")
    return _answer(status, "invalid", message, sorted(set(places)))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODE_OF_STATUS.get(error.status_code, "bad_request")
    status, message = faults.of_door(code)
    answer = _answer(status, code, message)
    answer.headers.update(error.headers or {})
    return answer


async def _unknown(request: Request, error: Exception) -> Response:
    logs.exception("api.request", error)
    status, message = faults.of_door("unknown")
    return _answer(status, "unknown", message)
