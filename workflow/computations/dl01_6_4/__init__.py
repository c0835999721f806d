"""Lesson DL01.6.4, Train with your engine and check it.

The inputs stand in two modules: `running_network` (the 2-2-2 network and its example) and `moons_network` (the points,
the start weights and the batches of the race). There are four routes to a number: the chain rule written out, which
`three_ways` calls; the layer modules, in `by_modules`; the engine, in `by_engine`; and PyTorch, in the ledger
`pytorch`, so that nothing else pays for its import. A claim calls a route "hand" when it is the one derived on paper:
in `three_ways` that is the chain rule; in `race` and `boundary`, where the loop is built by hand out of the layer
modules, it is `by_modules`.

What an agreement can show depends on what its routes share. All have the inputs in common; the first three also the
products, `exp` and `log` of `engine.arithmetic`, and no other first-party module. The engine finds for itself the order
of the backward sweep, the sums of broadcasting, and its loss (a log-sum-exp, where the others take the logarithm of a
softmax). The gradient of that loss, (p - y) / n, is in all three the same operations in the same order: they would
agree on a mistake in it, as on one in `engine.arithmetic`. PyTorch shares nothing but the inputs, and would not.

==================  =====================================================================================
ledger              what it holds
==================  =====================================================================================
moons               the points, their split, the start weights and the shuffles
three_ways          the gradients of the running network for one example, by every route
batch_of_eight      the same for eight moons, and what SciPy's approximate check can see
race                the training run, by the modules and by the engine, step for step
boundary            the trained network on a grid, and the line where its logits tie
graph_memory        what a forward pass leaves in the graph, and what releases it
broadcast_bug       the gradients when a mean stands where `unbroadcast` needs a sum
pytorch             PyTorch's answer to three_ways, batch_of_eight and race, in float64
==================  =====================================================================================
"""
