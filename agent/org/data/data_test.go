package data_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/data"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

func open(t *testing.T) *host.Host {
	t.Helper()
	w, err := profile.OpenWorkspace(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Workspace: w}, Catalog: catalog.New(catalog.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func ok(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func in(t *testing.T, slug, user string) scope.Scope {
	t.Helper()
	sc, err := scope.New(slug, user, "sky")
	ok(t, err)
	return sc
}

// filled makes an organisation in which somebody remembers.
func filled(t *testing.T, h *host.Host) *host.Host {
	t.Helper()
	ctx := t.Context()
	_, err := h.Orgs.CreateOrg(ctx, org.Owner(scope.Platform), "acme", "Acme")
	ok(t, err)
	_, err = h.Orgs.CreateProfile(ctx, org.Owner("acme"), "sky", "Sky")
	ok(t, err)
	acme, err := h.In("acme")
	ok(t, err)
	ok(t, os.WriteFile(filepath.Join(acme.Dir(), "profiles", "sky", "soul.md"), []byte("# Sky\n\nYou are Sky of Acme.\n"), 0o644),
		os.MkdirAll(filepath.Join(acme.Dir(), "removed", "old"), 0o755), os.WriteFile(filepath.Join(acme.Dir(), "removed", "old", "soul.md"), []byte("x"), 0o644))
	for user, role := range map[string]org.Role{"ida": org.Admin, "ole": org.Member} {
		_, err := h.Orgs.CreateUser(ctx, org.Owner(scope.Platform), org.NewUser{Name: user, Subject: "secret-subject " + user})
		ok(t, err, h.Orgs.SetMember(ctx, org.Owner("acme"), user, role))
		for _, text := range []string{"Takes tea at noon.", "Keeps a cat called " + user + "."} {
			_, err := h.Store.SaveMemory(ctx, in(t, "acme", user), store.Memory{Text: text})
			ok(t, err)
		}
		_, err = h.Store.AddToken(ctx, in(t, "acme", user), store.Token{Prefix: "secret-prefix-" + user, Hash: "secret-hash"})
		ok(t, err)
	}
	return acme
}

func export(t *testing.T, h *host.Host, of *host.Host) []byte {
	t.Helper()
	var b bytes.Buffer
	r, err := data.Export(t.Context(), h.Store, of.Org(), of.Workspace.Root, &b)
	ok(t, err)
	if r.Rows < 8 || r.Files != 2 {
		t.Errorf("%+v", r)
	}
	return b.Bytes()
}

func hashOf(t *testing.T, h *host.Host, slug, user string) string {
	t.Helper()
	c, err := h.Cast(t.Context(), in(t, slug, user), store.Session{})
	ok(t, err)
	return c.Epoch.Hash
}

func bring(t *testing.T, h *host.Host, content []byte, as string) (data.Report, error) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	ok(t, err)
	ok(t, h.Workspace.Root.MkdirAll("orgs", 0o755))
	orgs, err := h.Workspace.Root.OpenRoot("orgs")
	ok(t, err)
	defer orgs.Close()
	return data.Import(context.Background(), h.Store, z, as, orgs)
}

// TN-06: what is taken out and brought in gives the same prompts.
func TestAnExportBroughtInGivesTheSamePrompts(t *testing.T) {
	h := open(t)
	acme := filled(t, h)
	content := export(t, h, acme)
	if again := export(t, h, acme); sha256.Sum256(again) != sha256.Sum256(content) {
		t.Error("two exports of the same differ")
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	ok(t, err)
	for _, f := range z.File {
		in, err := f.Open()
		ok(t, err)
		text, err := io.ReadAll(in)
		ok(t, err)
		if strings.Contains(string(text), "secret") || strings.Contains(f.Name, "removed") {
			t.Errorf("%s has a secret or what was removed: %s", f.Name, text)
		}
	}
	other := open(t)
	for _, as := range []string{"", "acme-2"} {
		r, err := bring(t, other, content, as)
		ok(t, err)
		for _, user := range []string{"ida", "ole"} {
			if got, want := hashOf(t, other, r.Slug, user), hashOf(t, h, "acme", user); got != want {
				t.Errorf("%s in %s has the prompt %s, want %s", user, r.Slug, got, want)
			}
		}
		if c, err := other.Orgs.Caller(t.Context(), "ida", r.Slug); err != nil || c.Role != org.Admin {
			t.Errorf("%+v (%v)", c, err)
		}
	}
	if a, b := hashOf(t, h, "acme", "ida"), hashOf(t, h, "acme", "ole"); a == b {
		t.Error("memories are no part of the prompts that are compared")
	}
	if _, err := bring(t, other, content, ""); !errors.Is(err, store.ErrExists) {
		t.Errorf("an organisation was brought in twice: %v", err)
	}
}

// What is not an export leaves nothing behind.
func TestWhatIsNoExportIsRefused(t *testing.T) {
	h := open(t)
	content := export(t, h, filled(t, h))
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	ok(t, err)
	for name, change := range map[string]func(name, text string) (string, string){
		"format": func(name, text string) (string, string) {
			return name, strings.Replace(text, `"format": 1`, `"format": 2`, 1)
		},
		"head": func(name, text string) (string, string) { return strings.Replace(name, "organisation", "x", 1), text },
		"rows": func(name, text string) (string, string) { return strings.Replace(name, "rows.", "x.", 1), text },
		"order": func(name, text string) (string, string) {
			return name, strings.Replace(text, `"table":"orgs"`, `"table":"audit"`, 1)
		},
		"role": func(name, text string) (string, string) {
			return name, strings.ReplaceAll(text, `"role":"admin"`, `"role":"platform-admin"`)
		},
		"id": func(name, text string) (string, string) {
			return name, strings.ReplaceAll(text, `"id":"sky"`, `"id":"../sky"`)
		},
		"table": func(name, text string) (string, string) {
			return name, strings.ReplaceAll(text, `"table":"memories"`, `"table":"tokens"`)
		},
		"cut": func(name, text string) (string, string) {
			return name, strings.Replace(text, `"table":"audit"`, `"table":`, 1)
		},
		"up": func(name, text string) (string, string) {
			return strings.Replace(name, "files/profiles/sky", "files/../../x", 1), text
		},
		"user": func(name, text string) (string, string) {
			return name, strings.Replace(text, `"name": "ida"`, `"name": "local"`, 1)
		},
	} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, f := range z.File {
			in, err := f.Open()
			ok(t, err)
			text, err := io.ReadAll(in)
			ok(t, err)
			at, changed := change(f.Name, string(text))
			to, err := w.Create(at)
			ok(t, err)
			_, err = io.WriteString(to, changed)
			ok(t, err)
		}
		ok(t, w.Close())
		other := open(t)
		if _, err := bring(t, other, b.Bytes(), ""); err == nil {
			t.Errorf("%s: it was brought in", name)
		}
		if list, err := other.Orgs.Orgs(t.Context(), org.Owner(scope.Platform), "", 0); err != nil || len(list) != 0 {
			t.Errorf("%s: %+v (%v)", name, list, err)
		}
		if left, err := os.ReadDir(filepath.Join(other.Dir(), "orgs")); err != nil || len(left) != 0 {
			t.Errorf("%s: %v (%v)", name, left, err)
		}
	}
}

// TN-06: what is kept of a user is told, and erased.
func TestAUserIsExportedAndErased(t *testing.T) {
	h := open(t)
	filled(t, h)
	acme, err := h.In("acme")
	ok(t, err)
	sc, err := scope.New("acme", "ole", "")
	ok(t, err)
	ok(t, acme.UserTexts().Write(sc, []byte("Call me Ole.\n")))
	told := func(name string) string {
		t.Helper()
		var b, all bytes.Buffer
		_, err := data.ExportUser(t.Context(), h.Store, name, func(orgs []string) (map[string][]byte, error) { return h.UserTexts().All(name, orgs) }, &b)
		ok(t, err)
		z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		ok(t, err)
		for _, f := range z.File {
			opened, err := f.Open()
			ok(t, err)
			_, err = all.ReadFrom(opened)
			ok(t, err)
		}
		return all.String()
	}
	if text := told("ole"); !strings.Contains(text, "a cat called ole") || !strings.Contains(text, "Call me Ole.") || strings.Contains(text, "called ida") || strings.Contains(text, "secret") {
		t.Errorf("%s", text)
	}
	if err := data.Erase(t.Context(), h.Store, "ida"); !errors.Is(err, store.ErrLast) {
		t.Errorf("the last admin: %v", err)
	}
	if text := told("ida"); !strings.Contains(text, "a cat called ida") {
		t.Errorf("something of the last admin was erased: %s", text)
	}
	ok(t, data.Erase(t.Context(), h.Store, "ole"))
	if _, err := h.Orgs.User(t.Context(), org.Owner(scope.Platform), "ole"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if list, err := h.Store.ListMemories(t.Context(), in(t, "acme", "ole"), true, 0); err != nil || len(list) != 0 {
		t.Errorf("%+v (%v)", list, err)
	}
	if err := data.Erase(t.Context(), h.Store, "ole"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}
