package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// member is one field of a JSON object, in the order of the file.
type member struct {
	key string
	raw json.RawMessage
}

// members returns the fields of an object; ok is false for any other value.
// Of a key that stands twice the later value holds, at the place of the first.
func members(raw json.RawMessage) (list []member, ok bool) {
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
		m := member{key: key}
		if err := d.Decode(&m.raw); err != nil {
			return list, true
		}
		if i, twice := at[key]; twice {
			list[i].raw = m.raw
			continue
		}
		at[key] = len(list)
		list = append(list, m)
	}
	return list, true
}

// text returns a JSON string; ok is false for any other value.
func text(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// boolean returns true or false; ok is false for any other value.
func boolean(raw json.RawMessage) (value, ok bool) {
	switch string(raw) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// array returns the values of a JSON array; ok is false for any other value.
func array(raw json.RawMessage) (list []json.RawMessage, ok bool) {
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

// fewBrackets reports a text that opens more brackets than a file needs, those
// in strings and comments included.
func fewBrackets(content []byte) error {
	if bytes.Count(content, []byte("["))+bytes.Count(content, []byte("{")) > maxBrackets {
		return fmt.Errorf("it holds more than %d brackets", maxBrackets)
	}
	return nil
}

// validJSON reports what makes a text no JSON, or JSON that nests too deep.
func validJSON(content []byte) error {
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
