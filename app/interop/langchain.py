"""Keepsake for LangChain: a retriever over the memories, and a chat history kept in the vault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field

from app.interop.client import KeepsakeClient


class KeepsakeRetriever(BaseRetriever):
    """Documents are memories: `page_content` the statement, `metadata` its score, kind, day and session."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    client: KeepsakeClient
    top_k: int = Field(5, ge=1, le=100)
    mode: Literal["hybrid", "semantic", "keyword"] = "hybrid"

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [
            Document(
                id=item["id"],
                page_content=item["content"],
                metadata={
                    "score": item["score"],
                    "memory_type": item["memory_type"],
                    "said_at": item["said_at"],
                    "session_id": item["session_id"],
                },
            )
            for item in self.client.search(query, top_k=self.top_k, mode=self.mode)
        ]


class KeepsakeChatMessageHistory(BaseChatMessageHistory):
    """The history of the client's session. What the person says in it is remembered like any other text.

    The client must name a session. Texts come back as they are stored: with secrets masked.
    """

    def __init__(self, client: KeepsakeClient) -> None:
        super().__init__()
        self._client = client

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """Oldest first."""
        kinds: dict[str, type[BaseMessage]] = {"user": HumanMessage, "assistant": AIMessage}
        return [kinds[said["role"]](content=said["content"]) for said in self._client.messages()]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Keep what the person and the model said. Other kinds (system, tools) are no part of a remembered talk, and
        messages without text cannot be stored: both are passed over."""
        for message in messages:
            text = message.text
            if isinstance(message, HumanMessage) and text.strip():
                self._client.say("user", text)
            elif isinstance(message, AIMessage) and text.strip():
                self._client.say("assistant", text)

    def clear(self) -> None:
        """Delete the messages; memories that came from them stay."""
        if self._client.messages():
            self._client.clear_messages()
