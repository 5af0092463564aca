#!/usr/bin/env bash
# Tests each package alone, in an order of its own, as a machine has it that has
# never tested anything: with nothing in the folders for temporary files, of the user
# and for caches; without cgo, and with it. Packages may be named: tools/alone.sh ./ingest
set -uo pipefail
cd "$(dirname "$0")/.."
# What go is set to and what it keeps stays.
for name in GOCACHE GOPATH GOMODCACHE GOFLAGS GOPROXY GOSUMDB GONOSUMDB GOTOOLCHAIN; do
	export "$name=$(go env $name)"
done
ways=0
if command -v "$(go env CC)" >/dev/null; then ways='0 1'; else echo 'there is no C compiler: nothing is tested with cgo'; fi
work=$(mktemp -d)
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
unset BACKSTORY_TEST_CACHE
failed=0 count=0
for package in $(go list "${@:-./...}"); do
	for cgo in $ways; do
		bare=$(mktemp -d "$work/XXXX")
		mkdir "$bare/tmp" "$bare/home" "$bare/cache"
		chmod a+rx "$work" "$bare" # tests run programs as other users, who pass here
		chmod a+rwxt "$bare/tmp"
		count=$((count + 1))
		if ! TMPDIR=$bare/tmp HOME=$bare/home XDG_CACHE_HOME=$bare/cache CGO_ENABLED=$cgo go test -timeout 30m -count=1 -shuffle=on "$package" >"$bare/out" 2>&1 </dev/null; then
			failed=$((failed + 1))
			echo "== $package fails alone, CGO_ENABLED=$cgo"
			cat "$bare/out"
		fi
		chmod -R u+rwX "$bare"
		rm -rf "$bare"
	done
done
echo "$count packages alone, $failed fail"
[ $failed = 0 ]
