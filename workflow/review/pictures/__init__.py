"""What became of figures: which pixels moved."""
