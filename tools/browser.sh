#!/usr/bin/env bash
# Tries the page in Chromium, with the program of this tree and axe-core. What is missing on
# the machine is said, and its tests skip.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=${BACKSTORY_TEST_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/backstory-test}
axe=4.14.1
at=$cache/axe-$axe
mkdir -p "$at"
if [ ! -e "$at/node_modules/axe-core/axe.min.js" ] && ! { command -v npm >/dev/null && npm install --prefix "$at" --silent --no-audit --no-fund "axe-core@$axe"; }; then
	echo "axe-core cannot be installed: its test skips"
fi
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
CGO_ENABLED=0 go build -o "$program/backstory" ./cmd/backstory
export BACKSTORY_AXE=$at/node_modules/axe-core/axe.min.js BACKSTORY_PROGRAM=$program/backstory
cd tools && go test -count=1 -timeout 20m "$@" ./browser
