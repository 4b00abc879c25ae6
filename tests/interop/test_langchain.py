"""The retriever and the chat history, used as LangChain's own parts use them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from langchain_core._api import LangChainDeprecationWarning
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_core.runnables.history import RunnableWithMessageHistory

from app.interop.client import KeepsakeApiError, KeepsakeClient
from app.interop.langchain import KeepsakeChatMessageHistory, KeepsakeRetriever

TEA = "I like Keemun tea best."
Make = Callable[..., KeepsakeClient]


def test_documents_are_memories(keepsake: Make) -> None:
    client = keepsake()
    added = client.remember(TEA)["added"][0]
    retriever = KeepsakeRetriever(client=client, top_k=3)
    assert isinstance(retriever, BaseRetriever)
    (document,) = retriever.invoke("Which tea do I like?")
    assert (document.id, document.page_content) == (added["id"], added["content"])
    assert document.metadata["memory_type"] == "fact" and document.metadata["score"] > 0
    assert retriever.invoke("Who won the chess tournament of 1972?") == []


def test_a_retriever_stands_in_a_chain(keepsake: Make) -> None:
    client = keepsake()
    client.remember(TEA)
    seen: list[str] = []

    def note(value: dict[str, object]) -> str:
        seen.append(str(value["known"]))
        return "Answer from memory."

    chain = {"known": KeepsakeRetriever(client=client), "question": RunnableLambda(str)} | RunnableLambda(note)
    chain = chain | FakeListChatModel(responses=["Keemun."])
    assert chain.invoke("Which tea do I like?").content == "Keemun."
    assert "Keemun" in seen[0]


def test_a_history_comes_back_in_order_and_is_remembered(keepsake: Make) -> None:
    client = keepsake(session_id="s1")
    history = KeepsakeChatMessageHistory(client)
    history.add_messages([SystemMessage("Be brief."), HumanMessage(TEA), AIMessage("Noted.")])
    assert KeepsakeChatMessageHistory(keepsake(session_id="s1")).messages == [HumanMessage(TEA), AIMessage("Noted.")]
    assert len(client.memories()) == 1
    assert KeepsakeChatMessageHistory(keepsake(session_id="s2")).messages == []


def test_clearing_deletes_the_words_and_can_be_repeated(keepsake: Make) -> None:
    history = KeepsakeChatMessageHistory(keepsake(session_id="s1"))
    history.clear()
    history.add_user_message("Good morning!")
    history.clear()
    history.clear()
    assert history.messages == []


def test_a_conversation_with_a_model_is_kept_by_the_history(keepsake: Make) -> None:
    model = FakeListChatModel(responses=["Nice.", "Keemun."])
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("past"), ("human", "{said}")])
    with pytest.warns(LangChainDeprecationWarning):  # in favour of LangGraph, which is no part of langchain-core
        chain = RunnableWithMessageHistory(
            prompt | model,
            lambda session_id: KeepsakeChatMessageHistory(keepsake(session_id=session_id)),
            input_messages_key="said",
            history_messages_key="past",
        )
    config = {"configurable": {"session_id": "s1"}}
    chain.invoke({"said": TEA}, config)
    assert chain.invoke({"said": "Which tea was it?"}, config).content == "Keemun."
    said = [message.text for message in KeepsakeChatMessageHistory(keepsake(session_id="s1")).messages]
    assert said == [TEA, "Nice.", "Which tea was it?", "Keemun."]


def test_a_history_needs_a_session(keepsake: Make) -> None:
    with pytest.raises(KeepsakeApiError, match="invalid"):
        KeepsakeChatMessageHistory(keepsake()).add_user_message(TEA)
