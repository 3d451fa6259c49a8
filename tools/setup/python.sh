#!/bin/sh
# Makes .venv with a Python that can run and, where possible, compile Tutti.
# As root on a Debian-like machine it installs what is missing; otherwise it says what is missing.
set -eu
cd "$(dirname "$0")/../.."

say() { echo "setup: $*" >&2; }

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null 2>&1 && fits "$name"; then
            command -v "$name"
            return
        fi
    done
}

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

install() {
    say "installing: $*"
    export DEBIAN_FRONTEND=noninteractive
    if ! apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1; then
        apt-get update -qq >/dev/null 2>&1 || true
        apt-get install -qq -y --no-install-recommends "$@" >/dev/null || return 1
    fi
}

make_venv() {
    rm -rf .venv
    if "$python" -c 'import ensurepip, venv' 2>/dev/null && "$python" -m venv .venv; then
        return
    fi
    rm -rf .venv
    if "$python" -c 'import virtualenv' 2>/dev/null; then
        "$python" -m virtualenv -q .venv
        return
    fi
    "$python" -m pip --version >/dev/null 2>&1 || return 1
    loan=$(mktemp -d)
    trap 'rm -rf "$loan"' EXIT
    "$python" -m pip install -q --target "$loan" virtualenv && PYTHONPATH="$loan" "$python" -m virtualenv -q .venv
}

if [ -x .venv/bin/python ] && fits .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; then
    exit 0
fi

python=$(find_python)
if [ -z "$python" ] && can_install; then
    install python3 python3-venv python3-dev || true
    python=$(find_python)
fi
if [ -z "$python" ]; then
    say "Tutti needs Python 3.11 or newer, and there is none on the PATH."
    say "Install one, or name it: make PYTHON=/path/to/python3 …"
    exit 1
fi

# What compiles: a C compiler and the headers. Only Debian's own Python has its headers in a package of Debian's.
if can_install; then
    case $("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))') in
        /usr/bin/*) version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])') ;;
        *) version= ;;
    esac
    if [ -n "$version" ] && ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install "$version-venv" || install python3-venv || true
    fi
    if ! "$python" tools/setup/compiled.py --compiler; then
        install gcc libc6-dev ${version:+"$version-dev"} || true
    fi
fi

if ! make_venv; then
    say "$python cannot make virtual environments. Install its venv module (Debian: apt-get install python3-venv)."
    exit 1
fi
if ! .venv/bin/python tools/setup/compiled.py --compiler; then
    say "no C compiler, or no Python headers: Tutti will run from source, slowly but completely."
    say "(Debian: apt-get install gcc python3-dev; then make clean and again)"
fi
