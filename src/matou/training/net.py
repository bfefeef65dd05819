"""The network while it learns: floating point, gradients, steps; and as whole numbers after.

Plain array code over ``xp``, which is NumPy or CuPy. ``matou.kit.network`` is what it becomes.
"""

from __future__ import annotations

from typing import Any

from matou.kit.network import FIRST, OUTPUTS, ROOF, SECOND, Tables

CHUNK = 1 << 18  # rows that are looked at together
SHRINK = 1e-6  # weights are drawn towards 0 by so much of themselves a step, at rate 1
STEADY = 0.999  # how slowly the mean of late weights moves
INT8, INT16, HIGHEST = 127, 32767, 1 << 31
ONE = 1 << 40  # matou.kit.network.UNIT
SPREAD = 4.0  # how much longer a fresh unit's weights are on their way in than out


class Net:
    """Three layers, all weights in one line of numbers."""

    def __init__(self, xp: Any, inputs: int, seed: int) -> None:
        self.xp, self.inputs = xp, inputs
        rng = xp.random.RandomState(seed)
        shapes = ((inputs + 1, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, OUTPUTS))
        self.shapes = (*shapes, (OUTPUTS,))
        scales = (0.08, 0.0, (2 / FIRST) ** 0.5, 0.0, (1 / SECOND) ** 0.5, 0.0)
        parts = [
            (rng.standard_normal(shape) * scale).astype("float32").ravel()
            for shape, scale in zip(self.shapes, scales, strict=True)
        ]
        self.weights = xp.concatenate(parts)
        self.mean = self.weights.copy()
        self.slope, self.square = xp.zeros_like(self.weights), xp.zeros_like(self.weights)
        self.steps = 0

    def parts(self, line: Any) -> list[Any]:
        """The line as each layer's weights and thresholds."""
        found, at = [], 0
        for shape in self.shapes:
            size = 1
            for n in shape:
                size *= n
            found.append(line[at : at + size].reshape(shape))
            at += size
        return found

    def dense(self, active: Any) -> Any:
        """Listed features as rows of 0 and 1; the last column is what rows are filled up with."""
        xp = self.xp
        x = xp.zeros((len(active), self.inputs + 1), "float32")
        x[xp.arange(len(active))[:, None], active] = 1.0
        x[:, self.inputs] = 0.0
        return x

    def logits(self, x: Any, line: Any) -> tuple[Any, Any, Any]:
        """Both hidden layers, and the outputs."""
        xp = self.xp
        w1, b1, w2, b2, w3, b3 = self.parts(line)
        h1 = xp.maximum(x @ w1 + b1, 0)
        h2 = xp.maximum(h1 @ w2 + b2, 0)
        return h1, h2, h2 @ w3 + b3

    def chances(self, z: Any, seats: Any) -> Any:
        """Each seat's chance: a softmax over those that play."""
        xp = self.xp
        z = xp.where(xp.arange(OUTPUTS)[None, :] < seats[:, None], z, -1e9)
        e = xp.exp(z - z.max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)

    def look(self, active: Any, seats: Any, line: Any = None) -> Any:
        """The chances of many positions."""
        line = self.weights if line is None else line
        found = [
            self.chances(
                self.logits(self.dense(active[k : k + CHUNK]), line)[2], seats[k : k + CHUNK]
            )
            for k in range(0, len(active), CHUNK)
        ]
        return found[0] if len(found) == 1 else self.xp.concatenate(found)

    def learn(self, active: Any, seats: Any, target: Any, rate: float) -> Any:
        """One step of Adam towards the targets; the loss."""
        xp = self.xp
        x = self.dense(active)
        _, _, w2, _, w3, _ = self.parts(self.weights)
        h1, h2, z = self.logits(x, self.weights)
        p = self.chances(z, seats)
        dz = (p - target) / len(active)
        dh2 = (dz @ w3.T) * (h2 > 0)
        dh1 = (dh2 @ w2.T) * (h1 > 0)
        grads = (x.T @ dh1, dh1.sum(0), h1.T @ dh2, dh2.sum(0), h2.T @ dz, dz.sum(0))
        g = xp.concatenate([grad.ravel() for grad in grads])
        self.steps += 1
        self.slope += 0.1 * (g - self.slope)
        self.square += 0.001 * (g * g - self.square)
        ahead = self.slope / (1 - 0.9**self.steps)
        spread = xp.sqrt(self.square / (1 - 0.999**self.steps)) + 1e-8
        self.weights -= rate * (ahead / spread + SHRINK * self.weights)
        self.mean += (1 - min(STEADY, self.steps / (self.steps + 9))) * (self.weights - self.mean)
        return -(target * xp.log(p + 1e-9)).sum(1).mean()


