package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// Of a talk the last turns are shown; for earlier ones somebody asks.
const (
	shownTurns = 10
	maxTitle   = 80 // characters of a question that name its talk
)

// errAsked says that the person is asked about a call of a tool, which the view of the
// turn shows.
var errAsked = errors.New("a call of a tool waits for a decision")

// showQuestion shows a question that nobody has asked yet.
func showQuestion(r *http.Request, o *opened, v *view) error {
	v.Body, v.Script = (&talking{Question: r.URL.Query().Get("question")}).node(v.Profile), "ask.js"
	return nil
}

// ask has a question answered, and goes to the answer when it is whole, or when the
// person is asked something.
func ask(w http.ResponseWriter, r *http.Request, o *opened) error {
	question := strings.TrimSpace(r.PostFormValue("question"))
	switch {
	case question == "":
		http.Redirect(w, r, at(o.key), http.StatusSeeOther)
		return nil
	case !utf8.ValidString(question):
		return api.NewProblem(400, "", text("error.bytes"))
	}
	found, err := o.sessionOf(r, r.PostFormValue("session"), question)
	if err != nil {
		return err
	}
	number, err := o.server.Say(r.Context(), o.scope, found, question)
	if err != nil {
		return err
	}
	err = o.server.Each(r.Context(), o.scope, found.ID, number, 0, func(events []store.TurnEvent) error {
		if slices.ContainsFunc(events, func(e store.TurnEvent) bool { return e.Type == "approval" }) {
			return errAsked
		}
		return nil
	}, nil)
	if err != nil && !errors.Is(err, errAsked) {
		return err
	}
	http.Redirect(w, r, sessionAddress(o.key, found.ID)+"#turn-"+strconv.Itoa(number), http.StatusSeeOther)
	return nil
}

// sessionOf returns the session of a form, or a new one that is named after a question.
func (o *opened) sessionOf(r *http.Request, id, question string) (store.Session, error) {
	ctx := r.Context()
	if id != "" {
		return o.sessionIn(r, id)
	}
	made, err := o.server.Manager().Make(ctx, o.scope, store.Branch, session.Want{})
	if err != nil {
		return made, err
	}
	made.Title = titleOf(question)
	return made, o.server.Store().UpdateSession(ctx, o.scope, made.ID, made)
}

// sessionIn returns a session of an opened profile.
func (o *opened) sessionIn(r *http.Request, id string) (store.Session, error) {
	sc, found, err := o.server.FindSession(r.Context(), id)
	if err == nil && sc.Profile() != o.scope.Profile() {
		err = api.NotFound()
	}
	return found, err
}

// titleOf names a talk by its first question.
func titleOf(question string) string {
	title := strings.Join(strings.Fields(question), " ")
	if runes := []rune(title); len(runes) > maxTitle {
		title = string(runes[:maxTitle-1]) + "…"
	}
	return title
}

// showTalk shows a session: each question with its answer, and what that is from.
func showTalk(r *http.Request, o *opened, v *view) error {
	found, err := o.sessionIn(r, r.PathValue("session"))
	if err != nil {
		return err
	}
	body := &talking{Question: r.URL.Query().Get("question"), Session: found.ID, Closed: found.Status != store.Active}
	if err := o.turns(r, found, r.URL.Query().Has("all"), body); err != nil {
		return err
	}
	if body.Running > 0 {
		v.Refresh = 2
	}
	v.Title = found.Title + " · " + v.Profile.Display
	v.Body, v.Script = body.node(v.Profile), "ask.js"
	return nil
}

// turns fills in the turns of a session.
func (o *opened) turns(r *http.Request, found store.Session, all bool, body *talking) error {
	ctx, st := r.Context(), o.server.Store()
	known, err := st.Turns(ctx, o.scope, found.ID)
	if err != nil {
		return err
	}
	if !all && len(known) > shownTurns {
		known = known[len(known)-shownTurns:]
		body.Earlier = sessionAddress(o.key, found.ID) + "?all"
	}
	messages, err := st.Messages(ctx, o.scope, found.ID, 0, 0)
	if err != nil {
		return err
	}
	s, err := o.shelf(ctx)
	if err != nil {
		return err
	}
	for _, t := range known {
		one := turn{Number: t.Number, Error: t.Error, Input: t.Input, Output: t.Output, Running: t.Ended.IsZero()}
		answer, err := o.words(messages, t.Number, &one)
		if err != nil {
			return err
		}
		if one.Running {
			body.Running, answer = t.Number, t.Partial
			one.Error = ""
		}
		if err := o.explain(r, s, found, t, answer, &one); err != nil {
			return err
		}
		body.Turns = append(body.Turns, one)
	}
	return nil
}

// words fills in the question of a turn, and returns its last answer.
func (o *opened) words(messages []store.Message, number int, one *turn) (answer string, err error) {
	for _, m := range messages {
		if m.Role == store.SummaryRole {
			continue
		}
		if m.Turn < number {
			one.Before = m.Seq
		}
		if m.Turn != number {
			continue
		}
		one.Last = m.Seq
		said, err := api.MessageOf(m)
		switch {
		case err != nil:
			return "", err
		case said.Text == "":
		case m.Role == string(model.Assistant):
			answer = said.Text
		case one.Question == "":
			one.Question = said.Text
		}
	}
	return answer, nil
}
