package api

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api/route"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// setHuma sets what huma has for the whole process: names of fields are taken
// as they are spelled, and errors have our codes.
var setHuma = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true
	huma.NewError = func(status int, detail string, errs ...error) huma.StatusError {
		p := NewProblem(status, "", detail)
		for _, err := range errs {
			if d, ok := err.(huma.ErrorDetailer); ok {
				p.Errors = append(p.Errors, d.ErrorDetail())
			} else if err != nil {
				p.Errors = append(p.Errors, &huma.ErrorDetail{Message: err.Error()})
			}
		}
		return p
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, detail string, errs ...error) huma.StatusError {
		p, _ := huma.NewError(status, detail, errs...).(*Problem)
		return inShape(ctx.Operation().Path, p)
	}
})

// config is that of the routes. The document has no link to the schemas in
// answers: huma would make it of the request's Host.
func (s *Server) config() huma.Config {
	setHuma()
	c := huma.DefaultConfig("backstory", "2")
	c.CreateHooks, c.DocsPath, c.SchemasPath = nil, "", ""
	c.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	c.RejectUnknownQueryParameters = true
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	c.Info.Description = "Sessions, profiles and prompts of a workspace. Errors are problem+json with a code of a closed list."
	c.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "a token that `backstory token create` made"},
	}
	return c
}

// schemaName names a type in the document. Those of other packages have their
// name in front, since Coqui's sessions are others than ours.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if _, room, ok := strings.Cut(t.PkgPath(), "/agent/api/"); ok && t.Name() != "" {
		return strings.ToUpper(room[:1]) + room[1:] + name
	}
	return name
}

// jsonFormat writes JSON without escaping what HTML would need.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		if p, ok := v.(*shaped); ok {
			v = p.content
		}
		return wire.Encode(w, v)
	},
	Unmarshal: json.Unmarshal,
}

// shaped is an error in the form of its route's protocol.
type shaped struct {
	*Problem
	content   any
	mediaType string
}

// ContentType implements [huma.ContentTypeFilter].
func (e *shaped) ContentType(string) string { return e.mediaType }

// Route declares one route: what it is for, which right it takes, and what it
// does.
type Route struct {
	ID      string // unique, for clients made of the document
	Method  string
	Path    string
	Right   Right // empty where no token is needed: see [open]
	Summary string
	Tag     string
	Status  int   // of success; default 200
	Errors  []int // that it may answer besides those of every route
	// Also are other addresses of the route, each a method and a path with the same
	// names in it.
	Also  []string
	Adapt func(*huma.Operation)
}

// Answer is an answer of JSON.
type Answer[T any] struct{ Body T }

// Made is an answer of JSON with the address of what it shows.
type Made[T any] struct {
	Location string `header:"Location"`
	Body     T
}

// usualErrors are those of every route.
var usualErrors = []int{400, 401, 403, 404, 413, 414, 415, 422, 429, 500, 503}

// Add adds a route. Its handler is called for actors alone that have the right. The
// compiler copies Add for each pair of types, so what needs no type is elsewhere.
func Add[I, O any](s *Server, r Route, handler func(context.Context, *I) (*O, error)) {
	r.add(s, reflect.TypeFor[I](), reflect.TypeFor[O](), func(ctx context.Context, in any) (any, error) {
		if out, err := handler(ctx, in.(*I)); out != nil || err != nil {
			return out, err
		}
		return nil, nil
	})
}

// ProfileAt names a profile in a path.
type ProfileAt struct {
	Profile string `path:"profile" maxLength:"128" doc:"the name of its folder"`
}

// Find opens the profile.
func (at ProfileAt) Find(ctx context.Context, s *Server) (*Of, error) { return s.Open(ctx, at.Profile) }

// finder is a request that finds what it is about.
type finder[I, W any] interface {
	*I
	Find(ctx context.Context, s *Server) (W, error)
}

// Of is the profile that a request names, open until the handler returns.
type Of struct {
	*profile.Profile
	Scope scope.Scope // of the actor, with the profile
}

// AddOf is [Add] for a route of one thing, such as a profile or a session: the request
// finds it, and it is closed at the end where it was opened.
func AddOf[I, W, O any, P finder[I, W]](s *Server, r Route, handler func(context.Context, W, P) (*O, error)) {
	Add(s, r, func(ctx context.Context, in *I) (*O, error) {
		of, err := P(in).Find(ctx, s)
		if err != nil {
			return nil, err
		}
		if open, ok := any(of).(io.Closer); ok {
			defer open.Close()
		}
		return handler(ctx, of, in)
	})
}

// Open opens a profile of the actor.
func (s *Server) Open(ctx context.Context, name string) (*Of, error) {
	sc, err := ActorOf(ctx).Scope(name)
	if err != nil || name == "" {
		return nil, NotFound()
	}
	p, err := s.Host(ctx).Profile(sc.Profile())
	return &Of{p, sc}, err
}

// MakeProfile makes a profile for the actor and opens it.
func MakeProfile(ctx context.Context, s *Server, name string, fill func(*os.Root) error) (*Of, error) {
	if err := s.Host(ctx).Directory().Make(ctx, ActorOf(ctx).Caller(), name, fill); err != nil {
		return nil, err
	}
	return s.Open(ctx, name)
}

