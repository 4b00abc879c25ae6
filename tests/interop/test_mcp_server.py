"""MCP, spoken by the SDK's own client: what every program may read, and what only permitted ones may change."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation

from app.engine.errors import KeepsakeError
from app.interop import mcp_server
from tests.cli_harness import KEY
from tests.engine.conftest import Bench
from tests.interop.conftest import BenchDoor

TEA = "I like Keemun tea best."
EDITOR = Implementation(name="editor", version="1")
WHAT_I_KNOW = "keepsake://what-i-know"


def talk(server: Any, conversation: Callable[[Client], Awaitable[None]], name: Implementation = EDITOR) -> None:
    async def run() -> None:
        async with Client(server, client_info=name) as client:
            await conversation(client)

    asyncio.run(run())


def told(result: Any) -> Any:
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


def test_four_tools_and_one_resource_with_honest_hints(door: BenchDoor) -> None:
    async def look(client: Client) -> None:
        hints = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
        assert {name: (hint.read_only_hint, bool(hint.destructive_hint)) for name, hint in hints.items()} == {
            "remember": (False, False),
            "recall": (True, False),
            "forget": (False, True),
            "list_memories": (True, False),
        }
        (resource,) = (await client.list_resources()).resources
        assert (str(resource.uri), resource.name) == (WHAT_I_KNOW, "what I know")

    talk(mcp_server.build(door), look)


def test_reading_needs_no_permission(door: BenchDoor, bench: Bench) -> None:
    bench.say(TEA)

    async def read(client: Client) -> None:
        found = told(await client.call_tool("recall", {"query": "Which tea do I like?"}))["items"]
        assert [("Keemun" in item["content"], "score" in item) for item in found] == [(True, True)]
        assert told(await client.call_tool("list_memories", {}))["total"] == 1
        (content,) = (await client.read_resource(WHAT_I_KNOW)).contents
        assert "Keemun" in content.text and content.mime_type == "text/markdown"

    talk(mcp_server.build(door), read)


def test_an_unpermitted_client_changes_nothing_and_is_told_why(door: BenchDoor, bench: Bench) -> None:
    bench.say(TEA)
    door.permit("another")
    memory = bench.store.memories()[0]

    async def write(client: Client) -> None:
        for name, args in (("remember", {"text": "I live in Lisbon."}), ("forget", {"memory_id": memory.id})):
            refused = await client.call_tool(name, args)
            assert refused.is_error and "client_read_only" in refused.content[0].text
            assert "editor" in refused.content[0].text

    talk(mcp_server.build(door), write)
    assert bench.store.memories() == [memory]


def test_a_permitted_client_remembers_and_forgets(door: BenchDoor, bench: Bench) -> None:
    door.permit("editor")

    async def write(client: Client) -> None:
        added = told(await client.call_tool("remember", {"text": TEA}))["added"]
        receipt = told(await client.call_tool("forget", {"memory_id": added[0]["id"]}))["receipt"]
        assert receipt["state"] == "verified"
        assert told(await client.call_tool("remember", {"text": "Hello!"}))["dropped"] == ["small_talk"]

    talk(mcp_server.build(door), write)
    assert bench.known() == []


def test_permission_taken_back_counts_at_once(door: BenchDoor) -> None:
    door.permit("editor")

    async def write(client: Client) -> None:
        assert not (await client.call_tool("remember", {"text": TEA})).is_error
        door.permit()
        assert (await client.call_tool("remember", {"text": "I live in Lisbon."})).is_error

    talk(mcp_server.build(door), write)


def test_bad_arguments_and_unknown_memories_are_clear(door: BenchDoor) -> None:
    door.permit("editor")

    async def stumble(client: Client) -> None:
        assert (await client.call_tool("recall", {"query": ""})).is_error
        assert (await client.call_tool("recall", {"query": "tea", "limit": 0})).is_error
        unknown = await client.call_tool("forget", {"memory_id": "no-such"})
        assert unknown.is_error and "memory_unknown" in unknown.content[0].text

    talk(mcp_server.build(door), stumble)


def test_an_engine_that_is_gone_is_one_sentence(door: BenchDoor) -> None:
    class Gone:
        def call(self, verb: str, args: dict[str, Any]) -> dict[str, Any]:
            raise KeepsakeError("engine_gone")

    async def ask(client: Client) -> None:
        lost = await client.call_tool("recall", {"query": "tea"})
        assert lost.is_error and "engine_gone" in lost.content[0].text
        with pytest.raises(MCPError, match="engine_gone"):
            await client.read_resource(WHAT_I_KNOW)

    talk(mcp_server.build(Gone()), ask)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ks") as made:  # short: sockets live below it
        yield Path(made)


@pytest.mark.real
def test_over_stdio_with_an_engine_that_it_starts_itself(repository: Path, folder: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KEEPSAKE_NOW", "LC_", "LANG"))}
    profile = ["--profile", str(folder / "p")]
    main = str(repository / "main.py")
    environment = {**kept, "KEEPSAKE_KEY": KEY, "XDG_RUNTIME_DIR": str(folder)}
    server = StdioServerParameters(command=sys.executable, args=[main, "mcp", *profile], env=environment)

    async def permitted(client: Client) -> None:
        assert len(told(await client.call_tool("remember", {"text": TEA}))["added"]) == 1
        assert len(told(await client.call_tool("recall", {"query": "Which tea do I like?"}))["items"]) == 1

    allow = [sys.executable, main, "mcp", "--allow", "editor", "--json", *profile]
    done = subprocess.run(allow, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == {"mcp_writers": ["editor"]}
    talk(server, permitted)
