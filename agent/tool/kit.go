package tool

import (
	"os"
	"slices"

	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Kit is what the tools of a session are made from. What is nil has no tools.
type Kit struct {
	Identity  *profile.Identity // its preferences switch features, its roles bound children
	Role      string            // that is worked in; its file may say which tools it has
	Library   *prompt.Library
	Searcher  *Searcher // of the library; nil is made
	Memories  Memories
	Shared    store.SharedMemory // of an organisation
	Todos     TodoStore
	Artifacts *os.Root
	Project   *Project
	Spawn     Spawn
	Tasks     Tasks
	Skills    *skill.Set
	Proposals Proposals
	// Proposed has changes of memories be proposed, not made.
	Proposed bool
	Foreign  []Tool // of servers
	// Small leaves out all tools but those that the role names and those that
	// read the backstory.
	Small bool
}

// The sets that tools belong to. Those that are features have their names.
const (
	setMemory     = "memory"
	setBackstory  = "backstory"
	setAgents     = "agents"
	setTodos      = "todos"
	SetArtifacts  = "artifacts"
	SetProjects   = "projects"
	setSkills     = "skills"
	setLoops      = "loops"
	setBackground = "background_tasks"
	setProposals  = "proposals"
)

// Registry returns the tools: those for which the kit has what they need, whose
// feature is on, and that the role may use. Where the preferences condense the
// section of tools, so are they ([Registry.Condense]).
func (k Kit) Registry() (*Registry, error) {
	var tools []Tool
	add := func(set string, list []Tool) {
		if !k.on(set) {
			return
		}
		for _, t := range list {
			t.Set = set
			tools = append(tools, t)
		}
	}
	if k.Memories != nil {
		add(setMemory, Memory(k.Memories, k.Proposed))
	}
	if k.Shared != nil {
		add(setMemory, sharedTools(k.Shared))
	}
	if k.Library != nil {
		if k.Searcher == nil {
			k.Searcher = NewSearcher(k.Library, nil)
		}
		add(setBackstory, append(Backstory(k.Library), Search(k.Searcher)...))
	}
	if k.Todos != nil {
		add(setTodos, Todos(k.Todos))
	}
	if k.Skills != nil {
		add(setSkills, skillTools(k.Skills))
	}
	if k.Artifacts != nil {
		add(SetArtifacts, Artifacts(k.Artifacts))
	}
	if k.Project != nil {
		add(SetProjects, Projects(k.Project))
	}
	if k.Spawn != nil {
		add(setAgents, agentTools(k.Identity, k.Spawn))
		add(setLoops, loopTools(k.Identity, k.Spawn))
	}
	if k.Tasks != nil {
		add(setBackground, backgroundTools(k.Identity, k.Tasks))
	}
	if k.Proposals != nil && k.Identity != nil {
		list, err := ForProposals(k.Proposals, k.Identity.Name)
		if err != nil {
			return nil, err
		}
		add(setProposals, list)
	}
	r, err := NewRegistry(append(tools, k.Foreign...)...)
	if err != nil {
		return nil, err
	}
	r = k.forRole(r)
	if k.Identity != nil && k.Identity.Preferences.Section("tools") == profile.SectionStub {
		return r.Condense(isCore), nil
	}
	return r, nil
}

// Reads reports whether a tool of ours reads and does nothing else.
func Reads(name string) bool {
	return slices.Contains([]string{
		"artifact_list", "artifact_read", "backstory_read", "backstory_search", "memory_list", "memory_search", "persona_proposals_list", "project_read", "skill_read", "todo_list",
	}, name)
}

// on reports whether the preferences leave a set on.
func (k Kit) on(set string) bool {
	return k.Identity == nil || !slices.Contains(profile.Features(), set) || k.Identity.Preferences.Feature(set)
}

// forRole keeps the tools that the role's file names, by their names or their
// sets. What is known of oneself is not taken away.
func (k Kit) forRole(r *Registry) *Registry {
	var role profile.Role
	if k.Identity != nil {
		role, _ = k.Identity.Role(k.Role)
	}
	if len(role.Tools) == 0 && !k.Small {
		return r
	}
	return r.Without(func(name string) bool {
		t, _ := r.Find(name)
		return t.Set != setBackstory && !slices.Contains(role.Tools, name) && !slices.Contains(role.Tools, t.Set)
	})
}

// isCore reports whether a tool is one that is never condensed.
func isCore(t *Tool) bool {
	return !t.Foreign && slices.Contains([]string{setMemory, setBackstory, setAgents, setSkills}, t.Set)
}
