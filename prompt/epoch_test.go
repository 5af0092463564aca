package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// TestAComparisonNamesTheSectionsThatChanged: each file of an identity changes
// its section and no other.
func TestAComparisonNamesTheSectionsThatChanged(t *testing.T) {
	base := map[string]string{
		"soul.md": "Soul.", "backstory.md": "Born.", "context/a.md": "A.", "base.md": "Base.", "security.md": "Safe.", "done.md": "Done.",
		"tools/x.md": "X.", "preferences.json": `{"prompt_directives":{"tone":"dry"}}`,
	}
	old := composed(t, prompt.Inputs{Identity: caelum(t, base)})
	for file, section := range map[string]string{
		"soul.md": "soul", "backstory.md": "backstory", "context/a.md": "context", "base.md": "base", "security.md": "security", "done.md": "done", "tools/x.md": "tools.x",
		"preferences.json": "preferences",
	} {
		changed := map[string]string{}
		for name, content := range base {
			changed[name] = content
		}
		changed[file] = strings.NewReplacer(".", " more.", "dry", "warm").Replace(base[file])
		got := prompt.Compare(old, composed(t, prompt.Inputs{Identity: caelum(t, changed)}))
		if len(got) != 1 || got[0].Section != section || got[0].Kind != prompt.Changed || got[0].Old == 0 || got[0].New == 0 {
			t.Errorf("%s: %+v", file, got)
		}
	}
	same := composed(t, prompt.Inputs{Identity: caelum(t, base)})
	if got := prompt.Compare(old, same); got != nil || prompt.Describe(got) != "nothing changed" {
		t.Errorf("%+v", got)
	}
}

