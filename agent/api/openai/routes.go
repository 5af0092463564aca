package openai

import (
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
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
