// Package lenient reads files that people and other programs write: the members of
// JSON objects one by one, so that what is wrong costs itself alone, JSON5, and
// texts with comments.
//
//   - decode.go: values into structs, by their tags
//   - comment.go: comments
//   - json5.go: JSON5
//   - jsonread.go: the members of objects
//   - encoding.go: encodings
//   - toml.go: TOML
package lenient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// Member is one field of a JSON object, in the order of the file.
type Member struct {
	Key string
	Raw json.RawMessage
}

// Members returns the fields of an object; ok is false for any other value.
// Of a key that occurs twice the later value holds, at the place of the first.
func Members(raw json.RawMessage) (list []Member, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	at := map[string]int{}
	for d.More() {
		t, err := d.Token()
		key, isKey := t.(string)
		if err != nil || !isKey {
			return list, true
		}
		m := Member{Key: key}
		if err := d.Decode(&m.Raw); err != nil {
			return list, true
		}
		if i, twice := at[key]; twice {
			list[i].Raw = m.Raw
			continue
		}
		at[key] = len(list)
		list = append(list, m)
	}
	return list, true
}

// Text returns a JSON string; ok is false for any other value.
func Text(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// Boolean returns true or false; ok is false for any other value.
func Boolean(raw json.RawMessage) (value, ok bool) {
	switch string(raw) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// Array returns the values of a JSON array; ok is false for any other value.
func Array(raw json.RawMessage) (list []json.RawMessage, ok bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return nil, false
	}
	return list, json.Unmarshal(raw, &list) == nil
}

// maxNesting is how deep a configuration file of Coqui's may nest.
const maxNesting = 16

// maxBrackets is how many objects and arrays a configuration file may open. The
// parser goes down into each, and a stack that is too deep ends the process.
const maxBrackets = 10_000

// FewBrackets reports a text that opens more brackets than a file needs, those
// in strings and comments included.
func FewBrackets(content []byte) error {
	if bytes.Count(content, []byte("["))+bytes.Count(content, []byte("{")) > maxBrackets {
		return fmt.Errorf("it holds more than %d brackets", maxBrackets)
	}
	return nil
}

// Valid reports what makes a text no JSON, or JSON that nests too deep.
func Valid(content []byte) error {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(content); i++ {
		switch c := content[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	if deepest > maxNesting {
		return errors.New("it nests deeper than 16 levels")
	}
	var whole json.RawMessage
	err := json.Unmarshal(content, &whole)
	if wrong := new(json.SyntaxError); errors.As(err, &wrong) {
		before := content[:max(0, min(int(wrong.Offset)-1, len(content)))]
		return fmt.Errorf("%d:%d: %w", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'), err)
	}
	return err
}

// Standard returns JSON with comments and commas at the ends of lists as JSON. It fails
// where that is not valid, or has too many brackets in one another ([FewBrackets]).
func Standard(content []byte) (json.RawMessage, error) {
	content = bytes.TrimSpace(UTF8(content))
	if err := FewBrackets(content); err != nil {
		return nil, err
	}
	plain, err := hujson.Standardize(append(slices.Clone(content), '\n')) // a comment ends at a line's end
	if err == nil {
		err = Valid(plain)
	}
	return bytes.TrimSpace(plain), err
}
