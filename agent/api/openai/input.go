package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/model"
)

// responseRequest is what is taken of a request for a response.
type responseRequest struct {
	Model            string                     `json:"model" doc:"a profile, or profile:role"`
	Input            input                      `json:"input"`
	Instructions     *string                    `json:"instructions,omitempty" doc:"material below the soul"`
	Previous         *string                    `json:"previous_response_id,omitempty"`
	Conversation     json.RawMessage            `json:"conversation,omitempty"`
	Store            *bool                      `json:"store,omitempty"`
	Stream           bool                       `json:"stream,omitempty"`
	Tools            []toolParam                `json:"tools,omitempty"`
	ToolChoice       json.RawMessage            `json:"tool_choice,omitempty"`
	MaxOutputTokens  *int                       `json:"max_output_tokens,omitempty"`
	Metadata         map[string]json.RawMessage `json:"metadata,omitempty"`
	Temperature      *float64                   `json:"temperature,omitempty"`
	Text             *textParam                 `json:"text,omitempty"`
	User             *string                    `json:"user,omitempty"`
	SafetyIdentifier *string                    `json:"safety_identifier,omitempty"`
}

type textParam struct {
	Format *formOf `json:"format,omitempty"`
}

// input is a text, or a list of items.
type input struct{ items []inputItem }

type inputItem struct {
	Type      string   `json:"type"`
	Role      string   `json:"role"`
	Content   *content `json:"content"`
	CallID    string   `json:"call_id"`
	Name      string   `json:"name"`
	Arguments string   `json:"arguments"`
	Output    *content `json:"output"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (in *input) UnmarshalJSON(raw []byte) (err error) {
	in.items, err = door.OrList(raw, "input", "items", func(text string) inputItem {
		return inputItem{Role: "user", Content: &content{[]part{textPartOf(text)}}}
	})
	return err
}

// Schema implements [huma.SchemaProvider].
func (*input) Schema(huma.Registry) *huma.Schema {
	s := door.TextOr("type", "role", "call_id", "name", "arguments")
	s.Description = "a text, or a list of items: message, function_call, function_call_output"
	return s
}

// transcript returns the conversation of a request.
func (r *responseRequest) transcript(ignored *door.Ignored, images *shown) (*door.Transcript, error) {
	t := &door.Transcript{}
	if r.Instructions != nil {
		t.Program = append(t.Program, *r.Instructions)
	}
	for i, it := range r.Input.items {
		field := fmt.Sprintf("input[%d]", i)
		if err := it.add(t, field, ignored, images); err != nil {
			return nil, err
		}
	}
	return t, t.Check("input", r.Previous != nil)
}

// add adds an item to a conversation.
func (it *inputItem) add(t *door.Transcript, field string, ignored *door.Ignored, images *shown) error {
	text, now, err := it.Content.said(it.Role, field+".content")
	if err != nil {
		return err
	}
	switch kind := cmp.Or(it.Type, "message"); {
	case kind == "message" && (it.Role == "system" || it.Role == "developer"):
		t.Program = append(t.Program, text)
	case kind == "message" && it.Role == "user":
		images.first = cmp.Or(images.first, now.first)
		t.Add(door.Line{Role: model.User, Text: text, Images: now.images})
	case kind == "message" && it.Role == "assistant":
		t.Add(door.Line{Role: model.Assistant, Text: text})
	case kind == "message":
		return door.Wrong(field+".role", fmt.Sprintf("%q is not a role; there are system, developer, user and assistant", it.Role))
	case kind == "function_call":
		if !json.Valid([]byte(it.Arguments)) {
			return door.Wrong(field+".arguments", "the arguments are no JSON")
		}
		t.Add(door.Line{Role: model.Assistant, Calls: []model.Call{{ID: it.CallID, Name: it.Name, Arguments: json.RawMessage(it.Arguments)}}})
	case kind == "function_call_output":
		if text, err = it.Output.text(field+".output", nil); err != nil {
			return err
		}
		t.Add(door.Line{Role: model.User, Results: []model.Result{{CallID: it.CallID, Text: text}}})
	case kind == "reasoning":
		ignored.Add("input.reasoning")
	default:
		return door.Wrong(field+".type", fmt.Sprintf("items of type %q are not taken; there are message, function_call and function_call_output", kind))
	}
	return nil
}

// conversation returns what a request calls its conversation.
func (r *responseRequest) conversation() string {
	var id string
	var object struct{ ID string }
	if json.Unmarshal(r.Conversation, &id) == nil && id != "" {
		return id
	}
	if json.Unmarshal(r.Conversation, &object) == nil && object.ID != "" {
		return object.ID
	}
	return door.Conversation(r.Metadata)
}

// functions are the tools of a request that are taken.
func functions(list []toolParam, taken []model.Tool) []functionTool {
	all := []functionTool{}
	for _, t := range list {
		if slices.ContainsFunc(taken, func(m model.Tool) bool { return t.Type == "function" && m.Name == t.Name }) {
			all = append(all, functionTool{Type: "function", Name: t.Name, Description: t.Description, Parameters: t.Parameters, Strict: t.Strict})
		}
	}
	return all
}
