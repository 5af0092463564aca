package model

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// openAIProblem is an error as servers tell it: its code is a number with some
// and a word with others.
type openAIProblem struct {
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
	Message string          `json:"message"`
}

func (p openAIProblem) word() string {
	var code string
	if json.Unmarshal(p.Code, &code) == nil && code != "" {
		return code
	}
	return p.Type
}

// openAIRefused reads an error: an object, with some servers in a list, or with
// others a mere text.
func openAIRefused(body []byte) (word, message string) {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0] // Gemini's form
	}
	var e struct{ Error json.RawMessage }
	if json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	if e.Error == nil {
		e.Error = body // vLLM's form, and Mistral's
	}
	return problem(e.Error)
}

// problem returns the words of an error.
func problem(raw json.RawMessage) (word, message string) {
	var plain string // Ollama's form
	if json.Unmarshal(raw, &plain) == nil {
		return "", plain
	}
	var p openAIProblem
	_ = json.Unmarshal(raw, &p) // what is something else has no words
	return p.word(), p.Message
}

// maxCalls is how many calls one answer may have.
const maxCalls = 128

// openAIReader turns the events of the protocol into ours.
type openAIReader struct {
	at    Endpoint
	yield func(Event) bool
	calls []*openAIComing // in the order in which they began
	usage Usage
	stop  Stop
	said  int // messages before the answer
}

// openAIComing is a call of which pieces come.
type openAIComing struct {
	index    int
	id, name string
	args     strings.Builder
}

type openAIEvent struct {
	Choices []struct {
		Delta struct {
			Content string
			Refusal string
			Calls   []openAIPiece `json:"tool_calls"`
		}
		Reason string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
	Error json.RawMessage
}

type openAIPiece struct {
	Index    *int
	ID       string
	Function openAICalled
}

func (o *openAIReader) read(s *stream) error {
	for {
		m, err := s.next()
		if err == io.EOF && o.stop != "" {
			return o.end() // some servers leave [DONE] out
		}
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if m.data == "[DONE]" {
			return o.end()
		}
		switch err := o.event(m.data); {
		case err == errEnough:
			return nil
		case err != nil:
			return err
		}
	}
}

func (o *openAIReader) event(data string) error {
	var e openAIEvent
	if err := parse(data, &e); err != nil {
		return err
	}
	if len(e.Error) > 0 && string(e.Error) != "null" {
		word, message := problem(e.Error)
		return (&Error{Provider: o.at.Provider, Message: message}).judged(500, word)
	}
	if u := e.Usage; u != nil {
		o.usage = Usage{Input: max(0, u.Prompt-u.Details.Cached), Output: u.Completion, CacheRead: u.Details.Cached}
	}
	if len(e.Choices) == 0 {
		return nil
	}
	c := &e.Choices[0]
	if text := c.Delta.Content + c.Delta.Refusal; text != "" && !o.yield(Event{Text: text}) {
		return errEnough
	}
	for _, p := range c.Delta.Calls {
		if err := o.piece(p); err != nil {
			return err
		}
	}
	if c.Reason != "" {
		o.stop = openAIStop(c.Reason)
	}
	return nil
}

// piece adds to a call, by its index. Servers that send whole calls leave the
// index out: an id then begins the next one.
func (o *openAIReader) piece(p openAIPiece) error {
	var c *openAIComing
	for _, known := range o.calls {
		if p.Index != nil && known.index == *p.Index {
			c = known // the last one: some servers give every call the same index
		}
	}
	if c != nil && p.ID != "" && c.id != "" && p.ID != c.id {
		c = nil
	}
	if p.Index == nil && p.ID == "" && len(o.calls) > 0 {
		c = o.calls[len(o.calls)-1]
	}
	if c == nil {
		if len(o.calls) == maxCalls {
			return &broken{"the answer has more than 128 calls"}
		}
		c = &openAIComing{index: len(o.calls)}
		if p.Index != nil {
			c.index = *p.Index
		}
		o.calls = append(o.calls, c)
	}
	if p.ID != "" {
		c.id = p.ID
	}
	c.name += p.Function.Name
	c.args.WriteString(p.Function.Arguments)
	return nil
}

// end hands out the calls, then the usage and the reason.
func (o *openAIReader) end() error {
	if o.stop == "" {
		return &broken{"the answer ends without a reason"}
	}
	for n, c := range o.calls {
		if c.id == "" { // some servers give none; results are told apart by it
			c.id = fmt.Sprintf("call_%d_%d", o.said, n+1)
		}
		call := &Call{ID: c.id, Name: c.name}
		call.setArguments(c.args.String())
		if !o.yield(Event{Call: call}) {
			return nil
		}
	}
	if len(o.calls) > 0 && o.stop == StopEnd {
		o.stop = StopCalls // as some servers do not say
	}
	if o.yield(Event{Usage: &o.usage}) {
		o.yield(Event{Stop: o.stop})
	}
	return nil
}

func openAIStop(reason string) Stop {
	switch reason {
	case "tool_calls", "function_call":
		return StopCalls
	case "length":
		return StopLength
	case "content_filter":
		return StopRefused
	}
	return StopEnd
}

type openAICalled struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON in a string
}
