// Package anthropic speaks Anthropic's protocol: POST /v1/messages, whole and in
// events, and the counting of tokens.
//
//   - anthropic.go: the routes
//   - message.go: what a request says
//   - answer.go: the answer, in events and whole
//
// Fields that do nothing here are ignored, and named in X-Backstory-Ignored.
package anthropic

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
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
func (s *server) ask(r *http.Request) (*door.Request, error) {
	var in request
	ignored, err := door.Read(r, &in)
	if err == nil {
		err = s.Knows(r.Context(), in.Model)
	}
	if err != nil {
		return nil, err
	}
	a, err := in.ask(r, ignored)
	return &door.Request{Ask: a, Ignored: ignored, Form: "output_format", Stream: in.Stream}, err
}

func (s *server) messages(w http.ResponseWriter, r *http.Request) error {
	q, err := s.ask(r)
	if err != nil {
		return err
	}
	return s.Answer(w, r, q, func(_ *door.Turn, st *wire.Stream) door.Reply {
		st.Ping = "event: ping\ndata: {\"type\": \"ping\"}\n\n"
		return &eventStream{Stream: st, of: newMessage(q.Model)}
	})
}

func (s *server) count(w http.ResponseWriter, r *http.Request) error {
	q, err := s.ask(r)
	if err != nil {
		return err
	}
	n, err := s.Count(r.Context(), q.Ask)
	if err != nil {
		return err
	}
	q.Ignored.Write(w.Header())
	return wire.WriteJSON(w, count{n})
}
