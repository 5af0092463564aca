// Package a2a speaks the Agent2Agent protocol, version 1.0, as its JSON-RPC
// binding: one profile has an agent card at its well-known address, and answers
// the messages of other agents. The source of the shapes and codes is the
// protocol's specification (a2a-protocol.org/latest/specification).
//
// A message is answered by a message, never by a task: there is nothing to poll,
// to subscribe to or to cancel, and the card says so.
package a2a

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
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

// Codes of errors: those of JSON-RPC 2.0, and those of the protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
	invalidParams  = -32602
	serverError    = -32000 // the first that JSON-RPC leaves to servers
	noTask         = -32001
	notSupported   = -32004
	noContentType  = -32005
	noVersion      = -32009
)

// request is one of JSON-RPC.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// response is the answer to one: a result or an error.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *result         `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type result struct {
	Message message `json:"message"`
}

// failure is an error of JSON-RPC.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    []info `json:"data,omitempty"`
}

// info is a google.rpc.ErrorInfo, with our own code as the reason.
type info struct {
	Type   string `json:"@type"`
	Reason string `json:"reason"`
	Domain string `json:"domain"`
}

func (f *failure) Error() string { return f.Message }

// message is one of the protocol.
type message struct {
	ID      string `json:"messageId"`
	Context string `json:"contextId,omitempty"`
	Task    string `json:"taskId,omitempty"`
	Role    string `json:"role"`
	Parts   []part `json:"parts" nullable:"false"`
}

// part is a piece of a message; one of the fields is set.
type part struct {
	Text *string         `json:"text,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
	Raw  *string         `json:"raw,omitempty"`
	URL  *string         `json:"url,omitempty"`
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) error {
	out := response{Version: "2.0", ID: json.RawMessage("null")}
	var in request
	var err error
	if syntax := json.NewDecoder(r.Body).Decode(&in); syntax != nil {
		err = &failure{Code: parseError, Message: "the body is not a JSON-RPC request: " + syntax.Error()}
	} else {
		if len(in.ID) > 0 {
			out.ID = in.ID
		}
		out.Result, err = s.call(r, in)
	}
	if err != nil {
		out.Error = s.failed(r, err)
	}
	return wire.WriteJSON(w, out)
}

// failed returns an error in the protocol's form.
func (s *server) failed(r *http.Request, err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	p := s.ProblemOf(r.Context(), Path, err)
	f = &failure{Code: serverError, Message: p.Detail, Data: []info{{"type.googleapis.com/google.rpc.ErrorInfo", strings.ToUpper(p.Code), "backstory"}}}
	if p.Status == http.StatusBadRequest || p.Status == http.StatusRequestEntityTooLarge {
		f.Code = invalidParams
	}
	return f
}

// call does what a request asks for.
func (s *server) call(r *http.Request, in request) (*result, error) {
	if in.Version != "2.0" || in.Method == "" {
		return nil, &failure{Code: invalidRequest, Message: `a request has "jsonrpc": "2.0" and a method`}
	}
	if asked := r.Header.Get("A2A-Version"); asked != "" && asked != version && !strings.HasPrefix(asked, version+".") {
		return nil, &failure{Code: noVersion, Message: "version " + asked + " of the protocol is not spoken here; " + version + " is"}
	}
	switch in.Method {
	case "SendMessage":
		return s.send(r, in.Params)
	case "GetTask", "CancelTask", "SubscribeToTask":
		return nil, &failure{Code: noTask, Message: "there is no such task: messages are answered by messages"}
	case "SendStreamingMessage", "ListTasks", "GetExtendedAgentCard", "CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig",
		"ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig":
		return nil, &failure{Code: notSupported, Message: in.Method + " is not supported; the agent card says what is"}
	}
	return nil, &failure{Code: noMethod, Message: "there is no method " + in.Method + " in version " + version + " of the protocol"}
}

// send has a message answered. Its context is a session; one without a context
// begins one.
func (s *server) send(r *http.Request, params json.RawMessage) (*result, error) {
	var in struct {
		Message *message `json:"message"`
	}
	if err := json.Unmarshal(params, &in); err != nil || in.Message == nil {
		return nil, &failure{Code: invalidParams, Message: "the params of SendMessage have a message: " + cmp.Or(errors.Join(err), errors.New("there is none")).Error()}
	}
	if in.Message.Task != "" {
		return nil, &failure{Code: noTask, Message: "there is no task " + in.Message.Task + ": messages are answered by messages; send the contextId alone"}
	}
	if in.Message.Role != "ROLE_USER" {
		return nil, &failure{Code: invalidParams, Message: "message.role: " + in.Message.Role + " is not ROLE_USER"}
	}
	text, err := in.Message.text()
	if err != nil {
		return nil, err
	}
	ask := door.Ask{Model: s.profile, Said: []door.Line{{Role: model.User, Text: text}}}
	if in.Message.Context != "" {
		ask.After = &door.Point{Session: in.Message.Context}
	}
	turn, err := s.Begin(r.Context(), ask)
	var p *api.Problem
	if errors.As(err, &p) && p.Status == http.StatusNotFound && ask.After != nil {
		return nil, &failure{Code: invalidParams, Message: "message.contextId: there is no context " + ask.After.Session + "; a message without one begins one"}
	}
	if err != nil {
		return nil, err
	}
	done, err := turn.Whole(r.Context())
	if err != nil {
		return nil, err
	}
	return &result{message{ID: rand.Text(), Context: turn.Session, Role: "ROLE_AGENT", Parts: []part{{Text: &done.Text}}}}, nil
}

// text returns what a message says. Data is told as JSON; files are refused.
func (m *message) text() (string, error) {
	var said []string
	for _, p := range m.Parts {
		switch {
		case p.Text != nil:
			said = append(said, *p.Text)
		case len(p.Data) > 0:
			said = append(said, "```json\n"+string(p.Data)+"\n```")
		default:
			return "", &failure{Code: noContentType, Message: "a part of the message is neither text nor data: files are not taken"}
		}
	}
	if text := strings.Join(said, "\n\n"); strings.TrimSpace(text) != "" {
		return text, nil
	}
	return "", &failure{Code: invalidParams, Message: "the message says nothing"}
}
