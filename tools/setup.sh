# Sourced by ./matou and ./test: installs the packages of lock files, unless they are installed.
# Usage: ready LOCKFILE…   a virtual environment in .venv
#        node_ready        the tools for JavaScript in node_modules

ready() {
    is_ready "$@" || set_up_alone "$@"
}

is_ready() {
    [ -x .venv/bin/python ] || return 1
    for site in .venv/lib/python*/site-packages; do
        [ -f "$site/matou.pth" ] || return 1
    done
    for lock in "$@"; do
        cmp -s "$lock" "$(stamp_of "$lock")" || return 1
    done
}

# The stamp is a copy of the installed lock file: a changed lock file installs again.
stamp_of() {
    echo ".venv/installed-$(basename "$1")"
}

# Sets up under a lock, so that a second command waits for the first. Python takes the kernel's lock
# on the shell's descriptor: it is released when the shell ends, however it ends.
set_up_alone() {
    found=""
    for candidate in python3.13 python3.12 python3.11 python3 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            found=$candidate
            break
        fi
    done
    if [ -z "$found" ]; then
        echo "Matou needs Python 3.11 or newer, and none was found here." >&2
        exit 1
    fi
    exec 9<tools/setup.sh
    if ! "$found" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 9<&9 2>/dev/null; then
        echo "Another command is setting Matou up here: waiting for it…" >&2
        "$found" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 9<&9 || exit 1
    fi
    is_ready "$@" || set_up "$@"
    exec 9<&-
}

set_up() {
    # pip comes last: if it is missing, an earlier run did not finish.
    if [ ! -x .venv/bin/python ] || [ ! -e .venv/bin/pip ]; then
        echo "Setting Matou up, once (about half a minute)…" >&2
        "$found" -m venv .venv || {
            echo "Python's venv module is missing (on Debian: apt install python3-venv)." >&2
            exit 1
        }
    fi
    # "import matou" then works with this Python, from anywhere.
    for site in .venv/lib/python*/site-packages; do
        [ -f "$site/matou.pth" ] || echo "$PWD/src" >"$site/matou.pth"
    done
    for lock in "$@"; do
        stamp=$(stamp_of "$lock")
        if ! cmp -s "$lock" "$stamp"; then
            echo "Installing what $lock names…" >&2
            install "$lock" >&2 || {
                echo "The installation failed; the lines above say why. Run the command again to retry." >&2
                exit 1
            }
            # pip compiles with one processor, and some packages have files that cannot be compiled.
            # The excluded half is rarely imported, and is compiled when it is.
            .venv/bin/python -m compileall -q -j 0 \
                -x '/(tests|debugpy|fontTools|mypyc?|pip|pygments|scipy|setuptools)/' \
                .venv/lib >/dev/null 2>&1 || :
            cp "$lock" "$stamp"
        fi
    done
}

# pip spends most of its time reading the index of each package, with one processor: so two of them
# install half of the lock file each. It names every package, and their order does not matter.
install() {
    halves=$(mktemp -d)
    awk -v into="$halves" '/^[^ #]/ { n++ } { print > (into "/" n % 2) }' "$1"
    touch "$halves/0" "$halves/1"
    install_half "$halves/0" &
    other=$!
    failed=0
    install_half "$halves/1" || failed=1
    wait $other || failed=1
    rm -r "$halves"
    return $failed
}

install_half() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --no-compile --no-deps --require-hashes -r "$1"
}

node_ready() {
    stamp=node_modules/installed-package-lock.json
    if ! cmp -s package-lock.json "$stamp"; then
        echo "Installing what package-lock.json names…" >&2
        npm ci --silent --ignore-scripts >&2 || {
            echo "The installation failed; the lines above say why. Run the command again to retry." >&2
            exit 1
        }
        cp package-lock.json "$stamp"
    fi
}
