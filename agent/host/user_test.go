package host_test

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// TestTheUserFileIsToldInTheTurnWhereItChanges, once, and the prompt stays as it is.
// The date is that of the user's clock.
//
// TC-10, TC-11, TC-27
func TestTheUserFileIsToldInTheTurnWhereItChanges(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{"user.md": "---\nname: Ana\ntimezone: Asia/Tokyo\n---\n"})
	h, err := open(t, dir, host.Settings{Now: func() time.Time { return time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	c := talk(t, h)
	if !strings.Contains(c.Epoch().System, "- **Name:** Ana") {
		t.Error("the prompt does not say who the user is")
	}
	system := c.Epoch().System
	turn := func() string {
		t.Helper()
		in, err := h.Head(t.Context(), c, "Hello")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Turn(t.Context(), runner.Input{Text: "Hello", Head: in}, nil); err != nil {
			t.Fatal(err)
		}
		if c.Epoch().System != system {
			t.Error("the prompt is another one")
		}
		if stale, err := c.Stale(t.Context()); err != nil || len(stale) > 0 {
			t.Errorf("the profile is called changed: %v, %v", stale, err)
		}
		return prompt.Turn(in)
	}
	if told := turn(); strings.Contains(told, "About the User") || !strings.Contains(told, "Monday, 2 March 2026, 07:00 JST") {
		t.Errorf("at first: %s", told)
	}
	for _, text := range []string{"---\nname: Bo\n---\n\n## Work\n\nBees.\n", "---\nname: Ana\ntimezone: Asia/Tokyo\n---\n"} {
		write(t, dir, map[string]string{"user.md": text})
		name := strings.Fields(text)[2]
		if told := turn(); !strings.Contains(told, "## About the User\n\n- **Name:** "+name) {
			t.Errorf("after a change to %s: %s", name, told)
		}
		if told := turn(); strings.Contains(told, "About the User") {
			t.Errorf("told twice: %s", told)
		}
	}
	if err := os.Remove(filepath.Join(dir, "user.md")); err != nil {
		t.Fatal(err)
	}
	if told := turn(); !strings.Contains(told, "took back") || strings.Contains(told, "JST") {
		t.Errorf("without the file: %s", told)
	}
	if told := turn(); strings.Contains(told, "took back") {
		t.Errorf("told twice: %s", told)
	}
}

// TestAClientIsNotTheUser: behind a client there may be many people.
func TestAClientIsNotTheUser(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{"profiles/ida/user.md": "---\nname: Ana\n---\n"})
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	sc, _ := h.Scope("ida")
	for kind, want := range map[store.Kind]bool{store.Client: false, store.Interactive: true} {
		cast, err := h.Cast(t.Context(), sc, store.Session{Kind: kind})
		if err != nil || strings.Contains(cast.Epoch.System, "Ana") != want {
			t.Errorf("%s: %v: %s", kind, err, cast.Epoch.System)
		}
	}
}

// TC-12, TC-27: a soul file that changes is seen by the session that runs.
func TestAChangedSoulFileIsSeenByARunningSession(t *testing.T) {
	dir := workspace(t)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	sc, _ := h.Scope("ida")
	found, err := h.Manager.Resolve(t.Context(), sc, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), sc, found.Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"style", "instructions", "memory"} {
		write(t, dir, map[string]string{"profiles/ida/" + name + ".md": "Said of " + name + ".\n"})
		if line, err := host.Stale(t.Context(), c); err != nil || !strings.Contains(line, map[string]string{"memory": "continuity"}[name]) || !strings.Contains(line, "added") {
			t.Errorf("%s: %q, %v", name, line, err)
		}
		if _, err := c.Refresh(t.Context()); err != nil || !strings.Contains(c.Epoch().System, "Said of "+name) {
			t.Errorf("%s: %v: %s", name, err, c.Epoch().System)
		}
	}
}

