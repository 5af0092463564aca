package prompt

// Mode says how much of a prompt is composed.
type Mode string

// The modes.
const (
	Full    Mode = "full"
	Minimal Mode = "minimal" // for small tasks and children: who you are, what you may do, when you are done
	None    Mode = "none"    // one line of identity, and the security rules
)

// Tier says how long the text of a section holds.
type Tier string

// The tiers.
const (
	Stable  Tier = "stable"  // as long as the files are the same
	Session Tier = "session" // frozen when a session begins
)

// Trust says who wrote the text of a section.
type Trust string

// The kinds of trust.
const (
	Builtin  Trust = "builtin"  // we did
	Owner    Trust = "owner"    // the owner of the profile did
	Material Trust = "material" // anybody may have: it is fenced, and never a template
)

// Group says what a section is for, in Coqui's words.
type Group string

// The groups.
const (
	Identity Group = "identity"
	Workflow Group = "workflow"
	Volatile Group = "volatile"
)

// Spec declares one section of a prompt. Nothing is in a prompt that is not in
// the table of them.
type Spec struct {
	ID     string
	Title  string
	Switch string // what it is called in preferences; empty where they have no say
	Group  Group
	Tier   Tier
	Trust  Trust
	Modes  []Mode

	// Pinned sections are there whole or there is no prompt. The others get
	// their floor each, then by rank, the highest first, up to their ceiling.
	Pinned  bool
	Floor   int // tokens
	Ceiling int // tokens; 0 for none
	Rank    int

	Stub string // its heading where preferences condense it; empty where they cannot
}

var (
	everyMode = []Mode{Full, Minimal, None}
	larger    = []Mode{Full, Minimal}
	fullMode  = []Mode{Full}
)

// The ids of sections.
const (
	idSoul         = "soul"
	idPersona      = "identity"
	idStyle        = "style"
	idInstructions = "instructions"
	idBackstory    = "backstory"
	idContext      = "context"
	idFiles        = "files"
	idContinuity   = "continuity"
	idMemories     = "memories"
	idShared       = "org_memory"
	idUser         = "user"
	idOmitted      = "omitted"
	idPreferences  = "preferences"
	idSamples      = "samples"
	idExamples     = "examples"
	idBase         = "base"
	idTools        = "tools"
	idRole         = "role"
	idSecurity     = "security"
	idDone         = "done"
	idDeferred     = "deferred_toolkits"
	idProject      = "project_context"
	idLayout       = "layout"
)

// UserHeading is the heading of what is said of a user, in a prompt and in the head of
// a turn.
const UserHeading = "## About the User"

