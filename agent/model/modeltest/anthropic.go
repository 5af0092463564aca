package modeltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

type mark struct{ Type string }

type anthropicBlock struct {
	Type    string
	Text    string
	ID      string
	Name    string
	Input   json.RawMessage
	UseID   string `json:"tool_use_id"`
	Content string
	Source  *struct {
		Type, Data string
		Media      string `json:"media_type"`
	}
	IsError bool  `json:"is_error"`
	Cache   *mark `json:"cache_control"`
}

type anthropicRequest struct {
	Model     string
	MaxTokens int `json:"max_tokens"`
	Tools     []struct {
		Name, Description string
		Schema            json.RawMessage `json:"input_schema"`
		Cache             *mark           `json:"cache_control"`
	}
	System   []anthropicBlock
	Messages []struct {
		Role    string
		Content []anthropicBlock
	}
	Stream      bool
	Temperature *float64
	ToolChoice  json.RawMessage `json:"tool_choice"`
}

// maxMarks is how many marks of the cache a request may have.
const maxMarks = 4

// anthropic reads a request of the Messages protocol.
func (a *Ask) anthropic() error {
	var r anthropicRequest
	if err := strict(a.Body, &r); err != nil {
		return err
	}
	if !r.Stream || r.MaxTokens < 1 {
		return fmt.Errorf("a stream is asked for: %t; the answer may have %d tokens", r.Stream, r.MaxTokens)
	}
	a.Model, a.MaxTokens = r.Model, r.MaxTokens
	marks := 0
	count := func(m *mark) {
		if m != nil {
			marks++
		}
	}
	for _, t := range r.Tools {
		count(t.Cache)
		a.Tools = append(a.Tools, Tool{t.Name, t.Description, t.Schema})
	}
	for _, b := range r.System {
		count(b.Cache)
		if b.Type != "text" || strings.TrimSpace(b.Text) == "" {
			return errors.New("a block of the system text is empty")
		}
		a.System += b.Text
	}
	for i, m := range r.Messages {
		said := Message{Role: m.Role}
		if len(m.Content) == 0 {
			return fmt.Errorf("message %d is empty", i+1)
		}
		for _, b := range m.Content {
			count(b.Cache)
			if err := said.add(b); err != nil {
				return fmt.Errorf("message %d: %w", i+1, err)
			}
		}
		a.Messages = append(a.Messages, said)
	}
	if marks > maxMarks {
		return fmt.Errorf("%d marks of the cache", marks)
	}
	return nil
}

// add adds a block to a message. The results of tools come first.
func (m *Message) add(b anthropicBlock) error {
	switch {
	case b.Type == "text" && strings.TrimSpace(b.Text) != "":
		m.Text += b.Text
	case b.Type == "image" && m.Role == "user" && b.Source != nil && b.Source.Type == "base64" && b.Source.Media != "":
		m.Images = append(m.Images, b.Source.Data)
	case b.Type == "tool_use" && m.Role == "assistant":
		m.Calls = append(m.Calls, Call{b.ID, b.Name, string(b.Input)})
	case b.Type == "tool_result" && m.Role == "user" && m.Text == "":
		m.Results = append(m.Results, Result{b.UseID, b.Content})
	default:
		return fmt.Errorf("a block of the type %q is empty or in the wrong place", b.Type)
	}
	return nil
}

// toolName is what both protocols take as the name of a tool.
const toolName = `^[a-zA-Z0-9_-]{1,64}$`

// check holds what both protocols want: the user speaks first and last, and each
// call has its result in the next message.
func (a *Ask) check() error {
	n := len(a.Messages)
	switch {
	case a.Model == "":
		return errors.New("no model is named")
	case n == 0:
		return errors.New("there is no message")
	case a.Messages[0].Role != "user" || a.Messages[n-1].Role != "user":
		return errors.New("the first or the last message is not the user's")
	}
	name := regexp.MustCompile(toolName)
	if err := a.checkTools(name); err != nil {
		return err
	}
	for i, m := range a.Messages {
		var before []Call
		if i > 0 {
			before = a.Messages[i-1].Calls
		}
		if err := answered(before, m.Results); err != nil {
			return fmt.Errorf("message %d: %w", i+1, err)
		}
		for _, c := range m.Calls {
			var object map[string]json.RawMessage
			if err := json.Unmarshal([]byte(c.Arguments), &object); err != nil || object == nil || c.ID == "" || !name.MatchString(c.Name) {
				return fmt.Errorf("message %d: the call %q of %q has the arguments %.200q", i+1, c.ID, c.Name, c.Arguments)
			}
		}
	}
	return nil
}

// checkTools says what is wrong with the tools of a request.
func (a *Ask) checkTools(name *regexp.Regexp) error {
	names := map[string]bool{}
	for _, t := range a.Tools {
		var schema struct{ Type string }
		if err := json.Unmarshal(t.Schema, &schema); err != nil || schema.Type != "object" || !name.MatchString(t.Name) || names[t.Name] {
			return fmt.Errorf("the tool %q: its schema is %s, or its name is wrong", t.Name, t.Schema)
		}
		names[t.Name] = true
	}
	return nil
}

// answered holds that results are those of the calls before, each once.
func answered(calls []Call, results []Result) error {
	open := map[string]bool{}
	for _, c := range calls {
		open[c.ID] = true
	}
	if len(open) != len(calls) {
		return errors.New("two calls have one id")
	}
	for _, r := range results {
		if !open[r.ID] {
			return fmt.Errorf("a result is of the call %q, which was not made, or has one", r.ID)
		}
		delete(open, r.ID)
	}
	if len(open) > 0 {
		return fmt.Errorf("%d calls have no result", len(open))
	}
	return nil
}
