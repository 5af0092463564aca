package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// canonical returns a value as JSON whose fields are in the order of their
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

// maxWrong is how much is kept of arguments that are not an object, in bytes.
const maxWrong = 2000

// setArguments takes what a model calls a tool with.
func (c *Call) setArguments(text string) {
	raw := object(json.RawMessage(text))
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err == nil && fields != nil {
		c.Arguments = raw
		return
	}
	c.Arguments, c.Wrong = json.RawMessage("{}"), strings.ToValidUTF8(text[:min(len(text), maxWrong)], "\uFFFD")
}
