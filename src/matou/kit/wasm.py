"""WebAssembly: rules compiled once into a file, run by wasmtime in a memory of their own.

A module imports nothing and exports plain functions. (A shared one imports its memory, and its
functions take one pointer, to their arguments as 64-bit words: ``wasm_shared``.) A custom section
(``matou``, JSON) describes it::

    exports    for each function its parameters by name and kind: ``i64``, ``f64``, a record
               (``state``), or rows of those (``i64[]``, ``state[]``). A record is a pointer,
               a row a pointer and a length, both 32 bits. Tables (``i8[,315]``) have a fixed
               width, or a second length (``f64[,]``).
    records    for each record its size and its fields: name, offset, kind, how many
    constants  search parameters that callers need
    tables     of a network: where in the file the weights of both layers begin, and how many
               there are; and the weights of its outputs
    sources    the hash of everything it was built from
    compiler   the hash of the code that built it
    tools      the versions of the tools that built it
    game, version

``read`` refuses a truncated, foreign or outdated module with a sentence. A trap (ours never do; a
broken module may) raises ``ModuleTrap``.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import re
import weakref
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, cast

from matou.kit.layout import copy_into

MAGIC = b"\0asm\x01\0\0\0"
SECTION = b"matou"
FORMAT = 1
PAGE = 65536
ALIGNED = 64
STACK = 1 << 16
KIND = re.compile(r"(\w+)(?:\[(,(\d*))?(\]))?")
Records = dict[str, type[Any]]


class BadModule(Exception):
    """A module that cannot be used; the sentence says why.

    ``kind``: missing, damaged, foreign, stale, or runner (wasmtime is not installed).
    """

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, *self.args)


class ModuleTrap(Exception):
    """A module stopped in the middle of a call."""


def read_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Reads an unsigned number; returns it and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def about(module: bytes, name: str) -> dict[str, Any]:
    """Reads a module's description of itself."""
    if module[:8] != MAGIC:
        raise BadModule("foreign", f"{name} is no WebAssembly module")
    at, section = len(MAGIC), None
    try:
        while at < len(module):
            kind = module[at]
            size, at = read_leb128(module, at + 1)
            if at + size > len(module):
                raise IndexError
            if kind == 0:
                length, start = read_leb128(module, at)
                if module[start : start + length] == SECTION:
                    section = module[start + length : at + size]
            at += size
        found = None if section is None else json.loads(section)
    except (IndexError, ValueError):
        raise BadModule("damaged", f"{name} is cut short or damaged") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadModule("foreign", f"{name} is not a module of ours: it does not describe itself")
    return found


def parsed_kind(kind: str) -> tuple[str, int, str]:
    """Returns an argument's numbers or records, its dimensions, and a table's width if fixed."""
    found = KIND.fullmatch(kind)
    assert found is not None, kind
    return found[1], 2 if found[2] else 1 if found[4] else 0, found[3] or ""


def fields(record: type[Any]) -> list[list[Any]]:
    """Returns a record's fields in order: name, offset, kind and how many."""
    found: list[list[Any]] = []
    for name, kind in record._fields_:
        count = 1
        while hasattr(kind, "_length_"):
            count, kind = count * kind._length_, kind._type_
        letter = "f" if kind is ctypes.c_double else "i"
        offset = getattr(record, name).offset
        found.append([name, offset, f"{letter}{8 * ctypes.sizeof(kind)}", count])
    return found


@dataclass(frozen=True)
class Module:
    name: str
    about: dict[str, Any]
    code: Any  # wasmtime.Module

    @cached_property
    def signatures(self) -> dict[str, tuple[list[str], list[str]]]:
        """The kinds of numbers that each function takes and returns: ``i32``, ``i64``, ``f64``."""
        found = ((export.name, export.type) for export in self.code.exports)
        return {
            name: ([str(kind) for kind in how.params], [str(kind) for kind in how.results])
            for name, how in found
            if hasattr(how, "params")
        }


class Function:
    """A function of an instance, called by wasmtime's C interface, which releases the GIL.

    Its Python interface takes some seven microseconds for each argument.
    """

    def __init__(self, module: Module, name: str, store: Any, exports: Any) -> None:
        from wasmtime import _ffi as ffi

        takes, gives = module.signatures[name]
        self.values = (ffi.wasmtime_val_raw_t * max(len(takes), 1))()
        self._where, self._takes, self._gives = f"{module.name}: {name}", takes, gives
        self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
        found = ctypes.byref(exports[name]._func)
        trap = ctypes.byref(self._trap)
        self._given = store._context(), found, self.values, len(self.values), trap
        self._call = ffi.wasmtime_func_call_unchecked

    def __call__(self, *args: float) -> Any:
        values = self.values
        for i, (kind, arg) in enumerate(zip(self._takes, args, strict=True)):
            setattr(values[i], kind, arg)
        return self.run()

    def run(self) -> Any:
        """Calls the function with the arguments in ``values``."""
        error = self._call(*self._given)
        if error or self._trap:
            raise ModuleTrap(f"{self._where} stopped: {reason(error, self._trap)}")
        return getattr(self.values[0], self._gives[0]) if self._gives else None


