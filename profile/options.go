package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/converters"
)

// Options is what backstory/.backstory.json says. The zero value, which a
// profile without the file has, is the default of everything.
type Options struct {
	Label   string             `json:"label,omitempty"` // wins over preferences.json
	Options converters.Options `json:"options,omitzero"`
	Limits  converters.Limits  `json:"limits,omitzero"`
	Ignore  []string           `json:"ignore,omitempty"`  // patterns in gitignore's grammar
	Sources []SourceOptions    `json:"sources,omitempty"` // for some sources; a later match wins
}

// SourceOptions is what holds for the sources that a glob matches, such as
// "data/**/*.csv". Fields that are set win over those of the profile.
type SourceOptions struct {
	Match   string             `json:"match"`
	Include *bool              `json:"include,omitempty"` // false leaves them out
	Options converters.Options `json:"options,omitzero"`
	Limits  converters.Limits  `json:"limits,omitzero"`
}

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
	if err := fewBrackets(content); err != nil {
		return Options{}, fmt.Errorf("1:1: invalid JSON: %w", err)
	}
	tree, err := hujson.Parse(content)
	if err != nil {
		return Options{}, syntaxError(content, err)
	}
	var o Options
	if err := knownFields(content, &tree, ""); err != nil {
		return o, err
	}
	tree.Standardize() // keeps every offset
	if err := json.Unmarshal(tree.Pack(), &o); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return o, fmt.Errorf("%s: %s: a %s stands where %s is expected", place(content, int(kind.Offset)), kind.Field, kind.Value, kind.Type)
		}
		return o, fmt.Errorf("1:1: %w", err)
	}
	return o, o.validate(content, &tree)
}

// fields lists what each object of the file may hold, by its path.
func fields(path string) []string {
	options := []string{"tables", "rows", "hidden", "comments", "front-matter", "metadata", "html", "formulas", "pages", "ocr", "ocr-languages", "attachments", "compat"}
	switch path {
	case "":
		return []string{"label", "options", "limits", "ignore", "sources"}
	case "options", "sources.options":
		return options
	case "limits", "sources.limits":
		names := make([]string, 0, 16)
		for _, l := range converters.LimitTable() {
			names = append(names, l.Name)
		}
		return names
	case "sources":
		return []string{"match", "include", "options", "limits"}
	default:
		return nil
	}
}

// knownFields reports the first field that the file may not hold.
func knownFields(content []byte, v *hujson.Value, path string) error {
	switch node := v.Value.(type) {
	case *hujson.Array:
		for i := range node.Elements {
			if err := knownFields(content, &node.Elements[i], path); err != nil {
				return err
			}
		}
	case *hujson.Object:
		allowed := fields(path)
		seen := map[string]bool{}
		for i := range node.Members {
			m := &node.Members[i]
			name := m.Name.Value.(hujson.Literal).String()
			if !slices.Contains(allowed, name) {
				return fmt.Errorf("%s: unknown field %q: it may be one of %q", place(content, m.Name.StartOffset), name, allowed)
			}
			if seen[name] {
				return fmt.Errorf("%s: field %q stands twice: keep one", place(content, m.Name.StartOffset), name)
			}
			seen[name] = true
			inner := name
			if path != "" {
				inner = path + "." + name
			}
			if err := knownFields(content, &m.Value, inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// validate reports the first value that has the right type but is out of its
// range.
func (o Options) validate(content []byte, tree *hujson.Value) error {
	at := func(pointer string, err error) error {
		offset := 0
		if v := tree.Find(pointer); v != nil {
			offset = v.StartOffset
		}
		return fmt.Errorf("%s: %w", place(content, offset), err)
	}
	if o.Label != "" && CleanLabel(o.Label) == "" {
		return at("/label", errors.New("label: must not be empty"))
	}
	if err := o.Options.Validate(); err != nil {
		return at("/options", err)
	}
	if err := o.Limits.Validate(); err != nil {
		return at("/limits", err)
	}
	if _, err := NewIgnore(o.Ignore); err != nil {
		return at("/ignore", err)
	}
	for i, s := range o.Sources {
		pointer := fmt.Sprintf("/sources/%d", i)
		if s.Match == "" || !doublestar.ValidatePattern(s.Match) {
			return at(pointer, fmt.Errorf("match: %q is not a glob", s.Match))
		}
		if err := s.Options.Validate(); err != nil {
			return at(pointer+"/options", err)
		}
		if err := s.Limits.Validate(); err != nil {
			return at(pointer+"/limits", err)
		}
	}
	return nil
}

// For returns the options and limits of one source, by its path in the
// backstory folder, and whether it is included.
func (o *Options) For(path string) (options converters.Options, limits converters.Limits, include bool) {
	options, limits, include = o.Options, o.Limits, true
	for _, s := range o.Sources {
		if ok, err := doublestar.Match(s.Match, path); err != nil || !ok {
			continue
		}
		options, limits = options.Over(s.Options), limits.Over(s.Limits)
		if s.Include != nil {
			include = *s.Include
		}
	}
	return options, limits, include
}

// Canonical returns the options in one form for one meaning, for digests.
func (o Options) Canonical() []byte {
	o.Options, o.Limits = o.Options.Normal(), o.Limits.Normal()
	o.Sources = slices.Clone(o.Sources)
	for i := range o.Sources {
		s := &o.Sources[i]
		s.Options, s.Limits = s.Options.Normal(), s.Limits.Normal()
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic("profile: encoding options: " + err.Error())
	}
	return text
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
