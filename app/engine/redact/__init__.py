"""Stage 1: mask secrets and identifiers before anything is written."""
