package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// Place is where an agent runs. What is empty is not said.
type Place struct {
	Agent   string
	OS      string // as Go names it, such as linux
	Arch    string // likewise, such as amd64
	Shell   string // of the user, such as zsh
	Model   string // with its provider before a slash
	Session string
	Zone    string // the name of the user's time zone
}

// Provenance returns the line in which the prompt of another system says where an
// agent runs: OpenClaw's Runtime, and Moltis' Host with its Sandbox, with the keys of
// their documentation in its order. Name and address of the machine are not said,
// since a provider would learn them. Other layouts have no such line.
func Provenance(layout string, p Place) string {
	parts := func(list ...[2]string) string {
		var said []string
		for _, kv := range list {
			if kv[1] != "" {
				said = append(said, kv[0]+"="+strings.ReplaceAll(line(kv[1]), "|", "/"))
			}
		}
		return strings.Join(said, " | ")
	}
	switch layout {
	case profile.LayoutOpenClaw:
		system := p.OS
		if p.OS != "" && p.Arch != "" {
			system += " (" + p.Arch + ")"
		}
		return "Runtime: " + parts([2]string{"agent", p.Agent}, [2]string{"os", system}, [2]string{"model", p.Model})
	case profile.LayoutMoltis:
		provider, model, named := strings.Cut(p.Model, "/")
		if !named {
			provider, model = "", p.Model
		}
		return "Host: " + parts([2]string{"os", p.OS}, [2]string{"arch", p.Arch}, [2]string{"shell", p.Shell}, [2]string{"provider", provider}, [2]string{"model", model},
			[2]string{"session", p.Session}, [2]string{"timezone", p.Zone}) +
			" | Sandbox(exec): enabled=false" // commands run on the machine, each with the user's consent
	}
	return ""
}
