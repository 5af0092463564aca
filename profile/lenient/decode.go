package lenient

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Report is told what is odd: the path of its field, and what is wrong with it.
type Report func(field, message string)

// Reader is a value that reads itself.
type Reader interface {
	ReadJSON(at string, raw json.RawMessage, report Report)
}

// Decode reads a JSON value into what a pointer points to, and reports whether it is of
// that type. What is odd costs itself alone.
//
// A struct has a field for each member, by the tag json, and by the tag also for another
// name of it. A list is an object, too: its entries have the fields Key and Value. The
// tag max is the most that a number may be, and odd is what is said of another value.
// The field _ of a struct may have the tags unknown, with what is said of other members,
// and null: "none" has members that are null, and the object itself, be as if they were
// not there.
func Decode(at string, raw json.RawMessage, into any, report Report) bool {
	return decode(at, raw, reflect.ValueOf(into).Elem(), "", report)
}

func decode(at string, raw json.RawMessage, v reflect.Value, tag reflect.StructTag, report Report) bool {
	usual, ok := "must be an object: it is ignored", false
	switch to := v.Addr().Interface().(type) {
	case Reader:
		to.ReadJSON(at, raw, report)
		return true
	case *json.RawMessage:
		*to = slices.Clone(raw)
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		if ok = decode(at, raw, to.Elem(), tag, report); ok {
			v.Set(to)
		}
		return ok
	case reflect.Struct:
		ok = members(at, raw, v, report)
	case reflect.Slice:
		var list []Member
		list, ok = Members(raw)
		for _, m := range list {
			one := reflect.New(v.Type().Elem()).Elem()
			one.FieldByName("Key").SetString(m.Key)
			if decode(at+"."+m.Key, m.Raw, one.FieldByName("Value"), "", report) {
				v.Set(reflect.Append(v, one))
			}
		}
	default:
		usual, ok = scalar(raw, v, tag.Get("max"))
	}
	if !ok {
		report(at, cmp.Or(tag.Get("odd"), usual))
	}
	return ok
}

// scalar reads a text, a number, or true or false. Usual is what is said of another value.
func scalar(raw json.RawMessage, v reflect.Value, most string) (usual string, ok bool) {
	switch v.Kind() {
	case reflect.String:
		text, ok := Text(raw)
		v.SetString(text)
		return "must be a string: it is ignored", ok
	case reflect.Bool:
		on, ok := Boolean(raw)
		v.SetBool(on)
		return "must be true or false: it is ignored", ok
	case reflect.Int:
		limit, _ := strconv.Atoi(cmp.Or(most, strconv.Itoa(1<<31-1)))
		n, err := strconv.Atoi(string(raw))
		if ok = err == nil && n >= 1 && n <= limit; ok {
			v.SetInt(int64(n))
		}
		return "must be a whole number above zero: it is ignored", ok
	}
	panic(fmt.Sprintf("lenient: a field of JSON is a %v", v.Type()))
}

// members reads the members of an object into a struct.
func members(at string, raw json.RawMessage, v reflect.Value, report Report) bool {
	rule, _ := v.Type().FieldByName("_")
	isNone := func(raw json.RawMessage) bool { return string(raw) == "null" && rule.Tag.Get("null") == "none" }
	list, ok := Members(raw)
	for _, m := range list {
		path := strings.TrimPrefix(at+"."+m.Key, ".")
		fields := reflect.VisibleFields(v.Type())
		i := slices.IndexFunc(fields, func(f reflect.StructField) bool { return f.Tag.Get("json") == m.Key || f.Tag.Get("also") == m.Key })
		if i < 0 {
			if unknown := rule.Tag.Get("unknown"); unknown != "" {
				report(path, strings.ReplaceAll(unknown, "%q", strconv.Quote(m.Key)))
			}
			continue
		}
		if _, itself := v.Field(i).Addr().Interface().(Reader); itself || !isNone(m.Raw) {
			decode(path, m.Raw, v.Field(i), fields[i].Tag, report)
		}
	}
	return ok || isNone(raw)
}
