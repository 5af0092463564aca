package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// standard takes comments and trailing commas out, and refuses a key that
// occurs twice: two readers would see two things.
func standard(content []byte) ([]byte, error) {
	content = bytes.TrimRight(bytes.TrimPrefix(content, []byte("\ufeff")), " \t\r\n")
	if bytes.Count(content, []byte("["))+bytes.Count(content, []byte("{")) > 10_000 {
		return nil, errors.New("it holds too many brackets")
	}
	plain, err := hujson.Standardize(append(slices.Clone(content), '\n'))
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return plain, unique(json.NewDecoder(bytes.NewReader(plain)))
}

// unique reads a value and refuses an object that has a key twice.
func unique(d *json.Decoder) error {
	var open []map[string]bool // of each object and array; nil for an array
	for key := false; ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
		case string:
			if key {
				if open[len(open)-1][t] {
					return fmt.Errorf("%q occurs twice in an object", t)
				}
				open[len(open)-1][t] = true
				key = false
				continue
			}
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}

// unknownField is how the decoder begins to say that it does not know a field.
const unknownField = "unknown field "

// strict decodes JSON whose fields are all known. placed says that its lines are
// those of the file.
func strict(plain []byte, into any, placed bool) error {
	d := json.NewDecoder(bytes.NewReader(plain))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return fmt.Errorf("%s: a %s is where a %s should", wrong.Field, wrong.Value, kindName(wrong.Type.Kind().String()))
		}
		message := strings.TrimPrefix(err.Error(), "json: ")
		name, unknown := strings.CutPrefix(message, unknownField)
		if at := bytes.Index(plain, []byte(name)); unknown && placed && at >= 0 {
			line := plain[:at]
			message = fmt.Sprintf("%d:%d: %s", 1+bytes.Count(line, []byte("\n")), at-bytes.LastIndexByte(line, '\n'), message)
		}
		if unknown && slices.Contains([]string{`"api_key"`, `"apikey"`, `"apiKey"`, `"key"`, `"token"`, `"secret"`}, name) {
			message += `: keys live in the environment: name the variable in "key_env"`
		}
		return errors.New(message)
	}
	return nil
}

func kindName(kind string) string {
	switch kind {
	case "struct", "map":
		return "object"
	case "slice":
		return "list"
	case "int", "int64":
		return "whole number"
	}
	return kind
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
