package coqui

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
)

// object is a body, read by hand, since Coqui's errors are others than those of
// our own routes. The first field that is wrong is its error.
type object struct {
	fields map[string]json.RawMessage
	known  map[string]bool // fields that were asked for
	err    error
}

// readObject reads a body. None at all is an object without fields.
func readObject(raw []byte) (*object, error) {
	o := &object{fields: map[string]json.RawMessage{}, known: map[string]bool{}}
	if len(raw) == 0 {
		return o, nil
	}
	if err := json.Unmarshal(raw, &o.fields); err != nil || o.fields == nil {
		return nil, api.NewProblem(400, "", "the body has to be a JSON object")
	}
	return o, nil
}

func (o *object) wrong(name, kind string) {
	if o.err == nil {
		o.err = api.NewProblem(400, "", fmt.Sprintf("%q has to be %s", name, kind))
	}
}

// done returns what is wrong with a body all of whose fields were asked for, but
// for those that Coqui's interface has besides and that mean nothing here. A field
// that is not known is wrong: it may be one that is misspelt.
func (o *object) done(besides ...string) error {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if o.err == nil && !o.known[name] && !slices.Contains(besides, name) {
			o.err = api.NewProblem(400, "", fmt.Sprintf("%.100q is not a field of this request", name))
		}
	}
	return o.err
}

// text returns a field of text. One that is null is not there.
func (o *object) text(name string) (text string, ok bool) {
	o.known[name] = true
	raw, ok := o.fields[name]
	if !ok || string(raw) == "null" {
		return "", false
	}
	if json.Unmarshal(raw, &text) != nil {
		o.wrong(name, "a text")
	}
	return text, true
}

// textOrNull is text for a field that null empties.
func (o *object) textOrNull(name string) (text string, ok bool) {
	text, _ = o.text(name)
	_, ok = o.fields[name]
	return text, ok
}

func (o *object) flag(name string) (on bool) {
	o.known[name] = true
	if raw, ok := o.fields[name]; ok && json.Unmarshal(raw, &on) != nil {
		o.wrong(name, "true or false")
	}
	return on
}

// field is a field of a body, in the document.
type field struct{ name, kind string }

// takes documents a body of texts that have to be there.
func takes(names ...string) func(*huma.Operation) {
	var fields []field
	for _, name := range names {
		fields = append(fields, field{name, huma.TypeString})
	}
	return func(op *huma.Operation) {
		takesAny(fields...)(op)
		s := op.RequestBody.Content["application/json"].Schema
		s.Required = names
		for _, name := range names {
			s.Properties[name].Nullable = false
		}
		op.RequestBody.Required = true
	}
}

// takesAny documents a body whose fields may be left out. It is not held to the
// document before it is read.
func takesAny(fields ...field) func(*huma.Operation) {
	return func(op *huma.Operation) {
		s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
		for _, f := range fields {
			s.Properties[f.name] = &huma.Schema{Type: f.kind, Nullable: true}
		}
		op.SkipValidateBody = true
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Schema: s}}}
	}
}

// also documents one more status of success, with its content.
func also(status int, content *huma.Schema, adapt func(*huma.Operation)) func(*huma.Operation) {
	return func(op *huma.Operation) {
		adapt(op)
		if op.Responses == nil {
			op.Responses = map[string]*huma.Response{}
		}
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/json": {Schema: content}},
		}
	}
}

// rawBody is a body alone.
type rawBody struct {
	RawBody []byte `contentType:"application/json"`
}
