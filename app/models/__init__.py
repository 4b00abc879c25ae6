"""Local models: what is known, where it comes from, how it runs."""
