package teams_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

func serve(t *testing.T) *apitest.Site {
	t.Helper()
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	s.Org("acme", "sky", map[string]string{
		"profiles/sky/soul.md":         "# Sky\n\nYou are Sky of acme.\n",
		"profiles/sky/examples/one.md": "Hello from above.\n",
		"profiles/sky/backstory/in.md": "# Intro\n\nSky was born in Tromsø.\n",
	})
	s.Org("zeta", "sea", nil)
	return s
}

// names returns a field of each entry of a list.
func names(r apitest.Reply, field string) (all []string) {
	list, _ := r.Get("data").([]any)
	for _, one := range list {
		all = append(all, fmt.Sprint(one.(map[string]any)[field]))
	}
	return all
}

// TC-19
func TestMembersAreManagedByAdmins(t *testing.T) {
	s := serve(t)
	ada, max := s.AsUser("acme", "ada", org.Admin, "write"), s.AsUser("acme", "max", org.Member, "chat")
	const at = "/v1/orgs/acme/members"
	if got := names(ada.Must(200, "GET", at, nil), "user"); fmt.Sprint(got) != "[ada max]" {
		t.Errorf("%v", got)
	}
	page := ada.Must(200, "GET", at+"?limit=1", nil)
	if rest := ada.Must(200, "GET", at+"?limit=1&cursor="+page.Text("next_cursor"), nil); fmt.Sprint(names(rest, "user")) != "[max]" || rest.Text("next_cursor") != "" {
		t.Errorf("%s", rest.Body)
	}
	max.Must(403, "GET", at, nil)
	ada.Must(409, "PUT", at+"/ada", apitest.M{"role": "viewer"}) // the last admin
	ada.Must(409, "DELETE", at+"/ada", nil)
	ada.Must(204, "PUT", at+"/max", apitest.M{"role": "viewer"})
	if got := max.Must(200, "GET", "/v1/user/context", nil); got.Text("role") != "viewer" || got.Text("org") != "acme" || got.Text("orgs.0.org") != "acme" {
		t.Errorf("%s", got.Body)
	}
	max.Must(403, "POST", "/v1/sessions", apitest.M{})
	ada.Must(404, "PUT", at+"/nobody", apitest.M{"role": "member"})
	ada.Must(204, "DELETE", at+"/max", nil)
	max.Must(401, "GET", "/v1/user/context", nil)
	missing := ada.Must(404, "GET", "/v1/orgs/none/members", nil)
	if foreign := ada.Must(404, "GET", "/v1/orgs/zeta/members", nil); string(foreign.Body) != string(missing.Body) {
		t.Errorf("%s %s", foreign.Body, missing.Body)
	}
	s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin").Must(200, "GET", "/v1/orgs/zeta/members", nil)
}

// TC-18, TC-19
func TestAnInviteIsAcceptedOnce(t *testing.T) {
	s := serve(t)
	ada := s.AsUser("acme", "ada", org.Admin, "write")
	const at = "/v1/orgs/acme/invites"
	keyed := ada.With("Idempotency-Key", "once")
	made := keyed.Must(201, "POST", at, apitest.M{"role": "member"})
	if made.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", made.Header)
	}
	if again := keyed.Must(409, "POST", at, apitest.M{"role": "member"}); again.Text("code") != "request_done" {
		t.Errorf("the secret of an invite was kept: %s", again.Body)
	}
	if list := ada.Must(200, "GET", at, nil); strings.Contains(string(list.Body), made.Text("token")) || list.Text("data.0.state") != "open" {
		t.Errorf("%s", list.Body)
	}
	nobody := &apitest.Client{Site: s}
	accept := func(token, name, password string) apitest.M {
		return apitest.M{"token": token, "name": name, "password": password}
	}
	const path, password = "/v1/invites/accept", "correct horse"
	nobody.Must(404, "POST", path, accept(made.Text("token")+"x", "eva", password))
	nobody.Must(404, "POST", path, accept("x", "eva", password))
	nobody.Must(400, "POST", path, accept(made.Text("token"), "eva", "short"))
	if got := nobody.Must(200, "POST", path, accept(made.Text("token"), "eva", password)); got.Text("org") != "acme" || got.Text("role") != "member" {
		t.Errorf("%s", got.Body)
	}
	if got := nobody.Must(400, "POST", path, accept(made.Text("token"), "ole", password)); got.Text("code") != "invite_accepted" {
		t.Errorf("%s", got.Body)
	}
	other := ada.Must(201, "POST", at, apitest.M{"role": "viewer"})
	ada.Must(204, "DELETE", at+"/"+other.Text("id"), nil)
	if got := nobody.Must(400, "POST", path, accept(other.Text("token"), "ole", password)); got.Text("code") != "invite_revoked" {
		t.Errorf("%s", got.Body)
	}
	ada.Must(404, "DELETE", "/v1/orgs/zeta/invites/"+other.Text("id"), nil)
}

