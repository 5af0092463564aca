package all_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

func twoOrgs(t *testing.T) *apitest.Site {
	t.Helper()
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	for _, slug := range []string{"acme", "zeta"} {
		s.Org(slug, "sky", map[string]string{
			"profiles/sky/soul.md":         "# Sky of " + slug + "\n\nYou are Sky of " + slug + ".\n",
			"profiles/sky/backstory/in.md": "# Intro\n\nSky was born at " + slug + " by the sea.\n",
		})
	}
	return s
}

// TC-27: two organisations have a profile of one id each, and neither sees
// anything of the other or of the machine's own.
func TestOrganisationsSeeNothingOfEachOther(t *testing.T) {
	s := twoOrgs(t)
	acme, zeta := s.AsUser("acme", "ida", org.Admin, "write"), s.AsUser("zeta", "ole", org.Admin, "write")
	if list := string(acme.Must(200, "GET", "/api/v2/profiles", nil).Body); !strings.Contains(list, "Sky") || strings.Contains(list, "caelum") {
		t.Errorf("%s", list)
	}
	acme.Must(404, "GET", "/api/v2/profiles/caelum", nil)
	s.As("read").Must(404, "GET", "/api/v2/profiles/sky", nil)
	for slug, c := range map[string]*apitest.Client{"acme": acme, "zeta": zeta} {
		if got := c.Must(200, "GET", "/api/v2/profiles/sky/files/content?path=soul.md", nil).Text("content"); !strings.Contains(got, "Sky of "+slug) {
			t.Errorf("%s has the soul %q", slug, got)
		}
		c.Must(200, "POST", "/api/v2/profiles/sky/build", nil)
		if got, err := os.ReadFile(filepath.Join(s.Dir, "orgs", slug, "profiles", "sky", "backstory.md")); err != nil || !strings.Contains(string(got), "born at "+slug) {
			t.Errorf("%s: %s (%v)", slug, got, err)
		}
	}
	id := acme.Session("sky")
	acme.Must(200, "GET", "/api/v2/sessions/"+id, nil)
	missing := "00000000000000000000000a"
	for _, c := range []*apitest.Client{zeta, s.As("write")} {
		for _, path := range []string{"/api/v2/sessions/X", "/api/v2/sessions/X/messages", "/api/v2/sessions/X/turns"} {
			foreign, none := c.Must(404, "GET", strings.Replace(path, "X", id, 1), nil), c.Must(404, "GET", strings.Replace(path, "X", missing, 1), nil)
			if string(foreign.Body) != string(none.Body) {
				t.Errorf("%s: %s is answered, and %s for what is not there", path, foreign.Body, none.Body)
			}
		}
		c.Must(404, "DELETE", "/api/v2/sessions/"+id, nil)
	}
	answer := acme.Must(200, "POST", "/api/v2/sessions/"+id+"/messages", map[string]any{"text": "Where were you born?"})
	if text := string(answer.Body); !strings.Contains(text, "acme") || strings.Contains(text, "zeta") {
		t.Errorf("%s", text)
	}
}

// TC-16: the header chooses among the caller's own organisations.
func TestTheOrganisationIsChosenAmongOnesOwn(t *testing.T) {
	s := twoOrgs(t)
	ida := s.AsUser("acme", "ida", org.Member, "chat")
	root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin")
	owner := s.As("admin")
	const path = "/api/v2/profiles/sky"
	ida.With(api.OrgHeader, "acme").Must(200, "GET", path, nil)
	missing := ida.With(api.OrgHeader, "none").Must(404, "GET", path, nil)
	for _, other := range []string{"zeta", "local", "platform", "", "../zeta"} {
		if got := ida.With(api.OrgHeader, other).Must(404, "GET", path, nil); string(got.Body) != string(missing.Body) {
			t.Errorf("%s: %s", other, got.Body)
		}
	}
	for _, c := range []*apitest.Client{root, owner} {
		c.Must(404, "GET", path, nil)
		c.Must(200, "GET", "/api/v2/profiles/caelum", nil)
		for _, slug := range []string{"acme", "zeta"} {
			c.With(api.OrgHeader, slug).Must(200, "GET", path, nil)
		}
		c.With(api.OrgHeader, "none").Must(404, "GET", path, nil)
	}
	s.As("write").With(api.OrgHeader, "acme").Must(404, "GET", path, nil) // which has not all rights
}

