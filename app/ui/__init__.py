"""The window: the only part of Keepsake that knows Qt. It holds no vault, no key and no model."""
