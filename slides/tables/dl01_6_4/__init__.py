"""The slide tables of lesson DL01.6.4."""
