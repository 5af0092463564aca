package api

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Forms are what the bodies of a route look like, for the document: values of
// their types. Nil is for no body.
type Forms struct{ In, Out any }

// AddPlain adds a route that reads its request and writes its answer by the rules
// of another protocol. An error of the handler is the answer where nothing was
// written yet.
func AddPlain(s *Server, r Route, forms Forms, handle func(http.ResponseWriter, *http.Request) error) {
	op := &huma.Operation{
		OperationID: r.ID, Method: r.Method, Path: r.Path, Summary: r.Summary, Tags: []string{r.Tag},
		Security: []map[string][]string{}, Metadata: map[string]any{"right": r.Right},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: s.form(r.Tag, forms.Out)}},
	}
	answer := func(hc huma.Context) {
		req, w := humago.Unwrap(hc)
		if err := handle(w, req); err != nil {
			s.ProblemOf(req.Context(), r.Path, err).write(w, req)
		}
	}
	if r.Right != "" {
		op.Security, op.Extensions = []map[string][]string{{"token": {}}}, map[string]any{"x-scope": string(r.Right)}
		answer = huma.Middlewares{holding(r.Right)}.Handler(answer)
	}
	problem := map[string]*huma.MediaType{"application/json": {Schema: errorForm()}}
	if shapeOf(r.Path) == ours {
		problem = map[string]*huma.MediaType{"application/problem+json": {Schema: s.SchemaOf(reflect.TypeFor[Problem]())}}
	}
	for _, status := range []int{400, 401, 403, 404, 409, 413, 414, 415, 429, 500, 501, 502, 503} {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: problem}
	}
	for part := range strings.SplitSeq(r.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			op.Parameters = append(op.Parameters, &huma.Param{Name: strings.TrimSuffix(name, "}"), In: "path", Required: true, Schema: &huma.Schema{Type: "string"}})
		}
	}
	if forms.In != nil {
		op.RequestBody = &huma.RequestBody{Required: true, Content: s.form(r.Tag, forms.In)}
	}
	if r.Adapt != nil {
		r.Adapt(op)
	}
	documentKey(op)
	s.api.OpenAPI().AddOperation(op)
	s.api.Adapter().Handle(op, answer)
}

// As returns a context in which is asked for whom another context is: for
// protocols whose calls outlive the request that brought them.
func As(ctx, request context.Context) context.Context {
	return context.WithValue(context.WithValue(ctx, actorKey, ActorOf(request)), hostKey, request.Value(hostKey))
}

// Own returns a context in which the owner of this machine asks, without a token.
func Own(ctx context.Context, rights ...Right) context.Context {
	a := Actor{Token: "none", Org: scope.Local, User: scope.Local, Role: org.Owner(scope.Local).Role, home: scope.Local}
	for _, r := range rights {
		a.Scopes = append(a.Scopes, string(r))
	}
	return context.WithValue(ctx, actorKey, a)
}

// form returns the schema of a body, in which there may be fields that the
// document does not have. Types of two protocols may have one name.
func (s *Server) form(protocol string, v any) map[string]*huma.MediaType {
	if v == nil {
		return nil
	}
	own := huma.NewMapRegistry("#/components/schemas/", func(t reflect.Type, hint string) string {
		return strings.ToUpper(protocol[:1]) + protocol[1:] + huma.DefaultSchemaNamer(t, hint)
	})
	schema := own.Schema(reflect.TypeOf(v), true, reflect.TypeOf(v).Name())
	for name, one := range own.Map() { // into another map
		if one.Type == huma.TypeObject {
			one.AdditionalProperties = true
		}
		s.api.OpenAPI().Components.Schemas.Map()[name] = one
	}
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// errorForm is what errors of OpenAI and Anthropic have in common.
func errorForm() *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	inner := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"type": text, "message": text}, Required: []string{"type", "message"}, AdditionalProperties: true}
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"error": inner}, Required: []string{"error"}, AdditionalProperties: true}
}

// ProblemOf says what an error at a path is to a client, and logs one that is the
// server's fault.
func (s *Server) ProblemOf(ctx context.Context, path string, err error) *Problem {
	p := turnProblem(err)
	if p.Status == 422 {
		p = NewProblem(400, p.Code, p.Detail).at(p.Errors)
	}
	return fault(ctx, s.log, p, err, "answering", "route", path)
}

// ErrorBody returns an error in the form of a path's protocol.
func (s *Server) ErrorBody(ctx context.Context, path string, err error) any {
	body, _ := s.ProblemOf(ctx, path, err).body(path)
	return body
}

// About says which field of a request a problem is about.
func (p *Problem) About(param string) *Problem {
	if param != "" {
		p.Errors = []*huma.ErrorDetail{{Location: "body." + param, Message: p.Detail}}
	}
	return p
}

// Running is a turn that goes on by itself.
type Running struct {
	s *Server
	t *turn
}

// Run begins a turn of a session for a client that nobody can be asked through:
// a call that needs a person's approval is denied.
func (s *Server) Run(ctx context.Context, sc scope.Scope, session string, do job) (*Running, error) {
	t, err := s.turns.start(context.WithValue(ctx, unattendedKey, true), sc, session, do)
	if err != nil {
		return nil, err
	}
	return &Running{s, t}, nil
}

// Number is that of the turn.
func (r *Running) Number() int { return r.t.number }

// Wait waits for the end of the turn.
func (r *Running) Wait() { <-r.t.over }

// Step is something that happened in a turn. Of a tool the field alone is set
// that says that one was called.
type Step struct {
	Text    string
	Thought int // bytes of the text, from its end, that were thought
	Tool    bool
	Last    bool
}

// Follow hands over what happens, until the end of the turn; see [Server.Each].
// It calls idle where nothing happened for a while.
func (r *Running) Follow(ctx context.Context, give func(Step) error, idle func() error) error {
	a := ActorOf(ctx)
	return r.s.Each(ctx, r.t.scope, r.t.session, r.t.number, 0, func(events []store.TurnEvent) error {
		for _, e := range events {
			step := Step{Tool: e.Type == typeTool, Last: isLast(e.Type)}
			if e.Type == typeDelta || e.Type == typeThought {
				var d struct {
					delta
					thought
				}
				if err := json.Unmarshal(e.Data, &d); err != nil {
					return err
				}
				step.Text, step.Thought = d.Text, d.Bytes
			}
			if step.Last {
				<-r.t.over
			}
			if err := give(step); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		if err := r.s.stillHolds(ctx, a); err != nil {
			return err
		}
		return idle()
	})
}

// Answer returns how the turn ended, when it has.
func (r *Running) Answer() (runner.Answer, error) { return r.t.end.answer, r.t.end.err }

// Sources returns the sources that a text of the turn quotes, and those that were read
// for it, when it has ended.
func (r *Running) Sources(ctx context.Context, text string) []host.Source {
	if text == r.t.end.answer.Text && r.t.end.err == nil {
		return r.t.end.sources
	}
	return r.s.turns.cited.Checked(ctx, r.t.scope, "", text, r.t.calls).Sources
}

// SourcesOf returns the sources that a text of a profile quotes.
func (s *Server) SourcesOf(ctx context.Context, sc scope.Scope, text string) []host.Source {
	return s.turns.cited.Checked(ctx, sc, "", text, nil).Sources
}
