"""Removes from Python on Linux what Windows lacks. Put this folder on PYTHONPATH."""

import os
import signal
import socket
import sys

for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None  # type: ignore[assignment]  # importing it fails
for name in ("fork", "forkpty", "sched_getaffinity"):
    delattr(os, name)
for name in ("SIGHUP", "SIGUSR1", "SIGUSR2"):
    delattr(signal, name)

_pair, _family = socket.socketpair, socket.AF_UNIX
socket.socketpair = lambda *_: _pair(_family)  # Windows has one
del socket.AF_UNIX
