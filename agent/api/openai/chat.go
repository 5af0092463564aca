package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
)

// chatRequest is what is taken of a request. Tags name the fields that are known
// and do nothing.
type chatRequest struct {
	Model               string                     `json:"model" doc:"a profile, or profile:role"`
	Messages            []chatMessage              `json:"messages"`
	Stream              bool                       `json:"stream,omitempty"`
	StreamOptions       *streamOptions             `json:"stream_options,omitempty"`
	Tools               []toolParam                `json:"tools,omitempty"`
	ToolChoice          json.RawMessage            `json:"tool_choice,omitempty"`
	MaxTokens           int                        `json:"max_tokens,omitempty"`
	MaxCompletionTokens int                        `json:"max_completion_tokens,omitempty"`
	Temperature         *float64                   `json:"temperature,omitempty"`
	Seed                *int                       `json:"seed,omitempty"`
	Stop                json.RawMessage            `json:"stop,omitempty"`
	Effort              string                     `json:"reasoning_effort,omitempty"`
	Format              *formOf                    `json:"response_format,omitempty"`
	N                   *int                       `json:"n,omitempty"`
	User                string                     `json:"user,omitempty" doc:"of the client; keeps sessions apart"`
	SafetyIdentifier    string                     `json:"safety_identifier,omitempty"`
	Metadata            map[string]json.RawMessage `json:"metadata,omitempty" doc:"conversation_id names the conversation"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage,omitempty"`
}

type chatMessage struct {
	Role       string     `json:"role" enum:"system,developer,user,assistant,tool"`
	Content    *content   `json:"content,omitempty"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// transcript returns the conversation of a request.
func (r *chatRequest) transcript(images *shown) (*door.Transcript, error) {
	t := &door.Transcript{}
	for i, m := range r.Messages {
		field := fmt.Sprintf("messages[%d]", i)
		text, now, err := m.Content.said(m.Role, field+".content")
		if err != nil {
			return nil, err
		}
		switch m.Role {
		case "system", "developer":
			t.Program = append(t.Program, text)
		case "user":
			images.first = cmp.Or(images.first, now.first)
			t.Add(door.Line{Role: model.User, Text: text, Images: now.images})
		case "assistant":
			l := door.Line{Role: model.Assistant, Text: text}
			for j, c := range m.ToolCalls {
				if !json.Valid([]byte(c.Function.Arguments)) {
					return nil, door.Wrong(fmt.Sprintf("%s.tool_calls[%d].function.arguments", field, j), "the arguments are no JSON")
				}
				l.Calls = append(l.Calls, model.Call{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)})
			}
			t.Add(l)
		case "tool":
			t.Add(door.Line{Role: model.User, Results: []model.Result{{CallID: m.ToolCallID, Text: text}}})
		default:
			return nil, door.Wrong(field+".role", fmt.Sprintf("%q is not a role; there are system, developer, user, assistant and tool", m.Role))
		}
	}
	return t, t.Check("messages", false)
}

func (s *server) chat(w http.ResponseWriter, r *http.Request) error {
	var in chatRequest
	ignored, err := door.Read(r, &in)
	if err != nil {
		return err
	}
	if err := s.Knows(r.Context(), in.Model); err != nil {
		return err
	}
	var images shown
	t, err := in.transcript(&images)
	if err != nil {
		return err
	}
	tools, err := toolsOf(in.Tools, in.ToolChoice, ignored)
	if err != nil {
		return err
	}
	ask := door.Ask{
		Model: in.Model, Said: t.Lines, Program: strings.Join(t.Program, "\n\n"), Tools: tools, MaxTokens: max(in.MaxTokens, in.MaxCompletionTokens),
		Key:   door.KeyOf(r, cmp.Or(in.User, in.SafetyIdentifier), door.Conversation(in.Metadata), t.First()),
		Chore: door.IsChore(t), Shown: images.first,
	}
	if ask.Wishes, err = in.wishes(); err != nil {
		return err
	}
	return s.Answer(w, r, &door.Request{Ask: ask, Ignored: ignored, Form: "response_format", Stream: in.Stream}, func(_ *door.Turn, st *wire.Stream) door.Reply {
		return &pieces{st, newCompletion(in.Model), in.StreamOptions != nil && in.StreamOptions.IncludeUsage}
	})
}
