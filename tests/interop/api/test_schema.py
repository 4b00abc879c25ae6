"""schemathesis tries what the API's own document allows and forbids, against a real engine in this process."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from app.interop.api.app import create_app, guarded
from app.interop.api.guard import Limits
from tests.interop.conftest import ADDRESS, AUTHORIZED, HOSTS, TOKEN, BenchDoor

OPERATIONS = [
    ("POST", "/v1/remember"), ("POST", "/v1/search"), ("GET", "/v1/memories"), ("DELETE", "/v1/memory/{id}"),
    ("GET", "/v1/messages"), ("POST", "/v1/messages"), ("DELETE", "/v1/messages"),
]  # fmt: skip


class Nowhere:
    def call(self, verb: str, args: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("the document alone is asked for")


def test_every_operation_is_tried() -> None:
    paths = create_app(Nowhere()).openapi()["paths"]
    assert sorted(OPERATIONS) == sorted((method.upper(), path) for path, ways in paths.items() for method in ways)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_it_keeps_its_word(door: BenchDoor, method: str, path: str) -> None:
    door.bench.say("I like Keemun tea best.")
    app = guarded(door, token=TOKEN, hosts=HOSTS, limits=Limits(per_second=10_000, burst=10_000))
    document = create_app(door).openapi()
    schema = schemathesis.openapi.from_dict(document, config=SchemathesisConfig())
    schema.app = app
    schema.location = "/openapi.json"
    schema.config.update(base_url=ADDRESS)

    seen: list[int] = []

    def check(case: Any) -> None:
        # Names that redaction would mask are refused with 422 although they fit the pattern, so that one check is out.
        answer = case.call_and_validate(
            headers={**AUTHORIZED, "Host": "127.0.0.1:8765"}, excluded_checks=[positive_data_acceptance]
        )
        seen.append(answer.status_code)

    strategy = schema[path][method].as_strategy() | schema[path][method].as_strategy(
        generation_mode=schemathesis.GenerationMode.NEGATIVE
    )
    quick = settings(
        max_examples=15, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    quick(given(case=strategy)(check))()
    assert 422 in seen and len(door.called) > 1  # wrong ones were refused, right ones reached the engine
