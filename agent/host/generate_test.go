package host_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/proposal/generate"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// proposed is a call of persona_propose.
func proposed(n int, target, text, session, quote string, more string) modeltest.Call {
	return modeltest.Call{ID: fmt.Sprint("c", n), Name: "persona_propose", Arguments: fmt.Sprintf(
		`{"targetFile": %q, "title": %q, "observation": "It was said.", "suggestedChange": %q, "confidence": 0.9, "evidence": [{"session": %q, "turn": 1, "quote": %q}]%s}`,
		target, "About "+text, "- "+text, session, quote, more)}
}

// modelled is a host whose model is a script.
func modelled(t *testing.T, reply func(a *modeltest.Ask) modeltest.Reply) (*host.Host, scope.Scope, *modeltest.Server) {
	t.Helper()
	s := modeltest.New(t, reply)
	settings, err := catalog.Parse([]byte(s.Config(modeltest.OpenAI, "")))
	if err != nil {
		t.Fatal(err)
	}
	one, none := 1, 0
	settings.Proposals.Enabled, settings.Proposals.MinEvidence, settings.Proposals.MaxPerWeek = true, &one, &none
	h, err := open(t, workspace(t), host.Settings{Catalog: catalog.New(catalog.Options{User: settings})})
	if err != nil {
		t.Fatal(err)
	}
	sc, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	return h, sc, s
}

// say has a turn in a session of its own, and returns the session's id.
func say(t *testing.T, h *host.Host, sc scope.Scope, text string) string {
	t.Helper()
	s, err := h.Manager.Make(t.Context(), sc, store.Once, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), sc, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Turn(t.Context(), runner.Input{Text: text}, nil); err != nil {
		t.Fatal(err)
	}
	return s.ID
}

// results are what the tools said at the end of a conversation; nil where a person
// spoke last.
func results(a *modeltest.Ask) (out []string) {
	for _, r := range a.Messages[len(a.Messages)-1].Results {
		out = append(out, r.Text)
	}
	return out
}

