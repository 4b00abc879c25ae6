"""The encrypted vault: one SQLCipher file and the ways into it."""