// Remove removes the profile with all of its files, while nobody changes it, if check
// has nothing against it.
func (p *Of) Remove(ctx context.Context, s *Server, check func() error) error {
	return edit.Change(ctx, p.Profile, func() error {
		if err := check(); err != nil {
			return err
		}
		return s.Host(ctx).Directory().Remove(ctx, ActorOf(ctx).Caller(), p.Name())
	})
}

// add adds a route whose requests and answers have these types.
func (r *Route) add(s *Server, in, out reflect.Type, handle route.Handler) {
	for _, r := range r.all() {
		op := r.operation()
		route.Add(s.api, op, in, out, func(ctx context.Context, in any) (any, error) {
			out, err := handle(ctx, in)
			if err != nil {
				return nil, s.refuse(ctx, r.Path, err)
			}
			return out, nil
		})
		documentErrors(r.Path, op.Responses)
	}
}

// all returns the routes of the other addresses, and the route itself.
func (r *Route) all() []*Route {
	var list []*Route
	for i, also := range r.Also {
		other := *r
		other.ID, other.Tag, other.Also = "team-"+r.ID, "teams", nil
		if i > 0 {
			other.ID += "-" + strconv.Itoa(i+1)
		}
		other.Method, other.Path, _ = strings.Cut(also, " ")
		list = append(list, &other)
	}
	return append(list, r)
}

// operation describes a route.
func (r *Route) operation() huma.Operation {
	op := huma.Operation{
		OperationID: r.ID, Method: r.Method, Path: r.Path, Summary: r.Summary, Tags: []string{r.Tag}, DefaultStatus: r.Status,
		Security: []map[string][]string{{"token": {}}}, Errors: append(slices.Clone(usualErrors), r.Errors...),
		MaxBodyBytes: MaxBody, Metadata: map[string]any{"right": r.Right}, Extensions: map[string]any{"x-scope": string(r.Right)},
	}
	if r.Method == http.MethodPost && !slices.Contains(op.Errors, http.StatusConflict) {
		op.Errors = append(op.Errors, http.StatusConflict)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		op.Errors = append(op.Errors, http.StatusRequestTimeout)
	}
	if r.Adapt != nil {
		r.Adapt(&op)
	}
	documentKey(&op)
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	if r.Right == "" {
		op.Security, op.Extensions = []map[string][]string{}, nil
	} else {
		op.Middlewares = append(huma.Middlewares{holding(r.Right)}, op.Middlewares...)
	}
	return op
}

// refuse returns the answer to an error of a handler, in its path's protocol.
func (s *Server) refuse(ctx context.Context, path string, err error) error {
	p := fault(ctx, s.log, asProblem(err), err, "answering", "route", path)
	if p.retry > 0 {
		return huma.ErrorWithHeaders(inShape(path, p), http.Header{"Retry-After": {p.retryAfter()}})
	}
	return inShape(path, p)
}

// documentErrors describes errors in the form of a path's protocol.
func documentErrors(path string, responses map[string]*huma.Response) {
	if shapeOf(path) != coqui {
		return
	}
	text := &huma.Schema{Type: huma.TypeString}
	for _, response := range responses {
		if response.Content["application/problem+json"] != nil {
			response.Content = map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"error", "code"},
				Properties: map[string]*huma.Schema{"error": text, "code": text, "details": {Type: huma.TypeObject, AdditionalProperties: true}},
			}}}
		}
	}
}

// SchemaOf describes a type in the document, and returns its schema.
func (s *Server) SchemaOf(t reflect.Type) *huma.Schema {
	return s.api.OpenAPI().Components.Schemas.Schema(t, true, "")
}

// EventStream is the schema of a stream: what each of its events has.
func EventStream() *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	return &huma.Schema{
		Type: huma.TypeObject, Description: "each event", Required: []string{"data"},
		Properties: map[string]*huma.Schema{"id": text, "event": text, "data": {Type: huma.TypeString, Description: "an object of JSON, in one line"}},
	}
}

// nullable says in the document that a field which may be left out may be null,
// too.
func nullable(s *huma.Schema) {
	for name, p := range s.Properties {
		if p.Ref != "" || p.Type == "" || p.Nullable || slices.Contains(s.Required, name) {
			continue
		}
		p.Nullable = true
		if len(p.Enum) > 0 {
			p.Enum = append(p.Enum, nil)
		}
	}
}

// holding lets actors pass that have a right, before anything of the request is
// looked at.
func holding(right Right) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(hc)
		if !ActorOf(r.Context()).May(right) {
			NewProblem(403, "", "the token's scope does not contain "+string(right)).write(w, r)
			return
		}
		query := r.URL.Query()
		for _, p := range hc.Operation().Parameters {
			if p.In == "query" && p.Schema != nil && (p.Schema.Type != huma.TypeString || len(p.Schema.Enum) > 0) && query.Has(p.Name) && query.Get(p.Name) == "" {
				status := 422
				if shapeOf(r.URL.Path) != ours {
					status = 400
				}
				NewProblem(status, "", p.Name+" is empty: leave it out, or give a value").write(w, r)
				return
			}
		}
		next(hc)
	}
}

// inShape returns a problem in the form of a path.
func inShape(path string, p *Problem) huma.StatusError {
	if f := shapeOf(path); p.Status == 422 && (f == coqui || f == openAI || f == anthropic) { // which do not know it
		p = NewProblem(400, p.Code, p.Detail).at(p.Errors)
	}
	content, mediaType := p.body(path)
	if content == any(p) {
		return p
	}
	return &shaped{Problem: p, content: content, mediaType: mediaType}
}
