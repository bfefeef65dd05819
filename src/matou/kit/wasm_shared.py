"""WebAssembly on several threads: instances of a module that share one memory.

Their arrays are NumPy views of that memory. Functions of a shared module take one pointer, to their
arguments as 64-bit words, which are written once.
"""

import ctypes
import sys
import weakref
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from matou.kit.arrays import Array, flat
from matou.kit.wasm import ALIGNED, PAGE, STACK, Function, Module, engine


class SharedArrays:
    """One memory, and an instance for each thread."""

    def __init__(self, module: Module, threads: int) -> None:
        import wasmtime

        self.module, self.threads = module, threads
        self._memory = imported_memory(module)
        self._base = ctypes.cast(self._memory.data_ptr(), ctypes.c_void_p).value or 0
        self._size = self._memory.data_len()
        self._stores = [wasmtime.Store(engine()) for _ in range(threads)]
        for store in self._stores:
            weakref.finalize(self, store.close)
        self._exports: list[Any] = [
            wasmtime.Instance(store, module.code, [self._memory]).exports(store)
            for store in self._stores
        ]
        self._top = int(self._exports[0]["__heap_base"].value(self._stores[0]))
        for store, exports in zip(self._stores[1:], self._exports[1:], strict=True):
            exports["__stack_pointer"].set_value(store, self._take(STACK) + STACK)

    def _take(self, size: int) -> int:
        """Allocates bytes and returns their address."""
        at = -(-self._top // ALIGNED) * ALIGNED
        self._top = at + size
        missing = -(-(self._top - self._size) // PAGE)
        if missing > 0:
            import wasmtime

            try:
                self._memory.grow(missing)
            except wasmtime.WasmtimeError:
                raise MemoryError(
                    f"{self._top:,} bytes are more than WebAssembly has: take fewer games, "
                    "or backend='native'"
                ) from None
            self._size += missing * PAGE
        return at

    def array(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Array:
        kind = np.dtype(kind)
        shape = (shape,) if isinstance(shape, int) else shape
        size = prod(shape) * kind.itemsize
        room: Any = (ctypes.c_uint8 * size).from_address(self._base + self._take(size))
        room.memory = self._memory  # lives as long as the array
        return np.frombuffer(room, kind).reshape(shape)

    def bind(self, name: str, *args: Any, thread: int = 0) -> Callable[..., int]:
        kinds = self.module.about["exports"][name]
        numbers: list[int] = []
        for arg, (_, kind) in zip(flat(args), kinds, strict=False):
            if not isinstance(arg, np.ndarray):
                numbers.append(arg)
                continue
            numbers += [arg.ctypes.data - self._base, len(arg)]
            if kind.endswith("[,]"):
                numbers.append(arg.shape[1])
        rest = len(kinds) - sum(1 for _ in flat(args))
        words = self.array(len(numbers) + rest, np.int64)
        words[: len(numbers)] = numbers
        call = Function(self.module, name, self._stores[thread], self._exports[thread])
        at = words.ctypes.data - self._base

        def bound(*given: int) -> Any:
            if given:
                words[-rest:] = given
            call.values[0].i32 = at  # where the result was
            return call.run()

        bound.args = args, self  # type: ignore[attr-defined]  # what the words point to
        return bound


def imported_memory(module: Module) -> Any:
    """Returns a new memory as the module asks for it."""
    import wasmtime
    from wasmtime import _ffi as ffi

    class SharedMemory(wasmtime.SharedMemory):
        def _as_extern(self) -> Any:
            """Replaces wasmtime's method, which raises a TypeError (up to 50.0.1)."""
            union = ffi.wasmtime_extern_union(sharedmemory=self.ptr())
            return ffi.wasmtime_extern_t(ffi.WASMTIME_EXTERN_SHAREDMEMORY, union)

        def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
            if not is_finalizing():  # wasmtime cannot close it at exit, when it is freed anyway
                self.close()

    return SharedMemory(engine(), module.code.imports[0].type)
