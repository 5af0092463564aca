package openai

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

func (s *server) respond(w http.ResponseWriter, r *http.Request) error {
	var in responseRequest
	ignored, err := door.Read(r, &in)
	if err != nil {
		return err
	}
	if err := s.Knows(r.Context(), in.Model); err != nil {
		return err
	}
	ask, err := in.ask(r, ignored)
	if err != nil {
		return err
	}
	return s.Answer(w, r, &door.Request{Ask: ask, Ignored: ignored, Form: "text.format", Stream: in.Stream}, func(turn *door.Turn, st *wire.Stream) door.Reply {
		out := newResponse(turn.Point, in.Model, cmp.Or(turn.Began, time.Now()))
		out.echo(&in, ask.Tools)
		return &eventStream{Stream: st, of: out}
	})
}

// ask is a request as it is asked.
func (in *responseRequest) ask(r *http.Request, ignored *door.Ignored) (door.Ask, error) {
	var images shown
	t, err := in.transcript(ignored, &images)
	if err != nil {
		return door.Ask{}, err
	}
	tools, err := toolsOf(in.Tools, in.ToolChoice, ignored)
	if err != nil {
		return door.Ask{}, err
	}
	a := door.Ask{
		Model: in.Model, Said: t.Lines, Program: strings.Join(t.Program, "\n\n"), Tools: tools,
		Key:   door.KeyOf(r, cmp.Or(deref(in.User), deref(in.SafetyIdentifier)), in.conversation(), t.First()),
		Chore: in.Previous == nil && door.IsChore(t), Shown: images.first, Forget: in.Store != nil && !*in.Store,
	}
	a.Wishes.Temperature = in.Temperature
	if in.Text != nil {
		if err := in.Text.Format.wish("text.format", &a.Wishes); err != nil {
			return a, err
		}
	}
	if in.MaxOutputTokens != nil {
		a.MaxTokens = *in.MaxOutputTokens
	}
	if in.Previous != nil {
		p, err := pointOf(*in.Previous)
		if err != nil {
			return a, api.NewProblem(404, "previous_response_not_found", "there is no response of this id").About("previous_response_id")
		}
		a.After, a.Key = &p, door.Key{User: a.Key.User}
	}
	return a, nil
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// echo has a response say what was asked.
func (r *response) echo(in *responseRequest, tools []model.Tool) {
	r.Previous, r.Instructions, r.MaxOutput, r.User, r.Safety = in.Previous, in.Instructions, in.MaxOutputTokens, in.User, in.SafetyIdentifier
	r.Tools, r.Store = functions(in.Tools, tools), in.Store == nil || *in.Store
	if string(in.ToolChoice) == `"none"` {
		r.ToolChoice = "none"
	}
	for key, raw := range in.Metadata { // into another map
		var text string
		if json.Unmarshal(raw, &text) == nil {
			r.Metadata[key] = text
		}
	}
}

// find returns the turn of the response that a path names.
func (s *server) find(r *http.Request) (*door.Past, door.Point, error) {
	p, err := pointOf(r.PathValue("id"))
	if err != nil {
		return nil, p, err
	}
	found, err := s.Find(r.Context(), p)
	var known *api.Problem
	if errors.Is(err, store.ErrNotFound) || errors.As(err, &known) && known.Status == http.StatusNotFound {
		err = api.NewProblem(404, "response_not_found", "there is no response of this id")
	}
	return found, p, err
}

func (s *server) response(w http.ResponseWriter, r *http.Request) error {
	found, p, err := s.find(r)
	if err != nil {
		return err
	}
	name := found.Session.Profile
	if found.Session.Role != "" {
		name += ":" + found.Session.Role
	}
	out := newResponse(p, name, found.Turn.Started)
	switch found.Turn.State {
	case store.TurnDone:
		out.ended(s.Done(r.Context(), found), found.Turn.Ended)
	case store.TurnRunning, store.TurnWaiting:
	default:
		out.Status, out.Error = "failed", &responseError{"server_error", "the answer broke off"}
	}
	return wire.WriteJSON(w, out)
}

func (s *server) deleteResponse(w http.ResponseWriter, r *http.Request) error {
	_, p, err := s.find(r)
	if err == nil {
		err = s.Remove(r.Context(), p)
	}
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, deleted{idOf(p), "response", true})
}

func (s *server) inputItems(w http.ResponseWriter, r *http.Request) error {
	found, p, err := s.find(r)
	if err != nil {
		return err
	}
	list := itemList{Object: "list", Data: []outputItem{}}
	of := newResponse(p, "", found.Turn.Started)
	if found.Asked != nil {
		for _, one := range found.Asked.Results {
			list.Data = append(list.Data, outputItem{Type: "function_call_output", ID: of.itemID("fco_"), Status: "completed", CallID: one.CallID, Output: &one.Text})
		}
		if found.Asked.Text != "" {
			parts := []textPart{{Type: "input_text", Text: found.Asked.Text}}
			list.Data = append(list.Data, outputItem{Type: "message", ID: of.itemID("msg_in_"), Status: "completed", Role: "user", Content: &parts})
		}
	}
	if n := len(list.Data); n > 0 {
		list.FirstID, list.LastID = list.Data[0].ID, list.Data[n-1].ID
	}
	return wire.WriteJSON(w, list)
}
