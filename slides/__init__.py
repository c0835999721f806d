"""Slides: what a teacher shows, made out of checked ledgers. It knows nothing of how their numbers were computed."""
