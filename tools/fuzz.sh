#!/usr/bin/env bash
# Runs every fuzz target for a while, one after another: tools/fuzz.sh 30s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
go list -f '{{.Dir}}' ./... | while read -r dir; do
	(cd "$dir" && go test -list '^Fuzz' . | grep '^Fuzz' || true) | while read -r target; do
		echo "== ${dir#"$PWD"/} $target"
		(cd "$dir" && go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x .)
	done
done
