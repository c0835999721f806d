"""What became of claims and series: what moved, and whether it is rounding."""
