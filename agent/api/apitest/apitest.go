// Package apitest starts servers in tests, and asks them as clients do.
package apitest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// Site is a server in a test.
type Site struct {
	testing.TB
	URL    string
	Dir    string // of the workspace
	Host   *host.Host
	Server *api.Server
}

// Client asks a site with a token.
type Client struct {
	*Site
	Token string
	head  map[string]string
}

// Write writes files into a folder.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Serve starts a server with a workspace of two profiles. Settings may be
// changed before; its script, if any, says what the offline model answers.
func Serve(t testing.TB, script string, change func(*api.Settings)) *Site {
	t.Helper()
	return ServeFiles(t, map[string]string{
		"profiles/caelum/soul.md":                "# Caelum\n\nYou are Caelum.\n",
		"profiles/caelum/backstory/intro.md":     "# Intro\n\nCaelum was born at Skarv, in a house by the sea.\n",
		"profiles/caelum/backstory/nested/n.txt": "The lamp of Caelum is made of brass and glass.\n",
		"profiles/caelum/roles/clerk.md":         "---\nname: clerk\ndescription: Files papers.\n---\n\nYou file papers.\n",
		"profiles/caelum/backstory/image.png":    "\x89PNG",
		"profiles/lyra/soul.md":                  "You are Lyra.\n",
	}, script, change)
}

// ServeFiles is Serve with the files of a workspace.
func ServeFiles(t testing.TB, files map[string]string, script string, change func(*api.Settings)) *Site {
	t.Helper()
	return serve(t, files, script, "", change)
}

// ServeDatabase is Serve without a model, on the PostgreSQL at an address.
func ServeDatabase(t testing.TB, database string, change func(*api.Settings)) *Site {
	t.Helper()
	return serve(t, map[string]string{"profiles/caelum/soul.md": "You are Caelum.\n"}, "", database, change)
}

func serve(t testing.TB, files map[string]string, script, database string, change func(*api.Settings)) *Site {
	t.Helper()
	s := &Site{TB: t, Dir: t.TempDir()}
	Write(t, s.Dir, files)
	w, err := profile.OpenWorkspace(s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	var o catalog.Options
	if script != "" {
		if o.Script, err = model.ReadScript([]byte(script)); err != nil {
			t.Fatal(err)
		}
	}
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Workspace: w, Database: database}, Catalog: catalog.New(o)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	settings := api.Settings{Host: h, Builder: &pipeline.Builder{Registry: registry, Generator: "test"}, Version: "test"}
	if change != nil {
		change(&settings)
	}
	if s.Server, err = api.New(settings); err != nil {
		t.Fatal(err)
	}
	if err := s.Server.Builds.Freshen(t.Context()); err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewUnstartedServer(nil)
	listening.Config = s.Server.HTTP()
	listening.Start()
	t.Cleanup(func() {
		if err := s.Server.Shutdown(context.Background(), listening.Config); err != nil {
			t.Error(err)
		}
		listening.Close()
	})
	s.URL, s.Host = listening.URL, h
	return s
}

// As returns a client with a new token of a scope.
func (s *Site) As(scopes ...string) *Client {
	s.Helper()
	secret, token := api.NewSecret()
	token.Scopes = scopes
	sc, err := s.Host.Scope("")
	if err == nil {
		_, err = s.Host.Store.AddToken(s.Context(), sc, token)
	}
	if err != nil {
		s.Fatal(err)
	}
	return &Client{Site: s, Token: secret}
}

// Org makes an organisation with a profile beside its default one. Files are
// below its folder.
func (s *Site) Org(slug, profile string, files map[string]string) {
	s.Helper()
	if _, err := s.Host.Orgs.CreateOrg(s.Context(), org.Owner(scope.Platform), slug, ""); err != nil {
		s.Fatal(err)
	}
	if _, err := s.Host.Orgs.CreateProfile(s.Context(), org.Owner(slug), profile, ""); err != nil {
		s.Fatal(err)
	}
	Write(s, filepath.Join(s.Dir, "orgs", slug), files)
}

