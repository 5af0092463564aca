package login_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

// Who tried too often is told when to come again, whatever the password is then.
func TestWhoGuessesHasToWait(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	s.Host.Orgs.Cost = org.Cost{Memory: 8, Time: 1, Threads: 1}
	s.Org("acme", "sky", nil)
	if _, err := s.Host.Orgs.CreateUser(t.Context(), org.Owner(scope.Platform), org.NewUser{Name: "ida", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Host.Orgs.SetMember(t.Context(), org.Owner("acme"), "ida", org.Member); err != nil {
		t.Fatal(err)
	}
	nobody := &apitest.Client{Site: s}
	for range 10 {
		nobody.Must(401, "POST", api.LoginPath, apitest.M{"name": "ida", "password": "wrong horse"})
	}
	got := nobody.Must(429, "POST", api.LoginPath, apitest.M{"name": "ida", "password": "correct horse"})
	if got.Header.Get("Retry-After") == "" || got.Text("code") != "rate_limited" {
		t.Errorf("%v %s", got.Header, got.Body)
	}
}

func TestABrowserLogsInAndOut(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	s.Host.Orgs.Cost = org.Cost{Memory: 8, Time: 1, Threads: 1}
	owner := org.Owner(scope.Platform)
	for _, slug := range []string{"acme", "beta", "zeta"} {
		s.Org(slug, "sky", nil)
	}
	if _, err := s.Host.Orgs.CreateUser(t.Context(), owner, org.NewUser{Name: "ida", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	for slug, role := range map[string]org.Role{"acme": org.Member, "beta": org.Viewer} {
		if err := s.Host.Orgs.SetMember(t.Context(), org.Owner(slug), "ida", role); err != nil {
			t.Fatal(err)
		}
	}
	nobody := &apitest.Client{Site: s}
	for _, wrong := range []apitest.M{{"name": "ida", "password": "wrong horse"}, {"name": "ole", "password": "correct horse"}, {"name": "", "password": ""}} {
		nobody.Must(401, "POST", api.LoginPath, wrong)
	}
	in := nobody.Must(200, "POST", api.LoginPath, apitest.M{"name": "ida", "password": "correct horse"})
	set := in.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "Secure", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(set, want) {
			t.Errorf("the cookie is %q, without %s", set, want)
		}
	}
	if in.Text("org") != "acme" || in.Text("role") != "member" {
		t.Errorf("%s", in.Body)
	}
	value, _, _ := strings.Cut(set, ";")
	ida := nobody.With("Cookie", value)
	ida.Must(200, "GET", "/api/v2/profiles/sky", nil)
	ida.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "sky"})
	ida.Must(403, "POST", "/api/v2/profiles", apitest.M{"name": "new"})
	ida.With("Sec-Fetch-Site", "cross-site").Must(403, "POST", "/api/v2/sessions", apitest.M{"profile": "sky"}) // from another page
	beta := ida.With(api.OrgHeader, "beta")
	beta.Must(200, "GET", "/api/v2/profiles/sky", nil)
	beta.Must(403, "POST", "/api/v2/sessions", apitest.M{"profile": "sky"})
	for _, other := range []string{"zeta", "local", "platform", "none"} {
		ida.With(api.OrgHeader, other).Must(404, "GET", "/api/v2/profiles/sky", nil)
	}
	ida.Must(204, "POST", "/api/v2/auth/logout", nil)
	ida.Must(401, "GET", "/api/v2/profiles/sky", nil)
	s.As("read").Must(404, "POST", "/api/v2/auth/logout", nil) // a token is not a login

	in = nobody.Must(200, "POST", api.LoginPath, apitest.M{"name": "ida", "password": "correct horse"})
	value, _, _ = strings.Cut(in.Header.Get("Set-Cookie"), ";")
	ida = nobody.With("Cookie", value)
	ida.Must(200, "GET", "/api/v2/profiles/sky", nil)
	if err := s.Host.Orgs.DisableUser(t.Context(), owner, "ida"); err != nil {
		t.Fatal(err)
	}
	ida.Must(401, "GET", "/api/v2/profiles/sky", nil)
	nobody.Must(401, "POST", api.LoginPath, apitest.M{"name": "ida", "password": "correct horse"})
}