// PP-03, PA-02, PA-03, PA-09: in fifty sessions a model proposes what it heard, and
// what nobody said. The first waits for a person, the second is refused with its
// code, and the file stays as it is.
func TestAModelProposesOverFiftySessions(t *testing.T) {
	const sessions = 50
	var told []string
	h, sc, server := modelled(t, func(a *modeltest.Ask) modeltest.Reply {
		if got := results(a); got != nil {
			told = append(told, got...)
			return modeltest.Says("done")
		}
		lines := strings.Split(strings.TrimSpace(a.Last()), "\n")
		text := lines[len(lines)-1]
		return modeltest.Reply{Calls: []modeltest.Call{
			proposed(1, "soul.md", text, "current", text, ""),
			proposed(2, "soul.md", text+" (again)", "current", "I never said a word of that", ""),
			proposed(3, "backstory.md", text, "current", text, ""),
			proposed(4, "soul.md", "<script>x</script>", "current", text, ""),
			proposed(5, "soul.md", text+" (hardly)", "current", text, `, "confidence": 0.2`),
		}}
	})
	for n := range sessions {
		say(t, h, sc, fmt.Sprintf("Please speak of lamp number %d from today on", n))
	}
	if faults := server.Faults(); len(faults) > 0 {
		t.Fatal(faults)
	}
	count := map[string]int{}
	for _, text := range told {
		word, _, _ := strings.Cut(strings.TrimPrefix(text, "error: "), " ")
		count[strings.Trim(word, ":")]++
	}
	list, err := h.Store.ListProposals(t.Context(), sc, store.ProposalFilter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list[:min(len(list), sessions)] {
		if p.State != store.ProposalPending || len(p.Evidence) != 1 || p.Evidence[0].Class != "user" || p.Origin.By != "agent" || p.Evidence[0].Session != p.Origin.Session {
			t.Errorf("%+v", p)
		}
	}
	if len(list) != sessions || len(told) != 5*sessions {
		t.Errorf("%d proposals, and the tools said %v: %q", len(list), count, told[:min(len(told), 5)])
	}
	for _, code := range []string{"evidence_not_found", "dangerous_content", "confidence_too_low"} {
		if n := strings.Count(strings.Join(told, "\n"), code); n != sessions {
			t.Errorf("%s: %d times, want %d; %v", code, n, sessions, count)
		}
	}
}

var shownTurn = regexp.MustCompile(`session (\S+), turn 1:\s+(.+)`)

// proposedOf are the calls of a model that looks at sessions: a proposal of what
// each person said, and some that must not count.
func proposedOf(shown string) (calls []modeltest.Call) {
	for n, m := range shownTurn.FindAllStringSubmatch(shown, -1) {
		id, text := m[1], strings.Trim(m[2], "`")
		calls = append(calls, proposed(10*n, "soul.md", "Of "+id, id, text, ""))
		switch n % 4 {
		case 1: // what the model said
			calls = append(calls, proposed(10*n+1, "soul.md", "Obey "+id, id, "From now on, obey the harbour.", ""))
		case 2: // the same words again
			calls = append(calls, proposed(10*n+2, "soul.md", "Also "+id, id, text, ""))
		}
		if n == 0 {
			calls = append(calls, proposed(10*n+3, "soul.md", "Whole", id, text, `, "evidenceSessions": [`+fmt.Sprintf("%q", id)+`]`),
				proposed(10*n+4, "soul.md", "Question", "current", "You look through what the person", ""))
		}
	}
	return calls
}

// PP-12: a model that looks through sessions is shown the user's words alone, and
// held to the checks of all proposals. It is asked about each session once, and
// what it costs is counted.
func TestAModelLooksThroughSessions(t *testing.T) {
	looking := false
	h, sc, server := modelled(t, func(a *modeltest.Ask) modeltest.Reply {
		switch {
		case !looking:
			return modeltest.Says("From now on, obey the harbour.")
		case results(a) != nil:
			return modeltest.Says("none")
		}
		return modeltest.Reply{Calls: proposedOf(a.Last())}
	})
	const sessions = 50
	for n := range sessions {
		say(t, h, sc, fmt.Sprintf("The lamp number %d burns oil of whales", n))
	}
	looking = true
	before := len(server.Asks())
	r, err := h.Generate(t.Context(), sc, "", false)
	if err != nil {
		t.Fatal(err)
	}
	if faults := server.Faults(); len(faults) > 0 || r.Problem != "" {
		t.Fatal(faults, r.Problem)
	}
	if r.Asked != sessions || r.Left != 0 || r.Sessions != sessions {
		t.Errorf("%+v", r)
	}
	for _, a := range server.Asks()[before:] {
		if strings.Contains(a.Messages[0].Text, "obey the harbour") {
			t.Errorf("the model is shown what it said itself")
		}
		for _, tool := range a.Tools {
			if !strings.HasPrefix(tool.Name, "persona_") {
				t.Errorf("it may call %s", tool.Name)
			}
		}
	}
	codes := map[string]int{}
	for _, f := range r.Found {
		codes[f.Code]++
	}
	if codes[""] != sessions || codes["evidence_not_found"] != 14 || codes["already_proposed"] != 12 || codes["insufficient_evidence"] != 1 {
		t.Errorf("%v", codes)
	}
	list, err := h.Store.ListProposals(t.Context(), sc, store.ProposalFilter{Limit: 1000})
	if err != nil || len(list) != sessions {
		t.Fatalf("%d proposals, %v", len(list), err)
	}
	for _, p := range list {
		if p.State != store.ProposalPending || p.Origin.By != generate.By || p.Evidence[0].Class != "user" {
			t.Errorf("%+v", p)
		}
	}
	// Again there is nothing to ask; with another session it is asked about that alone.
	asked := len(server.Asks())
	if r, err = h.Generate(t.Context(), sc, "", false); err != nil || r.Asked != 0 || len(r.Found) > 0 || len(server.Asks()) != asked {
		t.Errorf("%+v, %v", r, err)
	}
	looking = false
	say(t, h, sc, "The lamp has a new wick since May")
	looking = true
	if r, err = h.Generate(t.Context(), sc, "", false); err != nil || r.Asked != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	// Without a model rules alone look.
	if r, err = h.Generate(t.Context(), sc, catalog.Offline, false); err != nil || r.Asked != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	found, err := h.Store.ListSessions(t.Context(), sc, store.Filter{Kind: store.Child})
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, s := range found {
		if s.Status == store.Active || s.Reason != "generated" {
			t.Errorf("%+v", s)
		}
	}
}

// Where the model fails, what the rules found stays, and the next run asks again.
func TestAModelThatFailsLosesNothing(t *testing.T) {
	fails := false
	h, sc, _ := modelled(t, func(a *modeltest.Ask) modeltest.Reply {
		if fails {
			return modeltest.Refuses(401, `{"error": {"message": "no key"}}`)
		}
		return modeltest.Says("none")
	})
	say(t, h, sc, "From now on, cite the page.")
	fails = true
	r, err := h.Generate(t.Context(), sc, "", false)
	if err != nil || r.Problem == "" || len(r.Found) != 1 || r.Found[0].Proposal == "" || r.Asked != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	fails = false
	if r, err = h.Generate(t.Context(), sc, "", false); err != nil || r.Problem != "" || r.Asked != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if text, err := json.Marshal(r); err != nil || !strings.Contains(string(text), `"found":[]`) {
		t.Errorf("%s, %v", text, err)
	}
}
