"""The network in training: floating point, gradients, optimiser steps, and conversion to integers.

Plain array code over ``xp``, which is NumPy or CuPy. ``matou.kit.network`` runs the result.
"""

from __future__ import annotations

import struct
from array import array
from typing import Any

from matou.kit.network import KINDS, MAGIC, OUTPUTS, ROOF, SECOND, Tables, lengths

CHUNK = 1 << 18  # rows evaluated together
SHRINK = 1e-6  # weight decay a step, at rate 1
STEADY = 0.999  # the decay of the running mean of weights
INT8, INT16, HIGHEST = 127, 32767, 1 << 31
ONE = 1 << 40  # matou.kit.network.UNIT
SPREAD = 4.0  # the ratio of a fresh unit's incoming to outgoing weights
AT_A_TIME = 4  # rows that a block of threads adds up
# The first layer of many rows on a GPU: adds up the listed rows of weights, two units a thread.
ADDING = r"""
__device__ float number(unsigned int half)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((unsigned short)half));
    return x;
}

extern "C" __global__ void add_up(
    const short* active, int most, int fill, const unsigned int* weights, const float* own,
    float2* sums, int pairs, int rows)
{
    extern __shared__ short lists[];
    int row = blockIdx.x * blockDim.y + threadIdx.y, j = threadIdx.x;
    short* list = lists + threadIdx.y * most;
    if (row < rows)
        for (int i = j; i < most; i += blockDim.x) list[i] = active[(long long)row * most + i];
    __syncthreads();
    if (row >= rows) return;
    float a = own[2 * j], b = own[2 * j + 1];
    #pragma unroll 4
    for (int i = 0; i < most; i++) {
        int at = list[i];
        if (at == fill) break;
        unsigned int two = weights[at * pairs + j];
        a += number(two);
        b += number(two >> 16);
    }
    sums[(long long)row * pairs + j] = make_float2(fmaxf(a, 0.0f), fmaxf(b, 0.0f));
}
"""


