package tinyclaw_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
)

// TestTinyClawsBodies: a profile is made, shown, changed, listed and deleted with
// the bodies that TinyClaw's own client sends and reads.
//
// TC-05, TC-06, TC-19
func TestTinyClawsBodies(t *testing.T) {
	c := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) }).As("write")
	made := c.Must(201, "POST", "/v1/profiles", apitest.M{"name": "My Bot!"})
	if made.Text("profile.id") != "my-bot" || made.Text("profile.name") != "My Bot!" || made.Text("profile.systemPrompt") != "You are a helpful personal assistant." || made.Header.Get("Location") != "/v1/profiles/my-bot" {
		t.Errorf("%s", made.Body)
	}
	c.Must(409, "POST", "/v1/profiles", apitest.M{"name": "My Bot!"})
	c.Must(422, "POST", "/v1/profiles", apitest.M{"name": "Up", "isSuper": true})
	c.Must(400, "POST", "/v1/profiles", apitest.M{"name": "Up", "id": "no/way"})
	full := c.Must(201, "POST", "/v1/profiles", apitest.M{"name": "Ida", "id": "keeper", "systemPrompt": "You keep bees.", "model": "offline/x"})
	if full.Text("profile.id") != "keeper" || full.Text("profile.systemPrompt") != "You keep bees." || full.Text("profile.model") != "offline/x" {
		t.Errorf("%s", full.Body)
	}
	shown, _ := c.Must(200, "GET", "/v1/profiles/keeper", nil).Get("profile").(map[string]any)
	var fields []string
	for name := range shown {
		fields = append(fields, name)
	}
	slices.Sort(fields)
	if got := strings.Join(fields, " "); got != "hasAvatar id isDefault isSuper mcpServers model name skills soulActive systemPrompt tools" {
		t.Errorf("the fields are %s", got)
	}
	changed := c.Must(200, "PUT", "/v1/profiles/keeper", apitest.M{"name": "Ida K.", "systemPrompt": "You keep wasps.", "model": nil})
	if changed.Text("profile.name") != "Ida K." || changed.Text("profile.systemPrompt") != "You keep wasps." || changed.Text("profile.model") != "offline/x" {
		t.Errorf("%s", changed.Body)
	}
	if got := c.Must(200, "PUT", "/v1/profiles/keeper", apitest.M{"model": ""}); got.Get("profile").(map[string]any)["model"] != nil {
		t.Errorf("%s", got.Body)
	}
	text, err := os.ReadFile(filepath.Join(c.Dir, "profiles", "keeper", "soul.md"))
	if err != nil || string(text) != "You keep wasps.\n" {
		t.Errorf("%q, %v", text, err)
	}
	if got := c.Must(200, "GET", "/v1/profiles", nil); len(got.Get("profiles").([]any)) < 3 {
		t.Errorf("%s", got.Body)
	}
	id := c.Must(201, "POST", "/v1/sessions", apitest.M{"profileId": "keeper", "channel": "web"}).Text("sessionId")
	if got := c.Must(200, "GET", "/v1/sessions?profileId=keeper&channel=web", nil); got.Text("sessions.0.id") != id || got.Text("sessions.0.profileId") != "keeper" {
		t.Errorf("%s", got.Body)
	}
	c.Must(422, "GET", "/v1/sessions", nil)
	c.Must(404, "GET", "/v1/sessions?profileId=none", nil)
	c.Must(204, "DELETE", "/v1/profiles/my-bot", nil)
	c.Must(404, "GET", "/v1/profiles/my-bot", nil)
	c.Must(404, "PUT", "/v1/profiles/my-bot", apitest.M{"name": "x"})
}