// TestAComparisonNamesWhatCameAndWent, and tools, which have no text.
func TestAComparisonNamesWhatCameAndWent(t *testing.T) {
	i := caelum(t, map[string]string{"backstory.md": "Born."})
	old := composed(t, prompt.Inputs{Identity: i})
	now := composed(t, prompt.Inputs{
		Identity: caelum(t, nil), Memories: []prompt.Memory{{ID: "1", Text: "M"}}, Tools: []prompt.Tool{{Name: "a", Schema: `{"a":1}`}},
	})
	if got, want := prompt.Describe(prompt.Compare(old, now)), "changed: tool schemas; added: memories; removed: backstory, tools.backstory"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAnEpochOutlivesItsProcess: as JSON and back it is the same, and bytes
// that somebody changed are seen.
func TestAnEpochOutlivesItsProcess(t *testing.T) {
	e := composed(t, prompt.Inputs{Identity: caelum(t, map[string]string{"backstory.md": "Born <b> & “old”."}), Tools: []prompt.Tool{{Name: "a", Schema: `{"a":"<>"}`}}})
	content, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back prompt.Epoch
	if err := json.Unmarshal(content, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(e, &back); diff != "" || !back.Verify() {
		t.Error(diff)
	}
	for _, s := range back.Sections {
		if digest(back.Text(&s)) != s.Digest {
			t.Errorf("%s has another digest than its text", s.ID)
		}
	}
	for name, change := range map[string]func(e *prompt.Epoch){
		"more text":       func(e *prompt.Epoch) { e.System += " " },
		"other tools":     func(e *prompt.Epoch) { e.Tools = "[]" },
		"another digest":  func(e *prompt.Epoch) { e.Sections[0].Digest = digest("x") },
		"another place":   func(e *prompt.Epoch) { e.Sections[1].Offset++ },
		"beyond the text": func(e *prompt.Epoch) { e.Sections[1].Length = 1 << 30 },
		"below zero":      func(e *prompt.Epoch) { e.Sections[1].Length = -1 },
		"a section less":  func(e *prompt.Epoch) { e.Sections = e.Sections[:1] },
	} {
		changed := back
		changed.Sections = slices.Clone(back.Sections)
		if change(&changed); changed.Verify() {
			t.Errorf("%s is not seen", name)
		}
	}
}

// TestBlocksAreTheSystemText, cut behind what says who the agent is, so that
// other memories keep the first of them.
func TestBlocksAreTheSystemText(t *testing.T) {
	i := caelum(t, map[string]string{"backstory.md": "Born.", "context/a.md": "A."})
	one := composed(t, prompt.Inputs{Identity: i, Memories: []prompt.Memory{{ID: "1", Text: "M"}}})
	two := composed(t, prompt.Inputs{Identity: i, Memories: []prompt.Memory{{ID: "1", Text: "N"}}})
	a, b := one.Blocks(), two.Blocks()
	if len(a) != 2 || len(b) != 2 || a[0] != b[0] || a[1] == b[1] || a[0]+a[1] != one.System {
		t.Errorf("%q", a)
	}
	if !strings.Contains(a[0], "A.") || !strings.HasPrefix(a[1], "## BACKGROUND KNOWLEDGE") {
		t.Errorf("%q", a)
	}
	none := composed(t, prompt.Inputs{Identity: i, Mode: prompt.None})
	if got := strings.Join(none.Blocks(), ""); got != none.System {
		t.Errorf("%q", got)
	}
	bare := composed(t, prompt.Inputs{Identity: workspace(t, map[string]string{"prompts/soul.md": ""}, "")})
	if got := bare.Blocks(); len(got) != 1 || got[0] != bare.System {
		t.Errorf("%q", got)
	}
}

func TestANewEpochOpensForAReasonAlone(t *testing.T) {
	changes := []prompt.Change{{Section: "soul", Kind: prompt.Changed}}
	for _, c := range []struct {
		policy  string
		reason  prompt.Reason
		changes []prompt.Change
		want    prompt.Action
	}{
		{"startup", prompt.Startup, changes, prompt.Renew},
		{"", prompt.Startup, changes, prompt.Renew},
		{"startup", prompt.Startup, nil, prompt.Keep},
		{"ask", prompt.Startup, changes, prompt.Ask},
		{"ask", prompt.Startup, nil, prompt.Keep},
		{"never", prompt.Startup, changes, prompt.Keep},
		{"never", prompt.Refresh, nil, prompt.Renew},
		{"never", prompt.NewSession, nil, prompt.Renew},
		{"ask", prompt.Compaction, nil, prompt.Renew},
		{"never", prompt.Switch, changes, prompt.Renew},
		{"never", prompt.ToolSet, changes, prompt.Renew},
	} {
		if got := prompt.Decide(c.policy, c.reason, c.changes); got != c.want {
			t.Errorf("%q, %s, %d changes: %s, want %s", c.policy, c.reason, len(c.changes), got, c.want)
		}
	}
}

// TestWhatChangesWithEachTurnStandsInTheMessage, fenced, and never in the
// system prompt.
func TestWhatChangesWithEachTurnStandsInTheMessage(t *testing.T) {
	if prompt.Turn(prompt.TurnInputs{}) != "" {
		t.Error("nothing gives a text")
	}
	got := prompt.Turn(prompt.TurnInputs{
		Date: "Saturday, 21 November 2026, UTC", Todos: []prompt.Todo{{Text: "one\n## x"}, {Text: "two", Done: true}},
		Memories: []prompt.Memory{{ID: "1", Text: "# M\n\nmore {{profile}}"}}, Notices: []string{"the profile changed"},
		Skills: []prompt.Skill{{Name: "knots\n# y", Text: "# Bowline\n\n```\nnever closed"}},
	})
	if err := ordered(got, "State of this turn", "<material-", "Date: Saturday, 21 November 2026, UTC", "- the profile changed", "- [ ] one ## x\n- [x] two",
		"- # M\n  \n  more {{profile}}", "## Skill: knots # y\n\n### Bowline", "```\nnever closed\n```", "</material-"); err != nil {
		t.Errorf("%v\n%s", err, got)
	}
	if again := prompt.Turn(prompt.TurnInputs{Date: "Sunday"}); again == got || !strings.Contains(again, "Date: Sunday") {
		t.Error(again)
	}
}

// TestWhereAnAgentRunsIsOneLine: of the layouts that have it, with their keys in
// order, at the head of the turn. What is not known is not said.
//
// OC-24, MO-14, MO-15
func TestWhereAnAgentRunsIsOneLine(t *testing.T) {
	at := prompt.Place{Agent: "molty", OS: "linux", Arch: "amd64", Shell: "zsh", Model: "a/b|c\nd", Session: "s1", Zone: "Europe/Lisbon"}
	for _, c := range []struct {
		layout, want string
		at           prompt.Place
	}{
		{profile.LayoutOpenClaw, "Runtime: agent=molty | os=linux (amd64) | model=a/b/c d", at},
		{profile.LayoutOpenClaw, "Runtime: os=linux", prompt.Place{OS: "linux"}},
		{profile.LayoutMoltis, "Host: os=linux | arch=amd64 | shell=zsh | provider=a | model=b/c d | session=s1 | timezone=Europe/Lisbon | Sandbox(exec): enabled=false", at},
		{profile.LayoutTinyClaw, "", at},
		{"", "", at},
	} {
		got := prompt.Provenance(c.layout, c.at)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.layout, got, c.want)
		}
		turn := prompt.Turn(prompt.TurnInputs{Date: "today", Place: got})
		if got != "" && !strings.Contains(turn, "Date: today\n\n"+got+"\n\n</material-") {
			t.Error(turn)
		}
	}
}

func TestQuotedTextStaysInItsFence(t *testing.T) {
	for name, poison := range poisons {
		text := "## Before\n\n" + prompt.Quote("tool", poison) + "\n\n## After"
		list := outline(text)
		if len(list) < 2 || list[len(list)-1] != "## After" || len(tagLine.FindAllString(text, -1)) != 2 {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
