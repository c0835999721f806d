"""Lecture 4, Computation graphs, backpropagation, and autograd: one ledger a checkpoint.

There are five routes to a gradient, a module each, with functions of the same names: on paper, in `by_hand`; the
engine, in `by_engine`; PyTorch, in `by_pytorch`, the only module that imports it; symbolic differentiation, in
`by_symbols`, the only one that imports SymPy; and differences of nearby losses, in `by_differences`. Claims call them
"hand", "engine", "pytorch", "symbolic" and "difference".

The routes share `inputs`, NumPy's arrays, and nothing else: none imports another, or the library of another. By hand,
every rule and every sum stands written out. The engine and PyTorch are given forward passes and find the way back for
themselves. SymPy is given formulas, differentiates them and keeps exact rationals. Differences know no rule at all, and
reach values in the middle of a graph too; `rounding` bounds their errors. `routes` asks all of them, `agreement` makes
the claims that hold them to each other: hand, engine, SymPy and PyTorch, each to each, within 1e-12, and differences to
the hand within 1e-8. Of PyTorch's digits only those are kept that are printed.

Those nine modules (five routes, `inputs`, `rounding`, `routes`, `agreement`) are no ledgers; the other fifteen are, and
none reads another:

==================  =====================================================================================
ledger              what it holds
==================  =====================================================================================
local_rules         square, sum and product, each with the gradient that arrives
forward             the stored values of the scalar graph (w x + b - y)^2
reverse_sweep       their gradients, by every route
two_checks          the same beside SymPy's formulas and central differences, and what bounds the error of those
gradient_step       one step of gradient descent on the scalar graph
recorded_graph      the scalar graph as PyTorch shows it; no function of that route changes a setting
accumulation        three backward calls in a row, what each adds, and a fresh start
branch              x^2 + 3x: what comes back on each path, and their sum
vector_neuron       (w^T x + b)^2
dense_vjp           W x + b, with the gradient that arrives; what each row returns
batch               three examples, their losses and the mean
batch_gradients     the gradients of the mean, and each example's own for the weights
microbatches        the same, an example at a time
sgd_step            one step of SGD with the batch
tiny_mlp            dense, ReLU, dense
==================  =====================================================================================
"""
