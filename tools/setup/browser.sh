#!/bin/sh
# What the tests use of the machine: a Chromium, and FluidSynth with its tones. As root on a Debian-like machine they are
# installed, otherwise they are asked for. The same Chromium without its windows is a fifth lighter; one can do without it.
set -eu

install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "setup: installing: $*" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    apt-get update -qq >/dev/null 2>&1 || true
    apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

# Not called as the browser is: `command -v` finds functions, too.
browser_here() {
    for name in ${TUTTI_CHROMIUM:-} chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

browser_here || install chromium ||
    echo "setup: no Chromium here: the tests in the browser will not run. (Debian: apt-get install chromium)" >&2
[ -n "${TUTTI_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null 2>&1 || ! command -v chromium >/dev/null 2>&1 ||
    install chromium-headless-shell || echo "setup: the tests use the whole Chromium, which takes a little longer" >&2
command -v fluidsynth >/dev/null 2>&1 || install fluidsynth fluidr3mono-gm-soundfont ||
    echo "setup: no FluidSynth here: rendered sound will not be tested. (docs/concert.md says how to get it)" >&2
