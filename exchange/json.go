package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// The bounds of a JSON document.
const (
	MaxJSON   = 16 << 20 // bytes
	maxValues = 300_000  // a value in memory takes up to a hundred bytes
	maxNested = 200
)

// ParseJSON reads one JSON document into maps, slices, strings and
// json.Number, within bounds that are looked at first.
func ParseJSON(content []byte) (any, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	if len(content) > MaxJSON {
		return nil, fmt.Errorf("reading JSON: %w: it has %d bytes, and %d are read at most", ErrLimit, len(content), MaxJSON)
	}
	if !utf8.Valid(content) {
		return nil, fmt.Errorf("reading JSON: %w: it is not UTF-8", ErrCorrupt)
	}
	if err := CheckJSON(content); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	v, err := nextValue(d)
	if err != nil {
		return nil, fmt.Errorf("reading JSON: %w: %w", ErrCorrupt, jsonPlace(content, err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading JSON: %w: something follows the document", ErrCorrupt)
	}
	return v, nil
}

// nextValue reads a value by its parts: the decoder holds a second copy of what it
// reads as a whole.
func nextValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	switch token {
	case json.Delim('{'):
		m := map[string]any{}
		for err == nil && d.More() {
			var key json.Token
			if key, err = d.Token(); err == nil {
				m[key.(string)], err = nextValue(d)
			}
		}
		return m, endOf(d, err)
	case json.Delim('['):
		l := []any{}
		for err == nil && d.More() {
			var v any
			v, err = nextValue(d)
			l = append(l, v)
		}
		return l, endOf(d, err)
	}
	return token, err
}

// endOf reads the end of an object or a list.
func endOf(d *json.Decoder, err error) error {
	if err == nil {
		_, err = d.Token()
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
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
// ones. It counts what stands outside of strings and begins or parts values.
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
