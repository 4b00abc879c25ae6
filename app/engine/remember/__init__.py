"""Stage 4: from what was said to what is kept."""
