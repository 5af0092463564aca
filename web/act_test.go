package web_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
)

// act sends a form of a view of caelum.
func (b *browser) act(do string, fields ...string) reply {
	b.Helper()
	form := url.Values{"do": {do}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return b.with("Sec-Fetch-Site", "same-origin").do("POST", "/p/caelum/do", form)
}

// acted is act of what works.
func (b *browser) acted(do string, fields ...string) {
	b.Helper()
	if got := b.act(do, fields...); got.status != 303 {
		b.Fatalf("%s %v: %d %s", do, fields, got.status, got.body)
	}
}

// valueIn returns the hidden field of a name that is in the first form which does something.
func (b *browser) valueIn(view, do, name string) string {
	b.Helper()
	m := regexp.MustCompile(`name="do" value="` + do + `".*?name="` + name + `" value="([^"]*)"`).FindStringSubmatch(view)
	if m == nil {
		b.Fatalf("no form does %s with %s: %s", do, name, view)
	}
	return m[1]
}

func TestSessionsAreRenamedAndDeleted(t *testing.T) {
	b := open(t, nil, "")
	talk := b.ask("Where was Caelum born?")
	id := talk[strings.LastIndex(talk, "/")+1:]
	b.acted("rename-session", "id", id, "title", "Birth & <place>")
	if view := b.must("/p/caelum/talks?q=birth"); !strings.Contains(view, "Birth &amp; &lt;place&gt;") {
		t.Errorf("the new title is not shown: %s", view)
	}
	if view := b.must("/p/caelum/talks?q=nothing"); strings.Contains(view, "Birth") {
		t.Error("a search shows every session")
	}
	got := b.get(talk + "/export")
	if !strings.Contains(got.body, "Where was Caelum born?") || !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the export: %v %s", got.header, got.body)
	}
	b.acted("delete-session", "id", id)
	if got := b.get(talk); got.status != 404 {
		t.Errorf("a deleted session: %d", got.status)
	}
	if got := b.act("delete-session", "id", id); got.status != 404 || !strings.Contains(got.body, "There is nothing here") {
		t.Errorf("deleting it again: %d %s", got.status, got.body)
	}
}

func TestMemoriesAreKeptCorrectedAndForgotten(t *testing.T) {
	b := open(t, nil, "")
	const talks = "/p/caelum/talks"
	b.acted("remember", "profile", "caelum", "text", "The lamp needs oil.")
	view := b.must(talks)
	id := b.valueIn(view, "forget-memory", "id")
	if !strings.Contains(view, "The lamp needs oil.") || !strings.Contains(view, "confirmed by a person") {
		t.Errorf("the memory is not shown: %s", view)
	}
	b.acted("correct-memory", "id", id, "text", "The lamp needs fish oil.")
	view = b.must(talks)
	if strings.Contains(view, "The lamp needs oil.") || !strings.Contains(view, "The lamp needs fish oil.") {
		t.Errorf("the memory is not corrected: %s", view)
	}
	b.acted("confirm-memory", "id", b.valueIn(view, "forget-memory", "id"))
	if got := b.act("remember", "profile", "caelum", "text", "  "); got.status >= 500 || got.status < 400 || !strings.Contains(got.body, "a memory needs a text") {
		t.Errorf("an empty memory: %d %s", got.status, got.body)
	}
	b.acted("forget-memory", "id", b.valueIn(view, "forget-memory", "id"))
	if view = b.must(talks); strings.Contains(view, "oil") {
		t.Errorf("the memory is not forgotten: %s", view)
	}
}

func TestSourcesAreLeftOutAndDeleted(t *testing.T) {
	b := open(t, nil, "")
	const read = "/p/caelum/read/intro.md"
	b.acted("exclude-source", "path", "intro.md", "back", read)
	if view := b.must(read); !strings.Contains(view, "left out") || !strings.Contains(view, "Take it into the backstory") {
		t.Errorf("the source is not left out: %s", view)
	}
	b.acted("include-source", "path", "intro.md", "back", read)
	view := b.must(read)
	if got := b.act("delete-source", "path", "intro.md"); got.status != 428 {
		t.Errorf("deleting without a version: %d", got.status)
	}
	b.acted("delete-source", "path", "intro.md", "version", strings.ReplaceAll(b.valueIn(view, "delete-source", "version"), "&#34;", `"`))
	if _, err := os.Stat(filepath.Join(b.Dir, "profiles/caelum/backstory/intro.md")); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
	b.acted("build")
}

