"""``bit_length`` and ``bit_count`` of integers in compiled rules, which numba lacks.

Both compile to one or two processor instructions.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload_method


def _length(_: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.ctlz(args[0], context.get_constant(types.boolean, 0))
        return builder.sub(context.get_constant(types.int64, 64), bits)

    return types.int64(types.int64), code


def _count(_: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


length: Any = intrinsic(_length)
count: Any = intrinsic(_count)
overload_method(types.Integer, "bit_length")(lambda x: lambda x: length(x))  # noqa: ARG005
overload_method(types.Integer, "bit_count")(lambda x: lambda x: count(x))  # noqa: ARG005
