package schema

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile"
)

// options is the file that says how a profile is built.
func options() object {
	failure := oneOf("what becomes of the text of a source that fails", "drop", "keep")
	return file(closed(object{
		"label":            text("the first heading of backstory.md"),
		"compiler":         object{"type": "string", "pattern": `^\d+(\.\d+){0,2}$`, "description": "the versions that may build it, such as 1 or 1.2"},
		"on-failure":       failure,
		"conflict-markers": oneOf("of git, in sources", converters.OptionValues("conflict-markers")...),
		"compat":           oneOf("lay the backstory out as another system does", converters.OptionValues("compat")...),
		"options":          conversion(),
		"limits":           limits(false),
		"ignore":           list(object{"type": "string"}, "patterns of files that are left out, as in .gitignore"),
		"allow": list(closed(object{
			"code":   text("of the findings: backstory explain CODE"),
			"file":   text("a glob of paths in the profile's folder, such as backstory/*.html"),
			"words":  text("that are in the words of the finding"),
			"reason": text("why it may be there"),
			"until":  object{"type": "string", "pattern": `^\d{4}-\d\d-\d\d$`, "description": "the last day, such as 2027-01-31"},
		}, "code", "file", "reason", "until"), "findings of lint that may be there"),
		"sources": list(closed(object{
			"match":      text("a glob of paths below backstory/"),
			"include":    truth("false leaves them out"),
			"on-failure": failure,
			"options":    conversion(),
			"limits":     limits(true),
		}, "match"), "what holds for some sources"),
	}))
}

// conversion are the options of a conversion.
func conversion() object {
	members := object{}
	for _, name := range converters.OptionNames() {
		switch values := converters.OptionValues(name); {
		case name == "rows":
			members[name] = count("of a table that are kept; 0 keeps all")
		case values != nil:
			members[name] = oneOf("docs/formats.md", values...)
		default:
			members[name] = text("docs/formats.md")
		}
	}
	return closed(members)
}

func limits(ofSource bool) object {
	members := object{}
	for _, l := range converters.LimitTable() {
		if !ofSource || !l.Limit.OfProfile() {
			about := l.Title
			if l.Unit != "" {
				about += ", in " + l.Unit
			}
			members[l.Name] = whole(about)
		}
	}
	return closed(members)
}

// preferences is the file that says how an agent answers.
func preferences() object {
	features, sections := object{}, object{}
	for _, name := range profile.Features() {
		features[name] = truth("false removes the tools and their prompts")
	}
	for _, name := range profile.PromptSections() {
		sections[name] = object{"enum": []any{true, false, "stub"}}
	}
	for _, name := range []string{"deferred", "project"} { // short names
		sections[name] = object{"enum": []any{true, false, "stub"}}
	}
	delete(sections, "security") // nothing changes it
	roles := list(object{"type": "string"}, "names of roles")
	return file(closed(object{
		"prompt_directives": byName(object{"type": "string"}, "a bullet each under Preferences"),
		"behavior":          object{"type": "object", "description": "is kept and not read"},
		"prompts": closed(object{
			"features":        closed(features),
			"prompt_sections": closed(sections),
			"roles":           closed(object{"allow": roles, "deny": roles}),
			"labels":          closed(object{"backstory": text("its heading"), "context": text("its heading")}),
			"layout":          oneOf("order and headings of the prompt", profile.Layouts()...),
		}),
		"retrieval": closed(object{
			"auto":       truth("whether passages come with a message"),
			"embeddings": truth("whether searches find other words for the same by the model that the user's configuration names for embeddings"),
			"max_tokens": whole("of the passages that come with a message"),
		}),
		"schedule": object{"description": "what is done at times; docs/chat.md"},
	}))
}

// workspace is the configuration that a workspace carries. Other programs may
// keep more in it.
func workspace() object {
	model := object{"oneOf": []any{object{"type": "string"}, open(object{"model": text("provider/model"), "primary": text("provider/model"), "utility": text("provider/model")})}}
	return file(open(object{
		"agents": open(object{
			"defaults": open(object{
				"profile":       text("where none is named"),
				"persona":       text("the same as profile"),
				"model":         model,
				"models":        byName(open(object{"alias": text("a short name")}), "by the name of the model"),
				"roles":         byName(model, "models of roles"),
				"maxIterations": whole("how often the agent may go round in one turn"),
				"prompt": closed(object{
					"maxTokens": whole("of a system prompt"),
					"refresh":   oneOf("what a changed identity does at start", "startup", "ask", "never"),
				}),
			}),
		}),
	}))
}
