#!/usr/bin/env bash
# Asks a server with the packages that people have, in the versions that
# agent/api/clients names. They are installed once on a machine for each list of
# versions, in the cache folder of tests.
set -euo pipefail
cd "$(dirname "$0")/../agent/api/clients"
cache=${BACKSTORY_TEST_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/backstory-test}
# What is installed is for one version of Python and one of Node.
key=$({ cat requirements.txt package.json; python3 --version; node --version; } 2>/dev/null | sha256sum | head -c 16) || true
at=$cache/clients-$key
mkdir -p "$at"
touch "$at"
find "$cache" -maxdepth 1 -name 'clients-*' -mtime +30 -exec rm -rf {} +
exec 9>"$at/lock"
flock 9

# installed NAME COMMAND… runs a command unless it has ended well before.
installed() { [ -e "$at/$1.done" ] || { "${@:2}" && touch "$at/$1.done"; }; }
python() { python3 -m venv --clear "$at/python" && "$at/python/bin/pip" install -q --disable-pip-version-check -r requirements.txt; }
node_modules() { cp package.json "$at/" && npm install --prefix "$at" --silent --no-audit --no-fund; }

if command -v python3 >/dev/null && installed python python; then
	export BACKSTORY_PYTHON=$at/python/bin/python
else
	echo "the packages for Python cannot be installed: their tests skip"
fi
if command -v npm >/dev/null && installed node node_modules; then
	# The conformance suite of MCP asks for a newer Node than distributions have.
	export BACKSTORY_NODE_MODULES=$at/node_modules PATH=$at/node_modules/.bin:$PATH
else
	echo "the packages for Node cannot be installed: their tests skip"
fi
flock -u 9
go test -count=1 -timeout 30m -v . "$@"
