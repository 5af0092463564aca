#!/bin/sh
# Says how far the tree is from its floor plan: large types, and files in another
# order than they are read in. sh tools/floorplan.sh
set -e
cd "$(dirname "$0")/.."
go test ./internal/floorplan -count 1 -v -run 'Receivers|Embed|FromTheTop|ExportFew' | sed -n 's/^ *[a-z]*_test.go:[0-9]*: \([0-9]* \(of\|types\|structs\|packages\).*\)/\1/p'
for list in internal/floorplan/testdata/*.txt; do
	echo "$(grep -vc '^#' "$list") exceptions in $(basename "$list")"
done
