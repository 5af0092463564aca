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

// openAIReader turns the events of the protocol into ours.
type openAIReader struct {
	at    Endpoint
	yield func(Event) bool
	calls openAICalls
	usage Usage
	stop  Stop
	said  int  // messages before the answer
	text  bool // some of the answer was text
}

type openAIEvent struct {
	Object  string
	Choices []struct {
		Delta   openAIDelta
		Message openAIDelta // of servers that tell the answer at once
		Reason  string      `json:"finish_reason"`
	}
	Usage json.RawMessage
	Error json.RawMessage
}

type openAIDelta struct {
	Content openAIContent
	Refusal string
	Calls   []openAIPiece `json:"tool_calls"`
}

// openAIContent is a text, or a list of parts of which those of text count.
type openAIContent string

// UnmarshalJSON implements [json.Unmarshaler].
func (c *openAIContent) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil { // null is none
		*c = openAIContent(text)
		return nil
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*c += openAIContent(p.Text)
		}
	}
	return nil
}

func (o *openAIReader) read(s *stream) error {
	err := s.each(func(m message) error {
		switch strings.TrimSpace(m.data) {
		case "":
			return nil
		case "[DONE]":
			return o.end()
		}
		return o.event(m)
	})
	if err == io.EOF && o.stop != "" {
		err = o.end() // some servers leave [DONE] out
	}
	if err == errEnd {
		return nil
	}
	return err
}

// whole reads an answer that is not streamed.
func (o *openAIReader) whole(body []byte) error {
	switch err := o.event(message{data: string(body)}); {
	case err == errEnough:
		return nil
	case err != nil:
		return err
	case o.stop == "" && !o.text && len(o.calls.list) == 0:
		return &broken{"there is no answer in " + quoted(string(body))}
	}
	if err := o.end(); err != errEnd {
		return err
	}
	return nil
}

func (o *openAIReader) event(m message) error {
	var e openAIEvent
	if err := parse(m.data, &e); err != nil {
		return err
	}
	if m.event == "error" || e.Object == "error" {
		if len(e.Error) == 0 {
			e.Error = json.RawMessage(m.data)
		}
	}
	if len(e.Error) > 0 && string(e.Error) != "null" {
		word, message := problem(e.Error)
		return (&Error{Provider: o.at.Provider, Message: message}).judged(500, word)
	}
	o.count(e.Usage)
	if len(e.Choices) == 0 {
		return nil
	}
	c := &e.Choices[0]
	if err := o.delta(&c.Delta); err != nil {
		return err
	}
	if !o.text && len(o.calls.list) == 0 { // else it says again what came in pieces
		if err := o.delta(&c.Message); err != nil {
			return err
		}
	}
	switch c.Reason {
	case "":
	case "error":
		return (&Error{Provider: o.at.Provider, Message: "the server ended the answer with an error: " + quoted(m.data)}).judged(500, "")
	default:
		o.stop = openAIStop(c.Reason)
	}
	return nil
}

func (o *openAIReader) delta(d *openAIDelta) error {
	if text := string(d.Content) + d.Refusal; text != "" {
		o.text = true
		if !o.yield(Event{Text: text}) {
			return errEnough
		}
	}
	for _, p := range d.Calls {
		if err := o.calls.add(p); err != nil {
			return err
		}
	}
	return nil
}

// count takes the usage. One that cannot be read says nothing.
func (o *openAIReader) count(raw json.RawMessage) {
	var u *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
	if len(raw) > 0 && json.Unmarshal(raw, &u) == nil && u != nil {
		o.usage = Usage{Input: max(0, u.Prompt-u.Details.Cached), Output: u.Completion, CacheRead: u.Details.Cached}
	}
}

// end hands out the calls, then the usage and the reason.
func (o *openAIReader) end() error {
	calls := o.calls.list
	if o.stop == "" && !o.text && len(calls) == 0 {
		return &broken{"the answer ends without a reason"}
	}
	for n, c := range calls {
		if c.id == "" { // some servers give none; results are told apart by it
			c.id = fmt.Sprintf("call_%d_%d", o.said, n+1)
		}
		call := &Call{ID: c.id, Name: c.name}
		call.setArguments(c.args)
		if !o.yield(Event{Call: call}) {
			return errEnd
		}
	}
	if o.stop == "" {
		o.stop = StopEnd // as some servers leave it out
	}
	if len(calls) > 0 && o.stop == StopEnd {
		o.stop = StopCalls // as some servers do not say
	}
	if o.yield(Event{Usage: &o.usage}) {
		o.yield(Event{Stop: o.stop})
	}
	return errEnd
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
