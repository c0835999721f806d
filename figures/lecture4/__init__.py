"""The pictures of lecture 4, in which gradients flow back through computational graphs."""
