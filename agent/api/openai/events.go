package openai

import (
	"time"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
)

// eventStream sends the events of a response, each with its number.
type eventStream struct {
	*wire.Stream
	number int
	of     *response
	open   bool // the message is
}

// fields are those of an event besides its type and its number.
type fields map[string]any

func (e *eventStream) event(kind string, f fields) error {
	f["type"], f["sequence_number"] = kind, e.number
	e.number++
	return e.SendJSON(kind, f)
}

// several sends events until one fails.
func several(all ...func() error) error {
	for _, one := range all {
		if err := one(); err != nil {
			return err
		}
	}
	return nil
}

// Begin implements [door.Reply].
func (e *eventStream) Begin() error {
	return several(
		func() error { return e.event("response.created", fields{"response": e.of}) },
		func() error { return e.event("response.in_progress", fields{"response": e.of}) },
	)
}

// at is where the text is.
func (e *eventStream) at(f fields) fields {
	f["item_id"], f["output_index"], f["content_index"] = e.of.itemID("msg_"), 0, 0
	return f
}

// message opens the message of the answer.
func (e *eventStream) message() error {
	if e.open {
		return nil
	}
	e.open = true
	return several(
		func() error {
			return e.event("response.output_item.added", fields{"output_index": 0, "item": e.of.message("in_progress", "", nil)})
		},
		func() error { return e.event("response.content_part.added", e.at(fields{"part": outputText("", nil)})) },
	)
}

// Text implements [door.Reply].
func (e *eventStream) Text(delta string) error {
	if err := e.message(); err != nil {
		return err
	}
	return e.event("response.output_text.delta", e.at(fields{"delta": delta, "logprobs": []string{}}))
}

// End implements [door.Reply].
func (e *eventStream) End(d *door.Done) error {
	at := 0
	if e.open || len(d.Calls) == 0 {
		if err := e.closeMessage(d); err != nil {
			return err
		}
		at++
	}
	for i, c := range d.Calls {
		index := at + i
		item, arguments := e.of.call(i, c, "completed"), string(c.Arguments)
		place := func(f fields) fields {
			f["item_id"], f["output_index"] = item.ID, index
			return f
		}
		err := several(
			func() error {
				return e.event("response.output_item.added", fields{"output_index": index, "item": e.of.call(i, c, "in_progress")})
			},
			func() error {
				return e.event("response.function_call_arguments.delta", place(fields{"delta": arguments}))
			},
			func() error {
				return e.event("response.function_call_arguments.done", place(fields{"name": c.Name, "arguments": arguments}))
			},
			func() error { return e.event("response.output_item.done", fields{"output_index": index, "item": item}) },
		)
		if err != nil {
			return err
		}
	}
	e.of.ended(d, time.Now())
	return e.event("response."+e.of.Status, fields{"response": e.of})
}

func (e *eventStream) closeMessage(d *door.Done) error {
	cited := citations(e.of.Model, d)
	if err := e.message(); err != nil {
		return err
	}
	for i, one := range cited {
		if err := e.event("response.output_text.annotation.added", e.at(fields{"annotation_index": i, "annotation": one})); err != nil {
			return err
		}
	}
	return several(
		func() error {
			return e.event("response.output_text.done", e.at(fields{"text": d.Text, "logprobs": []string{}}))
		},
		func() error {
			return e.event("response.content_part.done", e.at(fields{"part": outputText(d.Text, cited)}))
		},
		func() error {
			return e.event("response.output_item.done", fields{"output_index": 0, "item": e.of.message("completed", d.Text, cited)})
		},
	)
}

// Whole implements [door.Reply].
func (e *eventStream) Whole(d *door.Done) any { return e.of.ended(d, time.Now()) }

// Fail implements [door.Reply].
func (e *eventStream) Fail(body any) error {
	told := &responseError{}
	if whole, ok := body.(map[string]any); ok {
		if inner, ok := whole["error"].(map[string]any); ok {
			told.Code, _ = inner["code"].(string)
			told.Message, _ = inner["message"].(string)
		}
	}
	e.of.Status, e.of.Error = "failed", told
	return e.event("response.failed", fields{"response": e.of})
}
