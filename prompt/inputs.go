package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// Inputs is everything that a prompt is composed from.
type Inputs struct {
	Identity *profile.Identity
	Role     string // empty for the orchestrator
	Model    string // that answers; empty for what the identity says
	Mode     Mode   // empty for Full
	Layout   string // one of profile.Layouts; empty for what the preferences say
	Tools    []Tool // in any order
	Deferred []Tool // that can be asked for
	Memories []Memory
	Shared   []Shared         // of the organisation, the most important first
	Project  [][]profile.File // of the project that is worked on, by folder, the outermost first
	Library  *Library         // of the identity, where it was made before; it is not cut again
	Vars     []Var            // besides profile, display_name, role, model and available_roles
	Budget   Budget
}

// model returns the model that answers.
func (in *Inputs) model() string {
	if in.Model != "" {
		return in.Model
	}
	return in.Identity.Model(in.Role).Value
}

// Tool is a tool as it is in a request.
type Tool struct {
	Name    string
	Summary string // one line; what is longer than a line should be is cut
	Schema  string // JSON, as it is sent
	Foreign bool   // somebody else describes it: the list has its name alone
}

func sortTools(tools []Tool) []Tool {
	tools = slices.Clone(tools)
	slices.SortStableFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// Memory is something that was learned in an earlier session.
type Memory struct{ ID, Text string }

// Shared is something that all members of an organisation share.
type Shared struct {
	ID, Text string
	Note     string // on it, such as when it was shared
}

// Budget says how large a system prompt may be: the least of Cap and a quarter of the
// window, or Wanted, which may be half of the window.
type Budget struct {
	Cap    int // tokens; 0 for none
	Wanted int // tokens, by the configuration of a profile; 0 for what is usual
	Window int // of the model, in tokens; 0 for [DefaultWindow]
}

// DefaultWindow is the window of a model that is not known, in tokens.
const DefaultWindow = 128_000

// A system prompt has one in windowShare of a window, and may have one in wantedShare
// where the configuration wants that.
const (
	windowShare = 4
	wantedShare = 2
)

// Limit returns how many tokens a system prompt may have.
func (b Budget) Limit() int {
	window := b.Window
	if window <= 0 {
		window = DefaultWindow
	}
	limit := window / windowShare
	if b.Wanted > 0 {
		limit = min(b.Wanted, window/wantedShare)
	}
	if b.Cap > 0 {
		limit = min(limit, b.Cap)
	}
	return limit
}

// ErrOverBudget says that what must be in a prompt does not fit.
var ErrOverBudget = errors.New("the prompt does not fit")

// BudgetError says what must be in a prompt and does not fit. It is an
// [ErrOverBudget].
type BudgetError struct {
	Limit, Needed int // tokens
	Pinned        []Cost
}

// Cost is what a section costs.
type Cost struct {
	Section string
	Tokens  int
}

// Error implements error.
func (e *BudgetError) Error() string {
	list := make([]string, len(e.Pinned))
	for i, c := range e.Pinned {
		list[i] = fmt.Sprintf("%s %d", c.Section, c.Tokens)
	}
	return fmt.Sprintf("%v: its pinned sections need %d tokens and it may have %d (%s): shorten them or raise the limit",
		ErrOverBudget, e.Needed, e.Limit, strings.Join(list, ", "))
}

// Unwrap returns [ErrOverBudget].
func (e *BudgetError) Unwrap() error { return ErrOverBudget }

// variables returns what placeholders stand for. Those of the caller come
// first.
func variables(in *Inputs) []Var {
	i := in.Identity
	return append(append([]Var(nil), in.Vars...),
		Var{"profile", i.Name},
		Var{"display_name", i.Display},
		Var{"role", in.Role},
		Var{"model", in.model()},
		Var{"available_roles", strings.Join(i.AvailableRoles(), ", ")},
	)
}
