"""PyTorch's answer to the lesson's numbers, in float64. The only module of the lesson that imports PyTorch.

The fourth route reads out of their ledgers what the others found. PyTorch's last digits depend on the processor, so a
claim about one of its numbers is volatile: it is judged, and its bound and its routes are kept, but of its digits only
those that are printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from workflow.claims import Agree
from workflow.computations.arrays import Floats, Integers
from workflow.computations.dl01_6_4 import moons_network
from workflow.computations.dl01_6_4.moons_network import TrainingRun
from workflow.computations.dl01_6_4.running_network import CLASS_INDEX, PARAMETERS, Sweep, X
from workflow.computations.torch_threads import one_thread
from workflow.ledger import Ledger

TOLERANCE = 1e-12

# The gradients as figure F1 prints them.
PRINTED = {
    "W1": [["1.462", "2.924"], ["0.366", "0.731"]],
    "b1": ["1.462", "0.366"],
    "W2": [["0.366", "0.731"], ["-0.366", "-0.731"]],
    "b2": ["0.731", "-0.731"],
}


def compute(three_ways: Ledger, batch_of_eight: Ledger, moons: Ledger, race: Ledger) -> Ledger:
    """Hold the running network, the batch of eight and the race to PyTorch (summary card: PyTorch does this job)."""
    ledger = Ledger("dl01_6_4/pytorch")
    with one_thread():
        _claim_one_example(ledger, three_ways)
        _claim_batch(ledger, batch_of_eight, moons)
        _claim_race(ledger, moons, race)
        _claim_freed_graph(ledger)
    return ledger


def sweep(x: Floats, labels: Integers) -> Sweep:
    """Send a batch (n, 2) with classes (n,) forward and back through the running network, by PyTorch's autograd."""
    network = build(list(PARAMETERS.values()))
    first, relu, second = network
    inputs = torch.from_numpy(x.copy()).requires_grad_()
    z1 = first(inputs)
    z2 = second(relu(z1))
    loss = cross_entropy(z2, torch.from_numpy(labels))
    tensors = dict(zip(PARAMETERS, network.parameters(), strict=True)) | {"x": inputs, "z1": z1, "z2": z2}
    gradients = torch.autograd.grad(loss, list(tensors.values()))
    return Sweep(loss.item(), {name: grad.numpy() for name, grad in zip(tensors, gradients, strict=True)})


def train(moons: Ledger) -> TrainingRun:
    """Train PyTorch's network from the same weights and on the same batches.

    The step is written out: making an optimizer of torch.optim loads PyTorch's compiler, which takes a second.
    """
    network = build(moons_network.start_parameters(moons))
    parameters = list(network.parameters())
    losses = []
    for points, labels in moons_network.batches(moons):
        loss = cross_entropy(network(torch.from_numpy(points)), torch.from_numpy(labels))
        losses.append(loss.item())
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            for parameter, gradient in zip(parameters, gradients, strict=True):
                parameter.sub_(moons_network.LEARNING_RATE * gradient)
    return TrainingRun(np.array(losses), [parameter.detach().numpy() for parameter in parameters])


def build(values: Sequence[Floats]) -> nn.Sequential:
    """Build the float64 network with parameters W1, b1, W2, b2 and so on: ReLUs between the linear layers."""
    layers: list[nn.Module] = []
    for weight in values[::2]:
        n_out, n_in = weight.shape
        layers += [nn.Linear(n_in, n_out, dtype=torch.float64), nn.ReLU()]
    network = nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter, value in zip(network.parameters(), values, strict=True):
            parameter.copy_(torch.tensor(value))
    return network


def _claim_one_example(ledger: Ledger, three_ways: Ledger) -> None:
    found = sweep(X[np.newaxis], np.array([CLASS_INDEX]))
    where = "DL01.6.4, figure F1"
    for name in PARAMETERS:
        gradient = found.gradients[name]
        ledger.reads(f"grad_{name}_by_pytorch", gradient, PRINTED[name], where=where, volatile=True)
        _claim_agreement(ledger, f"grad_{name}", _routes(three_ways, f"grad_{name}", gradient), where)
    twelve = np.concatenate([found.gradients[name].ravel() for name in PARAMETERS])
    _claim_agreement(ledger, "largest_gap", _routes(three_ways, "largest_gap", twelve), where)
    for name, layer in {"grad_x": "x", "delta1_agreement": "z1", "delta2_agreement": "z2"}.items():
        _claim_agreement(ledger, name, _routes(three_ways, name, found.gradients[layer][0]), where)
    _claim_agreement(ledger, "loss_agreement", _routes(three_ways, "loss_agreement", found.loss), where)


def _claim_batch(ledger: Ledger, batch_of_eight: Ledger, moons: Ledger) -> None:
    found = sweep(*moons_network.first_eight(moons))
    where = "DL01.6.4, code of the batch of eight"
    for name in PARAMETERS:
        routes = _routes(batch_of_eight, f"grad_{name}", found.gradients[name])
        _claim_agreement(ledger, f"batch_grad_{name}", routes, where)
    _claim_agreement(ledger, "batch_loss_agreement", _routes(batch_of_eight, "loss_agreement", found.loss), where)


def _claim_race(ledger: Ledger, moons: Ledger, race: Ledger) -> None:
    run = train(moons)
    where = "DL01.6.4, worked example: the race"
    _claim_agreement(ledger, "race_loss_gap", _routes(race, "loss_gap", run.losses), where)
    for name, values in zip(moons_network.PARAMETER_NAMES, run.parameters, strict=True):
        routes = _routes(race, f"weight_gap_{name}", values)
        _claim_agreement(ledger, f"race_weight_gap_{name}", routes, where)

    points, labels = moons_network.validation_set(moons)
    with torch.no_grad():
        predicted = build(run.parameters)(torch.from_numpy(points)).argmax(dim=1).numpy()
    accuracy = np.count_nonzero(predicted == labels) / len(labels)
    ledger.reads("validation_accuracy", accuracy, "0.96", where=where, volatile=True)


def _routes(other: Ledger, claim: str, found: Floats | float) -> dict[str, Any]:
    """Give every route of a claim of another ledger, and PyTorch's value beside them."""
    return other.claim(claim, Agree).routes | {"pytorch": found}


def _claim_agreement(ledger: Ledger, name: str, routes: dict[str, Any], where: str) -> None:
    ledger.agree(name, routes, tolerance=TOLERANCE, where=where, volatile=True)


def _claim_freed_graph(ledger: Ledger) -> None:
    """Call backward twice: PyTorch frees its graph in the first call unless it is asked not to."""
    where = "DL01.6.4, after release: backward frees the graph unless retain_graph=True"
    kept, freed = _can_sweep_again(retain=True), not _can_sweep_again(retain=False)
    ledger.holds("retained_graph_can_be_swept_again", "is true", {"observed": kept}, where=where)
    ledger.holds("backward_frees_the_graph", "is true", {"observed": freed}, where=where)


def _can_sweep_again(*, retain: bool) -> bool:
    network = build(list(PARAMETERS.values()))
    loss = cross_entropy(network(torch.tensor(X[np.newaxis])), torch.tensor([CLASS_INDEX]))
    torch.autograd.backward(loss, retain_graph=retain)
    try:
        torch.autograd.backward(loss)
    except RuntimeError:
        return False
    return True
