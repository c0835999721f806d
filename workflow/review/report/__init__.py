"""The review, told: in a sentence, as a comment, as a page, as JSON."""
