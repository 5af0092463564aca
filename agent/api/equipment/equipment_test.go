package equipment_test

import (
	"bytes"
	"image"
	"image/png"
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

func serve(t *testing.T) (*apitest.Site, *apitest.Client) {
	t.Helper()
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	s.Org("acme", "sky", map[string]string{"profiles/sky/soul.md": "# Sky\n\nYou are Sky.\n"})
	return s, s.AsUser("acme", "ada", org.Admin, "write")
}

// TC-19
func TestWhatAnAgentHasIsListed(t *testing.T) {
	s, ada := serve(t)
	names := map[string]bool{}
	for _, one := range ada.Must(200, "GET", "/v1/profiles/sky/tools", nil).Get("data").([]any) {
		names[one.(map[string]any)["name"].(string)] = true
	}
	if !names["memory_save"] || !names["artifact_read"] {
		t.Errorf("the tools are %v", names)
	}
	for _, path := range []string{"skills", "mcp-servers", "artifacts"} {
		if list := ada.Must(200, "GET", "/v1/profiles/sky/"+path, nil).Get("data").([]any); len(list) != 0 {
			t.Errorf("%s: %v", path, list)
		}
		ada.Must(404, "GET", "/v1/profiles/none/"+path, nil)
	}
	in, err := s.Host.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scope.New("acme", "ada", "sky")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := in.Artifacts(sc)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.WriteFile("report.md", []byte("# All is well\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ada.Must(200, "GET", "/v1/profiles/sky/artifacts", nil); got.Text("data.0.path") != "report.md" {
		t.Errorf("%s", got.Body)
	}
	got := ada.Send("GET", "/v1/profiles/sky/artifacts/content?path=report.md", nil)
	defer got.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(got.Body); err != nil || text.String() != "# All is well\n" || got.Header.Get("Content-Disposition") != "attachment" {
		t.Errorf("%q %v (%v)", text.String(), got.Header, err)
	}
	for _, path := range []string{"none.md", "../store.db", "/etc/passwd", ".hidden"} {
		ada.Must(404, "GET", "/v1/profiles/sky/artifacts/content?path="+path, nil)
	}
}

func TestAProfileHasAPicture(t *testing.T) {
	s, ada := serve(t)
	const at = "/v1/profiles/sky/avatar"
	ada.Must(404, "GET", at, nil)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	raw := ada.With("Content-Type", "application/octet-stream")
	raw.Must(204, "PUT", at, b.String())
	raw.Must(428, "PUT", at, b.String())
	got := ada.Send("GET", at, nil)
	defer got.Body.Close()
	var back bytes.Buffer
	if _, err := back.ReadFrom(got.Body); err != nil || !bytes.Equal(back.Bytes(), b.Bytes()) || got.Header.Get("ETag") == "" {
		t.Errorf("%d bytes, %v (%v)", back.Len(), got.Header, err)
	}
	jpeg := "\xff\xd8\xff\xe0 a picture"
	raw.With("If-Match", got.Header.Get("ETag")).Must(204, "PUT", at, jpeg)
	folder := filepath.Join(s.Dir, "orgs", "acme", "profiles", "sky")
	for name, want := range map[string]bool{"avatar.png": false, "avatar.jpg": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	any := raw.With("If-Match", "*")
	any.Must(415, "PUT", at, "<svg onload='alert(1)'/>")
	any.Must(413, "PUT", at, "\x89PNG\r\n\x1a\n"+strings.Repeat("x", 1<<20))
	any.Must(204, "DELETE", at, nil)
	ada.Must(404, "GET", at, nil)
	s.AsUser("acme", "max", org.Member, "chat").With("Content-Type", "application/octet-stream").Must(403, "PUT", at, b.String())
}
