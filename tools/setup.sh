# Sourced by ./matou and ./test: what lock files pin, quick when nothing has changed.
# Usage: ready LOCKFILE…   a virtual environment in .venv
#        node_ready        the checkers of JavaScript in node_modules

ready() {
    if [ ! -x .venv/bin/python ]; then
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
        # The stamp holds the lock it was installed from: a changed lock installs again.
        stamp=".venv/installed-$(basename "$lock")"
        if ! cmp -s "$lock" "$stamp"; then
            echo "Installing what $lock names…" >&2
            install "$lock" >&2 || {
                echo "The installation failed; the lines above say why. Run the command again to retry." >&2
                exit 1
            }
            # pip would do it with one processor; a package may hold files that no Python compiles.
            # Half of it all is hardly imported, or not at all: that can wait until it is.
            .venv/bin/python -m compileall -q -j 0 \
                -x '/(tests|debugpy|fontTools|mypyc?|pip|pygments|scipy|setuptools)/' \
                .venv/lib >/dev/null 2>&1 || :
            cp "$lock" "$stamp"
        fi
    done
}

# Most of the time pip reads what each package's index offers, with one processor: so two of it
# take half of the lock each. A lock names all that is needed, and nothing depends on the order.
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
