package model

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// canonical returns a value as JSON whose fields stand in the order of their
// declaration. HTML is left as it is: a prompt is full of it, and escapes would
// cost tokens in what a model reads back.
func canonical(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// object returns JSON that is an object: the empty one where there is none.
func object(raw json.RawMessage) json.RawMessage {
	if len(bytes.TrimSpace(raw)) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// arguments returns what a model calls a tool with, which must be an object:
// no provider takes anything else back.
func arguments(name, text string) (json.RawMessage, error) {
	raw := object(json.RawMessage(text))
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, &broken{fmt.Sprintf("the arguments of a call to %.64q are no object in JSON", name)}
	}
	return raw, nil
}
