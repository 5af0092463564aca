package all_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// secretWord is in everything of the foreign organisation and nowhere else.
const secretWord = "quillfeather"

// ids are what is in an organisation, by the parameters that name it, and a word
// for what is in none.
type ids map[string]string

// missing has the same forms, of things that are nowhere.
func missing() ids {
	return ids{
		"profile": "nosuchprofile", "session": "06h0d0tfbb5cgyfga0pzzzzz", "org": "nosuchorg", "user": "nobodyatall", "invite": "06h0d0tfbb5cgyfga0pzzzzz",
		"memory": "06h0d0tfbb5cgyfga0pzzzzz", "task": "06h0d0tfbb5cgyfga0pzzzzz", "proposal": "06h0d0tfbb5cgyfga0pzzzzz", "model": "nosuchprofile", "response": "resp_06h0d0tfbb5cgyfga0pzzzzz_1",
	}
}

// fill makes an organisation with something of every kind, and returns what it is
// called. The slug is part of every name.
// Whoever made it asks with the client.
func fill(s *apitest.Site, slug string) (ids, *apitest.Client) {
	name := slug + "prof"
	s.Org(slug, name, map[string]string{
		"profiles/" + name + "/soul.md":         "# " + secretWord + "\n\nYou are " + secretWord + ".\n",
		"profiles/" + name + "/roles/clerk.md":  "---\nname: clerk\ndescription: " + secretWord + "\n---\n\nYou file papers.\n",
		"profiles/" + name + "/backstory/in.md": "# Intro\n\nThe ship is called " + secretWord + ".\n",
	})
	c := s.AsUser(slug, "of-"+slug, org.Admin, "write", "approve")
	c.Must(200, "POST", "/api/v2/profiles/"+name+"/build", nil)
	c.With("Content-Type", "application/octet-stream").Must(204, "PUT", "/v1/profiles/"+name+"/avatar", "\xff\xd8\xff\xe0 "+secretWord)
	artifact(s, slug, name)
	id := c.Session(name)
	c.Must(200, "POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "What is the ship called, " + secretWord + "?"})
	said := c.Must(200, "POST", "/v1/responses", apitest.M{"model": name, "input": "What is the ship called?"})
	return ids{
		"profile": name, "session": id, "org": slug, "user": "of-" + slug, "model": name, "response": said.Text("id"),
		"invite":   c.Must(201, "POST", "/v1/orgs/"+slug+"/invites", apitest.M{"role": "viewer"}).Text("id"),
		"memory":   c.Must(201, "POST", "/api/v2/memories", apitest.M{"text": "The ship is called " + secretWord + ".", "profile": name}).Text("id"),
		"proposal": propose(s, slug, name),
		"task":     "06h0d0tfbb5cgyfga0p00000",
	}, c
}

// artifact makes a file, as the agent of a profile does.
func artifact(s *apitest.Site, slug, name string) {
	s.Helper()
	in, err := s.Host.In(slug)
	if err != nil {
		s.Fatal(err)
	}
	sc, err := scope.New(slug, "of-"+slug, name)
	if err != nil {
		s.Fatal(err)
	}
	folder, err := in.Artifacts(sc)
	if err == nil {
		err = folder.WriteFile("in.md", []byte(secretWord), 0o600)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// propose makes a proposal of an organisation's profile, as its agent does, and
// returns its id.
func propose(s *apitest.Site, slug, name string) string {
	s.Helper()
	in, err := s.Host.In(slug)
	if err != nil {
		s.Fatal(err)
	}
	none := 0
	in.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none}
	sc, err := scope.New(slug, "of-"+slug, name)
	if err != nil {
		s.Fatal(err)
	}
	p, err := in.Desk.Propose(s.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{
		Target: "soul.md", Title: "T", Patch: "# " + secretWord + "\n\nYou are calm.\n", Confidence: 0.9,
	})
	if err != nil {
		s.Fatal(err)
	}
	return p.ID
}

// kindOf says what a parameter of a path names.
func kindOf(path, name string) string {
	switch {
	case name == "profile" || name == "name":
		return "profile"
	case name == "id" && strings.Contains(path, "/sessions/"):
		return "session"
	case name == "id" && strings.Contains(path, "/memories/"):
		return "memory"
	case name == "id" && strings.Contains(path, "/proposals/"):
		return "proposal"
	case name == "id" && strings.Contains(path, "/tasks/"):
		return "task"
	case name == "id" && strings.Contains(path, "/responses/"):
		return "response"
	}
	return name
}

// schemaOf is what the matrix needs of a schema.
type schemaOf struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Required   []string
	Properties map[string]*schemaOf
	OneOf      []*schemaOf
}

// call is a request of a route.
type call struct {
	operation
	Parameters []struct {
		Name, In string
		Required bool
		Schema   schemaOf
	} `json:"parameters"`
	RequestBody struct {
		Content map[string]struct{ Schema schemaOf }
	}
}

// calls returns the routes of the document, with what they take.
func calls(t *testing.T) (out []call, schemas map[string]*schemaOf) {
	t.Helper()
	kept, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths      map[string]map[string]call
		Components struct{ Schemas map[string]*schemaOf }
	}
	if err := json.Unmarshal(kept, &d); err != nil {
		t.Fatal(err)
	}
	for _, o := range operations(t, kept) {
		c := d.Paths[o.path][strings.ToLower(o.method)]
		c.operation = o
		out = append(out, c)
	}
	return out, d.Components.Schemas
}

