#!/bin/sh
# A Chromium for the tests in the browser: as root on a Debian-like machine it is installed, otherwise it is asked for.
set -eu

for name in ${TUTTI_CHROMIUM:-} chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "setup: installing: chromium" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -qq -y --no-install-recommends chromium >/dev/null 2>&1 && exit 0
    apt-get update -qq >/dev/null 2>&1 || true
    apt-get install -qq -y --no-install-recommends chromium >/dev/null && exit 0
fi
echo "setup: no Chromium here: the tests in the browser will not run. (Debian: apt-get install chromium)" >&2
