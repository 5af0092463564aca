#!/usr/bin/env bash
# Runs every fuzz target for a while, one after another: tools/fuzz.sh 30s
# Without a time it lists them, each with its package.
set -euo pipefail
cd "$(dirname "$0")/.."
grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u | while read -r dir; do
	cat "$dir"/*_test.go | sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' | sort -u | while read -r target; do
		if [ $# = 0 ]; then
			echo "$dir $target"
			continue
		fi
		echo "== $dir $target"
		(cd "$dir" && go test -run '^$' -fuzz "^$target\$" -fuzztime "$1" -fuzzminimizetime 10x .)
	done
done
