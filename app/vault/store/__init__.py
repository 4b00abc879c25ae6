"""Everything the engine reads from and writes to the vault, as methods; all SQL lives in this package."""

from app.vault.store.adopting import Adopted, Adopting
from app.vault.store.conversations import Conversations
from app.vault.store.deletion import Deletion
from app.vault.store.facts import Facts
from app.vault.store.memories import UNSET
from app.vault.store.messages import ROOT
from app.vault.store.recall_rows import MemoryMarks, RecallRows, TurnMarks
from app.vault.store.rechecking import Rechecking
from app.vault.store.scrubbing import Scrubbing
from app.vault.store.settings import Settings
from app.vault.store.vectors import TERM_SEPARATOR, Vectors

__all__ = ["ROOT", "TERM_SEPARATOR", "UNSET", "Adopted", "MemoryMarks", "Store", "TurnMarks"]


class Store(Adopting, Conversations, Deletion, Rechecking, Facts, Vectors, RecallRows, Scrubbing, Settings):
    """The store: `Store(database, clock)`. Texts written are RedactedText, texts read are str."""
