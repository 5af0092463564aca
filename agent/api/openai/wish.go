package openai

import (
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/model"
)

// formOf is the form that an answer is to have: text, a JSON object, or what a schema
// says. Responses have the fields of the schema beside the type.
type formOf struct {
	Type   string      `json:"type" enum:"text,json_object,json_schema"`
	Schema *schemaForm `json:"json_schema,omitempty"`
	schemaForm
}

type schemaForm struct {
	Name        string          `json:"name,omitempty"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"schema,omitempty"`
	Strict      *bool           `json:"strict,omitempty"`
}

// wish puts a form into what is asked of the answer.
func (f *formOf) wish(field string, w *model.Wishes) error {
	if f == nil || f.Type == "text" || f.Type == "" {
		return nil
	}
	of := f.schemaForm
	if f.Schema != nil {
		of = *f.Schema
	}
	switch {
	case f.Type != "json_object" && f.Type != "json_schema":
		return door.Wrong(field+".type", fmt.Sprintf("%s.type: %q is not a form; there are text, json_object and json_schema", field, f.Type))
	case f.Type == "json_schema" && (of.Name == "" || len(of.Schema) == 0):
		return door.Wrong(field, field+": a json_schema has a name and a schema")
	}
	w.Form = f.Type
	if f.Type == "json_schema" {
		w.Schema, w.Name, w.Strict = of.Schema, of.Name, of.Strict
	}
	return nil
}

// wishes returns what a request asks of the answer.
func (r *chatRequest) wishes() (w model.Wishes, err error) {
	if r.N != nil && *r.N != 1 {
		return w, door.Wrong("n", "n: there is one answer to a request, so that n is 1")
	}
	w = model.Wishes{Temperature: r.Temperature, Seed: r.Seed, Effort: r.Effort}
	if len(r.Stop) > 0 && string(r.Stop) != "null" {
		if w.Stop, err = door.OrList(r.Stop, "stop", "texts", func(text string) string { return text }); err != nil {
			return w, err
		}
	}
	return w, r.Format.wish("response_format", &w)
}
