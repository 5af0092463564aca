package anthropic

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api/door"
)

// eventStream sends the events of an answer.
type eventStream struct {
	door.Stream
	of    *message
	open  bool // the block of text is
	index int  // of the next block
}

// fields are those of an event besides its type.
type fields map[string]any

func (e *eventStream) event(kind string, f fields) error {
	f["type"] = kind
	return e.Send(kind, f)
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

// text sends a piece of the text, in a block that is opened for it.
func (e *eventStream) text(piece string) error {
	if !e.open {
		e.open = true
		if err := e.start(fields{"type": "text", "text": ""}); err != nil {
			return err
		}
	}
	return e.delta(fields{"type": "text_delta", "text": piece})
}

// end sends all that comes after the text.
func (e *eventStream) end(d *door.Done) error {
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

// stream answers with events.
func (s *server) stream(w http.ResponseWriter, r *http.Request, turn *door.Turn, m *message) error {
	e := &eventStream{Stream: door.Stream{W: w, Ping: "event: ping\ndata: {\"type\": \"ping\"}\n\n"}, of: m}
	err := turn.Follow(r.Context(), func(step door.Event) error {
		if !e.Begun() {
			if err := e.event("message_start", fields{"message": m}); err != nil {
				return err
			}
		}
		switch {
		case step.Text != "":
			return e.text(step.Text)
		case step.Done != nil:
			return e.end(step.Done)
		}
		return e.Idle()
	})
	if err == nil || !e.Begun() || r.Context().Err() != nil {
		return door.Gone(r, err)
	}
	return e.Send("error", s.ErrorBody(r.Context(), r.URL.Path, err))
}