// sections is the prompt, in order. The body is base, tools, security and done,
// or a role with the security rules. What was left out is named behind the
// last section from which something can be.
var sections = []Spec{
	{
		ID: idSoul, Title: "Soul", Switch: "soul", Group: Identity, Tier: Stable, Trust: Owner, Modes: everyMode,
		Pinned: true, Stub: "# Soul",
	},
	{
		ID: idPersona, Title: "Name", Group: Identity, Tier: Stable, Trust: Owner, Modes: fullMode,
		Pinned: true,
	},
	{
		ID: idStyle, Title: "Voice and Style", Switch: "style", Group: Identity, Tier: Stable, Trust: Owner, Modes: fullMode,
		Pinned: true, Stub: "## Voice and Style",
	},
	{
		ID: idInstructions, Title: "Instructions", Switch: "instructions", Group: Identity, Tier: Stable, Trust: Owner, Modes: fullMode,
		Pinned: true, Stub: "## Instructions",
	},
	{
		ID: idBackstory, Title: "Backstory", Switch: "backstory", Group: Identity, Tier: Stable, Trust: Material, Modes: fullMode,
		Floor: 1500, Rank: 70, Stub: "## Backstory",
	},
	{
		ID: idContext, Title: "Context", Switch: "context", Group: Identity, Tier: Stable, Trust: Material, Modes: fullMode,
		Floor: 1000, Rank: 80, Stub: "## Context",
	},
	{
		ID: idFiles, Title: "Workspace Files", Group: Identity, Tier: Stable, Trust: Material, Modes: larger,
		Floor: 1000, Rank: 88,
	},
	{
		ID: idContinuity, Title: "Continuity", Switch: "continuity", Group: Workflow, Tier: Stable, Trust: Owner, Modes: fullMode,
		Floor: 500, Ceiling: 4000, Rank: 85, Stub: "## Continuity",
	},
	{
		ID: idMemories, Title: "Memories", Switch: "memory", Group: Workflow, Tier: Session, Trust: Material, Modes: fullMode,
		Floor: 500, Ceiling: 4000, Rank: 60, Stub: "## Memories",
	},
	{
		ID: idShared, Title: "Org Memory", Switch: "org_memory", Group: Workflow, Tier: Session, Trust: Material, Modes: fullMode,
		Floor: 300, Ceiling: 2500, Rank: 65, Stub: "## Org Memory",
	},
	{
		ID: idUser, Title: "About the User", Switch: "user", Group: Workflow, Tier: Session, Trust: Material, Modes: fullMode,
		Floor: 300, Ceiling: 8000, Rank: 75, Stub: UserHeading,
	},
	{
		ID: idPreferences, Title: "Preferences", Switch: "preferences", Group: Workflow, Tier: Stable, Trust: Owner, Modes: fullMode,
		Pinned: true, Stub: "## Preferences",
	},
	{
		ID: idSamples, Title: "Samples", Switch: "samples", Group: Workflow, Tier: Stable, Trust: Material, Modes: fullMode,
		Floor: 300, Ceiling: 2000, Rank: 50, Stub: "## Samples",
	},
	{
		ID: idExamples, Title: "Examples", Switch: "examples", Group: Workflow, Tier: Stable, Trust: Material, Modes: fullMode,
		Floor: 300, Ceiling: 2000, Rank: 55, Stub: "## Examples",
	},
	{
		ID: idBase, Title: "Base Prompt", Switch: "base", Group: Identity, Tier: Stable, Trust: Owner, Modes: fullMode,
		Pinned: true, Stub: "## Base Prompt",
	},
	{
		ID: idTools, Title: "Tools", Switch: "tools", Group: Volatile, Tier: Stable, Trust: Owner, Modes: larger,
		Floor: 1000, Rank: 90, Stub: "## Tool Prompts",
	},
	{
		ID: idRole, Title: "Role", Group: Identity, Tier: Stable, Trust: Owner, Modes: larger,
		Pinned: true,
	},
	{
		ID: idSecurity, Title: "Security Guardrails", Group: Identity, Tier: Stable, Trust: Owner, Modes: everyMode,
		Pinned: true,
	},
	{
		ID: idDone, Title: "Completion Rules", Switch: "done", Group: Identity, Tier: Stable, Trust: Owner, Modes: larger,
		Pinned: true, Stub: "## Completion Rules",
	},
	{
		ID: idDeferred, Title: "Deferred Toolkits", Switch: "deferred_toolkits", Group: Volatile, Tier: Stable, Trust: Material, Modes: fullMode,
		Ceiling: 1000, Rank: 20, Stub: "## Deferred Toolkits",
	},
	{
		ID: idProject, Title: "Active Project", Switch: "project_context", Group: Workflow, Tier: Session, Trust: Material, Modes: larger,
		Floor: 500, Ceiling: 4000, Rank: 40, Stub: "## ACTIVE PROJECT",
	},
	{
		ID: idLayout, Title: "Layout", Group: Workflow, Tier: Stable, Trust: Builtin, Modes: larger,
		Pinned: true,
	},
	{
		ID: idOmitted, Title: "Left Out", Group: Volatile, Tier: Session, Trust: Material, Modes: everyMode,
		Pinned: true,
	},
}

// MemoryTokens is how many tokens of memories a prompt holds at most.
func MemoryTokens() int {
	for _, s := range sections {
		if s.ID == idMemories {
			return s.Ceiling
		}
	}
	panic("prompt: there is no section of memories")
}
