"""Benchmarks, studies, training and experiments, for developers of Matou.

Run from a clone (``python -m labs.bench site``, ``./matou bench site``); not part of the package
that pip installs. In English only. Nothing in ``matou`` imports it.
"""