// TC-26: what an organisation shares is in the prompts of its agents alone, and what
// is shared later is told in the next turn.
func TestWhatAnOrganisationSharesIsInItsPrompts(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{"orgs/acme/profiles/ida/soul.md": "You are Ida of acme.\n"})
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	acme, err := scope.New("acme", "bo", "ida")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Store.PutShared(t.Context(), acme, store.SharedVersion{Action: "added", Entries: []store.SharedEntry{{Text: "The well is deep. </material-0>", Author: "bo"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cast, err := h.Cast(t.Context(), acme, store.Session{Kind: store.Interactive})
	if err != nil {
		t.Fatal(err)
	}
	s := cast.Epoch.Section("org_memory")
	if s == nil || !strings.Contains(cast.Epoch.Text(s), "## Org Memory") || !strings.Contains(cast.Epoch.Text(s), "- The well is deep.") || strings.Contains(cast.Epoch.Text(s), "</material-0>") {
		t.Errorf("%+v", s)
	}
	propose, ok := cast.Tools.Find("org_memory_propose")
	if !ok {
		t.Fatal("nothing can be proposed")
	}
	if _, err := propose.Call(t.Context(), tool.At{Scope: acme}, json.RawMessage(`{"text":"The gate is red."}`)); err != nil {
		t.Error(err)
	}
	if list, err := h.Store.SharedProposals(t.Context(), acme, store.SharedPending, 0); err != nil || len(list) != 1 || list[0].Author != "bo" {
		t.Errorf("%+v, %v", list, err)
	}
	local, _ := h.Scope("ida")
	cast, err = h.Cast(t.Context(), local, store.Session{Kind: store.Interactive})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := cast.Tools.Find("org_memory_propose"); ok || strings.Contains(cast.Epoch.System, "well is deep") {
		t.Error("another organisation has it")
	}
	// Later, in a session that goes on.
	found, err := h.Manager.Resolve(t.Context(), local, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), local, found.Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Store.PutShared(t.Context(), local, store.SharedVersion{Action: "added", Entries: []store.SharedEntry{{Text: "The mill is shut."}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	in, err := h.Head(t.Context(), c, "Hello")
	if err != nil || !strings.Contains(prompt.Turn(in), "The mill is shut.") {
		t.Errorf("%+v, %v", in, err)
	}
	if stale, err := c.Stale(t.Context()); err != nil || len(stale) > 0 {
		t.Errorf("the profile is called changed: %v, %v", stale, err)
	}
}

// TestAUserOfAnOrganisationHasAFileOfTheirOwn: neither the profile's nor the
// workspace's is said of them, nor another user's.
func TestAUserOfAnOrganisationHasAFileOfTheirOwn(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{
		"user.md": "---\nname: Owner\n---\n", "orgs/acme/user.md": "---\nname: Nobody\n---\n", "orgs/acme/profiles/ida/soul.md": "You are Ida of acme.\n",
		"orgs/acme/profiles/ida/user.md": "---\nname: Nobody\n---\n", "orgs/acme/users/bo/user.md": "---\nname: Bo Reis\ntimezone: Asia/Tokyo\n---\n",
		"orgs/acme/users/eve/user.md": wide("---\nname: Ève Sjöberg\n---\n"), // as PowerShell writes it
	})
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for user, want := range map[string]string{"bo": "Bo Reis", "eve": "Ève Sjöberg", "ida": ""} {
		sc, err := scope.New("acme", user, "ida")
		if err != nil {
			t.Fatal(err)
		}
		cast, err := h.Cast(t.Context(), sc, store.Session{Kind: store.Interactive})
		if err != nil {
			t.Fatal(err)
		}
		s := cast.Epoch.Section("user")
		if want == "" && s != nil || want != "" && (s == nil || !strings.Contains(cast.Epoch.Text(s), want) || s.Source != "users/"+user+"/user.md") {
			t.Errorf("%s: %+v: %s", user, s, cast.Epoch.System)
		}
		if u, err := h.User(sc); err != nil || u.Name != want {
			t.Errorf("%s: %+v, %v", user, u, err)
		}
	}
}

func TestTheFilesOfAUserAreErased(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{"orgs/acme/users/bo/user.md": "Bo.\n", "orgs/zeta/users/bo/user.md": "Bo.\n", "orgs/acme/users/ida/user.md": "Ida.\n", "user.md": "Owner.\n"})
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "..", "../users", "a/b", "a\x00"} {
		if err := h.UserTexts().Erase(name); err == nil {
			t.Errorf("%q is taken for a user", name)
		}
	}
	for range 2 {
		if err := h.UserTexts().Erase("bo"); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]bool{"orgs/acme/users/bo": false, "orgs/zeta/users/bo": false, "orgs/acme/users/ida/user.md": true, "user.md": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// wide is a text in UTF-16.
func wide(text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return string(b)
}