// TC-17: the rights of a token are those that its scope and its user's role both
// give.
func TestATokenHasTheRightsOfItsUser(t *testing.T) {
	s := twoOrgs(t)
	for _, test := range []struct {
		user                    string
		role                    org.Role
		read, chat, soul, makes int
	}{
		{"vera", org.Viewer, 200, 403, 403, 403},
		{"max", org.Member, 200, 201, 403, 403},
		{"ada", org.Admin, 200, 201, 200, 403},
	} {
		c := s.AsUser("acme", test.user, test.role, "admin")
		c.Must(test.read, "GET", "/api/v2/profiles/sky", nil)
		c.Must(test.chat, "POST", "/api/v2/sessions", map[string]any{"profile": "sky"})
		c.With("If-Match", "*").Must(test.soul, "PUT", "/api/v2/profiles/sky/files/content?path=soul.md", map[string]any{"content": "# Sky of acme\n\nYou are Sky.\n"})
		c.Must(test.makes, "POST", "/api/v2/profiles", map[string]any{"name": "new"})
		c.With("If-Match", "*").Must(test.makes, "DELETE", "/api/v2/profiles/sky", nil)
		narrow := s.AsUser("acme", test.user, test.role, "read")
		narrow.Must(200, "GET", "/api/v2/profiles/sky", nil)
		narrow.Must(403, "POST", "/api/v2/sessions", map[string]any{"profile": "sky"})
	}
	root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin").With(api.OrgHeader, "acme")
	root.Must(201, "POST", "/api/v2/profiles", map[string]any{"name": "Sea"})
	root.Must(409, "POST", "/api/v2/profiles", map[string]any{"name": "sea"})
	root.Must(200, "PATCH", "/api/v2/profiles/sea", map[string]any{"default": true})
	root = root.With("If-Match", "*")
	root.Must(409, "DELETE", "/api/v2/profiles/sea", nil)
	root.Must(204, "DELETE", "/api/v2/profiles/sky", nil)
	root.Must(404, "GET", "/api/v2/profiles/sky", nil)
	if list, err := s.Host.Orgs.Profiles(t.Context(), org.Owner("acme")); err != nil || len(list) != 2 || list[0].ID != "sea" {
		t.Errorf("%+v (%v)", list, err)
	}
}

