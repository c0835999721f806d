"""Who imports what: each route loads its own library and no other, and PyTorch comes in by one door."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.workflow.computations.lecture4.lecture import LEDGERS

LECTURE = "workflow.computations.lecture4"
LIBRARIES = {"engine", "torch", "sympy", "scipy", "sklearn", "matplotlib"}
ROUTES = ("by_hand", "by_engine", "by_pytorch", "by_symbols", "by_differences")

# What a route may load of the first party, beside the packages that it stands in.
SHARED = {"arrays", "lecture4", "lecture4.inputs"}


def loaded_after(script):
    """Name every module that is loaded once a script has run, in a process of its own."""
    script += "\nimport sys; print(*sys.modules)"
    return set(
        subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    )


@pytest.mark.parametrize(
    ("route", "library", "own"),
    [
        ("by_hand", set(), set()),
        ("by_differences", set(), {"lecture4.rounding"}),
        ("by_symbols", {"sympy"}, set()),
        ("by_engine", {"engine"}, set()),
        ("by_pytorch", {"torch"}, {"torch_threads"}),
    ],
)
def test_a_route_loads_its_library_and_the_inputs(route, library, own):
    loaded = loaded_after(f"import {LECTURE}.{route}")
    # PyTorch loads SymPy for itself.
    libraries = LIBRARIES - {"sympy"} if route == "by_pytorch" else LIBRARIES
    assert {name.partition(".")[0] for name in loaded} & libraries == library
    computations = "workflow.computations."
    first_party = {name.removeprefix(computations) for name in loaded if name.startswith(computations)}
    assert first_party == SHARED | own | {f"lecture4.{route}"}


def test_the_engines_route_does_not_load_the_hand_derivation():
    assert "engine.byhand" not in loaded_after(f"import {LECTURE}.by_engine")


def test_only_the_route_by_pytorch_loads_pytorch():
    stand_in = f"import sys, types; sys.modules['{LECTURE}.by_pytorch'] = types.ModuleType('by_pytorch')"
    imports = "\n".join(f"import {LECTURE}.{name}" for name in LEDGERS)
    loaded = loaded_after(f"{stand_in}\n{imports}")
    assert {f"{LECTURE}.{name}" for name in LEDGERS} <= loaded
    assert {name for name in loaded if name.partition(".")[0] in {"torch", "scipy", "sklearn", "matplotlib"}} == set()


def test_pytorchs_compiler_is_not_loaded_by_any_ledger():
    computed = "\n".join(f"from {LECTURE} import {name}; {name}.compute()" for name in LEDGERS)
    assert "torch._dynamo" not in loaded_after(computed)


def test_every_module_is_a_ledger_of_the_configuration_or_a_route_or_shared(ledger_names):
    assert sorted(ledger_names["lecture4"]) == sorted(LEDGERS)
