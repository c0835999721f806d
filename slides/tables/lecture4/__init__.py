"""The slide tables of Lecture 4, one or more for each checkpoint."""
