package coqui_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/coqui"
	"github.com/seed353dc258/backstory/manifest"
)

// caelum is a server with the profile of Coqui's cases.
func caelum(t *testing.T) *apitest.Site {
	return apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = []func(*api.Server){coqui.Routes} })
}

// HA-01
//
// coqui: 116, 117, 118, 119, 125, 126
func TestABackstoryIsInspected(t *testing.T) {
	s := caelum(t)
	c := s.As("read")
	r := c.Must(200, "GET", "/api/v1/server/backstory", nil)
	if r.Get("available") != false || r.Text("reason") != "no_active_profile" || r.Get("content") != nil || r.Text("files") != "[]" {
		t.Errorf("%s", r.Body)
	}
	r = c.Must(200, "GET", "/api/v1/server/backstory?profile=%20Caelum", nil)
	for path, want := range map[string]any{
		"profile": "caelum", "available": true, "source_folder": "profiles/caelum/backstory", "generated_backstory_path": "profiles/caelum/backstory.md",
		"supported_file_count": 2.0, "successful_file_count": 2.0, "unsupported_file_count": 1.0, "failed_file_count": 0.0, "total_files": 3.0,
		"needs_regeneration": false, "files.0.path": "profiles/caelum/backstory/intro.md", "files.1.relative_path": "nested/n.txt",
		"unsupported_files.0.extension": "png", "has_generated_backstory": true,
	} {
		if got := r.Get(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if !strings.Contains(r.Text("content"), "## Backstory") || r.Get("total_tokens").(float64) <= 0 || r.Get("last_modified_at") == nil {
		t.Errorf("%s", r.Body)
	}
	folders := r.Text("folders")
	if !strings.Contains(folders, "path:nested") || !strings.Contains(folders, "path: ") {
		t.Errorf("folders: %s", folders)
	}
	same := c.Must(200, "GET", "/api/v1/profiles/caelum/backstory", nil)
	if string(same.Body) != string(r.Body) {
		t.Errorf("%s", same.Body)
	}
	r = c.Must(400, "GET", "/api/v1/server/backstory?profile=missing", nil)
	if r.Text("code") != "validation_error" || !strings.Contains(r.Text("error"), "Unknown profile") {
		t.Errorf("%s", r.Body)
	}
}

// HA-01
//
// coqui: 120, 121, 122, 123
func TestSourcesAreWrittenAndDeleted(t *testing.T) {
	s := caelum(t)
	const base = "/api/v1/profiles/caelum/backstory"
	c := s.As("write")
	s.As("chat").Must(403, "PUT", base+"/entries", apitest.M{"path": "a.md", "content": "x"})
	r := c.Must(201, "POST", base+"/folders", apitest.M{"path": "timeline/childhood"})
	if info, err := os.Stat(filepath.Join(s.Dir, "profiles/caelum/backstory/timeline/childhood")); err != nil || !info.IsDir() || r.Get("created") != true {
		t.Errorf("%v %s", err, r.Body)
	}
	r = c.Must(200, "PUT", base+"/entries", apitest.M{"path": "timeline/01-origin.md", "content": "The first light.  \n\n"})
	got, err := os.ReadFile(filepath.Join(s.Dir, "profiles/caelum/backstory/timeline/01-origin.md"))
	if err != nil || string(got) != "The first light.\n" || r.Get("updated") != true || r.Get("backstory.supported_file_count") != 3.0 {
		t.Errorf("%q %v %s", got, err, r.Body)
	}
	r = c.Must(200, "GET", base+"/entries?path=timeline/01-origin.md", nil)
	if r.Text("content") != "The first light.\n" || r.Text("relative_path") != "timeline/01-origin.md" {
		t.Errorf("%s", r.Body)
	}
	r = c.Must(200, "DELETE", base+"/entries", apitest.M{"path": "intro.md"})
	if r.Get("deleted") != true || strings.Contains(r.Text("backstory.content"), "born at Skarv") {
		t.Errorf("%s", r.Body)
	}
	c.Must(404, "DELETE", base+"/entries", apitest.M{"path": "intro.md"})
	c.Must(404, "GET", base+"/entries?path=intro.md", nil)
	for _, path := range []string{"../secret.txt", "a/../b.md", "", ".hidden.md", "a//b.md", "x.png", "a\x00.md", `..\..\soul.md`, "/etc/../x.md"} {
		r := c.Must(400, "PUT", base+"/entries", apitest.M{"path": path, "content": "x"})
		if r.Text("code") != "validation_error" {
			t.Errorf("%q: %s", path, r.Body)
		}
	}
	c.Must(400, "POST", base+"/folders", apitest.M{"path": "v1.2"})
	for _, body := range []string{"[]", `"x"`, "{}", `{"path":1}`, "null", ""} {
		c.Must(400, "PUT", base+"/entries", body)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(s.Dir, "profiles/caelum/backstory/out.txt")); err != nil {
		t.Skip("links cannot be made here")
	}
	c.Must(400, "GET", base+"/entries?path=out.txt", nil)
}

// Coqui goes by the bytes of a source, also where a build does not.
func TestDigestsAreThoseOfTheBytes(t *testing.T) {
	s := caelum(t)
	const base, text = "/api/v1/profiles/caelum/backstory", "The lamp\r\nburns.\r\n"
	if err := os.WriteFile(filepath.Join(s.Dir, "profiles/caelum/backstory/a.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(s.Dir, "profiles/caelum/backstory/nested")); err != nil {
		t.Fatal(err)
	}
	c := s.As("write")
	c.Must(200, "PUT", base+"/entries", apitest.M{"path": "z.md", "content": "x"})
	r := c.Must(200, "GET", base, nil)
	sum := sha256.Sum256([]byte(text))
	if r.Get("needs_regeneration") != false || r.Text("files.0.relative_path") != "a.md" || r.Text("files.0.sha256") != hex.EncodeToString(sum[:]) ||
		r.Get("files.0.size_bytes") != float64(len(text)) {
		t.Errorf("%s", r.Body)
	}
	var files []manifest.Entry
	for _, name := range []string{"a.md", "intro.md", "z.md"} {
		raw, err := os.ReadFile(filepath.Join(s.Dir, "profiles/caelum/backstory", name))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(raw)
		files = append(files, manifest.Entry{Path: name, SHA256: hex.EncodeToString(sum[:])})
	}
	other := []manifest.Unsupported{{Path: r.Text("unsupported_files.0.relative_path"), Extension: "png", SHA256: r.Text("unsupported_files.0.sha256")}}
	if want := manifest.ContentHash(files, other); r.Text("content_hash") != want {
		t.Errorf("content_hash is %s, not %s", r.Text("content_hash"), want)
	}
}
