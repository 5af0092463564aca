#!/bin/bash -eu
# Compiles every fuzz target of the tree for OSS-Fuzz, named by its package.
module=$(go list -m)
go get github.com/AdamKorcz/go-118-fuzz-build/testing
bash tools/fuzz.sh | while read -r dir target; do
	package=${dir#./}
	compile_native_go_fuzzer_v2 "$module/$package" "$target" "${package//\//_}_$target"
done
