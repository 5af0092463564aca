package host

import (
	"errors"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// maxMatched is how many skills the head of a turn names.
const maxMatched = 3

// skills returns the skills of a profile and of the workspace that the user
// trusts: the profile's come first.
func (h *Host) skills(sc scope.Scope) *skill.Set {
	files := h.Conduct.Files()
	if len(files) == 0 {
		return nil
	}
	root, _ := h.Place()
	folders := []string{skill.Folder}
	if h.Workspace != nil && sc.Profile() != "" {
		if p, err := h.Workspace.Open(sc.Profile()); err == nil {
			folders = []string{path.Join(profile.ProfilesFolder, p.Name(), skill.Folder), skill.Folder}
			p.Close()
		}
	}
	set, problems := skill.Load(root, files, folders...)
	for _, line := range h.Conduct.Untold(problems) {
		h.Tell(errors.New(line + ": the skill is left out"))
	}
	return set
}

// matched returns the skills that match what is said and that the session has not
// been told of: their names and descriptions. What they say is read with a tool.
func (t talk) matched(text string) []prompt.Skill {
	if e := t.c.Epoch(); e == nil || !strings.Contains(e.Tools, `"skill_read"`) {
		return nil // the role has no skills
	}
	var out []prompt.Skill
	for _, one := range t.h.skills(t.sc).Match(text, maxMatched) {
		line := one.Description + "\n\n`skill_read` with the name `" + one.Name + "` says how."
		if !wasSaid(t.c, "`skill_read` with the name `"+one.Name+"`") {
			out = append(out, prompt.Skill{Name: one.Name, Text: line})
		}
	}
	return out
}
