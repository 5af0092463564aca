#!/usr/bin/env bash
# packages.sh FOLDER: fetches PDFs that Debian's packages of documentation ship, a few of each, none over 3 MB.
# It needs apt-get with lists (apt-get update). PACKAGES names others.
set -euo pipefail
out=$(realpath "$1")
packages=${PACKAGES:-texlive-latex-recommended-doc texlive-humanities-doc texlive-science-doc texlive-lang-german texlive-lang-french
	texlive-lang-japanese texlive-lang-chinese texlive-lang-arabic texlive-lang-cyrillic texlive-publishers-doc texlive-metapost-doc
	debmake-doc docbook-xsl-doc-pdf libcpprest-doc ghostscript-doc gutenprint-doc erlang-doc camlidl-doc r-doc-pdf openmpi-doc pari-doc
	maxima-doc octave-doc gnuplot-doc imagemagick-6-doc lilypond-doc-pdf fontforge-doc scilab-doc gap-doc xfig-doc tipa-doc
	singular-doc 4ti2-doc apophenia-doc engauge-digitizer-doc euslisp-doc expeyes-doc-en expeyes-doc-fr fasta3-doc freefem-doc
	asymptote-doc ddd-doc dibbler-doc ecasound-doc abinit-doc coco-doc ctsim-doc blends-doc bliss-doc texlive-lang-spanish
	texlive-lang-italian texlive-lang-polish texlive-lang-greek texlive-lang-korean texlive-lang-portuguese
	texlive-lang-czechslovak texlive-lang-european texlive-fonts-recommended-doc}
most=${MOST:-14} # of a package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for p in $packages; do
	apt-get download -qq "$p" 2>/dev/null || { echo "$p: not to be had" >&2; continue; }
	mkdir files
	dpkg-deb --fsys-tarfile "$p"_*.deb | tar -xf - -C files --wildcards '*.pdf' '*.pdf.gz' 2>/dev/null || true
	find files -name '*.pdf.gz' -type f -exec gunzip -f {} +
	find files -name '*.pdf' -type f -size -3000k -size +3k | LC_ALL=C sort >list
	every=$((($(wc -l <list) + most - 1) / most))
	awk -v n="${every:-1}" 'n < 2 || NR % n == 1' list | while read -r f; do cp "$f" "$out/$p--$(basename "$f")"; done
	rm -rf files list "$p"_*.deb
done
ls "$out" | wc -l
