package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// choices are the values that fields may have, by their names, where that is
// known only when the tool is made. A field without any is left out; one with
// some must be there. The function of the tool holds to it.
type choices map[string][]string

// schema returns the JSON Schema of a struct as an object. Fields are strings,
// whole numbers, numbers, booleans, objects of these, and lists, named by their
// json tag.
// The tag doc says what a field is for, enum which values it may have (with
// commas between them), and omitempty in the json tag that it may be left out. A
// field with the doc "-" is taken and not spoken of.
// The same type gives the same bytes.
func schema(t reflect.Type, of choices) (json.RawMessage, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v is not a struct", t)
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var required, properties []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, optional, ok := fieldName(f)
		if !ok {
			return nil, fmt.Errorf("the field %s has no name in JSON", f.Name)
		}
		if f.Tag.Get("doc") == "-" {
			continue
		}
		enum, chosen := of[name]
		if chosen && len(enum) == 0 {
			continue
		}
		if tag := f.Tag.Get("enum"); !chosen && tag != "" {
			enum = strings.Split(tag, ",")
		}
		if !optional || chosen {
			required = append(required, name)
		}
		text, err := property(f, enum)
		if err != nil {
			return nil, err
		}
		properties = append(properties, quoted(name)+":"+text)
	}
	b.WriteString(strings.Join(properties, ",") + "}")
	if len(required) > 0 {
		fmt.Fprintf(&b, `,"required":%s`, quoted(required))
	}
	b.WriteString(`}`)
	return b.Bytes(), nil
}

func fieldName(f reflect.StructField) (name string, optional, ok bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, rest == "omitempty", name != "" && name != "-" && f.IsExported()
}

// property writes the schema of one field.
func property(f reflect.StructField, enum []string) (string, error) {
	kind, list := f.Type, false
	if kind.Kind() == reflect.Slice {
		kind, list = kind.Elem(), true
	}
	name, ok := map[reflect.Kind]string{
		reflect.String: "string", reflect.Int: "integer", reflect.Float64: "number", reflect.Bool: "boolean",
	}[kind.Kind()]
	of := fmt.Sprintf(`"type":%q`, name)
	switch {
	case kind.Kind() == reflect.Struct:
		inner, err := schema(kind, nil)
		if err != nil {
			return "", err
		}
		of = strings.TrimSuffix(strings.TrimPrefix(string(inner), "{"), "}")
	case !ok:
		return "", fmt.Errorf("the field %s is of the type %v", f.Name, f.Type)
	}
	if len(enum) > 0 {
		of += `,"enum":` + quoted(enum)
	}
	if list {
		of = `"type":"array","items":{` + of + `}`
	}
	if doc := f.Tag.Get("doc"); doc != "" {
		of += `,"description":` + quoted(doc)
	}
	return "{" + of + "}", nil
}

// quoted writes text or a list of it as JSON, with HTML as it is.
func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // text can always be written
	return strings.TrimSpace(b.String())
}

// check holds arguments to what their tags ask for beyond the types.
func check(v reflect.Value, have map[string]json.RawMessage) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, optional, _ := fieldName(f)
		_, given := have[name]
		if !given && !optional {
			return &ArgumentError{name + " is missing"}
		}
		enum := f.Tag.Get("enum")
		if !given || enum == "" {
			continue
		}
		values := strings.Split(enum, ",")
		for _, value := range texts(v.Field(i)) {
			if !slices.Contains(values, value) {
				return &ArgumentError{fmt.Sprintf("%s is %q and may be %s", name, value, strings.Join(values, ", "))}
			}
		}
	}
	return nil
}

func texts(v reflect.Value) []string {
	if v.Kind() == reflect.String {
		return []string{v.String()}
	}
	list, _ := v.Interface().([]string)
	return list
}
