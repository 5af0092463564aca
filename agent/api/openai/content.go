package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
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

// content is a text, or a list of parts.
type content struct{ parts []part }

type part struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
	Image   url    `json:"image_url"`
}

// url is the address of an image: a text, or in an object.
type url string

// UnmarshalJSON implements [json.Unmarshaler].
func (u *url) UnmarshalJSON(raw []byte) error {
	var text string
	var object struct{ URL string }
	switch {
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &object) == nil:
		text = object.URL
	default:
		return door.Wrong("image_url", "image_url must be an address, or an object with its url")
	}
	*u = url(text)
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(raw []byte) (err error) {
	if string(raw) == "null" {
		return nil
	}
	c.parts, err = door.OrList(raw, "content", "parts", textPartOf)
	return err
}

func textPartOf(text string) part { return part{Type: "text", Text: text} }

// Schema implements [huma.SchemaProvider].
func (*content) Schema(huma.Registry) *huma.Schema {
	s := door.TextOr("type", "text", "refusal")
	s.Description = "a text, or a list of parts of type text, and in messages of the user image_url"
	s.OneOf = append(s.OneOf, &huma.Schema{Type: "null"})
	return s
}

// said returns the text and the images of a message of one side: the user's may have
// some.
func (c *content) said(role, field string) (text string, images shown, err error) {
	if role == "user" {
		text, err = c.text(field, &images)
	} else {
		text, err = c.text(field, nil)
	}
	return text, images, err
}

// shown is a content's images, and the field of the first one.
type shown struct {
	images []picture.Image
	first  string
}

// add reads the image of a part.
func (s *shown) add(p part, field string) error {
	image, err := picture.At(string(p.Image))
	if err != nil {
		return door.Wrong(field, fmt.Sprintf("%s: %v", field, err))
	}
	s.images, s.first = append(s.images, *image), cmp.Or(s.first, field)
	return nil
}

// text returns the text of a content, and adds its images where they may be. Sounds and
// files are refused: the agent would answer as if it had heard and read them.
func (c *content) text(field string, images *shown) (string, error) {
	if c == nil {
		return "", nil
	}
	var all []string
	for i, p := range c.parts {
		switch p.Type {
		case "image_url", "input_image":
			at := fmt.Sprintf("%s[%d]", field, i)
			if images == nil {
				return "", door.Wrong(at, at+": images are taken in messages of the user alone")
			}
			if err := images.add(p, at); err != nil {
				return "", err
			}
		case "text", "input_text", "output_text":
			all = append(all, p.Text)
		case "refusal":
			all = append(all, p.Refusal)
		default:
			return "", door.Wrong(fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("parts of type %q are not taken: the agent reads text and images; put files into the profile's backstory/ folder", p.Type))
		}
	}
	return strings.Join(all, "\n"), nil
}

// toolParam is a tool of the client: with its function inside, or, in responses,
// beside.
type toolParam struct {
	Type     string    `json:"type"`
	Function *function `json:"function,omitempty"`
	function
}

type function struct {
	Name        string          `json:"name,omitempty"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
	Strict      *bool           `json:"strict,omitempty"`
}

// toolsOf returns the tools of a request. Those of other kinds, such as a
// provider's search, do nothing.
func toolsOf(list []toolParam, choice json.RawMessage, ignored *door.Ignored) ([]model.Tool, error) {
	if string(choice) == `"none"` {
		return nil, nil
	}
	if len(choice) > 0 && string(choice) != `"auto"` && string(choice) != "null" {
		ignored.Add("tool_choice")
	}
	return door.Tools(list, "function", ignored, func(t toolParam) (string, model.Tool) {
		f := t.function
		if t.Function != nil {
			f = *t.Function
		}
		return t.Type, model.Tool{Name: f.Name, Description: f.Description, Schema: f.Parameters}
	})
}

type functionCall struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type toolCall struct {
	Index    *int         `json:"index,omitempty"`
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function functionCall `json:"function"`
}

// server has the handlers of the routes.
type server struct{ *door.Door }
