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

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// standard takes comments and trailing commas out, and refuses a key that
// occurs twice: two readers would see two things.
func standard(content []byte) ([]byte, error) {
	content = bytes.TrimRight(lenient.UTF8(content), " \t\r\n")
	if bytes.Count(content, []byte("["))+bytes.Count(content, []byte("{")) > 10_000 {
		return nil, errors.New("1:1: it holds too many brackets")
	}
	plain, err := hujson.Standardize(append(slices.Clone(content), '\n'))
	if err != nil {
		return nil, errors.New(hujsonPlace().ReplaceAllString(strings.TrimPrefix(err.Error(), "hujson: "), "$1:$2:"))
	}
	if at, err := unique(json.NewDecoder(bytes.NewReader(plain))); err != nil {
		return nil, fmt.Errorf("%s: %w", lineColumn(plain, at), err)
	}
	return plain, nil
}

var hujsonPlace = pattern.Lazy(`^line (\d+), column (\d+):`)

// lineColumn is where a byte of a text is, as editors have it.
func lineColumn(text []byte, at int) string {
	before := text[:min(at, len(text))]
	return fmt.Sprintf("%d:%d", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'))
}

// placed gives an error the place of the field that its first words name, such as
// "providers.lab.type", or of the nearest one around it.
func placed(plain []byte, err error) error {
	if err == nil {
		return nil
	}
	named, _, _ := strings.Cut(err.Error(), ": ")
	at, pointer := 0, ""
	if tree, wrong := hujson.Parse(plain); wrong == nil {
		for _, name := range strings.Split(named, ".") {
			pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			if v := tree.Find(pointer); v != nil {
				at = v.StartOffset
			}
		}
	}
	return fmt.Errorf("%s: %w", lineColumn(plain, at), err)
}

// unique reads a value and refuses an object that has a key twice, with the end of
// the second one.
func unique(d *json.Decoder) (at int, err error) {
	var open []map[string]bool // of each object and array; nil for an array
	for key := false; ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		if err != nil {
			return int(d.InputOffset()), err
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
					return int(d.InputOffset()) - len(t) - 2, fmt.Errorf("%q occurs twice in an object", t)
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

// strict decodes JSON whose fields are all known. located says that its lines are
// those of the file.
func strict(plain []byte, into any, located bool) error {
	d := json.NewDecoder(bytes.NewReader(plain))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			err = fmt.Errorf("%s: a %s is where a %s should be", wrong.Field, wrong.Value, kindName(wrong.Type.Kind().String()))
			if located {
				err = placed(plain, err)
			}
			return err
		}
		message := strings.TrimPrefix(err.Error(), "json: ")
		name, unknown := strings.CutPrefix(message, unknownField)
		if at := bytes.Index(plain, []byte(name)); unknown && located && at >= 0 {
			message = lineColumn(plain, at) + ": " + message
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
