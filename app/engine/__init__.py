"""The pipeline from a message to a memory and back; knows nothing of Qt."""
