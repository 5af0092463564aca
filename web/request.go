package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
)

// showRequest shows what the model was sent in a turn: the prompt, the tools and what was said
// before, and how the prompt differs from the one before it.
func showRequest(r *http.Request, o *opened, v *view) error {
	found, err := o.sessionIn(r, r.PathValue("session"))
	if err != nil {
		return err
	}
	number, _ := strconv.Atoi(r.PathValue("turn")) // what is no number is of no turn
	ctx, st := r.Context(), o.server.Store()
	turns, err := st.Turns(ctx, o.scope, found.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(turns, func(t store.Turn) bool { return t.Number == number })
	if at < 0 || turns[at].Epoch == 0 {
		return api.NotFound()
	}
	body := &requestBody{Turn: number, Back: sessionAddress(o.key, found.ID) + "?all#turn-" + strconv.Itoa(number), Digest: turns[at].Prefix, Input: turns[at].Input}
	if err := o.prompted(r, found.ID, turns[at].Epoch, body); err != nil {
		return err
	}
	messages, err := st.Messages(ctx, o.scope, found.ID, 0, 0)
	if err == nil {
		err = o.said(messages, body)
	}
	if err != nil {
		return err
	}
	v.Title = text("request.title") + " · " + v.Profile.Display
	v.Body = body.node(v.Profile)
	return nil
}

// said fills in what was said up to the answer of a turn, as far as it was sent.
func (o *opened) said(messages []store.Message, body *requestBody) error {
	for _, m := range messages {
		if m.Seq != body.summary && (m.Seq < body.from || m.Role == store.SummaryRole) || m.Turn > body.Turn {
			continue
		}
		one, err := api.MessageOf(m)
		if err != nil {
			return err
		}
		if m.Turn == body.Turn && m.Role == string(model.Assistant) && one.Text != "" {
			return nil
		}
		body.Messages = append(body.Messages, sent{m.Role, cmp.Or(one.Text, string(m.Body))})
	}
	return nil
}

// prompted fills in the prompt of a session by its number, and its difference from the one before.
func (o *opened) prompted(r *http.Request, session string, number int, body *requestBody) error {
	e, err := o.server.Store().Epoch(r.Context(), o.scope, session, number)
	if err != nil {
		return err
	}
	body.Number, body.Reason, body.Changed, body.System, body.Tools = e.Number, e.Reason, e.Changed, e.System, e.Tools
	body.from, body.summary = e.From, e.Summary
	if json.Valid([]byte(e.Tools)) && (e.Tools == "null" || e.Tools == "[]") {
		body.Tools = ""
	}
	if number > 1 {
		before, err := o.server.Store().Epoch(r.Context(), o.scope, session, number-1)
		if err != nil {
			return err
		}
		if before.System != e.System {
			body.Diff = proposal.Visible(string(diff.Diff(text("request.before"), []byte(before.System), text("request.now"), []byte(e.System))))
		}
	}
	return nil
}
