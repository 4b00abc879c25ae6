"""The encrypted vault: one SQLCipher file, the ways to its key, and the only SQL in the house."""
