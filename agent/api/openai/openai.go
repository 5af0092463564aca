// Package openai speaks OpenAI's protocols under /v1: models, chat completions,
// responses and embeddings.
//
//   - routes.go: all routes
//   - chat.go: chat completions
//   - embeddings.go: vectors
//   - responses.go, input.go, events.go, output.go: responses
//   - answer.go: an answer as a completion, whole and in pieces
//   - openai.go: models
//   - content.go: what messages are made of
//
// Fields that do nothing here are ignored, and named in X-Backstory-Ignored.
package openai

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api/door"
)

// server has the handlers of the routes.
type server struct{ *door.Door }

type modelList struct {
	Object  string        `json:"object"`
	Data    []modelObject `json:"data" nullable:"false"`
	HasMore bool          `json:"has_more"`
	FirstID *string       `json:"first_id"`
	LastID  *string       `json:"last_id"`
}

// modelObject has the fields of both OpenAI and Anthropic, whose clients ask the
// same route.
type modelObject struct {
	ID        string `json:"id"`
	Object    string `json:"object"`
	Created   int64  `json:"created"`
	OwnedBy   string `json:"owned_by"`
	Type      string `json:"type"`
	Display   string `json:"display_name"`
	CreatedAt string `json:"created_at"`
}

func objectOf(m door.Model) modelObject {
	return modelObject{
		ID: m.ID, Object: "model", Created: m.Created.Unix(), OwnedBy: "backstory", Type: "model", Display: m.Display,
		CreatedAt: m.Created.UTC().Format("2006-01-02T15:04:05Z"),
	}
}

func (s *server) models(w http.ResponseWriter, r *http.Request) error {
	all, err := s.Models(r.Context())
	if err != nil {
		return err
	}
	list := modelList{Object: "list", Data: make([]modelObject, len(all))}
	for i, m := range all {
		list.Data[i] = objectOf(m)
	}
	if n := len(all); n > 0 {
		list.FirstID, list.LastID = &all[0].ID, &all[n-1].ID
	}
	return door.WriteJSON(w, list)
}

func (s *server) model(w http.ResponseWriter, r *http.Request) error {
	m, err := s.Model(r.Context(), r.PathValue("model"))
	if err != nil {
		return err
	}
	return door.WriteJSON(w, objectOf(m))
}