def reason(error: Any, trap: Any) -> str:
    import wasmtime

    found: Any = wasmtime.WasmtimeError if error else wasmtime.Trap
    return str(found._from_ptr(error or trap))


@cache
def engine() -> Any:
    """Returns the engine that all modules and threads of this process share."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.shared_memory = True
    made = wasmtime.Engine(config)
    atexit.register(made.close)  # wasmtime cannot close it during Python's own clean-up
    return made


def read(
    path: Path, sources: str | None = None, records: Records | None = None, is_shared: bool = False
) -> Module:
    """Reads a module; checks its sources and records where they are given.

    A shared module imports its memory, others nothing.
    """
    try:
        import wasmtime
    except Exception as wrong:  # not installed, or not for this machine
        raise BadModule("runner", f"{path.name} needs wasmtime: {wrong}") from None
    if is_shared and not hasattr(wasmtime, "SharedMemory"):
        raise BadModule("runner", f"{path.name} needs a newer wasmtime")
    try:
        data = path.read_bytes()
    except OSError as wrong:
        raise BadModule("missing", f"{path.name} cannot be read: {wrong.strerror}") from None
    description = about(data, path.name)
    if sources is not None and description.get("sources") != sources:
        raise BadModule("stale", f"{path.name} is out of date; build it again")
    for name, record in (records or {}).items():
        here = {"size": ctypes.sizeof(record), "fields": fields(record)}
        if description["records"].get(name) != here:
            raise BadModule("stale", f"{path.name} has another layout of its {name}")
    try:
        code = wasmtime.Module(engine(), data)
    except wasmtime.WasmtimeError as wrong:
        why = str(wrong).splitlines()[0]
        raise BadModule("damaged", f"{path.name} is damaged: {why}") from None
    if [found.name for found in code.imports] != ["memory"] * is_shared:
        raise BadModule("foreign", f"{path.name} imports what no module of ours does")
    module = Module(path.name, description, code)
    weakref.finalize(module, code.close)
    return module


class Rows:
    def __init__(self, memory: Memory, at: int, kind: type[Any], n: int) -> None:
        self.memory, self.at, self.kind, self.n = memory, at, kind, n

    @property
    def view(self) -> Any:
        """The rows themselves, valid until the memory grows."""
        return (self.kind * self.n).from_address(self.memory.base + self.at)

    def __getitem__(self, i: Any) -> Any:
        return self.view[i]

    def __setitem__(self, i: int, value: Any) -> None:
        self.view[i] = value

    def __len__(self) -> int:
        return self.n

    def __bytes__(self) -> bytes:
        return bytes(self.view)


class Memory:
    """A running instance of a module with its own memory, as a ``kit.running`` backend.

    Calls release the GIL.
    """

    def __init__(self, module: Module) -> None:
        import wasmtime

        self._trap = (wasmtime.Trap, wasmtime.WasmtimeError)
        self.module = module
        self._store = wasmtime.Store(engine())
        weakref.finalize(self, self._store.close)
        try:
            started = wasmtime.Instance(self._store, module.code, [])
        except self._trap as wrong:
            raise ModuleTrap(f"{module.name} does not start: {wrong}") from None
        self._exports = cast(Any, started.exports(self._store))
        self._functions: dict[str, Function] = {}
        self._memory = self._exports["memory"]
        self._top = int(self._exports["__heap_base"].value(self._store))
        self._size = self._memory.data_len(self._store)
        self.base = self._place()

    def _place(self) -> int:
        place = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value
        assert place is not None
        return place

    def _rows(self, kind: type[Any], n: int) -> Rows:
        at = -(-self._top // ALIGNED) * ALIGNED
        self._top = at + ctypes.sizeof(kind) * n
        if self._top > self._size:
            pages = -(-(self._top - self._size) // PAGE)
            try:
                self._memory.grow(self._store, pages)
            except self._trap:
                raise MemoryError(f"no room for {n:,} rows of {kind.__name__}") from None
            self._size += pages * PAGE
            self.base = self._place()
        return Rows(self, at, kind, n)

    def records(self, kind: type[Any], n: int, first: Any = None) -> Rows:
        rows = self._rows(kind, n)
        if first is not None:
            copy_into(rows[0], first)
        return rows

    def ints(self, n: int) -> Rows:
        return self._rows(ctypes.c_int64, n)

    def floats(self, n: int) -> Rows:
        return self._rows(ctypes.c_double, n)

    def call(self, name: str, *args: Any) -> Any:
        flat: list[int | float] = []
        for arg, (what, kind) in zip(args, self.module.about["exports"][name], strict=True):
            if not isinstance(arg, Rows):
                flat.append(arg)
                continue
            assert arg.memory is self, f"{what} lies in another memory"
            flat += [arg.at, arg.n] if kind.endswith("[]") else [arg.at]
        if name not in self._functions:
            self._functions[name] = Function(self.module, name, self._store, self._exports)
        return self._functions[name](*flat)
