package host_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/trust"
	"github.com/seed353dc258/backstory/prompt"
)

// conduct trusts what there is.
func conduct(t *testing.T, dir string) map[string]string {
	t.Helper()
	s, err := trust.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := trust.ReadConduct(dir)
	if err != nil || w == nil {
		t.Fatal(w, err)
	}
	if files, lines, err := s.Trusts(dir); files != nil || len(lines) == 0 || err != nil {
		t.Errorf("nobody trusts it: %v %q %v", files, lines, err)
	}
	if err := s.Add(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	files, lines, err := s.Trusts(dir)
	if err != nil || len(lines) > 0 {
		t.Fatal(lines, err)
	}
	return files
}

// The prompt is the same with one skill and with a hundred; those that match
// come first in a turn.
func TestSkillsLeaveThePromptAsItIs(t *testing.T) {
	systems := map[string]bool{}
	var last prompt.TurnInputs
	for _, n := range []int{1, 100} {
		dir := workspace(t)
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("skills/skill-%d/SKILL.md", i)] = fmt.Sprintf("---\nname: skill-%d\ndescription: Does the work of number%d.\n---\nBody %d.\n", i, i, i)
		}
		files["profiles/ida/skills/knots/SKILL.md"] = "---\nname: knots\ndescription: Ties the bowline.\n---\nOver and under.\n"
		write(t, dir, files)
		h, err := open(t, dir, host.Settings{Equipment: host.Equipment{Conduct: skill.Trust(conduct(t, dir))}})
		if err != nil {
			t.Fatal(err)
		}
		ida, _ := h.Scope("ida")
		cast, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Interactive})
		if err != nil {
			t.Fatal(err)
		}
		systems[cast.Epoch.System+cast.Epoch.Tools] = true
		found, err := h.Manager.Resolve(t.Context(), ida, session.Want{})
		if err != nil {
			t.Fatal(err)
		}
		c, _, err := h.Manager.Open(t.Context(), ida, found.Session.ID)
		if err != nil {
			t.Fatal(err)
		}
		if last, err = h.Head(t.Context(), c, "How do I tie a bowline?"); err != nil {
			t.Fatal(err)
		}
		if len(last.Skills) != 1 || last.Skills[0].Name != "knots" || strings.Contains(last.Skills[0].Text, "Over and under") {
			t.Errorf("%+v", last.Skills)
		}
		if head, _ := h.Head(t.Context(), c, "skill-0, please"); len(head.Skills) == 0 || head.Skills[0].Name != "skill-0" {
			t.Errorf("%+v", head.Skills)
		}
	}
	if len(systems) != 1 {
		t.Error("the prompt depends on how many skills there are")
	}
}

// What a skill says is a part of its own in what is kept: nobody takes it for the
// words of the person.
func TestSkillsAreKeptAsPartsOfTheirOwn(t *testing.T) {
	dir := workspace(t)
	write(t, dir, map[string]string{"skills/knots/SKILL.md": "---\nname: knots\ndescription: Ties the bowline.\n---\nOver and under.\n"})
	h, err := open(t, dir, host.Settings{Equipment: host.Equipment{Conduct: skill.Trust(conduct(t, dir))}})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("ida")
	found, err := h.Manager.Resolve(t.Context(), ida, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), ida, found.Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	const words = "How do I tie a bowline?"
	head, err := h.Head(t.Context(), c, words)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Turn(t.Context(), runner.Input{Text: words, Head: head}, nil); err != nil {
		t.Fatal(err)
	}
	said := c.History()[0]
	if said.Said() != words {
		t.Errorf("the person said %q", said.Said())
	}
	for _, p := range said.Parts {
		if strings.Contains(p.Text, "Ties the bowline") != (p.Class == model.Skill) {
			t.Errorf("%s: %s", p.Class, p.Text)
		}
	}
	if again, err := h.Head(t.Context(), c, words); err != nil || len(again.Skills) != 0 {
		t.Errorf("it is told again: %+v, %v", again.Skills, err)
	}
}
