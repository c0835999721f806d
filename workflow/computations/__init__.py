"""The computations: one package a lesson, one module a ledger.

Each module has `compute(...) -> Ledger`. Its parameters carry the names of the ledgers that it reads, so its signature
says where its numbers come from. A computation states its claims where it computes them; nothing else in the project
knows what a number should be. What a claim expects, and how much it allows, is a literal,
never computed from a result.
"""
