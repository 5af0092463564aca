package profile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile/ignore"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// Options reads backstory/.backstory.json: JSON with comments and trailing
// commas. It is strict: a field that is unknown, of a wrong type or out of its
// range is an error with its line and column.
func (p *Profile) Options() (Options, error) {
	content, err := p.ReadFile(OptionsFile, maxConfig)
	if err != nil || content == nil {
		return Options{}, err
	}
	options, err := ParseOptions(content)
	if err != nil {
		return Options{}, fmt.Errorf("%s:%w", OptionsFile, err)
	}
	return options, nil
}

// ParseOptions reads the text of an options file. Errors begin with
// "line:column: ".
func ParseOptions(content []byte) (Options, error) {
	content = bytes.Clone(lenient.UTF8(content)) // its comments are blanked below
	if err := lenient.FewBrackets(content); err != nil {
		return Options{}, fmt.Errorf("1:1: invalid JSON: %w", err)
	}
	tree, err := hujson.Parse(content)
	if err != nil {
		return Options{}, syntaxError(content, err)
	}
	var o Options
	r := optionsReader{content: content, places: map[string][]string{}}
	if err := r.object(&tree, optionsFields(), "the file"); err != nil {
		return o, err
	}
	tree.Standardize() // keeps every offset
	if err := json.Unmarshal(tree.Pack(), &o); err != nil {
		return o, fmt.Errorf("1:1: %w", err)
	}
	for i := range o.Sources {
		o.Sources[i].place = r.places["sources"][i]
	}
	for i := range o.Allow {
		o.Allow[i].place = r.places["allow"][i]
	}
	o.raised = r.raised
	if o.Options.ConflictMarkers == "" {
		o.Options.ConflictMarkers = o.ConflictMarkers
	}
	o.Options.Compat = cmp.Or(o.Options.Compat, o.Compat)
	o.ConflictMarkers, o.Compat = "", ""
	return o, nil
}

// shape is what the value of a field is.
type shape string

const (
	shapeText    shape = "a string"
	shapeNumber  shape = "a whole number"
	shapeTruth   shape = "true or false"
	shapeTexts   shape = "a list of strings"
	shapeObject  shape = "an object"
	shapeObjects shape = "a list of objects"
)

// optionsField is a field of the options file.
type optionsField struct {
	name   string
	shape  shape
	fields []optionsField   // of an object, or of each object of a list
	check  func(any) error  // of a string, of each string of a list, or of a number; may be nil
	needs  []string         // fields that each object of a list must have
	limit  converters.Limit // that a number sets; see [optionsField.sets]
	sets   bool
	wrong  string // why the field is not allowed here, although it is known
}

// optionsFields lists what the file may hold.
func optionsFields() []optionsField {
	return []optionsField{
		{name: "$schema", shape: shapeText},
		{name: "label", shape: shapeText, check: checkText(func(s string) error {
			if CleanLabel(s) == "" {
				return errors.New("must not be empty")
			}
			return nil
		})},
		{name: "compiler", shape: shapeText, check: checkText(checkCompiler)},
		{name: "on-failure", shape: shapeText, check: checkText(checkOnFailure)},
		{name: "conflict-markers", shape: shapeText, check: func(v any) error { return converters.Options{}.Check("conflict-markers", v) }},
		{name: "compat", shape: shapeText, check: func(v any) error { return converters.Options{}.Check("compat", v) }},
		{name: "options", shape: shapeObject, fields: conversionFields()},
		{name: "limits", shape: shapeObject, fields: limitFields(false)},
		{name: "ignore", shape: shapeTexts, check: checkText(func(s string) error {
			_, err := ignore.New([]string{s})
			return err
		})},
		{name: "allow", shape: shapeObjects, needs: []string{"code", "file", "reason", "until"}, fields: []optionsField{
			{name: "code", shape: shapeText, check: checkText(notBlank)},
			{name: "file", shape: shapeText, check: checkText(checkMatch)},
			{name: "words", shape: shapeText},
			{name: "reason", shape: shapeText, check: checkText(notBlank)},
			{name: "until", shape: shapeText, check: checkText(checkDay)},
		}},
		{name: "sources", shape: shapeObjects, needs: []string{"match"}, fields: []optionsField{
			{name: "match", shape: shapeText, check: checkText(checkMatch)},
			{name: "include", shape: shapeTruth},
			{name: "on-failure", shape: shapeText, check: checkText(checkOnFailure)},
			{name: "options", shape: shapeObject, fields: conversionFields()},
			{name: "limits", shape: shapeObject, fields: limitFields(true)},
		}},
	}
}

