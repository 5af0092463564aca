// Package anthropic speaks Anthropic's protocol: POST /v1/messages, whole and in
// events, and the counting of tokens.
//
//   - anthropic.go: the routes
//   - message.go: what a request says
//   - events.go: the answer in events
//   - answer.go: the answer, whole
//
// Fields that do nothing here are ignored, and named in X-Backstory-Ignored.
package anthropic

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
)

// server has the handlers of the routes.
type server struct{ *door.Door }

// Routes adds the routes to a server.
func Routes(d *door.Door) {
	s := &server{d}
	const tag = "anthropic"
	api.AddPlain(d.Server, api.Route{ID: "anthropic-messages", Method: "POST", Path: "/v1/messages", Right: api.Chat, Tag: tag, Summary: "Answer a conversation; the answer is JSON, or a stream of events"},
		api.Forms{In: request{}, Out: message{}}, s.messages)
	api.AddPlain(d.Server, api.Route{ID: "anthropic-count", Method: "POST", Path: "/v1/messages/count_tokens", Right: api.Read, Tag: tag, Summary: "Estimate how many tokens a conversation has, with the profile's prompt"},
		api.Forms{In: request{}, Out: count{}}, s.count)
}

type count struct {
	Input int `json:"input_tokens"`
}

// ask reads a request.
func (s *server) ask(r *http.Request) (door.Ask, *request, *door.Ignored, error) {
	var in request
	ignored, err := door.Read(r, &in)
	if err != nil {
		return door.Ask{}, nil, nil, err
	}
	if err := s.Knows(r.Context(), in.Model); err != nil {
		return door.Ask{}, nil, nil, err
	}
	a, err := in.ask(r, ignored)
	return a, &in, ignored, err
}

func (s *server) messages(w http.ResponseWriter, r *http.Request) error {
	a, in, ignored, err := s.ask(r)
	if err != nil {
		return err
	}
	if err := s.Fit(r.Context(), &a, "output_format", ignored); err != nil {
		return err
	}
	turn, err := s.Begin(r.Context(), a)
	if err != nil {
		return err
	}
	turn.Write(w.Header())
	ignored.Write(w.Header())
	m := newMessage(in.Model)
	if in.Stream {
		return s.stream(w, r, turn, m)
	}
	done, err := turn.Whole(r.Context())
	if err != nil {
		return door.Gone(r, err)
	}
	return door.WriteJSON(w, m.whole(done))
}

func (s *server) count(w http.ResponseWriter, r *http.Request) error {
	a, _, ignored, err := s.ask(r)
	if err != nil {
		return err
	}
	n, err := s.Count(r.Context(), a)
	if err != nil {
		return err
	}
	ignored.Write(w.Header())
	return door.WriteJSON(w, count{n})
}
