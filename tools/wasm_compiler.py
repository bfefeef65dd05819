"""Compiles linked templates to WebAssembly: numba's LLVM, retargeted. Used by ``build_wasm``.

numba compiles each exported rule for this machine, unoptimised; its LLVM optimises the same code
again for WebAssembly, and ``wasm-ld`` (Debian's ``lld``) links it. Run it in a process of its own
with ``ENVIRONMENT`` set: then the same sources and tools make the same bytes on any machine.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from matou.kit.layout import dtype_of
from matou.kit.linking import Linked
from matou.kit.wasm import FORMAT, SECTION, STACK, fields, parsed_kind

# Makes a build independent of the processor and of hash order.
ENVIRONMENT = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",
}
TRIPLE = "wasm32-unknown-unknown"
DATA_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
MOST_MEMORY = 1 << 32  # of a shared memory
SHARED = "+atomics"  # also, if instances share a memory
PLAIN = {"int": "i64", "float": "f64", "Row": "i64[]", "Floats": "f64[]"}
LLVM = {"i64": "i64", "f64": "double"}


def tools() -> dict[str, str]:
    """Returns the tools and their versions; empty if something is missing."""
    linker = shutil.which("wasm-ld")
    try:
        made = {"numba": version("numba"), "llvmlite": version("llvmlite")}
    except ModuleNotFoundError:
        return {}
    if linker is None:
        return {}
    said = subprocess.run([linker, "--version"], capture_output=True, text=True, check=True)
    number = re.search(r"\d+(?:\.\d+)+", said.stdout)
    python = ".".join(platform.python_version_tuple()[:2])
    return {**made, "python": python, "lld": number[0] if number else said.stdout.strip()}


def parameters(rule: Any, kinds: dict[str, str]) -> list[list[str]]:
    """Returns a linked rule's parameters by name and kind; a named tuple counts as its fields.

    ``kinds`` has those that annotations do not specify.
    """
    found = []
    for name, parameter in inspect.signature(rule.py_func).parameters.items():
        annotation = str(parameter.annotation)
        group = group_of(rule, annotation)
        for field in (name,) if group is None else group._fields:
            kind = kinds.get(field) or PLAIN.get(annotation)
            if kind is None:
                raise TypeError(f"{rule.__name__}: what is {field}: {annotation}?")
            found.append([field, kind])
    return found


def group_of(rule: Any, annotation: str) -> Any:
    """Returns the class of a named tuple that an annotation names, or None."""
    found = rule.py_func.__globals__.get(annotation)
    return found if hasattr(found, "_fields") else None


def build(
    linked: Linked,
    exports: dict[str, list[list[str]]],
    records: dict[str, type[Any]],
    describe: Callable[[bytes], dict[str, Any]],
    *,
    is_shared: bool = False,
) -> bytes:
    """Builds a module of some of the linked rules, each with its parameters (``parameters``).

    ``describe`` gets the module's bytes and returns further entries of its description. Several
    instances of a shared module can run in one memory, which it imports.
    """
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole = llvm.parse_assembly("")
    for name, kinds in exports.items():
        code, wrapper = compiled(getattr(linked, name), name, kinds, records, is_shared)
        for text in (code, wrapper):
            whole.link_in(retargeted(llvm.parse_assembly(text)))
    for value in (*whole.functions, *whole.global_variables):
        # Only wrappers that are dropped now call Python's functions.
        if not value.is_declaration and value.name not in exports:
            value.linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        features=f"{FEATURES},{SHARED}" if is_shared else FEATURES,
        opt=3,
        reloc="static",
        codemodel="default",
    )
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    module = linked_by_lld(machine.emit_object(whole), exports, is_shared)
    about = {
        **describe(module),
        "format": FORMAT,
        "tools": tools(),
        "exports": exports,
        "records": {
            name: {"size": ctypes.sizeof(kind), "fields": fields(kind)}
            for name, kind in records.items()
        },
    }
    return with_section(module, about)


def leb128(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def with_section(module: bytes, about: dict[str, Any]) -> bytes:
    """Returns a module with a description of itself, which ``matou.kit.wasm.about`` reads."""
    text = json.dumps(about, separators=(",", ":"), sort_keys=True).encode()
    body = leb128(len(SECTION)) + SECTION + text
    return module + b"\0" + leb128(len(body)) + body


def retargeted(module: Any) -> Any:
    module.triple, module.data_layout = TRIPLE, DATA_LAYOUT
    return module


def compiled(
    rule: Any,
    name: str,
    kinds: Sequence[Sequence[str]],
    records: dict[str, type[Any]],
    is_shared: bool,
) -> tuple[str, str]:
    """Returns a rule's LLVM code, and a plain function of its name that calls it."""
    import numba

    def type_of(kind: str) -> Any:
        item, dimensions, _ = parsed_kind(kind)
        if item in records:
            of = numba.from_dtype(dtype_of(records[item]))
        else:
            of = getattr(numba, item.replace("i", "int").replace("f", "float"))
        return (of, of[::1], of[:, ::1])[dimensions]

    left = [type_of(kind) for _, kind in kinds]
    signature = []
    for parameter in inspect.signature(rule.py_func).parameters.values():
        group = group_of(rule, str(parameter.annotation))
        if group is None:
            signature.append(left.pop(0))
        else:
            members = [left.pop(0) for _ in group._fields]
            signature.append(numba.types.NamedTuple(members, group))  # type: ignore[no-untyped-call]
    rule.compile(tuple(signature))
    made = rule.overloads[tuple(signature)]
    result = {"none": "void", "int64": "i64", "float64": "double"}[str(made.signature.return_type)]
    return (
        made.library.get_llvm_str(),
        wrapper(made.fndesc.llvm_func_name, name, kinds, records, result, is_shared),
    )


