package api

import (
	"bytes"
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/feed"
)

// routes declares all routes.
func (s *Server) routes() {
	(&sessions{s}).routes()
	(&events{s}).routes()
	for _, room := range s.rooms {
		room(s)
	}
	Add(s, Route{ID: "metrics", Method: "GET", Path: "/metrics", Right: Admin, Tag: "operation", Summary: "Numbers, in the text form of Prometheus", Adapt: blob.GivesText},
		func(context.Context, *struct{}) (*blob.Text, error) {
			var b bytes.Buffer
			s.metrics.Write(&b, s.turns.count(), s.host.Runner.Broken())
			return &blob.Text{ContentType: "text/plain; version=0.0.4", Body: b.Bytes()}, nil
		})
}

// sessions has the routes of sessions, their messages, turns and approvals.
type sessions struct{ server *Server }

func (x *sessions) routes() {
	const tag, base, team = "sessions", "/api/v2/sessions", "/v1/sessions/{id}"
	ofTurn := []string{typeDelta, typeThought, typeTool, typeApproval, typeNotice, typeDone, typeError}
	Add(x.server, Route{ID: "list-sessions", Method: "GET", Path: base, Right: Read, Tag: tag, Summary: "List sessions, the newest first", Errors: []int{404}}, x.listSessions)
	Add(x.server, Route{ID: "create-session", Method: "POST", Path: base, Right: Chat, Tag: tag, Summary: "Begin a session", Status: 201, Errors: []int{404, 409}}, x.createSession)
	AddOf(x.server, Route{ID: "get-session", Method: "GET", Path: base + "/{id}", Right: Read, Tag: tag, Summary: "Show a session", Also: []string{"GET " + team}}, x.getSession)
	AddOf(x.server, Route{ID: "update-session", Method: "PATCH", Path: base + "/{id}", Right: Chat, Tag: tag, Summary: "Change title, role or model", Errors: []int{409}}, x.updateSession)
	AddOf(x.server, Route{ID: "close-session", Method: "POST", Path: base + "/{id}/close", Right: Chat, Tag: tag, Summary: "End a session", Errors: []int{409}}, x.closeSession)
	AddOf(x.server, Route{ID: "delete-session", Method: "DELETE", Path: base + "/{id}", Right: Write, Tag: tag, Summary: "Delete a session with all that was said", Status: 204, Errors: []int{409}, Also: []string{"DELETE " + team}}, x.deleteSession)
	AddOf(x.server, Route{ID: "branch-session", Method: "POST", Path: base + "/{id}/branch", Right: Chat, Tag: tag, Summary: "Begin a session that goes on from a message of this one", Status: 201, Errors: []int{409}, Also: []string{"POST " + team + "/branch"}}, x.branchSession)
	AddOf(x.server, Route{
		ID: "compact-session", Method: "POST", Path: base + "/{id}/compact", Right: Chat, Tag: tag, Errors: []int{409, 502}, Also: []string{"POST " + team + "/compact"},
		Summary: "Sum up what was said before the last turns: requests are shorter then, and all of it stays",
	}, x.compactSession)
	AddOf(x.server, Route{ID: "list-messages", Method: "GET", Path: base + "/{id}/messages", Right: Read, Tag: tag, Summary: "List what was said", Also: []string{"GET " + team + "/messages"}}, x.listMessages)
	AddOf(x.server, Route{
		ID: "send-message", Method: "POST", Path: base + "/{id}/messages", Right: Chat, Tag: tag,
		Summary: "Say something; the answer is JSON, or a stream of events", Errors: []int{409, 502}, Adapt: x.server.documentEvents(reflect.TypeFor[done](), ofTurn...),
		Also: []string{"POST " + team + "/messages"},
	}, x.sendMessage)
	AddOf(x.server, Route{ID: "list-turns", Method: "GET", Path: base + "/{id}/turns", Right: Read, Tag: tag, Summary: "List turns"}, x.listTurns)
	AddOf(x.server, Route{
		ID: "follow-turn", Method: "GET", Path: base + "/{id}/turns/{n}/events", Right: Read, Tag: tag,
		Summary: "Follow a turn, from its start or after the event in Last-Event-ID", Adapt: x.server.documentEvents(nil, ofTurn...),
		Also: []string{"GET " + team + "/turns/{n}/events"},
	}, x.followTurn)
	AddOf(x.server, Route{ID: "cancel-turn", Method: "DELETE", Path: base + "/{id}/turns/{n}", Right: Chat, Tag: tag, Summary: "Cancel a turn", Status: 204, Errors: []int{409}}, x.cancelTurn)
	Add(x.server, Route{ID: "list-approvals", Method: "GET", Path: "/api/v2/approvals", Right: Read, Tag: tag, Summary: "List calls of tools that wait for a decision"}, x.listApprovals)
	Add(x.server, Route{ID: "decide-approval", Method: "POST", Path: "/api/v2/approvals/{id}", Right: Chat, Tag: tag, Summary: "Allow a call or deny it", Status: 204, Errors: []int{404}}, x.decide)
}

// events has the routes of what happened in the workspace.
type events struct{ server *Server }

func (x *events) routes() {
	Add(x.server, Route{
		ID: "list-events", Method: "GET", Path: "/api/v2/events", Right: Read, Tag: "events", Errors: []int{404},
		Summary: "List what happened lately, the oldest first, or follow it: with Accept: text/event-stream from now on, or from after Last-Event-ID",
		Adapt:   x.server.documentEvents(reflect.TypeFor[Page[feed.Event]](), feed.TypeBuild, feed.TypeProfile, feed.TypeConfiguration),
	}, x.listEvents)
}

// documentEvents says in the document what a stream has, and which type the
// answer has that comes where no stream is asked for; nil for none.
func (s *Server) documentEvents(whole reflect.Type, names ...string) func(*huma.Operation) {
	return func(op *huma.Operation) {
		content := map[string]*huma.MediaType{"text/event-stream": {Schema: EventStream(), Extensions: map[string]any{"x-events": names}}}
		if whole != nil {
			content["application/json"] = &huma.MediaType{Schema: s.SchemaOf(whole)}
		}
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The events: each has an id, a name and one line of JSON, which has the number of the turn where it is of one.", Content: content,
		}}
	}
}
