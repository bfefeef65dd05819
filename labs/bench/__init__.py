"""Benchmarks: ``python -m labs.bench engine``. Each also runs its peers and prints ratios.

A benchmark is a module of this package with ``run(args) -> int``; ``command.py`` declares its
arguments.
"""
