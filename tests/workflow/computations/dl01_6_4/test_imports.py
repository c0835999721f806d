"""Who imports what: routes are independent, and each heavy library has one door."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

from workflow.computations import dl01_6_4

LESSON = "workflow.computations.dl01_6_4"
ROUTE_OR_INPUT = {"by_engine", "by_modules", "moons_network", "running_network"}


def loaded_by(*names: str):
    """Name every module that is loaded once these modules of the lesson are."""
    script = f"""
import importlib, json, sys
for name in {names!r}:
    importlib.import_module("{LESSON}." + name)
print(json.dumps([*sys.modules]))
"""
    return set(json.loads(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True).stdout))


def test_every_module_is_a_ledger_that_is_tested_or_a_route_or_an_input(ledger_names):
    modules = {module.name for module in pkgutil.iter_modules(dl01_6_4.__path__)}
    assert modules == {*ledger_names["dl01_6_4"]} | ROUTE_OR_INPUT


def test_the_modules_share_nothing_with_the_engine_but_its_arithmetic():
    loaded = loaded_by("by_modules")
    assert {name for name in loaded if name.startswith("engine.")} == {"engine.arithmetic", "engine.byhand"}
    assert f"{LESSON}.by_engine" not in loaded


def test_the_engine_shares_nothing_with_the_hand():
    assert loaded_by("by_engine") & {"engine.byhand", f"{LESSON}.by_modules"} == set()


def test_pytorch_shares_nothing_with_either():
    loaded = loaded_by("pytorch")
    assert {name for name in loaded if name.split(".")[0] == "engine" or name.startswith(f"{LESSON}.by_")} == set()
    assert loaded & {"sklearn", "scipy"} == set()


def test_only_two_ledgers_load_a_heavy_library():
    light = ("three_ways", "batch_of_eight", "race", "boundary", "graph_memory", "broadcast_bug")
    assert loaded_by(*light) & {"torch", "sklearn", "scipy", "matplotlib", "sympy"} == set()


def test_scikit_learns_ledger_does_not_load_pytorch():
    assert "torch" not in loaded_by("moons")


def test_torch_does_not_load_its_compiler_for_the_race():
    script = (
        "import sys, numpy as np; from workflow.computations.dl01_6_4 import pytorch; "
        "pytorch.sweep(np.ones((2, 2)), np.array([0, 1])); assert 'torch._dynamo' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
