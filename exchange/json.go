package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/text"
)

// The bounds of a JSON document.
const (
	MaxJSON   = 16 << 20 // bytes
	maxValues = 300_000  // a value in memory takes up to a hundred bytes
	maxNested = 200
)

// ParseJSON reads one JSON document into maps, slices, strings and
// json.Number, within bounds that are looked at first. It may be UTF-16, as which
// PowerShell and Notepad save.
func ParseJSON(content []byte) (any, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	if len(content) > MaxJSON {
		return nil, fmt.Errorf("reading JSON: %w: it has %d bytes, and %d are read at most", ErrLimit, len(content), MaxJSON)
	}
	// A document begins with two characters of ASCII, or is one value of one.
	start := content[:min(len(content), 4)]
	if wide := bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")); wide || bytes.IndexByte(start, 0) >= 0 {
		decoded, note, err := text.Decode(content)
		if err != nil || note != "" {
			return nil, fmt.Errorf("reading JSON: %w: it is neither UTF-8 nor UTF-16: save it as UTF-8", ErrCorrupt)
		}
		content = []byte(decoded)
	}
	if !utf8.Valid(content) {
		return nil, fmt.Errorf("reading JSON: %w: it is not UTF-8: save it as UTF-8", ErrCorrupt)
	}
	if err := CheckJSON(content); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(content, new(checked)); err != nil {
		return nil, fmt.Errorf("reading JSON: %w: %w", ErrCorrupt, jsonPlace(content, err))
	}
	p := parser{content}
	return p.value(), nil
}

// checked takes a document whose syntax alone is asked for.
type checked struct{}

func (checked) UnmarshalJSON([]byte) error { return nil }

// parser reads a document whose syntax is checked. It holds no copy of what it
// reads, as the decoder of the standard library does.
type parser struct{ rest []byte }

// next returns the byte with which the next value, or the end of the current
// object or list, begins.
func (p *parser) next() byte {
	p.rest = bytes.TrimLeft(p.rest, " \t\r\n,:")
	return p.rest[0]
}

func (p *parser) value() any {
	switch p.next() {
	case '{':
		m := map[string]any{}
		for p.rest = p.rest[1:]; p.next() != '}'; {
			key := p.text()
			m[key] = p.value()
		}
		p.rest = p.rest[1:]
		return m
	case '[':
		l := []any{}
		for p.rest = p.rest[1:]; p.next() != ']'; {
			l = append(l, p.value())
		}
		p.rest = p.rest[1:]
		return l
	case '"':
		return p.text()
	}
	end := bytes.IndexAny(p.rest, " \t\r\n,]}")
	if end < 0 {
		end = len(p.rest)
	}
	word := string(p.rest[:end])
	p.rest = p.rest[end:]
	switch word {
	case "true", "false":
		return word == "true"
	case "null":
		return nil
	}
	return json.Number(word)
}

func (p *parser) text() string {
	end, plain := 1, true
	for ; p.rest[end] != '"'; end++ {
		if p.rest[end] == '\\' {
			end, plain = end+1, false
		}
	}
	quoted := p.rest[:end+1]
	p.rest = p.rest[end+1:]
	if plain {
		return string(quoted[1:end])
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // it is checked
	return s
}

// jsonPlace adds the line to an error of syntax.
func jsonPlace(content []byte, err error) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		at := min(int(syntax.Offset), len(content))
		return fmt.Errorf("line %d: %w", 1+bytes.Count(content[:at], []byte("\n")), err)
	}
	return err
}

// CheckJSON returns an ErrLimit where a document has too many values, or too deep
// ones. It counts what is outside of strings and begins or parts values.
func CheckJSON(content []byte) error {
	values, depth, inside := 0, 0, false
	for i := 0; i < len(content); i++ {
		switch c := content[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '[':
			depth++
			values++
		case c == '{':
			depth++
			values += 3 // a map takes much more than its values
		case c == ']' || c == '}':
			depth--
		case c == ',':
			values++
		}
		if values > maxValues {
			return fmt.Errorf("reading JSON: %w: it has more than %d values", ErrLimit, maxValues)
		}
		if depth > maxNested {
			return fmt.Errorf("reading JSON: %w: it is nested deeper than %d", ErrLimit, maxNested)
		}
	}
	return nil
}

// EncodeJSON returns a value as JSON that people can read: keys sorted, two
// blanks a level, signs of HTML as they are.
func EncodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return b.Bytes(), nil
}

// Object returns the object that is the value of a key, or nil.
func Object(m map[string]any, key string) map[string]any {
	o, _ := m[key].(map[string]any)
	return o
}

// List returns the list that is the value of a key, or nil.
func List(m map[string]any, key string) []any {
	l, _ := m[key].([]any)
	return l
}

// String returns the text that is the value of a key, or "".
func String(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

const recordFile = KeptFolder + "/import.json"
