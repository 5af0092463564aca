package prompt

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/profile"
)

// ofLayout renders the sections that OpenClaw's prompt alone has, each where there
// is something that it is of.
func (in *Inputs) ofLayout(spec *Spec) (list []*part) {
	if in.layout() != profile.LayoutOpenClaw {
		return nil
	}
	add := func(id, title, source, text string) {
		p := single(spec, source, "## "+title+"\n\n"+text)
		p.id, p.title = spec.ID+"."+id, title
		list = append(list, p)
	}
	if len(in.Tools) > 0 {
		add("style", "Tool Call Style", builtinSource("layout/tool_calls.md"), builtin("text/layout/tool_calls.md"))
	}
	if in.Mode == Minimal {
		return list
	}
	var lines []string
	for _, a := range in.Identity.Config.Aliases {
		lines = append(lines, "- "+escapeLine(a.Name)+": "+escapeLine(a.Model))
	}
	if len(lines) > 0 {
		add("aliases", "Model Aliases", profile.OpenClawFile, "Where a person names a model by one of these, they mean the model behind it.\n\n"+strings.Join(lines, "\n"))
	}
	if n := len(in.notebook("docs/")); n > 0 {
		add("docs", "Documentation", "docs/", fmt.Sprintf("`docs/` of this workspace has files in Markdown: %d. `backstory_search` finds in them, and `backstory_read` reads them; `list` shows all.", n))
	}
	return list
}

// notebook returns the names of what can be read of a folder.
func (in *Inputs) notebook(folder string) (names []string) {
	for _, f := range in.Identity.Foreign.Notebook {
		if strings.HasPrefix(f.Path, folder) {
			names = append(names, f.Path)
		}
	}
	return names
}

// afterGroup is what is said below the text above several sections.
func (in *Inputs) afterGroup(group string, list []*part) string {
	text := ""
	soul := slices.ContainsFunc(list, func(p *part) bool { return p.spec.ID == idSoul })
	if group == openClawContext && in.Identity.Soul.File.Found && soul {
		text = openClawSoul
	}
	if group == openClawContext || group == moltisFiles {
		text += in.alreadyRead(list)
	}
	return text
}

// Rules of a workspace tell to read files at the beginning: nothing opens a file
// there, and most of them are in the prompt.
var (
	tellsToRead = pattern.Lazy(`(?i)\bread\b.*`)
	namesFile   = pattern.Lazy(`\b(?:AGENTS|SOUL|TOOLS|IDENTITY|USER|HEARTBEAT|BOOTSTRAP|MEMORY|BOOT)\.md\b|\bmemory/`)
)

// alreadyRead answers rules that tell to read files.
func (in *Inputs) alreadyRead(list []*part) string {
	var here, gone []string
	notes := false
	for _, told := range tellsToRead().FindAllString(in.Identity.Own.Instructions.Text, -1) {
		for _, name := range namesFile().FindAllString(told, -1) {
			switch {
			case strings.HasSuffix(name, "/"):
				notes = true
			case slices.ContainsFunc(list, func(p *part) bool { return strings.EqualFold(path.Base(p.source), name) }):
				here = append(here, name)
			default:
				gone = append(gone, name)
			}
		}
	}
	text := ""
	if len(here) > 0 {
		text += "\nYou are told to read " + unique(here) + ": you have, since that is in this prompt."
	}
	if len(gone) > 0 {
		text += "\nThere is nothing to read in " + unique(gone) + "."
	}
	if notes {
		text += fmt.Sprintf("\nFiles in `memory/`: %d. `backstory_read` reads them; `list` shows all.", len(in.notebook("memory/")))
	}
	return text
}

// unique joins names, each once, in order.
func unique(names []string) string {
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
