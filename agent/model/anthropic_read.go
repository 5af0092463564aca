package model

import (
	"encoding/json"
	"strings"
)

func anthropicRefused(body []byte) (word, message string) {
	var e struct {
		Error struct{ Type, Message string }
	}
	_ = json.Unmarshal(body, &e) // what is not JSON has no words
	return e.Error.Type, e.Error.Message
}

// anthropicReader turns the events of the protocol into ours.
type anthropicReader struct {
	at    Endpoint
	yield func(Event) bool
	call  *Call // the one that is coming
	args  strings.Builder
	usage Usage
	stop  Stop
	calls int
}

// count takes the usage at the end. It counts the whole answer; servers that
// know the rest only then tell it there.
func (a *anthropicReader) count(u anthropicUsage) {
	a.usage.Output = max(a.usage.Output, u.Output)
	a.usage.Input = max(a.usage.Input, u.Input)
	a.usage.CacheRead = max(a.usage.CacheRead, u.CacheRead)
	a.usage.CacheWrite = max(a.usage.CacheWrite, u.CacheWrite)
}

type anthropicEvent struct {
	Message struct {
		Usage anthropicUsage
	}
	Block struct {
		Type, ID, Name string
	} `json:"content_block"`
	Delta struct {
		Type, Text string
		JSON       string `json:"partial_json"`
		Stop       string `json:"stop_reason"`
	}
	Usage anthropicUsage
	Error struct{ Type, Message string }
}

type anthropicUsage struct {
	Input      int `json:"input_tokens"`
	Output     int `json:"output_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
}

// event takes one event of the protocol.
func (a *anthropicReader) event(m message) error {
	var e anthropicEvent
	if m.event != "ping" && m.event != "message_stop" {
		if err := parse(m.data, &e); err != nil {
			return err
		}
	}
	switch m.event {
	case "message_stop":
		return a.end()
	case "message_start":
		a.usage = Usage(e.Message.Usage)
	case "content_block_start":
		if e.Block.Type == "tool_use" {
			if a.calls++; a.calls > maxCalls {
				return errManyCalls
			}
			a.call = &Call{ID: e.Block.ID, Name: e.Block.Name}
			a.args.Reset()
		}
	case "content_block_delta":
		return a.delta(e.Delta.Type, e.Delta.Text, e.Delta.JSON)
	case "content_block_stop":
		return a.finish()
	case "message_delta":
		a.count(e.Usage)
		a.stop = anthropicStop(e.Delta.Stop)
	case "error":
		return (&Error{Provider: a.at.Provider, Message: e.Error.Message}).judged(0, e.Error.Type)
	}
	return nil // what is new to us may be passed over
}

func (a *anthropicReader) delta(kind, text, args string) error {
	switch kind {
	case "text_delta":
		if text != "" && !a.yield(Event{Text: text}) {
			return errEnough
		}
	case "input_json_delta":
		if a.call != nil {
			a.args.WriteString(args)
		}
	}
	return nil
}

// finish hands out the call that came.
func (a *anthropicReader) finish() error {
	if a.call == nil {
		return nil
	}
	call := a.call
	a.call = nil
	call.setArguments(a.args.String())
	if !a.yield(Event{Call: call}) {
		return errEnough
	}
	return nil
}

func (a *anthropicReader) end() error {
	if a.stop == "" {
		return &broken{"the answer ends without a reason"}
	}
	if a.yield(Event{Usage: &a.usage}) {
		a.yield(Event{Stop: a.stop})
	}
	return errEnd
}

func anthropicStop(reason string) Stop {
	switch reason {
	case "":
		return ""
	case "tool_use":
		return StopCalls
	case "max_tokens", "model_context_window_exceeded":
		return StopLength
	case "refusal":
		return StopRefused
	}
	return StopEnd
}
