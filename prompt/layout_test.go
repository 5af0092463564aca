package prompt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// inAll is a profile with a text of every kind.
func inAll(t *testing.T) *profile.Identity {
	t.Helper()
	return caelum(t, map[string]string{
		"style.md": "Dry.", "instructions.md": "# Rules\n\nCount twice.", "memory.md": "- Hive 3.", "examples/a.md": "Seven.", "context/hours.md": "Nine.",
		"backstory.md": "# Life\n\nBorn at sea.", "user.md": "---\nname: Ana\n---\n", "security.md": "# Mine\n\nAsk first.",
	})
}

// TestLayoutsHaveTheOrderThatTheirSystemsHave: order and headings are theirs, and
// all else is as in ours.
//
// OC-09, OC-10, OC-17, MO-03, TC-09, TC-10
func TestLayoutsHaveTheOrderThatTheirSystemsHave(t *testing.T) {
	i := inAll(t)
	memories := []prompt.Memory{{ID: "1", Text: "Tea at four."}}
	shared := []prompt.Shared{{ID: "2", Text: "The office is shut on Friday."}}
	project := [][]profile.File{{{Name: "AGENTS.md", Path: "AGENTS.md", Text: "Build it.", Found: true}}}
	ours := composed(t, prompt.Inputs{Identity: i, Memories: memories, Shared: shared, Project: project})
	for name, want := range map[string][]string{
		"openclaw": {
			"## Tooling\n\n### ", "## Safety\n\n### Mine\n\nAsk first.", "## Memory Recall\n", "## Org Memory", "## Workspace\n", "# Project Context\n\n", "embody its persona and tone",
			"## AGENTS.md\n\n### Rules\n\nCount twice.", "## SOUL.md\n\n### Caelum", "## Voice and Style\n\nDry.", "## USER.md\n", "## MEMORY.md\n\n- Hive 3.", "## Context\n", "Born at sea.", "## Examples\n", "## How you work\n\nAnswer as",
		},
		"moltis": {
			"## Soul\n\n### Caelum", "## About the User", "## ACTIVE PROJECT", "## Workspace Files\n\n### AGENTS.md\n\n#### Rules", "Nine.", "Born at sea.",
			"## Long-Term Memory\n\n### MEMORY.md", "(Core Memories)", "## Org Memory", "## Available Tools\n\n", "## Guidelines\n\nAnswer as", "Ask first.",
		},
		"tinyclaw": {
			"# Identity (SOUL.md)\n\n## Caelum", "# Voice & Style (STYLE.md)\n\nDry.", "# Operating Instructions (INSTRUCTIONS.md)\n\n### Rules", "# Continuity (MEMORY.md)\n\n- Hive",
			"# Profile Instructions\n\nAnswer as", "Nine.", "Born at sea.", "## Org Memory", "# About the User (USER.md)\n", "Seven.", "Ask first.",
		},
	} {
		e := composed(t, prompt.Inputs{Identity: i, Memories: memories, Shared: shared, Project: project, Layout: name})
		if err := ordered(e.System, want...); err != nil {
			t.Errorf("%s: %v\n%s", name, err, e.System)
		}
		if !e.Verify() || !slices.Equal(sorted(ids(e)), sorted(ids(ours))) {
			t.Errorf("%s: sections %s, and in ours %s", name, ids(e), ids(ours))
		}
		if a, b := strings.Count(e.System, "<material-"), strings.Count(ours.System, "<material-"); a != b {
			t.Errorf("%s: %d fences, and in ours %d", name, a, b)
		}
		if strings.Join(e.Blocks(), "") != e.System {
			t.Errorf("%s: the blocks are not the text", name)
		}
		if again := composed(t, prompt.Inputs{Identity: i, Memories: memories, Shared: shared, Project: project, Layout: name}); again.Hash != e.Hash {
			t.Errorf("%s: twice is not the same", name)
		}
		if !slices.ContainsFunc(e.Notes, func(n prompt.Note) bool { return n.Source == "layout "+name }) {
			t.Errorf("%s: nothing says what is different there", name)
		}
	}
	for _, name := range []string{"", "coqui", "backstory"} {
		if e := composed(t, prompt.Inputs{Identity: i, Memories: memories, Shared: shared, Project: project, Layout: name}); e.Hash != ours.Hash {
			t.Errorf("the layout %q is not ours", name)
		}
	}
	if _, err := prompt.Compose(prompt.Inputs{Identity: i, Layout: "word"}); err == nil || !strings.Contains(err.Error(), `layout "word" must be one of backstory, openclaw`) {
		t.Errorf("error %v", err)
	}
}

func sorted(ids string) []string {
	list := strings.Fields(ids)
	slices.Sort(list)
	return list
}

// TestPreferencesChooseALayout: what is asked for comes before them, and in the
// smallest mode there is none.
func TestPreferencesChooseALayout(t *testing.T) {
	i := caelum(t, map[string]string{"style.md": "Dry.", "preferences.json": `{"prompts":{"layout":"tinyclaw"}}`})
	if e := composed(t, prompt.Inputs{Identity: i}); !strings.HasPrefix(e.System, "# Identity (SOUL.md)\n") {
		t.Error(e.System)
	}
	if e := composed(t, prompt.Inputs{Identity: i, Layout: "backstory"}); strings.Contains(e.System, "# Identity (SOUL.md)") {
		t.Error(e.System)
	}
	if e := composed(t, prompt.Inputs{Identity: i, Mode: prompt.None}); !strings.HasPrefix(e.System, "You are Caelum.") {
		t.Error(e.System)
	}
	if e := composed(t, prompt.Inputs{Identity: i, Mode: prompt.Minimal}); !strings.HasPrefix(e.System, "# Identity (SOUL.md)\n") {
		t.Error(e.System)
	}
}

// TestALayoutIsCutAsOursIs: the budget holds, and what is left out is named last.
func TestALayoutIsCutAsOursIs(t *testing.T) {
	i := inAll(t)
	i.Backstory.Text = "# Life\n\n" + strings.Repeat("Many words of a life that was long. ", 3000) + "\n\n# More\n\n" + strings.Repeat("And more of it. ", 5000)
	for _, name := range profile.Layouts() {
		e := composed(t, prompt.Inputs{Identity: i, Layout: name, Budget: prompt.Budget{Cap: 4000}})
		if e.Tokens > 4000 || len(e.Omitted) == 0 || !e.Verify() || !strings.HasSuffix(ids(e), " omitted") {
			t.Errorf("%s: %d tokens, %d left out, sections %s", name, e.Tokens, len(e.Omitted), ids(e))
		}
	}
}