// notBlank reports a text that says nothing.
func notBlank(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("must not be empty")
	}
	return nil
}

// checkDay reports what is no day.
func checkDay(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return fmt.Errorf("%q is no day such as 2027-01-31", s)
	}
	return nil
}

// checkOnFailure reports what is no way to deal with a source that fails.
func checkOnFailure(s string) error {
	if s != onFailureDrop && s != onFailureKeep {
		return fmt.Errorf("%q must be %s or %s", s, onFailureDrop, onFailureKeep)
	}
	return nil
}

// checkCompiler reports what is not a version to build with.
func checkCompiler(version string) error {
	parts := strings.Split(version, ".")
	for _, part := range parts {
		if _, err := strconv.ParseUint(part, 10, 32); err != nil || len(parts) > 3 {
			return fmt.Errorf("%q is not a version such as \"1\", \"1.2\" or \"1.2.3\"", version)
		}
	}
	return nil
}

// conversionFields are the options of a conversion.
func conversionFields() []optionsField {
	var fields []optionsField
	for _, name := range converters.OptionNames() {
		f := optionsField{name: name, shape: shapeText, check: func(v any) error { return converters.Options{}.Check(name, v) }}
		if name == "rows" {
			f.shape = shapeNumber
		}
		fields = append(fields, f)
	}
	return fields
}

// limitFields are the limits; of one source it says of those of a profile that
// they are none.
func limitFields(ofSource bool) []optionsField {
	var fields []optionsField
	for _, l := range converters.LimitTable() {
		f := optionsField{name: l.Name, shape: shapeNumber, limit: l.Limit, sets: true, check: func(v any) error {
			if v.(int64) < 1 {
				return fmt.Errorf("%d is below one: give a positive number, or leave it out for %d", v, l.Default)
			}
			return nil
		}}
		if ofSource && l.Limit.OfProfile() {
			f.wrong = "it is a limit of the whole profile: set it in \"limits\" at the top"
		}
		fields = append(fields, f)
	}
	return fields
}

func checkText(check func(string) error) func(any) error {
	return func(v any) error { return check(v.(string)) }
}

// checkMatch reports a glob that can match no source.
func checkMatch(glob string) error {
	switch {
	case glob == "" || !doublestar.ValidatePattern(glob):
		return fmt.Errorf("%q is not a glob", glob)
	case strings.HasPrefix(glob, "/"):
		return fmt.Errorf("%q begins with a slash: paths are relative to %s/", glob, SourcesFolder)
	case strings.HasSuffix(glob, "/"):
		return fmt.Errorf("%q ends with a slash: for what is in a folder, write %q", glob, glob+"**")
	}
	for part := range strings.SplitSeq(glob, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("%q matches nothing: no path of a source has the part %q", glob, part)
		}
	}
	return nil
}

// optionsReader checks the values of an options file by their fields.
type optionsReader struct {
	content []byte
	places  map[string][]string // of the objects in the lists of these fields
	raised  []raisedLimit
}

func (r *optionsReader) errorAt(v *hujson.Value, format string, args ...any) error {
	return fmt.Errorf("%s: "+format, append([]any{place(r.content, v.StartOffset)}, args...)...)
}

// object checks the members of an object.
func (r *optionsReader) object(v *hujson.Value, fields []optionsField, name string) error {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return r.errorAt(v, "%s: %s is where %s is expected", name, shapeOf(v), shapeObject)
	}
	seen := map[string]bool{}
	for i := range object.Members {
		m := &object.Members[i]
		key := m.Name.Value.(hujson.Literal).String()
		at := slices.IndexFunc(fields, func(f optionsField) bool { return f.name == key })
		switch {
		case at < 0:
			return r.errorAt(&m.Name, "unknown field %q: it may be one of %s", key, names(fields))
		case seen[key]:
			return r.errorAt(&m.Name, "field %q occurs twice: keep one", key)
		case fields[at].wrong != "":
			return r.errorAt(&m.Name, "field %q is not allowed here: %s", key, fields[at].wrong)
		}
		seen[key] = true
		if err := r.value(&m.Value, &fields[at]); err != nil {
			return err
		}
	}
	return nil
}