// TC-02, TC-16
func TestThePlatformMakesOrganisations(t *testing.T) {
	s := serve(t)
	root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin")
	const at = "/v1/platform/orgs"
	made := root.Must(201, "POST", at, apitest.M{"slug": "Nova ", "name": "Nova Ltd"})
	if made.Text("slug") != "nova" || made.Header.Get("Location") != at+"/nova" {
		t.Errorf("%s", made.Body)
	}
	root.Must(409, "POST", at, apitest.M{"slug": "nova"})
	root.Must(400, "POST", at, apitest.M{"slug": "no/va"})
	if got := names(root.Must(200, "GET", at, nil), "slug"); fmt.Sprint(got) != "[acme nova zeta]" {
		t.Errorf("%v", got)
	}
	if got := root.With(api.OrgHeader, "nova").Must(200, "GET", "/v1/profiles", nil); len(got.Get("profiles").([]any)) != 1 || got.Text("profiles.0.isDefault") != "true" {
		t.Errorf("%s", got.Body)
	}
	if got := root.Must(200, "PATCH", at+"/nova", apitest.M{"name": "Nova", "archived": true}); got.Text("name") != "Nova" || got.Text("archived") != "true" {
		t.Errorf("%s", got.Body)
	}
	root.Must(404, "GET", at+"/none", nil)
	s.AsUser("acme", "ada", org.Admin, "admin").Must(403, "GET", at, nil)
}

