// Package a2a speaks the Agent2Agent protocol, version 1.0, as its JSON-RPC
// binding: one profile has an agent card at its well-known address, and answers
// the messages of other agents. The source of the shapes and codes is the
// protocol's specification (a2a-protocol.org/latest/specification).
//
//   - a2a.go: the routes, and the card
//   - message.go: messages, and their answers
//
// A message is answered by a message, never by a task: there is nothing to poll,
// to subscribe to or to cancel, and the card says so.
package a2a

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
)

// Path is where the protocol is spoken.
const Path = "/a2a"

// version is that of the protocol.
const version = "1.0"

// server is the one whose routes these are.
type server struct {
	*door.Door
	profile string
}

// Routes adds the routes of a profile to a server. Who may ask the server at all
// may read the card: it has the profile's name and description, and nothing more.
func Routes(d *door.Door, profile string) {
	s := &server{d, profile}
	api.AddPlain(d.Server, api.Route{ID: "a2a-card", Method: "GET", Path: api.CardPath, Tag: "a2a", Summary: "Show the agent card of the profile that --a2a names"}, api.Forms{Out: card{}}, s.card)
	api.AddPlain(d.Server, api.Route{ID: "a2a-send", Method: "POST", Path: Path, Right: api.Chat, Tag: "a2a", Summary: "Send a message of another agent (JSON-RPC, method SendMessage)"}, api.Forms{In: request{}, Out: response{}}, s.serve)
}

// card is an AgentCard of the protocol.
type card struct {
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Version      string            `json:"version"`
	Interfaces   []endpoint        `json:"supportedInterfaces" nullable:"false"`
	Capabilities capabilities      `json:"capabilities"`
	Schemes      map[string]scheme `json:"securitySchemes,omitempty"`
	Requirements []requirement     `json:"securityRequirements,omitempty"`
	Inputs       []string          `json:"defaultInputModes" nullable:"false"`
	Outputs      []string          `json:"defaultOutputModes" nullable:"false"`
	Skills       []skill           `json:"skills" nullable:"false"`
}

type endpoint struct {
	URL     string `json:"url"`
	Binding string `json:"protocolBinding"`
	Version string `json:"protocolVersion"`
}

type capabilities struct {
	Streaming     bool `json:"streaming"`
	Notifications bool `json:"pushNotifications"`
}

type scheme struct {
	HTTP httpScheme `json:"httpAuthSecurityScheme"`
}

type httpScheme struct {
	Scheme string `json:"scheme"`
}

type requirement struct {
	Schemes map[string]scopes `json:"schemes"`
}

type scopes struct {
	List []string `json:"list" nullable:"false"`
}

type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags" nullable:"false"`
}

func (s *server) card(w http.ResponseWriter, r *http.Request) error {
	i, err := s.Host(r.Context()).Identity(s.profile)
	if err != nil {
		return err
	}
	about := i.Soul.Description
	if about == "" {
		about = "Answers as " + i.Display + "."
	}
	c := card{
		Name: i.Display, Description: about, Version: s.Version(),
		Interfaces: []endpoint{{URL: baseURL(r) + Path, Binding: "JSONRPC", Version: version}},
		Inputs:     []string{"text/plain", "application/json"}, Outputs: []string{"text/markdown"},
		Skills: []skill{{ID: "conversation", Name: "Conversation", Description: about, Tags: []string{"conversation"}}},
	}
	if s.NeedsToken() {
		c.Schemes = map[string]scheme{"token": {httpScheme{"Bearer"}}}
		c.Requirements = []requirement{{map[string]scopes{"token": {[]string{}}}}}
	}
	w.Header().Set("Cache-Control", "no-cache")
	return wire.WriteJSON(w, c)
}

// baseURL returns the address of the server as the client of a request knows it:
// a scheme and a host.
func baseURL(r *http.Request) string {
	if r.TLS != nil || r.URL.Scheme == "https" { // as a proxy says
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