func names(fields []optionsField) string {
	var list []string
	for _, f := range fields {
		if f.wrong == "" {
			list = append(list, f.name)
		}
	}
	return strings.Join(list, ", ")
}

// value checks the value of a field.
func (r *optionsReader) value(v *hujson.Value, f *optionsField) error {
	literal, _ := v.Value.(hujson.Literal)
	array, isArray := v.Value.(*hujson.Array)
	switch {
	case f.shape == shapeObject:
		return r.object(v, f.fields, f.name)
	case f.shape == shapeText && literal.Kind() == '"':
		return r.check(v, f, literal.String())
	case f.shape == shapeTruth && (literal.Kind() == 't' || literal.Kind() == 'f'):
		return nil
	case f.shape == shapeNumber && literal.Kind() == '0':
		return r.number(v, f, string(literal))
	case f.shape == shapeTexts && isArray:
		one := *f
		one.shape = shapeText
		return each(array, func(v *hujson.Value) error { return r.value(v, &one) })
	case f.shape == shapeObjects && isArray:
		return each(array, func(v *hujson.Value) error { return r.rule(v, f) })
	}
	return r.errorAt(v, "%s: %s is where %s is expected", f.name, shapeOf(v), f.shape)
}

// number checks a number.
func (r *optionsReader) number(v *hujson.Value, f *optionsField, literal string) error {
	n, err := strconv.ParseInt(literal, 10, 64)
	if err != nil {
		return r.errorAt(v, "%s: %.40s is not %s, or too large", f.name, literal, shapeNumber)
	}
	if f.sets && n > f.limit.Trusted() {
		r.raised = append(r.raised, raisedLimit{f.limit, n, place(r.content, v.StartOffset)})
	}
	return r.check(v, f, n)
}

// each checks the elements of a list up to the first that is wrong.
func each(list *hujson.Array, check func(*hujson.Value) error) error {
	for i := range list.Elements {
		if err := check(&list.Elements[i]); err != nil {
			return err
		}
	}
	return nil
}

// rule checks one object of a list.
func (r *optionsReader) rule(v *hujson.Value, f *optionsField) error {
	if err := r.object(v, f.fields, f.name); err != nil {
		return err
	}
	for _, needed := range f.needs {
		if v.Find("/"+needed) == nil {
			return r.errorAt(v, "%s: field %q is missing", f.name, needed)
		}
	}
	r.places[f.name] = append(r.places[f.name], place(r.content, v.StartOffset))
	return nil
}

func (r *optionsReader) check(v *hujson.Value, f *optionsField, value any) error {
	if f.check == nil {
		return nil
	}
	if err := f.check(value); err != nil {
		return r.errorAt(v, "%s: %w", f.name, err)
	}
	return nil
}

// shapeOf names a value that is not what it should be.
func shapeOf(v *hujson.Value) string {
	switch v.Value.Kind() {
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	case '"':
		return string(shapeText)
	case '0':
		return "a number"
	case '[':
		return "a list"
	default:
		return string(shapeObject)
	}
}

func syntaxError(content []byte, err error) error {
	text := err.Error()
	var line, column int
	if n, scanErr := fmt.Sscanf(text, "hujson: line %d, column %d:", &line, &column); scanErr == nil && n == 2 {
		_, rest, _ := bytes.Cut([]byte(text), []byte(fmt.Sprintf("column %d: ", column)))
		return fmt.Errorf("%d:%d: invalid JSON: %s", line, column, rest)
	}
	return fmt.Errorf("%s: invalid JSON: %w", place(content, len(content)), err)
}

// place returns "line:column" of an offset, both from 1, columns in bytes.
func place(content []byte, offset int) string {
	before := content[:min(max(offset, 0), len(content))]
	line := bytes.Count(before, []byte("\n")) + 1
	return fmt.Sprintf("%d:%d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}
