package converters

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Options says how sources are read and written. The zero value is the
// default of every option.
type Options struct {
	// Tables is "pipe" (default) or "html", which keeps spans and blocks in cells.
	Tables string `json:"tables,omitempty"`
	// Rows cuts longer tables to their head and tail; 0 keeps them whole.
	Rows int `json:"rows,omitempty"`
	// Hidden is what becomes of hidden content: "drop" (default), "mark" or "keep".
	Hidden string `json:"hidden,omitempty"`
	// Comments is "keep" (default) or "off".
	Comments string `json:"comments,omitempty"`
	// FrontMatter of Markdown sources is "drop" (default) or "keep", as a fenced block.
	FrontMatter string `json:"front-matter,omitempty"`
	// Metadata is "off" (default) or "keep": title, author and dates at the head.
	Metadata string `json:"metadata,omitempty"`
	// HTML is "page" (default), the whole of a page, or "article", its main content.
	HTML string `json:"html,omitempty"`
	// Formulas of spreadsheets are "off" (default) or "keep", beside their values.
	Formulas string `json:"formulas,omitempty"`
	// Pages are the pages that are read, such as "1-3,7" or "10-"; empty reads all.
	Pages string `json:"pages,omitempty"`
	// OCR is "off" (default), or "tesseract" to have the pages of a PDF that are
	// pictures read by that program.
	OCR string `json:"ocr,omitempty"`
	// OCRLanguages are the languages of such pages, such as "eng+deu", as the
	// program names them; empty is English.
	OCRLanguages string `json:"ocr-languages,omitempty"`
	// Attachments of a PDF are "named" (default), in a warning, or "convert".
	Attachments string `json:"attachments,omitempty"`
	// ConflictMarkers of a merge in a source are "warn" (default) or "allow", for
	// texts about git.
	ConflictMarkers string `json:"conflict-markers,omitempty"`
	// Compat is "" or "coqui": the layout of the Coqui generator.
	Compat string `json:"compat,omitempty"`
}

// choices lists what each option with a fixed set of values may be, the
// default first.
func (o *Options) choices() []struct {
	name   string
	value  *string
	values []string
} {
	return []struct {
		name   string
		value  *string
		values []string
	}{
		{"tables", &o.Tables, []string{"pipe", "html"}},
		{"hidden", &o.Hidden, []string{"drop", "mark", "keep"}},
		{"comments", &o.Comments, []string{"keep", "off"}},
		{"front-matter", &o.FrontMatter, []string{"drop", "keep"}},
		{"metadata", &o.Metadata, []string{"off", "keep"}},
		{"html", &o.HTML, []string{"page", "article"}},
		{"formulas", &o.Formulas, []string{"off", "keep"}},
		{"ocr", &o.OCR, []string{"off", "tesseract"}},
		{"attachments", &o.Attachments, []string{"named", "convert"}},
		{"conflict-markers", &o.ConflictMarkers, []string{"warn", "allow"}},
		{"compat", &o.Compat, []string{"", "coqui"}},
	}
}

// Validate reports the first option whose value is not one of its choices.
func (o Options) Validate() error {
	for _, c := range o.choices() {
		if *c.value != "" && !slices.Contains(c.values, *c.value) {
			return fmt.Errorf("%s: %q must be %s", c.name, *c.value, oneOf(c.values))
		}
	}
	if o.Rows < 0 {
		return fmt.Errorf("rows: %d is below zero: give a positive number, or leave it out to keep every row", o.Rows)
	}
	if err := validLanguages(o.OCRLanguages); err != nil {
		return err
	}
	_, err := parsePages(o.Pages)
	return err
}

// oneOf lists the values that a choice may have: "a, b or c".
func oneOf(values []string) string {
	if values[0] == "" {
		values = values[1:]
	}
	last := len(values) - 1
	if last == 0 {
		return values[0]
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// OptionNames returns the names of the options.
func OptionNames() []string {
	var names []string
	for f := range reflect.TypeFor[Options]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// OptionValues returns the values that an option may have, the default first; nil
// where they are not a few words.
func OptionValues(name string) []string {
	var o Options
	for _, c := range o.choices() {
		if c.name == name {
			return slices.DeleteFunc(c.values, func(v string) bool { return v == "" })
		}
	}
	return nil
}

// Check reports what is wrong with the value of an option: a string or a
// whole number.
func (Options) Check(name string, value any) error {
	text, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		return err
	}
	var o Options
	if err := json.Unmarshal(text, &o); err != nil {
		return fmt.Errorf("%v is not a value of it", value)
	}
	if err := o.Validate(); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), name+": "))
	}
	return nil
}

// Normal returns the options in one form for one meaning, for digests and
// keys: a default that is written out is left out.
func (o Options) Normal() Options {
	for _, c := range o.choices() {
		if *c.value == c.values[0] {
			*c.value = ""
		}
	}
	if o.OCR == "" || o.OCRLanguages == "eng" {
		o.OCRLanguages = ""
	}
	return o
}

// Over returns the options with those of other that are set in their place.
func (o Options) Over(other Options) Options {
	if other == (Options{}) {
		return o
	}
	theirs := other.choices()
	for i, c := range o.choices() {
		if *theirs[i].value != "" {
			*c.value = *theirs[i].value
		}
	}
	if other.Rows != 0 {
		o.Rows = other.Rows
	}
	if other.Pages != "" {
		o.Pages = other.Pages
	}
	if other.OCRLanguages != "" {
		o.OCRLanguages = other.OCRLanguages
	}
	return o
}

// HiddenPolicy is what becomes of hidden content; see [Options.Hidden].
type HiddenPolicy uint8

// The policies.
const (
	DropHidden HiddenPolicy = iota
	MarkHidden
	KeepHidden
)

// showing begins a value of Hidden that no user gives.
const showing = "show:"

// Showing returns the options by which only what one code of a warning tells of is
// marked, and told with its words by [Env.Show]: for who asks what is hidden there.
func (o Options) Showing(code string) Options {
	o.Hidden = showing + code
	return o
}

// Shown returns the code that Showing was given, or "".
func (o Options) Shown() string {
	code, ok := strings.CutPrefix(o.Hidden, showing)
	if !ok {
		return ""
	}
	return code
}

// WhenHidden returns the policy that Hidden names for what a code tells of.
func (o Options) WhenHidden(code string) HiddenPolicy {
	switch o.Hidden {
	case showing + code:
		return MarkHidden
	case "mark":
		return MarkHidden
	case "keep":
		return KeepHidden
	default:
		return DropHidden
	}
}

// PageRanges returns the pages that the options choose.
func (o Options) PageRanges() Pages {
	p, err := parsePages(o.Pages)
	if err != nil {
		return nil // Validate says so
	}
	return p
}
