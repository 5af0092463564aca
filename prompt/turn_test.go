package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// TestTheHeadOfATurnHasALimit: what is open comes before what is done, what
// fits is there whole, and the rest is counted.
func TestTheHeadOfATurnHasALimit(t *testing.T) {
	few := prompt.TurnInputs{Todos: []prompt.Todo{{Text: "wind the clock", Done: true}, {Text: "light the lamp"}}, Memories: []prompt.Memory{{ID: "1", Text: "Likes brass."}}}
	if got := prompt.Turn(few); !strings.Contains(got, "- [x] wind the clock\n- [ ] light the lamp") || strings.Contains(got, "more") {
		t.Error(got)
	}
	var many prompt.TurnInputs
	for n := range 200 {
		many.Todos = append(many.Todos, prompt.Todo{Text: fmt.Sprintf("step %d of the way %s", n, strings.Repeat("on and on ", n%50*4)), Done: n%2 == 0})
		many.Memories = append(many.Memories, prompt.Memory{ID: fmt.Sprint(n), Text: fmt.Sprintf("Fact %d. %s", n, strings.Repeat("So it is. ", n%50*4))})
	}
	got := prompt.Turn(many)
	if n := tokens.Estimate(got); n > 1400 || n < 800 {
		t.Errorf("%d tokens", n)
	}
	if strings.Contains(got, "- [x] ") || !strings.Contains(got, "- [ ] step 1 ") || !strings.Contains(got, "Fact 0.") {
		t.Error(got)
	}
	shown := strings.Count(got, "- [ ] ")
	if want := fmt.Sprintf("- and %d more: `todo_list` has all", 200-shown); shown == 0 || !strings.Contains(got, want) || !strings.Contains(got, " more: `memory_search` finds them") {
		t.Errorf("%d are shown in\n%s", shown, got)
	}
}
