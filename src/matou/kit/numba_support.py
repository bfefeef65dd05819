"""What compiled rules need and numba lacks: ``bit_length`` and ``bit_count``, and ``atomics``.

Each compiles to one or two processor instructions.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.cgutils import get_item_pointer
from numba.extending import intrinsic, overload, overload_method

from matou.kit import atomics


def _length(_: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.ctlz(args[0], context.get_constant(types.boolean, 0))
        return builder.sub(context.get_constant(types.int64, 64), bits)

    return types.int64(types.int64), code


def _count(_: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


def _pointer(context: Any, builder: Any, row: Any, args: Any) -> Any:
    array = context.make_array(row)(context, builder, args[0])
    return get_item_pointer(context, builder, row, array, [args[1]])  # type: ignore[no-untyped-call]


def _load(_: Any, row: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = _pointer(context, builder, signature.args[0], args)
        return builder.load_atomic(where, "acquire", 8)

    return types.int64(row, types.int64), code


def _change(operation: str) -> Any:
    def changed(_: Any, row: Any, at: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            where = _pointer(context, builder, signature.args[0], args)
            return builder.atomic_rmw(operation, where, args[2], "seq_cst")

        return types.int64(row, types.int64, types.int64), code

    return intrinsic(changed)


length: Any = intrinsic(_length)
count: Any = intrinsic(_count)
load: Any = intrinsic(_load)
exchange: Any = _change("xchg")
add: Any = _change("add")

# ruff: noqa: ARG005
overload_method(types.Integer, "bit_length")(lambda x: lambda x: length(x))
overload_method(types.Integer, "bit_count")(lambda x: lambda x: count(x))
overload(atomics.load)(lambda row, at: lambda row, at: load(row, at))
overload(atomics.store)(lambda row, at, value: lambda row, at, value: exchange(row, at, value))
overload(atomics.add)(lambda row, at, value: lambda row, at, value: add(row, at, value))
