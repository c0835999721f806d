"""The claims are those of the committed ledgers: none goes, allows more or keeps less without a change of results/."""

from __future__ import annotations

import json

from workflow.claims import BOUNDS

# Digits that differ between processors (SciPy, PyTorch) or from run to run (a memory meter).
VOLATILE = {
    "dl01_6_4/batch_of_eight": {"check_grad", "check_grad_range"},
    "dl01_6_4/graph_memory": {"history_of_tensors", "history_of_floats"},
    "lecture4/accumulation": {"grad_w_after_zeroing"},
    "dl01_6_4/pytorch": {
        *("grad_W1", "grad_b1", "grad_W2", "grad_b2", "grad_x", "largest_gap"),
        *("grad_W1_by_pytorch", "grad_b1_by_pytorch", "grad_W2_by_pytorch", "grad_b2_by_pytorch"),
        *("delta1_agreement", "delta2_agreement", "loss_agreement"),
        *("batch_grad_W1", "batch_grad_b1", "batch_grad_W2", "batch_grad_b2", "batch_loss_agreement"),
        *("race_weight_gap_W1", "race_weight_gap_W2", "race_weight_gap_W3"),
        *("race_weight_gap_b1", "race_weight_gap_b2", "race_weight_gap_b3"),
        *("race_loss_gap", "validation_accuracy"),
    },
}

# In lecture 4 a name says who gave the digits; shapes have none that could vary.
BY_PYTORCH, NO_DIGITS = "_pytorch", "_shape_by_pytorch"

# Claimed in the reproducible setting only, in which the committed ledgers were computed.
REPRODUCIBLE_ONLY = {"check_grad"}


def terms(claim):
    """Give what a stored claim asks for, without the numbers that it found."""
    asked = {
        key: claim[key]
        for key in ("check", "volatile", "expected", "bound", "tolerance", "condition", "routes")
        if key in claim
    }
    if "routes" in asked:
        asked["routes"] = sorted(asked["routes"])
    if "values" in claim:
        asked["values"] = {
            name: value if name in BOUNDS | {"fingerprint"} else ... for name, value in claim["values"].items()
        }
    return asked


def terms_of(text):
    return {name: terms(claim) for name, claim in json.loads(text)["claims"].items()}


def test_the_claims_are_those_of_the_committed_ledger(setting, root, ledger):
    path = root / "results" / "ledgers" / f"{ledger.identity}.json"
    committed = terms_of(path.read_text(encoding="utf-8"))
    found = terms_of(ledger.to_json())
    if setting == "fast":
        committed = {name: asked for name, asked in committed.items() if name not in REPRODUCIBLE_ONLY}
    assert found == committed, f"run `snakemake`, and review what changed in {path.relative_to(root)}"


def test_the_volatile_claims_are_these(setting, ledger):
    allowed = VOLATILE.get(ledger.identity, set())
    if ledger.identity.startswith("lecture4/"):
        names = {claim.name for claim in ledger}
        allowed = allowed | {name for name in names if name.endswith(BY_PYTORCH) and not name.endswith(NO_DIGITS)}
    if setting == "fast":
        allowed = allowed - REPRODUCIBLE_ONLY
    assert {claim.name for claim in ledger if claim.volatile} == allowed
