// Package openai speaks OpenAI's protocols under /v1: models, chat completions,
// responses and embeddings.
//
//   - openai.go: all routes, and models
//   - chat.go: chat completions
//   - embeddings.go: vectors
//   - responses.go, input.go, output.go: responses, what they answer, and how they come
//   - answer.go: an answer as a completion, whole and in pieces
//   - content.go: what messages are made of, and the form that an answer is to have
//
// Fields that do nothing here are ignored, and named in X-Backstory-Ignored.
package openai

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
)

// Routes adds the routes to a server.
func Routes(d *door.Door) {
	s := &server{d}
	const tag = "openai"
	api.AddPlain(d.Server, api.Route{ID: "openai-models", Method: "GET", Path: "/v1/models", Right: api.Read, Tag: tag, Summary: "List the profiles, and their roles, as models"},
		api.Forms{Out: modelList{}}, s.models)
	api.AddPlain(d.Server, api.Route{ID: "openai-model", Method: "GET", Path: "/v1/models/{model}", Right: api.Read, Tag: tag, Summary: "Show one"},
		api.Forms{Out: modelObject{}}, s.model)
	api.AddPlain(d.Server, api.Route{ID: "openai-chat", Method: "POST", Path: "/v1/chat/completions", Right: api.Chat, Tag: tag, Summary: "Answer a conversation; the answer is JSON, or a stream of events"},
		api.Forms{In: chatRequest{}, Out: completion{}}, s.chat)
	const one = "/v1/responses/{id}"
	api.AddPlain(d.Server, api.Route{ID: "openai-respond", Method: "POST", Path: "/v1/responses", Right: api.Chat, Tag: tag, Summary: "Answer items of input; the answer is JSON, or a stream of events"},
		api.Forms{In: responseRequest{}, Out: response{}}, s.respond)
	api.AddPlain(d.Server, api.Route{ID: "openai-response", Method: "GET", Path: one, Right: api.Read, Tag: tag, Summary: "Show a response that was kept"},
		api.Forms{Out: response{}}, s.response)
	api.AddPlain(d.Server, api.Route{ID: "openai-delete-response", Method: "DELETE", Path: one, Right: api.Chat, Tag: tag, Summary: "Delete a response"},
		api.Forms{Out: deleted{}}, s.deleteResponse)
	api.AddPlain(d.Server, api.Route{ID: "openai-input-items", Method: "GET", Path: one + "/input_items", Right: api.Read, Tag: tag, Summary: "List what a response answers"},
		api.Forms{Out: itemList{}}, s.inputItems)
	api.AddPlain(d.Server, api.Route{ID: "openai-embeddings", Method: "POST", Path: "/v1/embeddings", Right: api.Chat, Tag: tag, Summary: "Give vectors for texts, where a model for them is configured"},
		api.Forms{In: embedRequest{}, Out: vectorList{}}, s.embed)
}

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
	list := modelList{Object: "list", Data: api.Mapped(all, objectOf)}
	if n := len(all); n > 0 {
		list.FirstID, list.LastID = &all[0].ID, &all[n-1].ID
	}
	return wire.WriteJSON(w, list)
}

func (s *server) model(w http.ResponseWriter, r *http.Request) error {
	m, err := s.Model(r.Context(), r.PathValue("model"))
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, objectOf(m))
}
