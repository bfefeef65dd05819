"""Benchmarks: ``matou bench engine``. Each runs its peers beside us and prints ratios.

A benchmark is a module of this package with a ``run(args) -> int``; ``cli/commands/bench.py``
declares what each takes. They are the makers': no part of the package that pip installs.
"""
