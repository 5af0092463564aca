package model

import "encoding/json"

// Wishes are what a client asks of an answer. Zero fields ask for nothing.
type Wishes struct {
	Temperature *float64 `json:"temperature,omitempty"`
	Seed        *int     `json:"seed,omitempty"`
	Stop        []string `json:"stop,omitempty"`
	Effort      string   `json:"effort,omitempty"` // of thinking: none, minimal, low, medium, high and others
	// Form is that of the answer, "" for text: json_object, or json_schema.
	Form   string          `json:"form,omitempty"`
	Schema json.RawMessage `json:"schema,omitempty"` // in JSON Schema, with json_schema
	Name   string          `json:"name,omitempty"`   // of the schema
	Strict *bool           `json:"strict,omitempty"`
}

type openAIFormat struct {
	Type   string        `json:"type"`
	Schema *openAISchema `json:"json_schema,omitempty"`
}

type openAISchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema,omitempty"`
	Strict *bool           `json:"strict,omitempty"`
}

func (w *Wishes) openAIFormat() *openAIFormat {
	switch w.Form {
	case "":
		return nil
	case "json_schema":
		return &openAIFormat{w.Form, &openAISchema{w.Name, w.Schema, w.Strict}}
	}
	return &openAIFormat{Type: w.Form}
}

func (w *Wishes) ollamaFormat() json.RawMessage {
	switch w.Form {
	case "":
		return nil
	case "json_schema":
		return object(w.Schema)
	}
	return json.RawMessage(`"json"`)
}
