package door

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api/wire"
)

// Request is a request as it was read.
type Request struct {
	Ask
	Ignored *Ignored
	Form    string // the field of the answer's form; see [Door.Fit]
	Stream  bool   // events are asked for
}

// Reply is an answer in the form of a protocol. Its stream keeps what goes wrong.
type Reply interface {
	Whole(d *Done) any // the answer at once
	Begin()            // what events begin with
	Text(piece string)
	End(d *Done)   // what comes after the text
	Fail(body any) // of events that were begun; the body is that of an error
}

// Answer answers a request by a new turn, at once or in events.
func (d *Door) Answer(w http.ResponseWriter, r *http.Request, q *Request, reply func(*Turn, *wire.Stream) Reply) error {
	ctx := r.Context()
	if err := d.Fit(ctx, &q.Ask, q.Form, q.Ignored); err != nil {
		return err
	}
	turn, err := d.Begin(ctx, q.Ask)
	if err != nil {
		return err
	}
	turn.Write(w.Header())
	q.Ignored.Write(w.Header())
	st := &wire.Stream{W: w}
	out := reply(turn, st)
	if !q.Stream {
		done, err := turn.Whole(ctx)
		if err != nil {
			return Gone(r, err)
		}
		return wire.WriteJSON(w, out.Whole(done))
	}
	err = turn.follow(ctx, func(e step) error {
		if !st.Begun() {
			out.Begin()
		}
		switch {
		case e.Text != "":
			out.Text(e.Text)
		case e.Done != nil:
			out.End(e.Done)
		default:
			return st.Idle()
		}
		return st.Err
	})
	if err == nil || !st.Begun() || ctx.Err() != nil {
		return Gone(r, err)
	}
	st.Err = nil // where it was no event that could be sent, it is told
	out.Fail(d.ErrorBody(ctx, r.URL.Path, err))
	return st.Err
}

// Gone returns an error, but nil if the client has disconnected: nobody would read it.
func Gone(r *http.Request, err error) error {
	if r.Context().Err() != nil {
		return nil
	}
	return err
}