class Net:
    """Three layers with all weights in one vector; ``wide`` units in the first."""

    def __init__(self, xp: Any, inputs: int, seed: int, wide: int = 128) -> None:
        self.xp, self.inputs, self.wide = xp, inputs, wide
        rng = xp.random.RandomState(seed)
        shapes = ((inputs + 1, wide), (wide,), (wide, SECOND), (SECOND,), (SECOND, OUTPUTS))
        self.shapes = (*shapes, (OUTPUTS,))
        scales = (0.08, 0.0, (2 / wide) ** 0.5, 0.0, (1 / SECOND) ** 0.5, 0.0)
        self.adding = xp.RawKernel(ADDING, "add_up") if xp.__name__ == "cupy" else None
        parts = [
            (rng.standard_normal(shape) * scale).astype("float32").ravel()
            for shape, scale in zip(self.shapes, scales, strict=True)
        ]
        self.weights = xp.concatenate(parts)
        self.mean = self.weights.copy()
        self.slope, self.square = xp.zeros_like(self.weights), xp.zeros_like(self.weights)
        self.steps = 0

    def parts(self, line: Any) -> list[Any]:
        """Returns each layer's weights and biases in a vector."""
        found, at = [], 0
        for shape in self.shapes:
            size = 1
            for n in shape:
                size *= n
            found.append(line[at : at + size].reshape(shape))
            at += size
        return found

    def dense(self, active: Any) -> Any:
        """Returns listed features as rows of 0 and 1; the last column is padding."""
        xp = self.xp
        x = xp.zeros((len(active), self.inputs + 1), "float32")
        x[xp.arange(len(active))[:, None], active] = 1.0
        x[:, self.inputs] = 0.0
        return x

    def logits(self, x: Any, line: Any) -> tuple[Any, Any, Any]:
        """Returns both hidden layers and the outputs."""
        w1, b1, _, _, _, _ = self.parts(line)
        h1 = self.xp.maximum(x @ w1 + b1, 0)
        return (h1, *self.later(h1, line))

    def later(self, h1: Any, line: Any) -> tuple[Any, Any]:
        """Returns the second hidden layer and the outputs."""
        _, _, w2, b2, w3, b3 = self.parts(line)
        h2 = self.xp.maximum(h1 @ w2 + b2, 0)
        return h2, h2 @ w3 + b3

    def added_up(self, active: Any, line: Any) -> Any:
        """Returns the first layer by adding up the rows of listed features; for inference only."""
        if self.adding is None:
            return self.logits(self.dense(active), line)[0]
        xp, (rows, most), pairs = self.xp, active.shape, self.wide // 2
        w1, b1, _, _, _, _ = self.parts(line)
        sums = xp.empty((rows, self.wide), "float32")
        i4 = xp.int32
        self.adding(
            (-(-rows // AT_A_TIME),), (pairs, AT_A_TIME),
            (
                active, i4(most), i4(self.inputs), w1.astype("float16"), xp.ascontiguousarray(b1),
                sums, i4(pairs), i4(rows),
            ),
            shared_mem=2 * AT_A_TIME * most,
        )  # fmt: skip
        return sums

    def chances(self, z: Any, seats: Any) -> Any:
        """Returns each seat's chance: a softmax over the seats in play."""
        xp = self.xp
        z = xp.where(xp.arange(OUTPUTS)[None, :] < seats[:, None], z, -1e9)
        e = xp.exp(z - z.max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)

    def look(self, active: Any, seats: Any, line: Any = None) -> Any:
        """Returns the chances of many positions."""
        line = self.weights if line is None else line
        found = [
            self.chances(
                self.later(self.added_up(active[k : k + CHUNK], line), line)[1],
                seats[k : k + CHUNK],
            )
            for k in range(0, len(active), CHUNK)
        ]
        return found[0] if len(found) == 1 else self.xp.concatenate(found)

    def learn(self, active: Any, seats: Any, target: Any, rate: float) -> Any:
        """Takes one step of Adam towards the targets; returns the loss."""
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
    """Returns the mean weights as integers, scaled by what a sample of positions needs.

    Each unit of the first layer has its own scale, as fine as its weights fit a byte and its sums
    fit ROOF; the next layer's weights make up for it. The second layer works alike.
    """
    import numpy as np

    h1, _, _ = net.logits(net.dense(sample), net.mean)
    seen = np.asarray(h1.max(0).get() if hasattr(h1, "get") else h1.max(0), np.float64)
    line = net.mean.get() if hasattr(net.mean, "get") else net.mean
    w1, b1, w2, b2, w3, b3 = (np.asarray(w, np.float64) for w in net.parts(line))
    rows = np.concatenate([b1[None], w1[: net.inputs]])
    scale = np.minimum(INT8 / np.abs(rows).max(0), ROOF / np.maximum(1.25 * seen, 1e-6))
    first = np.clip(np.rint(rows * scale), -INT8, INT8)
    lifted = w2 / scale[:, None]  # the second layer's weights for scaled inputs
    worst = np.abs(lifted).sum(0) * ROOF + np.abs(b2)
    scale2 = np.minimum(INT16 / np.abs(lifted).max(0), 0.98 * HIGHEST / worst)
    second = np.clip(np.rint(lifted * scale2), -INT16, INT16)
    thresholds = np.rint(b2 * scale2)
    third = np.rint(w3 / scale2[:, None] * ONE)
    assert np.abs(third).max() < HIGHEST
    own = np.rint(b3 * (ONE >> 20))
    tables = first.ravel(), second.ravel(), np.concatenate([thresholds, own, third.T.ravel()])
    return tables[0].astype(int), tables[1].astype(int), tables[2].astype(int)


def from_whole_numbers(
    xp: Any, inputs: int, tables: Tables, *, wide: int = 0, seed: int = 0
) -> Net:
    """Returns a network with these integer weights, to continue its training.

    Integers do not say how the scale is split between layers. That does not change the outputs, but
    how fast each layer learns, so it is split as in a fresh network. In a wider network, new units
    output 0 at first; so do features that were added at the end of the list since.
    """
    import numpy as np

    first, second, third = (np.array(table, np.float64) for table in tables)
    had = len(second) // SECOND
    rows = first.reshape(-1, had)
    knew = len(rows) - 1
    b1, w1, w2 = rows[0], rows[1:], second.reshape(had, SECOND)
    b2, b3 = third[:SECOND], third[SECOND : SECOND + OUTPUTS] / (ONE >> 20)
    w3 = third[SECOND + OUTPUTS :].reshape(OUTPUTS, SECOND).T / ONE

    def size(w: Any, axis: int) -> Any:
        return np.sqrt((w * w).sum(axis)) + 1e-12

    for _ in range(30):
        more = np.sqrt(SPREAD * size(w2, 1) / size(w1, 0))
        w1, b1, w2 = w1 * more, b1 * more, w2 / more[:, None]
        more = np.sqrt(SPREAD * size(w3, 1) / size(w2, 0))
        w2, b2, w3 = w2 * more, b2 * more, w3 / more[:, None]
    net = Net(xp, inputs, seed, max(wide, had))
    fresh = net.weights.get() if hasattr(net.weights, "get") else net.weights
    parts = net.parts(fresh)
    parts[0][:knew, :had], parts[1][:had] = w1, b1
    parts[0][knew:, :had] = 0
    parts[0][inputs] = 0  # the padding has no weight
    parts[2][:had], parts[2][had:] = w2, 0
    parts[3][:], parts[4][:], parts[5][:] = b2, w3, b3
    net.weights = xp.asarray(fresh)
    net.mean = net.weights.copy()
    return net


def mean(nets: list[Net]) -> Net:
    """Returns the first network with the mean of all weights; they must have started as one."""
    net = nets[0]
    net.weights = sum(other.weights for other in nets) / len(nets)
    net.mean = net.weights.copy()
    return net


def packed(inputs: int, tables: Tables) -> bytes:
    """Returns a file of weights, which ``matou.kit.network.load`` reads."""
    wide = len(tables[1]) // SECOND
    data = MAGIC + struct.pack("<4i", inputs, wide, SECOND, OUTPUTS)
    for kind, numbers, n in zip(KINDS, tables, lengths(inputs, wide), strict=True):
        assert len(numbers) == n
        data += array(kind, map(int, numbers)).tobytes()
    return data