def whole_numbers(net: Net, sample: Any) -> Tables:
    """The mean weights as whole numbers, scaled by what a sample of positions needs.

    Each unit of the first layer has a scale of its own, as fine as its weights fit a byte and its
    sums the roof; the next layer's weights make up for it. So with the second.
    """
    import numpy as np

    h1, _, _ = net.logits(net.dense(sample), net.mean)
    seen = np.asarray(h1.max(0).get() if hasattr(h1, "get") else h1.max(0), np.float64)
    line = net.mean.get() if hasattr(net.mean, "get") else net.mean
    w1, b1, w2, b2, w3, b3 = (np.asarray(w, np.float64) for w in net.parts(line))
    rows = np.concatenate([b1[None], w1[: net.inputs]])
    scale = np.minimum(INT8 / np.abs(rows).max(0), ROOF / np.maximum(1.25 * seen, 1e-6))
    first = np.clip(np.rint(rows * scale), -INT8, INT8)
    lifted = w2 / scale[:, None]  # what one of the first layer's units is worth to the second's
    worst = np.abs(lifted).sum(0) * ROOF + np.abs(b2)
    scale2 = np.minimum(INT16 / np.abs(lifted).max(0), 0.98 * HIGHEST / worst)
    second = np.clip(np.rint(lifted * scale2), -INT16, INT16)
    thresholds = np.rint(b2 * scale2)
    third = np.rint(w3 / scale2[:, None] * ONE)
    assert np.abs(third).max() < HIGHEST
    own = np.rint(b3 * (ONE >> 20))
    tables = first.ravel(), second.ravel(), np.concatenate([thresholds, own, third.T.ravel()])
    return tables[0].astype(int), tables[1].astype(int), tables[2].astype(int)


def from_whole_numbers(xp: Any, inputs: int, tables: Tables) -> Any:
    """A line of weights that says what the whole numbers say, to learn on from them.

    How a network's scale is shared between layers is lost in whole numbers and changes nothing of
    what it says, but how fast each layer learns: it is spread as a fresh network has it.
    """
    import numpy as np

    first, second, third = (np.array(table, np.float64) for table in tables)
    rows = first.reshape(inputs + 1, FIRST)
    b1, w1, w2 = rows[0], rows[1:], second.reshape(FIRST, SECOND)
    b2, b3 = third[:SECOND], third[SECOND : SECOND + OUTPUTS] / (ONE >> 20)
    w3 = third[SECOND + OUTPUTS :].reshape(OUTPUTS, SECOND).T / ONE

    def size(w: Any, axis: int) -> Any:
        return np.sqrt((w * w).sum(axis)) + 1e-12

    for _ in range(30):
        more = np.sqrt(SPREAD * size(w2, 1) / size(w1, 0))
        w1, b1, w2 = w1 * more, b1 * more, w2 / more[:, None]
        more = np.sqrt(SPREAD * size(w3, 1) / size(w2, 0))
        w2, b2, w3 = w2 * more, b2 * more, w3 / more[:, None]
    filler = np.zeros((1, FIRST))  # what rows are filled up with weighs nothing
    parts = (np.concatenate([w1, filler]), b1, w2, b2, w3, b3)
    return xp.asarray(np.concatenate([part.ravel() for part in parts]).astype("float32"))