// AsUser returns a client with a new token of a scope for a user who has a role
// in an organisation. They are made where they are not there.
func (s *Site) AsUser(slug, user string, role org.Role, scopes ...string) *Client {
	s.Helper()
	owner := org.Owner(scope.Platform)
	if _, err := s.Host.Orgs.User(s.Context(), owner, user); errors.Is(err, store.ErrNotFound) {
		if _, err := s.Host.Orgs.CreateUser(s.Context(), owner, org.NewUser{Name: user}); err != nil {
			s.Fatal(err)
		}
	}
	if err := s.Host.Orgs.SetMember(s.Context(), org.Owner(slug), user, role); err != nil {
		s.Fatal(err)
	}
	secret, token := api.NewSecret()
	token.Scopes = scopes
	sc, err := scope.New(slug, user, "")
	if err == nil {
		_, err = s.Host.Store.AddToken(s.Context(), sc, token)
	}
	if err != nil {
		s.Fatal(err)
	}
	return &Client{Site: s, Token: secret}
}

// Reply is an answer, read.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Get returns a field of an answer of JSON, by its path: a.b.0.
func (r Reply) Get(path string) any {
	var v any
	if json.Unmarshal(r.Body, &v) != nil {
		return nil
	}
	for key := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			var n int
			if _, err := fmt.Sscan(key, &n); err != nil || n >= len(x) {
				return nil
			}
			v = x[n]
		default:
			return nil
		}
	}
	return v
}

// Text is Get, as text.
func (r Reply) Text(path string) string { return fmt.Sprint(r.Get(path)) }

// With returns the client with one more header.
func (c *Client) With(name, value string) *Client {
	d := *c
	d.head = map[string]string{name: value}
	for k, v := range c.head {
		if k != name {
			d.head[k] = v
		}
	}
	return &d
}

// Send sends a request whose answer is not read yet. A body that is not text is
// sent as JSON.
func (c *Client) Send(method, path string, body any) *http.Response {
	c.Helper()
	var r io.Reader
	if text, ok := body.(string); ok {
		r = strings.NewReader(text)
	} else if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.Fatal(err)
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(c.Context(), method, c.URL+path, r)
	if err != nil {
		c.Fatal(err)
	}
	if r != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for k, v := range c.head {
		if k == "Host" {
			req.Host = v
			continue
		}
		req.Header.Set(k, v)
	}
	got, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		c.Fatal(err)
	}
	c.judge(req, got)
	return got
}

// judge reads an answer that is not a stream of events, and holds it to what
// openapi.json says.
func (c *Client) judge(req *http.Request, got *http.Response) {
	c.Helper()
	if strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") {
		return
	}
	b, err := io.ReadAll(got.Body)
	got.Body.Close()
	if err != nil {
		c.Fatal(err)
	}
	got.Body = io.NopCloser(bytes.NewReader(b))
	if err := Check(req, got.StatusCode, got.Header, b); err != nil {
		c.Errorf("%s %s: %d %.300s: %v", req.Method, req.URL.Path, got.StatusCode, b, err)
	}
}

// Do sends a request and reads the answer.
func (c *Client) Do(method, path string, body any) Reply {
	c.Helper()
	got := c.Send(method, path, body)
	defer got.Body.Close()
	b, err := io.ReadAll(got.Body)
	if err != nil {
		c.Fatal(err)
	}
	return Reply{got.StatusCode, got.Header, b}
}

// Must is Do, with a status that is expected.
func (c *Client) Must(status int, method, path string, body any) Reply {
	c.Helper()
	r := c.Do(method, path, body)
	if r.Status != status {
		c.Fatalf("%s %s: %d %s, want %d", method, path, r.Status, r.Body, status)
	}
	return r
}

// Session begins a session with a profile.
func (c *Client) Session(profile string) string {
	c.Helper()
	return c.Must(201, "POST", "/api/v2/sessions", map[string]string{"profile": profile}).Text("id")
}

// M is an object of JSON.
type M = map[string]any

// Event is an event of a stream.
type Event struct{ ID, Name, Data string }

// ReadEvents reads a stream to its end, or until one for which stop is true.
func ReadEvents(t testing.TB, body io.Reader, stop func(Event) bool) (all []Event) {
	t.Helper()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 8<<20)
	var e Event
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			e.ID = value
		case "event":
			e.Name = value
		case "data":
			e.Data = value
		case "":
			if e.Data != "" {
				all = append(all, e)
				if stop != nil && stop(e) {
					return all
				}
			}
			e = Event{}
		}
	}
	return all
}

// TextOf joins the pieces of an answer.
func TextOf(all []Event) string {
	var b strings.Builder
	for _, e := range all {
		var d struct{ Text string }
		if e.Name == "delta" && json.Unmarshal([]byte(e.Data), &d) == nil {
			b.WriteString(d.Text)
		}
	}
	return b.String()
}
