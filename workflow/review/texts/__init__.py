"""What became of tables, decks and alt texts: cell by cell, slide by slide, word by word."""
