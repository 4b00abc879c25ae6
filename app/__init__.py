"""Keepsake: a private memory companion that never goes online."""

__version__ = "0.1.0"
