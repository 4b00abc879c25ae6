"""The timeline: every memory as a mark, with its table twin."""