class Wrapper:
    """The parameters of a wrapper, the steps that prepare them, and what it passes on."""

    def __init__(self, is_shared: bool) -> None:
        self.is_shared = is_shared
        self.takes: list[str] = []
        self.steps: list[str] = []
        self.gives = ["ptr %result", "ptr %error"]

    def take(self, kind: str, value: str) -> str:
        if self.is_shared:
            self.steps.append(f"{value}_at = getelementptr i64, ptr %words, i32 {len(self.takes)}")
            self.steps.append(f"{value} = load {kind}, ptr {value}_at")
        self.takes.append(f"{kind} {value}")
        return self.takes[-1]

    def pass_on(self, i: int, kind: str, records: dict[str, type[Any]]) -> None:
        """Adds argument i."""
        item, dimensions, width = parsed_kind(kind)
        if dimensions == 0:
            self.gives.append(self.take(LLVM.get(item, "ptr"), f"%a{i}"))
            return
        size = ctypes.sizeof(records[item]) if item in records else int(item[1:]) // 8
        start = self.take("ptr", f"%a{i}")
        self.take("i32", f"%n{i}")
        self.steps.append(f"%rows{i} = zext i32 %n{i} to i64")
        count, shape, strides = f"%rows{i}", [f"%rows{i}"], [str(size)]
        if dimensions == 2:
            if not width:
                self.take("i32", f"%m{i}")
                self.steps.append(f"%width{i} = zext i32 %m{i} to i64")
                width = f"%width{i}"
            self.steps.append(f"%stride{i} = mul i64 {width}, {size}")
            self.steps.append(f"%count{i} = mul i64 %rows{i}, {width}")
            count, shape, strides = f"%count{i}", [*shape, width], [f"%stride{i}", *strides]
        self.gives += ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", start]
        self.gives += [f"i64 {word}" for word in (*shape, *strides)]


def wrapper(
    callee: str,
    name: str,
    kinds: Sequence[Sequence[str]],
    records: dict[str, type[Any]],
    result: str,
    is_shared: bool,
) -> str:
    """Returns a function of plain numbers and pointers that calls what numba compiled.

    numba passes seven words a row and nine a table. An error is a trap. In a shared module the
    function takes one pointer, to its arguments as 64-bit words.
    """
    code = Wrapper(is_shared)
    for i, (_, kind) in enumerate(kinds):
        code.pass_on(i, kind, records)
    types = ", ".join(word.partition(" ")[0] for word in code.gives)
    back = "ret void"
    if result != "void":
        back = f"%r = load {result}, ptr %result\n  ret {result} %r"
    lines = "\n  ".join(code.steps)
    return f"""
declare void @llvm.trap()
declare i32 @"{callee}"({types})
define {result} @{name}({"ptr %words" if is_shared else ", ".join(code.takes)}) {{
  %result = alloca i64
  %error = alloca ptr
  {lines}
  %status = call i32 @"{callee}"({", ".join(code.gives)})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %wrong
wrong:
  call void @llvm.trap()
  unreachable
done:
  {back}
}}
"""


def linked_by_lld(code: bytes, exports: dict[str, Any], is_shared: bool) -> bytes:
    """Returns an object file as a module without names or paths."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "module.o"), Path(folder, "module.wasm")
        source.write_bytes(code)
        asked = [f"--export={name}" for name in (*exports, "__heap_base")]
        stack = ["--stack-first", "-z", f"stack-size={STACK}"]  # an overflow traps
        if is_shared:
            asked += ["--export=__stack_pointer", "--shared-memory", "--import-memory"]
            asked += [f"--max-memory={MOST_MEMORY}"]
        subprocess.run(
            ["wasm-ld", "--no-entry", "-O2", "--strip-all", *asked, *stack, source, "-o", target],
            check=True,
        )
        return target.read_bytes()
