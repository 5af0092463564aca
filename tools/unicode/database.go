package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const lastRune = 0x10FFFF

// assigned is how many characters Unicode 17.0 assigns, without private use,
// controls and surrogates: the number in its announcement. It proves that the
// data is of that version, whatever a package calls itself.
const assigned = 159_801

// set is the code points that have a property.
type set []bool

// database is what the tables are made from. A property's name is its folder
// in the package, such as "Script/Khmer".
type database struct {
	sets     map[string]set
	scripts  map[string]set
	standard []variant
}

// variant is a standardised variation sequence: a base and its selector.
type variant struct{ base, selector rune }

func (d *database) has(property string, r rune) bool {
	s, ok := d.sets[property]
	if !ok {
		panic("property was not read: " + property)
	}
	return s[r]
}

func readDatabase(properties, variants string) (*database, error) {
	d := &database{sets: make(map[string]set), scripts: make(map[string]set)}
	for _, p := range needed {
		s, err := readSet(properties, p)
		if err != nil {
			return nil, err
		}
		d.sets[p] = s
	}
	folders, err := os.ReadDir(filepath.Join(properties, "Script"))
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		if d.scripts[f.Name()], err = readSet(properties, "Script/"+f.Name()); err != nil {
			return nil, err
		}
	}
	if err := d.checkVersion(); err != nil {
		return nil, err
	}
	d.standard, err = readVariants(variants)
	return d, err
}

// needed are the properties that are read, besides all scripts.
var needed = []string{
	"General_Category/Unassigned",
	"General_Category/Private_Use",
	"General_Category/Control",
	"General_Category/Surrogate",
	"General_Category/Nonspacing_Mark",
	"General_Category/Enclosing_Mark",
	"General_Category/Spacing_Mark",
	"General_Category/Letter",
	"General_Category/Letter_Number",
	"Bidi_Class/Right_To_Left",
	"Bidi_Class/Arabic_Letter",
	"Bidi_Class/Left_To_Right",
	"Joining_Type/Transparent",
	"Joining_Type/Left_Joining",
	"Joining_Type/Right_Joining",
	"Joining_Type/Dual_Joining",
	"Joining_Type/Join_Causing",
	"Line_Break/Complex_Context",
	"Binary_Property/Emoji",
	"Binary_Property/Extended_Pictographic",
	"Binary_Property/Grapheme_Link", // Canonical_Combining_Class = Virama, by its definition
	"Binary_Property/Math",
	"Binary_Property/Alphabetic",
	"Binary_Property/Noncharacter_Code_Point",
	"Indic_Syllabic_Category/Consonant",
	"Indic_Syllabic_Category/Consonant_Dead",
	"Indic_Syllabic_Category/Consonant_Placeholder",
	"Indic_Syllabic_Category/Consonant_Subjoined",
	"Indic_Syllabic_Category/Consonant_With_Stacker",
	"Indic_Syllabic_Category/Nukta",
	"Indic_Syllabic_Category/Vowel_Independent",
}

func (d *database) checkVersion() error {
	n := 0
	for r := rune(0); r <= lastRune; r++ {
		if !d.has("General_Category/Unassigned", r) && !d.has("General_Category/Private_Use", r) &&
			!d.has("General_Category/Control", r) && !d.has("General_Category/Surrogate", r) {
			n++
		}
	}
	if n != assigned {
		return fmt.Errorf("the data assigns %d characters, Unicode 17.0 has %d", n, assigned)
	}
	return nil
}

// readSet reads the file of a property: a call of decodeRanges on a string.
func readSet(dir, property string) (set, error) {
	path := filepath.Join(dir, filepath.FromSlash(property), "ranges.mjs")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, text, ok := strings.Cut(string(data), "decodeRanges('")
	text, _, ok2 := strings.Cut(text, "')")
	if !ok || !ok2 {
		return nil, fmt.Errorf("reading %s: no ranges", path)
	}
	s, err := decodeRanges(text)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return s, nil
}

// decodeRanges reads pairs of numbers: how far a range lies behind the one
// before, less one, and its length, less one.
func decodeRanges(text string) (set, error) {
	out := make(set, lastRune+1)
	end := -1
	for text != "" {
		var skip, length int
		var err error
		if skip, text, err = decodeNumber(text); err != nil {
			return nil, err
		}
		if length, text, err = decodeNumber(text); err != nil {
			return nil, err
		}
		begin := end + 1 + skip
		end = begin + length + 1
		if end > len(out) {
			return nil, fmt.Errorf("range %X–%X is beyond Unicode", begin, end-1)
		}
		for r := begin; r < end; r++ {
			out[r] = true
		}
	}
	return out, nil
}

// decodeNumber reads a number of 5, 10, 15 or 21 bits from 1 to 4 digits of
// base 64; the upper bits of the first digit say how many.
func decodeNumber(text string) (n int, rest string, err error) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	more, bits := 0, 5
	for i := 0; i <= more; i++ {
		if i == len(text) {
			return 0, "", fmt.Errorf("number is cut off")
		}
		d := strings.IndexByte(digits, text[i])
		if d < 0 {
			return 0, "", fmt.Errorf("%q is no digit", text[i])
		}
		if i == 0 {
			switch {
			case d >= 56:
				more, bits = 3, 3
			case d >= 48:
				more, bits = 2, 3
			case d >= 32:
				more, bits = 1, 4
			}
			n = d & (1<<bits - 1)
			continue
		}
		n = n<<6 | d
	}
	return n, text[more+1:], nil
}

// readVariants reads the list of standardised variation sequences.
func readVariants(dir string) ([]variant, error) {
	data, err := os.ReadFile(filepath.Join(dir, "StandardizedVariants.json"))
	if err != nil {
		return nil, err
	}
	var file struct {
		StandardizedVariants []struct {
			VariationSequence []string `json:"variationSequence"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("reading variation sequences: %w", err)
	}
	var out []variant
	for _, e := range file.StandardizedVariants {
		var runes []rune
		for _, text := range e.VariationSequence {
			n, err := strconv.ParseUint(text, 16, 21)
			if err != nil {
				return nil, fmt.Errorf("reading variation sequences: %w", err)
			}
			runes = append(runes, rune(n))
		}
		if len(runes) != 2 {
			return nil, fmt.Errorf("reading variation sequences: %v is not two characters", e.VariationSequence)
		}
		out = append(out, variant{runes[0], runes[1]})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("reading variation sequences: none found")
	}
	return out, nil
}
