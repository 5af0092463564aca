package anthropic

import (
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
)

// eventStream sends the events of an answer.
type eventStream struct {
	*wire.Stream
	of    *message
	open  bool // the block of text is
	index int  // of the next block
}

// fields are those of an event besides its type.
type fields map[string]any

func (e *eventStream) event(kind string, f fields) error {
	f["type"] = kind
	return e.SendJSON(kind, f)
}

func (e *eventStream) delta(d fields) error {
	return e.event("content_block_delta", fields{"index": e.index, "delta": d})
}

func (e *eventStream) start(block any) error {
	return e.event("content_block_start", fields{"index": e.index, "content_block": block})
}

func (e *eventStream) stop() error {
	err := e.event("content_block_stop", fields{"index": e.index})
	e.index++
	return err
}

// Begin implements [door.Reply].
func (e *eventStream) Begin() error { return e.event("message_start", fields{"message": e.of}) }

// Text sends a piece of the text, in a block that is opened for it.
func (e *eventStream) Text(piece string) error {
	if !e.open {
		e.open = true
		if err := e.start(fields{"type": "text", "text": ""}); err != nil {
			return err
		}
	}
	return e.delta(fields{"type": "text_delta", "text": piece})
}

// End sends all that comes after the text.
func (e *eventStream) End(d *door.Done) error {
	if e.open {
		for _, c := range citations(e.of.Model, d) {
			if err := e.delta(fields{"type": "citations_delta", "citation": c}); err != nil {
				return err
			}
		}
		if err := e.stop(); err != nil {
			return err
		}
	}
	for _, c := range d.Calls {
		if err := e.start(fields{"type": "tool_use", "id": c.ID, "name": c.Name, "input": fields{}}); err != nil {
			return err
		}
		if err := e.delta(fields{"type": "input_json_delta", "partial_json": string(c.Arguments)}); err != nil {
			return err
		}
		if err := e.stop(); err != nil {
			return err
		}
	}
	err := e.event("message_delta", fields{"delta": fields{"stop_reason": stop(d), "stop_sequence": nil}, "usage": usageOf(d.Usage)})
	if err != nil {
		return err
	}
	return e.event("message_stop", fields{})
}

// Fail implements [door.Reply].
func (e *eventStream) Fail(body any) error { return e.SendJSON("error", body) }
