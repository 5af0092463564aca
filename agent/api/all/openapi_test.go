package all_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
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
)

var update = flag.Bool("update", false, "write openapi.json")

const document = "openapi.json"

// serve starts a server with all routes.
func serve(t testing.TB) *apitest.Site {
	t.Helper()
	return apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
}

// operation is what the document says of a route.
type operation struct {
	ID        string                  `json:"operationId"`
	Summary   string                  `json:"summary"`
	Tags      []string                `json:"tags"`
	Scope     string                  `json:"x-scope"`
	Security  []map[string][]string   `json:"security"`
	Responses map[string]any          `json:"responses"`
	Params    []struct{ Name string } `json:"parameters"`
	method    string
	path      string
}

// operations returns all routes of a document.
func operations(t *testing.T, document []byte) (out []operation) {
	t.Helper()
	var d struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	for path, methods := range d.Paths {
		for method, o := range methods {
			o.method, o.path = strings.ToUpper(method), path
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return out
}

// HA-02
func TestTheDocumentIsWhatTheServerSays(t *testing.T) {
	r := (&apitest.Client{Site: serve(t)}).Must(200, "GET", "/openapi.json", nil)
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(r.Body), "", " "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	if *update {
		if err := os.WriteFile(document, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, b.Bytes()) {
		t.Errorf("%s is not what the server says: look at what changed, and run the test with -update", document)
	}
}

// HA-02
func TestEachRouteIsDescribed(t *testing.T) {
	kept, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	scopes := []string{string(api.Read), string(api.Chat), string(api.Write), string(api.Approve), string(api.Admin)}
	word := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for _, o := range operations(t, kept) {
		name := o.method + " " + o.path
		if !word.MatchString(o.ID) || seen[o.ID] {
			t.Errorf("%s: the operation id %q is not valid, or is used twice", name, o.ID)
		}
		seen[o.ID] = true
		if o.Summary == "" || len(o.Tags) != 1 {
			t.Errorf("%s: summary %q, tags %v", name, o.Summary, o.Tags)
		}
		if slices.Contains([]string{"/healthz", "/readyz", "/openapi.json", "/v1/invites/accept", "/api/v2/auth/login", "/api/v2/auth/callback", api.CardPath}, o.path) {
			continue
		}
		if !slices.Contains(scopes, o.Scope) || len(o.Security) != 1 {
			t.Errorf("%s: scope %q, security %v", name, o.Scope, o.Security)
		}
		for _, status := range []string{"401", "403", "429"} {
			if o.Responses[status] == nil && o.Responses["4XX"] == nil && o.Responses["default"] == nil {
				t.Errorf("%s does not say what a %s is", name, status)
			}
		}
		if changes := o.method != "GET"; changes && o.Scope == string(api.Read) && o.path != "/v1/messages/count_tokens" && o.path != "/api/v2/auth/logout" && o.path != mcp.Path {
			t.Errorf("%s changes something with the scope read", name)
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d routes are described", len(seen))
	}
}

// placeholder is a part of a path that a client fills in.
var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// HA-05
//
// Each route is asked with a token of each scope: who lacks the right gets 403
// and nothing else, before anything of the request is looked at; who has it does
// not. Without a token it is 401.
func TestScopesOfRoutes(t *testing.T) {
	s := serve(t)
	kept, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	may := map[string][]string{ // what each scope contains
		"read": {"read"}, "chat": {"read", "chat"}, "write": {"read", "chat", "write"}, "approve": {"approve"}, "admin": {"read", "chat", "write", "approve", "admin"},
	}
	nobody := &apitest.Client{Site: s}
	asked := 0
	for scope, contained := range may {
		c := s.As(scope)
		for _, o := range operations(t, kept) {
			if o.Scope == "" {
				continue
			}
			path := placeholder.ReplaceAllString(o.path, "1")
			var body any
			if o.method != http.MethodGet && o.method != http.MethodDelete {
				body = apitest.M{}
			}
			asked++
			got := c.Send(o.method, path, body)
			got.Body.Close()
			if want := slices.Contains(contained, o.Scope); (got.StatusCode != http.StatusForbidden) != want || got.StatusCode == http.StatusUnauthorized {
				t.Errorf("%s %s with %s: %d", o.method, path, scope, got.StatusCode)
			}
			if scope == "read" {
				nobody.Must(401, o.method, path, body)
			}
		}
	}
	t.Logf("%d pairs of a route and a scope", asked)
}
