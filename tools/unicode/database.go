package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

const lastRune = 0x10FFFF

// database holds, for every code point, the properties that a rule of the gate
// depends on, by their short names in the Unicode Character Database.
type database struct {
	category []string // Lu, Mn, Cn, …
	joining  []string // U, T, L, R, D, C
	bidi     []string // L, R, AL, …
	script   []string // Latin, Khmer, …
	breaking []string // line break: SA, AL, …
	syllabic []string // Indic syllabic category
	virama   []bool   // canonical combining class 9
	emoji    []bool
	pict     []bool // Extended_Pictographic
	math     []bool
	alpha    []bool
	standard []variant
}

// variant is a standardised variation sequence: a base and its selector.
type variant struct{ base, selector rune }

// property says where in the package a property is, and what a code point has
// that no line of the file names.
type property struct {
	file, field, otherwise string
}

func readDatabase(dir string) (*database, error) {
	d := new(database)
	for _, p := range []struct {
		to *[]string
		property
	}{
		{&d.category, property{"extracted/DerivedGeneralCategory", "category", "Cn"}},
		{&d.joining, property{"extracted/DerivedJoiningType", "type", "U"}},
		{&d.bidi, property{"extracted/DerivedBidiClass", "class", "L"}},
		{&d.script, property{"Scripts", "script", "Unknown"}},
		{&d.breaking, property{"LineBreak", "lineBreakProperty", "XX"}},
		{&d.syllabic, property{"IndicSyllabicCategory", "syllabicCategory", "Other"}},
	} {
		values, err := readValues(dir, p.property)
		if err != nil {
			return nil, err
		}
		*p.to = values
	}
	for _, p := range []struct {
		to                 *[]bool
		file, field, value string
	}{
		{&d.virama, "extracted/DerivedCombiningClass", "combiningClass", "9"},
		{&d.emoji, "emoji/emoji-data", "property", "Emoji"},
		{&d.pict, "emoji/emoji-data", "property", "Extended_Pictographic"},
		{&d.math, "DerivedCoreProperties", "property", "Math"},
		{&d.alpha, "DerivedCoreProperties", "property", "Alphabetic"},
	} {
		set, err := readSet(dir, property{file: p.file, field: p.field}, p.value)
		if err != nil {
			return nil, err
		}
		*p.to = set
	}
	var err error
	d.standard, err = readVariants(dir)
	return d, err
}

// entry is one line of a data file; which fields it has differs from file to
// file.
type entry map[string]any

// entries reads a data file of the package: one JSON object with one list,
// named as the file.
func entries(dir, file string) ([]entry, error) {
	path := filepath.Join(dir, filepath.FromSlash(file)+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lists map[string][]entry
	if err := json.Unmarshal(data, &lists); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	list := lists[filepath.Base(filepath.FromSlash(file))]
	if len(list) == 0 {
		return nil, fmt.Errorf("reading %s: no list named as the file", path)
	}
	return list, nil
}

// codes reads a field of hexadecimal code points.
func (e entry) codes(field string) ([]rune, error) {
	list, ok := e[field].([]any)
	if !ok || len(list) == 0 {
		return nil, fmt.Errorf("entry %v: no %s", e, field)
	}
	out := make([]rune, len(list))
	for i, v := range list {
		text, _ := v.(string)
		n, err := strconv.ParseUint(text, 16, 32)
		if err != nil || n > lastRune {
			return nil, fmt.Errorf("entry %v: %q is not a code point", e, text)
		}
		out[i] = rune(n)
	}
	return out, nil
}

// bounds returns the first and the last code point of an entry.
func (e entry) bounds() (first, last rune, err error) {
	r, err := e.codes("range")
	if err != nil {
		return 0, 0, err
	}
	return r[0], r[len(r)-1], nil
}

func readValues(dir string, p property) ([]string, error) {
	list, err := entries(dir, p.file)
	if err != nil {
		return nil, err
	}
	out := make([]string, lastRune+1)
	for i := range out {
		out[i] = p.otherwise
	}
	for _, e := range list {
		first, last, err := e.bounds()
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", p.file, err)
		}
		value, ok := e[p.field].(string)
		if !ok {
			return nil, fmt.Errorf("reading %s: entry %v has no %s", p.file, e, p.field)
		}
		for r := first; r <= last; r++ {
			out[r] = value
		}
	}
	return out, nil
}

func readSet(dir string, p property, value string) ([]bool, error) {
	list, err := entries(dir, p.file)
	if err != nil {
		return nil, err
	}
	out := make([]bool, lastRune+1)
	for _, e := range list {
		if e[p.field] != value {
			continue
		}
		first, last, err := e.bounds()
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", p.file, err)
		}
		for r := first; r <= last; r++ {
			out[r] = true
		}
	}
	return out, nil
}

func readVariants(dir string) ([]variant, error) {
	list, err := entries(dir, "StandardizedVariants")
	if err != nil {
		return nil, err
	}
	out := make([]variant, len(list))
	for i, e := range list {
		s, err := e.codes("variationSequence")
		if err != nil || len(s) != 2 {
			return nil, fmt.Errorf("reading StandardizedVariants: entry %v (%w)", e, err)
		}
		out[i] = variant{s[0], s[1]}
	}
	return out, nil
}
