"""The pictures of lesson DL01.6.4, in which the engine is held to the hand."""
