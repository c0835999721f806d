"""The autograd engine of DL01.6, and the hand derivation that it is held to.

Read the modules in this order; each has one job.

arithmetic
    Products, exponentials and logarithms in two settings: fast, or the same bits on every machine.
tensor
    ``Tensor``: every operation with its backward rule beside it, ``backward``, ``no_grad`` and ``release``.
sweep
    The backward sweep itself, and what it refuses to go through.
nn
    ``Parameter``, ``Module``, ``Linear``, ``ReLU``, ``Sequential`` and the fused ``cross_entropy``.
optim
    ``SGD``.
graph
    What a forward pass leaves in memory: its result nodes, in the order they were made, and the bytes they hold.
byhand
    The same gradients without an engine: the chain rule written out, and layers with their rules derived on paper.

Nothing is imported here, on purpose: ``engine.byhand`` is an independent route to every number of the engine, so
importing it must not load ``engine.tensor``. The only module that both routes use is ``engine.arithmetic``.
"""