func TestAProposalIsDecidedWithItsEvidence(t *testing.T) {
	b := open(t, nil, "")
	none := 0
	b.Host.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none}
	sc, err := b.Host.Scope("caelum")
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Host.Desk.Propose(t.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{
		Target: "soul.md", Title: "Be calm\u202e", Observation: "They <b>asked</b>.", Patch: "# Caelum\n\nYou are calm.\n", Confidence: 0.9,
	})
	if err != nil {
		t.Fatal(err)
	}
	queue, one := b.must("/p/caelum/proposals"), "/p/caelum/proposals/"+p.ID
	if !strings.Contains(queue, `href="`+one+`"`) || strings.Contains(queue, "\u202e") {
		t.Errorf("the queue: %s", queue)
	}
	view := b.must(one)
	if !strings.Contains(view, "<ins>+You are calm.") || strings.Contains(view, "<b>asked") || strings.Contains(view, "\u202e") {
		t.Errorf("the proposal: %s", view)
	}
	soul := func() string {
		content, err := os.ReadFile(filepath.Join(b.Dir, "profiles/caelum/soul.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	before := soul()
	if got := b.act("apply-proposal", "id", p.ID); got.status != 409 || soul() != before {
		t.Errorf("applying what nobody approved: %d", got.status)
	}
	b.acted("approve-proposal", "id", b.valueIn(view, "approve-proposal", "id"), "back", one)
	b.acted("apply-proposal", "id", b.valueIn(b.must(one), "apply-proposal", "id"))
	if !strings.Contains(soul(), "You are calm.") {
		t.Error("the change is not made")
	}
	b.acted("revert-proposal", "id", b.valueIn(b.must(one), "revert-proposal", "id"))
	if soul() != before {
		t.Error("the change is not taken back")
	}
	if got := b.get("/p/lyra/proposals/" + p.ID); got.status != 404 {
		t.Errorf("the proposal of another profile: %d", got.status)
	}
}

// A form acts for the person in front of the page, and for nobody else.
func TestFormsAreThePersonsOwn(t *testing.T) {
	b := open(t, nil, "")
	talk := b.ask("Where was Caelum born?")
	id := talk[strings.LastIndex(talk, "/")+1:]
	form := url.Values{"do": {"delete-session"}, "id": {id}}
	for name, who := range map[string]*browser{
		"another site": b.with("Sec-Fetch-Site", "cross-site"), "another port": b.with("Sec-Fetch-Site", "same-site"), "another origin": b.with("Origin", "http://evil.example"),
	} {
		if got := who.do("POST", "/p/caelum/do", form); got.status != 401 && got.status != 403 {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	for _, do := range []string{"", "nothing", "delete-everything"} {
		if got := b.act(do, "id", id); got.status != 404 {
			t.Errorf("%q: %d", do, got.status)
		}
	}
	for _, to := range []string{"https://evil.example/", "//evil.example", "https:/p/caelum/", "///p/caelum/", "/p/lyra/", "/p/caelum/../../x", ""} {
		got := b.act("rename-session", "id", id, "title", "x", "back", to)
		if at := got.header.Get("Location"); got.status != 303 || !strings.HasPrefix(at, "/p/caelum/") {
			t.Errorf("back to %q: %d %s", to, got.status, at)
		}
	}
	for _, way := range []string{"../../v1/x", "..", "."} {
		if got := b.act("rename-session", "id", way, "title", "x"); got.status != 400 && got.status != 404 {
			t.Errorf("an id that is a path, %s: %d", way, got.status)
		}
	}
	if got := b.get(talk); got.status != 200 {
		t.Fatalf("the session is gone: %d", got.status)
	}
	b.page.ReadOnly = true
	for _, do := range []string{
		"delete-session", "approve-proposal", "apply-proposal", "build", "exclude-source", "delete-source", "rename-session", "remember", "confirm-memory", "correct-memory", "forget-memory",
	} {
		if got := b.act(do, "id", id, "path", "intro.md"); got.status != 403 {
			t.Errorf("%s in a page that changes nothing: %d", do, got.status)
		}
	}
	for path, body := range map[string]string{"/api/v2/memories": `{"text":"The lamp needs oil."}`, "/api/v2/sessions/" + id: `{"title":"x"}`} {
		method := "POST"
		if strings.Contains(path, id) {
			method = "PATCH"
		}
		if got := b.with("Content-Type", "application/json").send(method, path, body); got.status != 403 {
			t.Errorf("%s %s in a page that changes nothing: %d %s", method, path, got.status, got.body)
		}
	}
	for _, path := range []string{"/p/caelum/read/intro.md", "/p/caelum/talks"} {
		if view := b.must(path); strings.Contains(view, `action="/p/caelum/do"`) {
			t.Errorf("%s offers what is not allowed: %s", path, view)
		}
	}
	b.ask("Where was Caelum born?")
	b.acted("again", "id", id, "message", "0")
}

func TestATurnIsBranchedAskedAgainAndLookedInto(t *testing.T) {
	b := open(t, nil, "")
	talk := b.ask("Where was Caelum born?")
	id := talk[strings.LastIndex(talk, "/")+1:]
	got := b.with("Sec-Fetch-Site", "same-origin").do("POST", "/p/caelum/ask", url.Values{"question": {"What does the lamp need?"}, "session": {id}})
	if got.status != 303 {
		t.Fatal(got)
	}
	view := b.must(talk)
	if !strings.Contains(view, `href="/p/caelum/?question=Where+was+Caelum+born%3F"`) {
		t.Errorf("the first question cannot be asked again: %s", view)
	}
	got = b.act("branch", "id", id, "message", b.valueIn(view, "branch", "message"))
	branch := got.header.Get("Location")
	if view := b.must(branch); branch == talk || !strings.Contains(view, "Where was Caelum born?") || strings.Contains(view, "What does the lamp need?") {
		t.Errorf("the branch %s: %s", branch, view)
	}
	got = b.act("again", "id", id, "message", b.valueIn(view, "again", "message"), "question", "What does the lamp need?")
	again, _, _ := strings.Cut(got.header.Get("Location"), "?")
	if view := b.must(got.header.Get("Location")); again == talk || !strings.Contains(view, ">What does the lamp need?</textarea>") || strings.Count(view, `class="turn"`) != 1 {
		t.Errorf("asking again at %s: %s", again, view)
	}
	sent := b.must(talk + "/turn/2")
	for _, want := range []string{"System text", "Where was Caelum born?", "What does the lamp need?", "<p>Prompt 1 · "} {
		if !strings.Contains(sent, want) {
			t.Errorf("the request has no %q: %s", want, sent)
		}
	}
	for _, path := range []string{talk + "/turn/3", talk + "/turn/0", talk + "/turn/x", "/p/lyra/ask/" + id + "/turn/1"} {
		if got := b.get(path); got.status != 404 {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}

// What is found depends on the options of a profile, too: after a change nothing old is shown.
func TestFindingsFollowTheOptions(t *testing.T) {
	b := open(t, map[string]string{
		"profiles/caelum/soul.md":             "# Caelum\n",
		"profiles/caelum/backstory/page.html": "<p>Welcome.</p><p style='display:none'>Secret order</p>",
	}, "")
	b.acted("build")
	if view := b.must("/p/caelum/found"); !strings.Contains(view, "Secret order") || !strings.Contains(view, "was left out") {
		t.Fatalf("what is hidden is not shown: %s", view)
	}
	options := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(b.Dir, "profiles/caelum/backstory/.backstory.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	options(`{"hidden": "keep"}`)
	for _, got := range []reply{b.act("build"), b.get("/p/caelum/found"), b.get("/p/caelum/read/")} {
		if got.status != 409 || !strings.Contains(got.body, ".backstory.json:1:2: unknown field") {
			t.Errorf("options that are wrong: %d %s", got.status, got.body)
		}
	}
	options(`{"allow": [{"code": "hidden-style", "file": "backstory/p*.html", "words": "order", "reason": "a menu", "until": "2099-01-01"}]}`)
	if view := b.must("/p/caelum/found"); strings.Contains(view, "Secret order") {
		t.Errorf("what the options allow is shown: %s", view)
	}
	options(`{"allow": [{"code": "hidden-style", "file": "backstory/p*.html", "words": "order", "reason": "a menu", "until": "2020-01-01"}]}`)
	if view := b.must("/p/caelum/found"); !strings.Contains(view, "Secret order") {
		t.Errorf("an allow that ended counts: %s", view)
	}
	options(`{"options": {"hidden": "keep"}}`)
	b.acted("build")
	if view := b.must("/p/caelum/found"); strings.Contains(view, "was left out") {
		t.Errorf("the findings are those of before: %s", view)
	}
}
