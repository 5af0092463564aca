package modeltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// strict reads JSON in which nothing may be that is not known.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the object")
	}
	return nil
}

type openAIRequest struct {
	Model    string
	Messages []openAIMessage
	Tools    []struct {
		Type     string
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
			Strict            bool
		}
	}
	Stream        bool
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxCompletionTokens *int `json:"max_completion_tokens"`
	MaxTokens           *int `json:"max_tokens"`
	Temperature         *float64
	ToolChoice          json.RawMessage `json:"tool_choice"`
	Seed                *int
	Stop                []string
	Effort              string          `json:"reasoning_effort"`
	Format              json.RawMessage `json:"response_format"`
}

type openAIMessage struct {
	Role      string
	Content   json.RawMessage
	Name      string
	ToolCalls []struct {
		ID, Type string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
}

// openAI reads a request of the Chat Completions protocol.
func (a *Ask) openAI() error {
	var r openAIRequest
	if err := strict(a.Body, &r); err != nil {
		return err
	}
	switch {
	case !r.Stream:
		return errors.New("no stream is asked for")
	case r.MaxTokens != nil && r.MaxCompletionTokens != nil:
		return errors.New("the limit of the answer has both of its names")
	case r.MaxTokens != nil:
		a.MaxTokens = *r.MaxTokens
	case r.MaxCompletionTokens != nil:
		a.MaxTokens = *r.MaxCompletionTokens
	}
	if (r.MaxTokens != nil || r.MaxCompletionTokens != nil) && a.MaxTokens < 1 {
		return fmt.Errorf("the answer may have %d tokens", a.MaxTokens)
	}
	a.Model = r.Model
	for _, t := range r.Tools {
		if t.Type != "function" {
			return fmt.Errorf("a tool is of the type %q", t.Type)
		}
		a.Tools = append(a.Tools, Tool{t.Function.Name, t.Function.Description, t.Function.Parameters})
	}
	for i, m := range r.Messages {
		if err := a.openAIMessage(i, m); err != nil {
			return fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	return nil
}

// contentOf reads a content: a text, null, or texts and images in a list.
func contentOf(role string, raw json.RawMessage) (text string, images []string, err error) {
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text, nil, nil
	}
	var parts []struct {
		Type, Text string
		Image      *struct{ URL string } `json:"image_url"`
	}
	if err := strict(raw, &parts); err != nil {
		return "", nil, err
	}
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != "" && p.Image == nil:
			text += p.Text
		case p.Type == "image_url" && p.Image != nil && p.Text == "" && role == "user":
			_, data, _ := strings.Cut(p.Image.URL, ";base64,")
			images = append(images, data)
		default:
			return "", nil, fmt.Errorf("a part of the type %q", p.Type)
		}
	}
	return text, images, nil
}

func (a *Ask) openAIMessage(i int, m openAIMessage) error {
	text, images, err := contentOf(m.Role, m.Content)
	if err != nil {
		return err
	}
	switch m.Role {
	case "system":
		if i > 0 || text == "" {
			return errors.New("a system text is in the first place, and is not empty")
		}
		a.System = text
		return nil
	case "tool":
		r := Result{m.ToolCallID, text}
		if n := len(a.Messages); n > 0 && len(a.Messages[n-1].Results) > 0 && a.Messages[n-1].Text == "" {
			a.Messages[n-1].Results = append(a.Messages[n-1].Results, r)
		} else {
			a.Messages = append(a.Messages, Message{Role: "user", Results: []Result{r}})
		}
		return nil
	case "user", "assistant":
	default:
		return fmt.Errorf("its role is %q", m.Role)
	}
	said := Message{Role: m.Role, Text: text, Images: images}
	for _, c := range m.ToolCalls {
		if c.Type != "function" || m.Role != "assistant" {
			return errors.New("a call is not a function, or of the user")
		}
		said.Calls = append(said.Calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
	}
	if m.Content == nil && len(said.Calls) == 0 {
		return errors.New("it says nothing and calls nothing")
	}
	a.Messages = append(a.Messages, said)
	return nil
}
