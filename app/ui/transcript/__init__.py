"""The conversation on the screen: virtualised, selectable, streaming."""
