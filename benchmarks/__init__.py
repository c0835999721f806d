"""Measurements, printed as ratios: run one with ``python -m benchmarks.race``. No test depends on a time."""
