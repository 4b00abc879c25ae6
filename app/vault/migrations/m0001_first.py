"""Schema 1: conversations and messages, memories with their evidence and history, facts, indexes' rows, housekeeping.

Times are text: UTC to the microsecond, then the offset in seconds ("2026-11-30T13:00:00.000000+28800"), so that they
sort by instant and keep the speaker's zone. Every table of the person's words has `user_id`, itself or by its owner.
"""

from __future__ import annotations

STATEMENTS = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE import_jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        format TEXT NOT NULL,
        started_at TEXT NOT NULL,
        finished_at TEXT,
        done INTEGER NOT NULL DEFAULT 0,
        total INTEGER
    )""",
    """CREATE TABLE conversations (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        title TEXT NOT NULL,
        source TEXT NOT NULL,
        source_id TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        leaf INTEGER,
        import_job INTEGER REFERENCES import_jobs (id) ON DELETE SET NULL
    )""",
    """CREATE UNIQUE INDEX conversations_source ON conversations (user_id, source, source_id)
        WHERE source_id IS NOT NULL""",
    "CREATE INDEX conversations_job ON conversations (import_job) WHERE import_job IS NOT NULL",
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
        content TEXT NOT NULL,
        masks TEXT NOT NULL,
        said_at TEXT NOT NULL,
        parent INTEGER REFERENCES messages (id) ON DELETE SET NULL,
        position INTEGER NOT NULL,
        stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
        source_id TEXT,
        remembered INTEGER NOT NULL DEFAULT 0 CHECK (remembered IN (0, 1)),
        recallable INTEGER NOT NULL DEFAULT 1 CHECK (recallable IN (0, 1)),
        import_job INTEGER REFERENCES import_jobs (id) ON DELETE SET NULL
    )""",
    "CREATE INDEX messages_conversation ON messages (conversation, parent)",
    "CREATE INDEX messages_parent ON messages (parent)",
    "CREATE INDEX messages_user ON messages (user_id, said_at)",
    "CREATE UNIQUE INDEX messages_source ON messages (conversation, source_id) WHERE source_id IS NOT NULL",
    "CREATE INDEX messages_waiting ON messages (said_at) WHERE remembered = 0 AND role = 'user'",
    "CREATE INDEX messages_job ON messages (import_job) WHERE import_job IS NOT NULL",
    """CREATE TABLE memories (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        user_id TEXT NOT NULL,
        session_id TEXT,
        content TEXT NOT NULL,
        quote TEXT NOT NULL,
        memory_type TEXT NOT NULL CHECK (memory_type IN ('fact', 'episodic', 'semantic')),
        label TEXT NOT NULL,
        importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
        confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        tags TEXT NOT NULL,
        source TEXT NOT NULL,
        subject TEXT NOT NULL,
        event_at TEXT,
        conversation TEXT REFERENCES conversations (id) ON DELETE SET NULL,
        message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
        position INTEGER,
        token_count INTEGER NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        endorsed INTEGER NOT NULL DEFAULT 0 CHECK (endorsed IN (0, 1)),
        status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'superseded')),
        created_at TEXT NOT NULL,
        said_at TEXT NOT NULL,
        last_access_at TEXT NOT NULL,
        access_count INTEGER NOT NULL DEFAULT 0,
        import_job INTEGER REFERENCES import_jobs (id) ON DELETE SET NULL
    )""",
    "CREATE INDEX memories_status ON memories (status, user_id, said_at)",
    "CREATE INDEX memories_conversation ON memories (conversation)",
    "CREATE INDEX memories_message ON memories (message_id)",
    "CREATE INDEX memories_job ON memories (import_job) WHERE import_job IS NOT NULL",
    """CREATE TABLE evidence (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memory_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        quote TEXT NOT NULL,
        said_at TEXT NOT NULL,
        conversation TEXT REFERENCES conversations (id) ON DELETE SET NULL,
        message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
        position INTEGER
    )""",
    "CREATE INDEX evidence_memory ON evidence (memory_key)",
    "CREATE INDEX evidence_message ON evidence (message_id)",
    "CREATE INDEX evidence_conversation ON evidence (conversation)",
    """CREATE TABLE supersessions (
        old_key INTEGER PRIMARY KEY REFERENCES memories (key) ON DELETE CASCADE,
        new_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        reason TEXT NOT NULL,
        at TEXT NOT NULL,
        CHECK (old_key <> new_key)
    )""",
    "CREATE INDEX supersessions_new ON supersessions (new_key)",
    """CREATE TABLE derivations (
        derived_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        base_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        PRIMARY KEY (derived_key, base_key)
    ) WITHOUT ROWID""",
    "CREATE INDEX derivations_base ON derivations (base_key)",
    """CREATE TABLE facts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        subject TEXT NOT NULL,
        attribute TEXT NOT NULL,
        value TEXT NOT NULL,
        valid_from TEXT NOT NULL,
        valid_to TEXT,
        memory_key INTEGER REFERENCES memories (key) ON DELETE SET NULL
    )""",
    "CREATE INDEX facts_key ON facts (user_id, subject, attribute, valid_from)",
    "CREATE INDEX facts_memory ON facts (memory_key)",
    """CREATE TABLE decisions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        action TEXT NOT NULL,
        reason TEXT NOT NULL,
        text TEXT NOT NULL,
        memory_key INTEGER REFERENCES memories (key) ON DELETE CASCADE,
        message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE
    )""",
    "CREATE INDEX decisions_memory ON decisions (memory_key)",
    "CREATE INDEX decisions_message ON decisions (message_id)",
    """CREATE TABLE answer_memories (
        message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        memory_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        PRIMARY KEY (message_id, memory_key)
    ) WITHOUT ROWID""",
    "CREATE INDEX answer_memories_memory ON answer_memories (memory_key)",
    """CREATE TABLE accesses (
        memory_key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        PRIMARY KEY (memory_key, conversation)
    ) WITHOUT ROWID""",
    "CREATE INDEX accesses_conversation ON accesses (conversation)",
    """CREATE TABLE models (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        dimensions INTEGER NOT NULL,
        active INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1))
    )""",
    """CREATE TABLE memory_vectors (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        model INTEGER NOT NULL REFERENCES models (id),
        key INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
        vector BLOB NOT NULL,
        UNIQUE (key, model)
    )""",
    """CREATE TABLE message_vectors (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        model INTEGER NOT NULL REFERENCES models (id),
        key INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        vector BLOB NOT NULL,
        UNIQUE (key, model)
    )""",
    """CREATE TABLE memory_terms (
        key INTEGER PRIMARY KEY REFERENCES memories (key) ON DELETE CASCADE,
        terms TEXT NOT NULL
    )""",
    """CREATE TABLE message_terms (
        key INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
        terms TEXT NOT NULL
    )""",
    """CREATE TABLE index_snapshots (
        tier TEXT PRIMARY KEY,
        model INTEGER NOT NULL REFERENCES models (id),
        generation INTEGER NOT NULL,
        count INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, personal INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE drafts (conversation TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE receipts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('removed', 'verified')),
        removed TEXT NOT NULL,
        checked_bytes INTEGER NOT NULL DEFAULT 0,
        out_of_reach TEXT NOT NULL
    )""",
    """CREATE TABLE scrub_pending (
        id INTEGER PRIMARY KEY,
        seal BLOB NOT NULL,
        sealed BLOB NOT NULL
    )""",
)