// TN-05: who is disabled, removed or whose organisation is archived is out at
// once.
func TestWhoIsOutIsOutAtOnce(t *testing.T) {
	s := twoOrgs(t)
	owner := org.Owner(scope.Platform)
	const path = "/api/v2/profiles/sky"
	ida, ole, eva := s.AsUser("acme", "ida", org.Member, "chat"), s.AsUser("acme", "ole", org.Member, "chat"), s.AsUser("zeta", "eva", org.Member, "chat")
	for _, c := range []*apitest.Client{ida, ole, eva} {
		c.Must(200, "GET", path, nil)
	}
	for _, err := range []error{
		s.Host.Orgs.DisableUser(t.Context(), owner, "ida"), s.Host.Orgs.RemoveMember(t.Context(), org.Owner("acme"), "ole"), s.Host.Orgs.ArchiveOrg(t.Context(), org.Owner("zeta"), true),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	ida.Must(401, "GET", path, nil)
	ole.Must(401, "GET", path, nil)
	eva.Must(403, "GET", path, nil)
	if err := s.Host.Orgs.EnableUser(t.Context(), owner, "ida"); err != nil {
		t.Fatal(err)
	}
	ida.Must(401, "GET", path, nil) // whose token was revoked
}

// What is said and remembered is its user's alone, also before the admins of the
// organisation, and each decides about their own memories.
func TestConversationsAndMemoriesAreTheirUsers(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
	own, admin := fill(s, "zeta")
	ida, ole := s.AsUser("zeta", "ida", org.Member, "write"), s.AsUser("zeta", "ole", org.Member, "write")
	session := "/api/v2/sessions/" + ida.Session(own["profile"])
	memory := "/api/v2/memories/" + ida.Must(201, "POST", "/api/v2/memories", apitest.M{"text": "Ida likes tea.", "profile": own["profile"]}).Text("id")
	for name, other := range map[string]*apitest.Client{"an admin": admin, "another member": ole} {
		for _, at := range []string{session, memory} {
			if got := other.Do("GET", at, nil); got.Status != 404 {
				t.Errorf("%s reads %s: %d %s", name, at, got.Status, got.Body)
			}
			if got := other.With("If-Match", "*").Do("DELETE", at, nil); got.Status != 404 && (other != ole || at != session || got.Status != 403) {
				t.Errorf("%s removes %s: %d %s", name, at, got.Status, got.Body)
			}
		}
	}
	ida.Must(200, "GET", session, nil)
	ida.Must(200, "GET", memory, nil)
	if got := ida.With("If-Match", "*").Do("DELETE", memory, nil); got.Status >= 300 {
		t.Errorf("ida removes her own memory: %d %s", got.Status, got.Body)
	}
}

// Where an organisation shares conversations, its members read each other's that
// began since, change none of them, and each reading is in the audit.
func TestMembersReadWhatAnOrganisationShares(t *testing.T) {
	s := twoOrgs(t)
	ada, ida, vera := s.AsUser("acme", "ada", org.Admin, "write"), s.AsUser("acme", "ida", org.Member, "chat"), s.AsUser("acme", "vera", org.Viewer, "read")
	ole := s.AsUser("zeta", "ole", org.Admin, "write")
	ada.Must(200, "POST", "/api/v2/profiles/sky/build", nil)
	const at, policy, others = "/api/v2/sessions/", "/v1/orgs/acme", "/api/v2/sessions?of=others"
	before := ida.Session("sky")
	if got := vera.Must(200, "GET", policy, nil).Text("conversations"); got != "private" {
		t.Errorf("at first conversations are %q", got)
	}
	vera.Must(404, "GET", others, nil)
	vera.Must(422, "GET", "/api/v2/sessions?of=", nil)
	for _, c := range []*apitest.Client{ida, vera} {
		c.Must(403, "PATCH", policy, apitest.M{"conversations": "shared"})
	}
	ole.Must(404, "PATCH", policy, apitest.M{"conversations": "shared"})
	ada.Must(422, "PATCH", policy, apitest.M{"conversations": "public"})
	if got := ada.Must(200, "PATCH", policy, apitest.M{"conversations": "shared"}).Text("conversations"); got != "shared" {
		t.Errorf("%q", got)
	}
	since := ida.Session("sky")
	ida.Must(200, "POST", at+since+"/messages", apitest.M{"text": "Where were you born?"})
	remembered := ida.Must(201, "POST", "/api/v2/memories", apitest.M{"text": "Ida likes tea.", "profile": "sky"}).Text("id")

	for _, path := range []string{at + since, at + since + "/messages", at + since + "/turns"} {
		if got := vera.Must(200, "GET", path, nil); path == at+since && got.Text("user") != "ida" {
			t.Errorf("%s", got.Body)
		}
		ole.Must(404, "GET", path, nil)
	}
	if got := vera.Must(200, "GET", others, nil); got.Text("data.0.id") != since || strings.Contains(string(got.Body), before) {
		t.Errorf("%s", got.Body)
	}
	if got := string(ida.Must(200, "GET", others, nil).Body); strings.Contains(got, since) {
		t.Errorf("one's own conversation is another's: %s", got)
	}
	vera.Must(404, "GET", at+before, nil)
	for _, path := range []string{at + since + "/turns/1/events", "/api/v2/memories/" + remembered} {
		ada.Must(404, "GET", path, nil)
	}
	ada.Must(404, "POST", at+since+"/messages", apitest.M{"text": "And then?"})
	ada.Must(404, "PATCH", at+since, apitest.M{"title": "Mine"})
	ada.Must(404, "DELETE", at+since, nil)

	ada.Must(200, "PATCH", policy, apitest.M{"conversations": "private"})
	vera.Must(404, "GET", at+since, nil)
	vera.Must(404, "GET", others, nil)

	const audit = policy + "/audit?limit=200"
	var did []string
	list, _ := ada.Must(200, "GET", audit, nil).Get("data").([]any)
	for _, one := range list {
		e, _ := one.(map[string]any)
		switch action, _ := e["action"].(string); action {
		case "org.shared", "org.private", "sessions.listed":
			did = append(did, e["user"].(string)+" "+action)
		case "session.read":
			did = append(did, e["user"].(string)+" "+action+" "+e["detail"].(map[string]any)["of"].(string))
			if e["session"] != since {
				t.Errorf("%v", e)
			}
		}
	}
	if diff := cmp.Diff([]string{
		"ada org.shared", "vera session.read ida", "vera session.read ida", "vera session.read ida", "vera sessions.listed", "ida sessions.listed", "ada org.private",
	}, did); diff != "" {
		t.Error(diff)
	}
	vera.Must(403, "GET", audit, nil)
	ole.Must(404, "GET", audit, nil)
	page := ada.Must(200, "GET", policy+"/audit?limit=1", nil)
	if rest := ada.Must(200, "GET", policy+"/audit?limit=1&cursor="+page.Text("next_cursor"), nil); rest.Text("data.0.number") != "2" {
		t.Errorf("%s", rest.Body)
	}
}
