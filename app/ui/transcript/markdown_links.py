"""Which addresses in an answer may be opened at all (after asking)."""

SAFE_LINKS = ("http://", "https://", "mailto:")
