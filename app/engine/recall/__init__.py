"""Stage 2: from a query to the few memories that matter."""
