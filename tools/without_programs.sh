#!/bin/sh
# Runs a command as on a machine with only Python: hides the other programs that tests use
# (tools/programs.py) and the system's PostgreSQL. Only for root.
# Usage: tools/without_programs.sh COMMAND…
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
exec unshare -m sh -ec '
    for name in $(python3 "$0/programs.py" --names) initdb postgres; do
        while found=$(PATH="$PATH:/usr/sbin:/usr/local/sbin"; command -v "$name"); do
            mount --bind /dev/null "$(readlink -f "$found")"
        done
    done
    [ ! -d /usr/lib/postgresql ] || mount -t tmpfs none /usr/lib/postgresql
    exec "$@"
' "$here" "$@"
