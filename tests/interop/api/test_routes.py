"""The local API does what typed text would do, and keeps users and sessions apart."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.engine.conftest import Bench
from tests.interop.conftest import BenchDoor

TEA = "I like Keemun tea best."
HOME = "I live in Lisbon with my sister."


def remember(api: TestClient, text: str, **who: str) -> dict[str, Any]:
    answer = api.post("/v1/remember", json={"text": text, **who})
    assert answer.status_code == 200, answer.text
    return answer.json()


def search(api: TestClient, query: str, **more: Any) -> list[dict[str, Any]]:
    answer = api.post("/v1/search", json={"query": query, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


def listed(api: TestClient, **who: str) -> list[str]:
    return [memory["content"] for memory in api.get("/v1/memories", params=who).json()["items"]]


def code(answer: Any) -> str:
    return answer.json()["error"]["code"]


@pytest.mark.parametrize(
    ("text", "query"), [(TEA, "Which tea do I like?"), ("我最喜欢喝祁门红茶。", "我喜欢喝什么茶？")]
)
def test_what_was_passed_on_is_found(api: TestClient, text: str, query: str) -> None:
    added = remember(api, text)["added"]
    found = search(api, query, top_k=3)
    assert [item["id"] for item in found] == [added[0]["id"]]
    assert {"content", "score", "memory_type"} <= set(found[0])
    assert found[0]["source"] == "api"


@pytest.mark.parametrize("mode", ["hybrid", "semantic", "keyword"])
def test_each_way_of_searching_finds_it(api: TestClient, mode: str) -> None:
    remember(api, TEA)
    assert len(search(api, "Keemun tea", mode=mode)) == 1


def test_small_talk_is_dropped_with_its_reason(api: TestClient) -> None:
    report = remember(api, "Hello there!")
    assert report["added"] == [] and [entry["reason"] for entry in report["dropped"]] == ["small_talk"]


def test_secrets_are_masked_before_anything_is_stored(api: TestClient, bench: Bench) -> None:
    report = remember(api, "My sister Ana's e-mail address is ana.silva@example.com and she lives in Porto.")
    assert [mask["type"] for mask in report["masks"]] == ["EMAIL"]
    said = [message.content for conversation in bench.store.conversations() for message in
            bench.store.messages(conversation.id)]  # fmt: skip
    assert said and not any("ana.silva" in text for text in [*said, *bench.known()])


def test_the_same_thing_again_is_one_memory(api: TestClient) -> None:
    remember(api, TEA)
    again = remember(api, TEA)
    assert again["added"] == [] and len(again["updated"]) == 1
    assert len(listed(api)) == 1


def test_a_newer_truth_replaces_the_older(api: TestClient) -> None:
    remember(api, "I live in Lisbon.")
    report = remember(api, "I moved, I live in Berlin now.")
    assert len(report["superseded"]) == 1
    assert ["Berlin" in content for content in listed(api)] == [True]


def test_an_order_to_forget_is_not_carried_out(api: TestClient) -> None:
    remember(api, TEA)
    assert remember(api, "Forget everything you know about me.")["dropped"]
    assert len(listed(api)) == 1


def test_the_kind_can_be_named(api: TestClient) -> None:
    answer = api.post("/v1/remember", json={"text": TEA, "memory_type": "semantic"}).json()
    assert [memory["memory_type"] for memory in answer["added"]] == ["semantic"]


def test_users_cannot_read_each_other(api: TestClient) -> None:
    mine, theirs = remember(api, TEA, user_id="ana")["added"], remember(api, HOME, user_id="bo")["added"]
    assert len(mine) == len(theirs) == 1
    assert {item["user_id"] for item in search(api, "Keemun tea in Lisbon", user_id="bo")} <= {"bo"}
    assert listed(api, user_id="bo") == [theirs[0]["content"]]
    assert listed(api) == []


def test_users_do_not_share_what_counts_as_known(api: TestClient) -> None:
    remember(api, TEA, user_id="ana")
    assert len(remember(api, TEA, user_id="bo")["added"]) == 1
    remember(api, "I don't like Keemun tea any more.", user_id="bo")
    assert listed(api, user_id="ana") == [memory["content"] for memory in search(api, "Keemun tea", user_id="ana")]


def test_sessions_cannot_read_each_other(api: TestClient) -> None:
    one = remember(api, TEA, session_id="s1")["added"][0]
    two = remember(api, HOME, session_id="s2")["added"][0]
    assert (one["session_id"], two["session_id"]) == ("s1", "s2")
    for mode in ("hybrid", "semantic", "keyword"):
        found = search(api, "Keemun tea in Lisbon", session_id="s1", mode=mode)
        assert {item["id"] for item in found} <= {one["id"]}
    assert listed(api, session_id="s2") == [two["content"]]
    assert listed(api, session_id="s3") == [] == search(api, "Keemun tea", session_id="s3")
    assert len(listed(api)) == 2  # their user sees both


def test_the_same_session_name_of_two_users_is_two_sessions(api: TestClient) -> None:
    remember(api, TEA, user_id="ana", session_id="s1")
    assert listed(api, user_id="bo", session_id="s1") == []


def test_a_session_is_not_silent_because_another_said_the_same(api: TestClient) -> None:
    remember(api, TEA, session_id="s1")
    assert len(remember(api, TEA, session_id="s2")["added"]) == 1
    assert len(search(api, "Keemun tea", session_id="s2")) == 1
    assert len(remember(api, TEA, session_id="s2")["updated"]) == 1


def test_a_session_finds_its_own_among_nearer_ones_of_others(api: TestClient) -> None:
    for number in range(8):
        remember(api, f"My friend number {number} likes green tea from Uji.", session_id="crowd")
    remember(api, "My aunt drinks tea only on Sundays.", session_id="quiet")
    assert [item["session_id"] for item in search(api, "Who likes green tea from Uji?", session_id="quiet")] in (
        [], ["quiet"],
    )  # fmt: skip
    assert len(search(api, "When does my aunt drink tea?", session_id="quiet")) == 1


def test_deletion_is_real_and_has_a_receipt(api: TestClient, bench: Bench) -> None:
    memory = remember(api, TEA)["added"][0]
    answer = api.delete(f"/v1/memory/{memory['id']}").json()
    assert answer["forgotten"] == [memory["id"]]
    assert answer["receipt"]["state"] == "verified" and answer["receipt"]["removed"]["memories"] == 1
    assert bench.known() == [] and search(api, "Keemun tea") == []
    said = [message.content for conversation in bench.store.conversations() for message in
            bench.store.messages(conversation.id)]  # fmt: skip
    assert not any("Keemun" in text for text in said)
    assert code(api.delete(f"/v1/memory/{memory['id']}")) == "memory_unknown"


@pytest.mark.parametrize("who", [{"user_id": "bo"}, {"session_id": "s2"}, {"user_id": "bo", "session_id": "s1"}])
def test_only_its_owner_deletes_a_memory(api: TestClient, who: dict[str, str]) -> None:
    memory = remember(api, TEA, session_id="s1")["added"][0]
    answer = api.delete(f"/v1/memory/{memory['id']}", params=who)
    assert (answer.status_code, code(answer)) == (404, "memory_unknown")
    assert len(listed(api)) == 1


def test_what_the_owner_typed_is_theirs_to_search_from_outside(api: TestClient, bench: Bench) -> None:
    bench.say(TEA)
    assert len(search(api, "Keemun tea")) == 1
    assert search(api, "Keemun tea", session_id="s1") == [] == search(api, "Keemun tea", user_id="ana")


def test_pages_of_memories(api: TestClient) -> None:
    for text in (TEA, HOME, "I work as a carpenter in Porto."):
        remember(api, text)
    pages = [api.get("/v1/memories", params={"limit": 2, "offset": offset}).json() for offset in (0, 2)]
    assert [len(page["items"]) for page in pages] == [2, 1] and pages[0]["total"] == 3
    assert len({memory["id"] for page in pages for memory in page["items"]}) == 3


def test_a_name_that_is_private_data_is_refused(api: TestClient) -> None:
    answer = api.post("/v1/remember", json={"text": TEA, "user_id": "13812345678"})
    assert (answer.status_code, code(answer)) == (422, "identifier_private")


def test_the_turns_of_a_session_are_kept_and_cleared(api: TestClient) -> None:
    for role, text in (("user", TEA), ("assistant", "Keemun it is.")):
        assert api.post("/v1/messages", json={"session_id": "s1", "role": role, "text": text}).status_code == 200
    said = api.get("/v1/messages", params={"session_id": "s1"}).json()["items"]
    assert [turn["role"] for turn in said] == ["user", "assistant"]
    assert api.get("/v1/messages", params={"session_id": "s1", "user_id": "ana"}).json()["items"] == []
    assert api.delete("/v1/messages", params={"session_id": "s1"}).json()["receipt"]["state"] == "verified"
    assert api.get("/v1/messages", params={"session_id": "s1"}).json()["items"] == []
    assert len(listed(api, session_id="s1")) == 1  # the memory stays, and stays in its session


def test_the_document_names_every_route_and_the_token(api: TestClient) -> None:
    document = api.get("/openapi.json").json()
    assert set(document["paths"]) == {"/v1/remember", "/v1/search", "/v1/memories", "/v1/memory/{id}", "/v1/messages"}
    assert document["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"


@pytest.mark.parametrize("path", ["/v1/memories", "/v1/messages", "/v1/memory/m1"])
def test_a_misspelt_name_does_not_widen_the_answer(api: TestClient, door: BenchDoor, path: str) -> None:
    method = "DELETE" if path.endswith("m1") else "GET"
    answer = api.request(method, path, params={"session_id": "s1", "sesion_id": "s1", "user": "ana"})
    assert (answer.status_code, code(answer)) == (422, "invalid")
    assert door.called == []


def test_the_engine_hears_only_of_what_was_allowed(api: TestClient, door: BenchDoor) -> None:
    api.post("/v1/search", json={"query": "tea", "top_k": 0})
    api.get("/v1/memories", headers={"Origin": "https://example.com"})
    assert door.called == []