// value makes a value of a schema: fields that name something get its id.
func value(s *schemaOf, name, path string, of ids, schemas map[string]*schemaOf) any {
	if s.Ref != "" {
		s = schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	if len(s.OneOf) > 0 {
		s = s.OneOf[0]
	}
	kind, _ := s.Type.(string)
	if list, ok := s.Type.([]any); ok {
		kind, _ = list[0].(string)
	}
	switch {
	case strings.HasPrefix(name, "profile") && kind == "string":
		return of["profile"]
	case name == "model" && kind == "string" && strings.HasPrefix(path, "/v1/"):
		return of["model"]
	case name == "previous_response_id":
		return of["response"]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case kind == "object":
		object := map[string]any{}
		for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
			if slices.Contains(s.Required, field) || strings.HasPrefix(field, "profile") || field == "previous_response_id" {
				object[field] = value(s.Properties[field], field, path, of, schemas)
			}
		}
		return object
	case kind == "integer", kind == "number":
		return 1
	case kind == "boolean":
		return true
	case kind == "array" && name == "messages":
		return []any{map[string]any{"role": "user", "content": "What is the ship called?"}}
	case kind == "array":
		return []any{}
	}
	return "What is the ship called?"
}

// send asks a route for things by their ids.
func (c call) send(as *apitest.Client, of ids, schemas map[string]*schemaOf) apitest.Reply {
	path, query := c.path, url.Values{}
	for _, p := range c.Parameters {
		switch {
		case p.In == "path" && (p.Name == "n" || p.Name == "key"):
			path = strings.Replace(path, "{"+p.Name+"}", map[string]string{"n": "1", "key": "soul"}[p.Name], 1)
		case p.In == "path":
			path = strings.Replace(path, "{"+p.Name+"}", of[kindOf(c.path, p.Name)], 1)
		case p.In == "query" && strings.HasPrefix(p.Name, "profile"):
			query.Set(p.Name, of["profile"])
		case p.In == "query" && p.Name == "org":
			query.Set(p.Name, of["org"])
		case p.In == "query" && p.Name == "session":
			query.Set(p.Name, of["session"])
		case p.In == "query" && p.Name == "path":
			query.Set(p.Name, map[bool]string{true: "soul.md", false: "in.md"}[strings.Contains(c.path, "/files/")])
		case p.In == "query" && (p.Required || p.Name == "line"):
			query.Set(p.Name, "1")
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	var body any
	for kind, content := range c.RequestBody.Content {
		if kind == "application/json" {
			body = value(&content.Schema, "", c.path, of, schemas)
		} else {
			as, body = as.With("Content-Type", kind), "x"
		}
	}
	if c.method == http.MethodPut || c.method == http.MethodDelete {
		as = as.With("If-Match", "*")
	}
	got := as.Send(c.method, path, body)
	defer got.Body.Close()
	var text []byte
	if strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") {
		text = []byte(fmt.Sprint(apitest.ReadEvents(as.TB, got.Body, nil)))
	} else if err := json.NewDecoder(got.Body).Decode((*json.RawMessage)(&text)); err != nil {
		text = nil // nothing, or no JSON, which was held to the document
	}
	return apitest.Reply{Status: got.StatusCode, Header: got.Header, Body: text}
}

// blank takes the ids out of an answer, which may repeat what was asked for.
func blank(text string, of ids) string {
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		text = strings.ReplaceAll(text, of[kind], "ID")
	}
	return text
}

