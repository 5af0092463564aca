#!/usr/bin/env bash
# Asks a server with the packages that people have. They are installed below
# bin/clients, in the versions that agent/api/clients names.
set -euo pipefail
cd "$(dirname "$0")/.."
at=$PWD/bin/clients
mkdir -p "$at"
if command -v python3 >/dev/null && python3 -m venv "$at/python" && "$at/python/bin/pip" install -q --disable-pip-version-check -r agent/api/clients/requirements.txt; then
	export BACKSTORY_PYTHON=$at/python/bin/python
else
	echo "the packages for Python cannot be installed: their tests skip"
fi
cp agent/api/clients/package.json "$at/"
if command -v npm >/dev/null && (cd "$at" && npm install --silent --no-audit --no-fund); then
	# The conformance suite of MCP asks for a newer Node than distributions have.
	export BACKSTORY_NODE_MODULES=$at/node_modules PATH=$at/node_modules/.bin:$PATH
else
	echo "the packages for Node cannot be installed: their tests skip"
fi
go test -count=1 -v ./agent/api/clients "$@"