// TC-04, TC-19
func TestASessionBeginsWithTheProfileOrTheDefaultOne(t *testing.T) {
	s := serve(t)
	s.AsUser("acme", "ada", org.Admin, "write").Must(200, "POST", "/api/v2/profiles/sky/build", nil)
	max := s.AsUser("acme", "max", org.Member, "chat")
	def := max.Must(201, "POST", "/v1/sessions", apitest.M{}).Text("profileId")
	for _, name := range []string{"none", "sea", "caelum"} {
		if got := max.Must(201, "POST", "/v1/sessions", apitest.M{"profileId": name}); got.Text("profileId") != def {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	made := max.Must(201, "POST", "/v1/sessions", apitest.M{"profileId": "sky"})
	at := "/v1/sessions/" + made.Text("sessionId")
	if made.Text("profileId") != "sky" || made.Header.Get("Location") != at {
		t.Errorf("%s", made.Body)
	}
	if got := max.Must(200, "POST", at+"/messages", apitest.M{"text": "Where were you born?"}); !strings.Contains(got.Text("text"), "Tromsø") {
		t.Errorf("%s", got.Body)
	}
	if got := max.Must(200, "GET", at+"/messages", nil); len(got.Get("data").([]any)) != 2 {
		t.Errorf("%s", got.Body)
	}
	max.Must(201, "POST", at+"/branch", apitest.M{})
	eva := s.AsUser("zeta", "eva", org.Member, "chat")
	eva.Must(404, "GET", at+"/messages", nil)
	if got := s.As("chat").Must(201, "POST", "/v1/sessions", apitest.M{"profileId": "caelum"}); got.Text("profileId") != "caelum" {
		t.Errorf("%s", got.Body)
	}
}

// TC-08, TC-12, TC-13
func TestTheSoulOfAProfile(t *testing.T) {
	s := serve(t)
	ada := s.AsUser("acme", "ada", org.Admin, "write")
	const at = "/v1/profiles/sky/soul"
	got := ada.Must(200, "GET", at+"?contents=true", nil)
	if got.Text("soulActive") != "true" || got.Text("files.0.content") != "# Sky\n\nYou are Sky of acme.\n" || got.Text("files.1.path") != "examples/one.md" {
		t.Errorf("%s", got.Body)
	}
	if got := ada.Must(200, "POST", at+"/init", nil); len(got.Get("files").([]any)) != 5 || got.Text("files.0.etag") == "" {
		t.Errorf("%s", got.Body)
	}
	if got := ada.Must(200, "GET", at+"?contents=true", nil); got.Text("files.0.content") != "# Sky\n\nYou are Sky of acme.\n" {
		t.Errorf("a file that was there was written: %s", got.Body)
	}
	ada.Must(428, "PUT", at+"/files/style", apitest.M{"content": "Short words."})
	ada.With("If-Match", "*").Must(200, "PUT", at+"/files/style", apitest.M{"content": "You use short words."})
	if got := ada.Must(200, "GET", at+"/stack", nil); !strings.Contains(string(got.Body), "You use short words.") || strings.Contains(string(got.Body), "[Instructions]") {
		t.Errorf("%s", got.Body)
	}
	ada.Must(422, "PUT", at+"/files/other", apitest.M{"content": "x"})
	s.AsUser("acme", "max", org.Member, "write").Must(403, "PUT", at+"/files/style", apitest.M{"content": "x"})
}

// TC-19
func TestTheKnowledgeBaseIsTheBackstory(t *testing.T) {
	s := serve(t)
	ada := s.AsUser("acme", "ada", org.Admin, "write")
	const at = "/v1/profiles/sky/knowledge-base"
	ada.With("Content-Type", "application/octet-stream").Must(200, "PUT", at+"/content?path=ship.md", "The ship is called Havbris.\n")
	if got := names(ada.Must(200, "GET", at, nil), "path"); fmt.Sprint(got) != "[in.md ship.md]" {
		t.Errorf("%v", got)
	}
	if got := ada.Must(200, "GET", at+"/content?path=ship.md", nil); !strings.Contains(string(got.Body), "Havbris") {
		t.Errorf("%s", got.Body)
	}
	ada.With("If-Match", "*").Must(200, "DELETE", at+"/content?path=ship.md", nil)
	ada.Must(404, "GET", at+"/content?path=ship.md", nil)
}

// TC-19, TN-06: an organisation is taken out and brought in over HTTP, by the
// platform alone.
func TestThePlatformMovesOrganisations(t *testing.T) {
	s := serve(t)
	s.AsUser("acme", "ida", org.Member, "chat")
	root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin")
	const data = "/v1/platform/data"
	got := root.Send("GET", data+"/export?org=acme", nil)
	defer got.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(got.Body); err != nil || got.StatusCode != 200 {
		t.Fatal(got.StatusCode, err)
	}
	raw := root.With("Content-Type", "application/octet-stream")
	p := raw.Must(200, "POST", data+"/import/preview", b.String())
	if p.Text("slug") != "acme" || p.Text("taken") != "true" || p.Text("people.0") != "ida" {
		t.Errorf("%s", p.Body)
	}
	if p := raw.Must(200, "POST", data+"/import/preview?as=twin", b.String()); p.Text("slug") != "twin" || p.Text("taken") != "false" {
		t.Errorf("%s", p.Body)
	}
	raw.Must(409, "POST", data+"/import/restore", b.String())
	raw.Must(201, "POST", data+"/import/restore?as=twin", b.String())
	root.With(api.OrgHeader, "twin").Must(200, "GET", "/api/v2/profiles/sky", nil)
	raw.Must(400, "POST", data+"/import/restore?as=other", "PK no zip")
	root.Must(404, "GET", data+"/export?org=none", nil)
	root.Must(409, "GET", data+"/export?org=local", nil)
	ada := s.AsUser("acme", "ada", org.Admin, "write")
	ada.Must(403, "GET", data+"/export?org=acme", nil)
	ada.With("Content-Type", "application/octet-stream").Must(403, "POST", data+"/import/restore?as=mine", b.String())
}

// What agents are told of a user is that user's own to write.
func TestAUserWritesWhatAgentsAreTold(t *testing.T) {
	s := serve(t)
	ida, ole := s.AsUser("acme", "ida", org.Member, "chat"), s.AsUser("acme", "ole", org.Member, "chat")
	const at = "/v1/user/file"
	if got := ida.Must(200, "GET", at, nil); got.Text("content") != "" {
		t.Errorf("%s", got.Body)
	}
	put := ida.Must(200, "PUT", at, apitest.M{"content": "---\nname: Ida\n---\n\nI like tea.\n"})
	ida.Must(428, "PUT", at, apitest.M{"content": "x"})
	ida.With("If-Match", put.Header.Get("ETag")).Must(200, "PUT", at, apitest.M{"content": "I like coffee.\n"})
	if got := ida.Must(200, "GET", at, nil); got.Text("content") != "I like coffee.\n" {
		t.Errorf("%s", got.Body)
	}
	// As PowerShell writes it.
	if err := os.WriteFile(filepath.Join(s.Dir, "orgs", "acme", "users", "ida", "user.md"), []byte("\xff\xfen\x00\xe9\x00e\x00\n\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := ida.Must(200, "GET", at, nil); got.Text("content") != "née\n" {
		t.Errorf("%s", got.Body)
	}
	ida.With("If-Match", "*").Must(200, "PUT", at, apitest.M{"content": ""})
	if got := ida.Must(200, "GET", at, nil); got.Text("content") != "" || got.Header.Get("ETag") != "" {
		t.Errorf("%v %s", got.Header, got.Body)
	}
	if got := ole.Must(200, "GET", at, nil); got.Text("content") != "" {
		t.Errorf("another user reads %s", got.Body)
	}
	s.AsUser("acme", "vera", org.Viewer, "read").Must(403, "PUT", at, apitest.M{"content": "x"})
	s.As("write").Must(409, "GET", at, nil) // the machine's own profiles have one each
}