// TC-16, TC-27, TN-04
//
// Every route of the document, as every role, for what is another organisation's
// and for what is nowhere: the two answers are the same, and none has anything of
// the other organisation. The same holds where the organisation is chosen by the
// header.
func TestNoRouteTellsOfAnotherOrganisation(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
	s.Org("acme", "sky", map[string]string{"profiles/sky/soul.md": "# Sky\n\nYou are Sky.\n"})
	foreign, _ := fill(s, "zeta")
	none := missing()
	routes, schemas := calls(t)
	asked := 0
	for _, who := range []struct {
		user string
		role org.Role
	}{{"vera", org.Viewer}, {"max", org.Member}, {"ada", org.Admin}, {"own", org.Admin}} {
		c := s.AsUser("acme", who.user, who.role, "admin")
		if who.user == "own" { // the machine's owner, with less than all rights
			c = s.As("write", "approve")
		}
		for _, route := range routes {
			if route.Scope == "" || route.method+" "+route.path == "POST /v1/profiles" { // which names nothing that could be another's
				continue
			}
			asked++
			a, b := route.send(c, foreign, schemas), route.send(c, none, schemas)
			if a.Status != b.Status || stable(blank(string(a.Body), foreign)) != stable(blank(string(b.Body), none)) {
				t.Errorf("%s %s as %s: foreign %d %s, missing %d %s", route.method, route.path, who.user, a.Status, a.Body, b.Status, b.Body)
			}
			if strings.Contains(string(a.Body), secretWord) {
				t.Errorf("%s %s as %s tells of another organisation: %s", route.method, route.path, who.user, a.Body)
			}
			a, b = route.send(c.With(api.OrgHeader, "zeta"), foreign, schemas), route.send(c.With(api.OrgHeader, "nosuchorg"), foreign, schemas)
			if a.Status != 404 || b.Status != 404 || string(a.Body) != string(b.Body) {
				t.Errorf("%s %s as %s for another organisation: %d %s, and for none %d %s", route.method, route.path, who.user, a.Status, a.Body, b.Status, b.Body)
			}
		}
	}
	t.Logf("%d pairs of a route and a role, each for something foreign and missing, in a foreign organisation and in none", asked)
}

// word is an id or a time, which differs each time.
var word = regexp.MustCompile(`[0-9a-z]{24}|"[0-9]{4}-[0-9]{2}-[0-9T:.-]+Z"|"(created|created_at|completed_at)":[0-9]+`)

// stable takes out of an answer what differs each time.
func stable(text string) string { return word.ReplaceAllString(text, "X") }

// TN-04
//
// The same requests reach what is one's own: without that, answers that are alike
// would say nothing.
func TestEveryRouteReachesOnesOwn(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
	own, maker := fill(s, "zeta")
	routes, schemas := calls(t)
	clients := map[string]*apitest.Client{
		"admin": maker, "platform": s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin").With(api.OrgHeader, "zeta"),
	}
	reached, asked := 0, 0
	for _, route := range routes {
		if route.Scope == "" || route.method != http.MethodGet || strings.Contains(route.path, "/tasks/") || route.path == mcp.Path {
			continue
		}
		for name, c := range clients {
			if name == "platform" && (strings.Contains(route.path, "{id}") || strings.HasSuffix(route.path, "/prompt/diff")) {
				continue // sessions and memories are of their user
			}
			asked++
			got := route.send(c, own, schemas)
			if got.Status == 200 || name == "admin" && route.Scope == "admin" && got.Status == 403 {
				reached++
				continue
			}
			t.Errorf("%s %s as %s: %d %s", route.method, route.path, name, got.Status, got.Body)
		}
	}
	t.Logf("%d of %d", reached, asked)
}
