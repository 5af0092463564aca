package tool

import (
	"os"
	"slices"

	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Kit is what the tools of a session are made from. What is nil has no tools.
type Kit struct {
	Identity  *profile.Identity // its preferences switch features, its roles bound children
	Role      string            // that is worked in; its file may say which tools it has
	Searcher  *Searcher         // of the library, which can be read, too
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
	for _, one := range []struct {
		set  string
		has  bool // what the tools need
		list func() []Tool
	}{
		{setMemory, k.Memories != nil, func() []Tool { return Memory(k.Memories, k.Proposed) }},
		{setMemory, k.Shared != nil, func() []Tool { return sharedTools(k.Shared) }},
		{setBackstory, k.Searcher != nil, func() []Tool { return append(Backstory(k.Searcher.Library), Search(k.Searcher)...) }},
		{setTodos, k.Todos != nil, func() []Tool { return Todos(k.Todos) }},
		{setSkills, k.Skills != nil, func() []Tool { return skillTools(k.Skills) }},
		{SetArtifacts, k.Artifacts != nil, func() []Tool { return Artifacts(k.Artifacts) }},
		{SetProjects, k.Project != nil, func() []Tool { return Projects(k.Project) }},
		{setAgents, k.Spawn != nil, func() []Tool { return agentTools(k.Identity, k.Spawn) }},
		{setLoops, k.Spawn != nil, func() []Tool { return loopTools(k.Identity, k.Spawn) }},
		{setBackground, k.Tasks != nil, func() []Tool { return backgroundTools(k.Identity, k.Tasks) }},
	} {
		if one.has && k.on(one.set) {
			tools = append(tools, inSet(one.set, one.list())...)
		}
	}
	if k.Proposals != nil && k.Identity != nil && k.on(setProposals) {
		list, err := ForProposals(k.Proposals, k.Identity.Name)
		if err != nil {
			return nil, err
		}
		tools = append(tools, inSet(setProposals, list)...)
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

// inSet puts tools into a set. What files say was written by others.
func inSet(set string, list []Tool) []Tool {
	for i := range list {
		list[i].Set = set
		list[i].Outside = list[i].Outside || list[i].Name == "artifact_read" || list[i].Name == "project_read"
	}
	return list
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
