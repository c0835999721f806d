"""The review: what a change did to the results, why, and whether it matters."""
