package prompt_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/prompt"
)

// randomChapters makes chapters of random shape. Every line is unlike every
// other, so that what became of it can be seen.
func randomChapters(r *rand.Rand, n int) []compose.Chapter {
	list := make([]compose.Chapter, n)
	for i := range list {
		var b strings.Builder
		for j := range r.IntN(60) {
			switch r.IntN(6) {
			case 0:
				fmt.Fprintf(&b, "#### Heading %d-%d\n\n", i, j)
			case 1:
				fmt.Fprintf(&b, "```\n# code %d-%d\n```\n\n", i, j)
			case 2:
				fmt.Fprintf(&b, "- item %d-%d\n- second %d-%d\n\n", i, j, i, j)
			default:
				fmt.Fprintf(&b, "line %d-%d %s\n\n", i, j, strings.Repeat("word ", r.IntN(120)))
			}
		}
		list[i] = compose.Chapter{Path: fmt.Sprintf("%02d/%d.md", r.IntN(9), i), Text: strings.TrimRight(b.String(), "\n")}
	}
	return list
}

// TestWhatIsKeptAndWhatIsNamedMakeTheWhole: for random backstories and limits,
// every line is in the prompt or in a part that is named as left out, never
// in both, never in pieces; and the prompt is within its limit.
func TestWhatIsKeptAndWhatIsNamedMakeTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	runs := 150
	if testing.Short() {
		runs = 30
	}
	dropped := 0
	for range runs {
		chapters := randomChapters(r, 1+r.IntN(25))
		text, raw := built("Papers", chapters...)
		i := caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw, "context/a.md": "context line\n\n" + strings.Repeat("more words ", r.IntN(900))})
		most := 500 + r.IntN(6000)
		memories := []prompt.Memory{{ID: "a", Text: "first memory"}, {ID: "b", Text: "second " + strings.Repeat("x ", r.IntN(500))}}
		e, err := prompt.Compose(prompt.Inputs{Identity: i, Budget: prompt.Budget{Cap: most}, Memories: memories})
		if err != nil {
			t.Fatalf("limit %d: %v", most, err)
		}
		if n := tokens.Estimate(e.System); n > most {
			t.Fatalf("%d tokens, limit %d", n, most)
		}
		checkWhole(t, e, prompt.NewLibrary(i), chapters)
		if len(e.Omitted) > 0 {
			dropped++
		}
	}
	if dropped < runs/4 || dropped == runs {
		t.Errorf("something was left out in %d of %d runs: the test shows too little", dropped, runs)
	}
}

func checkWhole(t *testing.T, e *prompt.Epoch, library *prompt.Library, chapters []compose.Chapter) {
	t.Helper()
	lines := map[string]int{}
	count := func(text string) {
		for line := range strings.SplitSeq(text, "\n") {
			lines[line]++
		}
	}
	count(e.System)
	for _, o := range e.Omitted {
		if o.Section != "backstory" {
			continue
		}
		count(wholeOf(t, library, o.Ref))
	}
	for _, c := range chapters {
		for line := range strings.SplitSeq(c.Text, "\n") {
			if line != "" && line != "```" && lines[line] != 1 {
				t.Fatalf("limit %d: the line %q of %s stands %d times in what is kept and what is named", e.Limit, line, c.Path, lines[line])
			}
		}
	}
	if len(e.Omitted) > 0 != (e.Section("omitted") != nil) {
		t.Fatalf("%d pieces are left out, and the section that names them is %v", len(e.Omitted), e.Section("omitted"))
	}
}

// wholeOf reads all pages of an id.
func wholeOf(t *testing.T, library *prompt.Library, ref string) string {
	t.Helper()
	var b strings.Builder
	for next := ref; next != ""; {
		r, err := library.Read(next, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(r.Text + "\n")
		next = r.Next
	}
	return b.String()
}

// TestPinnedSectionsThatDoNotFitAreAnErrorWithNumbers and nothing is composed.
func TestPinnedSectionsThatDoNotFitAreAnErrorWithNumbers(t *testing.T) {
	i := caelum(t, map[string]string{"soul.md": strings.Repeat("words of a soul ", 200)})
	_, err := prompt.Compose(prompt.Inputs{Identity: i, Budget: prompt.Budget{Cap: 500}})
	var over *prompt.BudgetError
	if !errors.As(err, &over) || !errors.Is(err, prompt.ErrOverBudget) {
		t.Fatal(err)
	}
	if over.Limit != 500 || over.Needed <= 500 || over.Pinned[0].Section != "soul" || over.Pinned[0].Tokens < 400 {
		t.Errorf("%+v", over)
	}
}

// TestFloorsComeBeforeRanks: a large section of a high rank does not starve one
// of a lower rank.
func TestFloorsComeBeforeRanks(t *testing.T) {
	files := map[string]string{}
	for n := range 30 {
		files[fmt.Sprintf("context/%02d.md", n)] = fmt.Sprintf("context %d %s", n, strings.Repeat("word ", 200))
	}
	text, raw := built("Papers", compose.Chapter{Path: "a.md", Text: strings.Repeat("born ", 300)}, compose.Chapter{Path: "b.md", Text: strings.Repeat("died ", 9000)})
	files["backstory.md"], files[manifest.Name] = text, raw
	e := composed(t, prompt.Inputs{
		Identity: caelum(t, files), Budget: prompt.Budget{Cap: 3500}, Memories: []prompt.Memory{{ID: "1", Text: "Likes brass."}},
	})
	if !strings.Contains(e.System, "born born") || !strings.Contains(e.System, "Likes brass.") {
		t.Errorf("%+v", e.Sections)
	}
	if s := e.Section("backstory"); s.Decision != prompt.Cut || s.Tokens > 1500 {
		t.Errorf("backstory: %+v", s)
	}
	if s := e.Section("context"); s.Decision != prompt.Cut || !strings.Contains(e.Text(s), "### 00") || s.Tokens < 1000 {
		t.Errorf("context: %+v", s)
	}
	s := e.Section("omitted")
	if s == nil || s.Tokens > 250 || !strings.Contains(e.Text(s), "/b.md") {
		t.Fatalf("omitted: %+v", s)
	}
	if err := ordered(e.Text(s), "## Left out", "<material-", "/b.md", "context/"); err != nil {
		t.Errorf("%v in\n%s", err, e.Text(s))
	}
}

// TestWhatFitsIsTakenBehindWhatDoesNot: a large source costs those behind it nothing but the
// room that they leave.
func TestWhatFitsIsTakenBehindWhatDoesNot(t *testing.T) {
	var chapters []compose.Chapter
	for n := range 50 {
		text := fmt.Sprintf("chapter %d %s", n, strings.Repeat("word ", 300))
		if n == 34 {
			text = strings.TrimSpace(strings.Repeat("A long article goes on and on.\n\n", 9000))
		}
		chapters = append(chapters, compose.Chapter{Path: fmt.Sprintf("%02d.md", n), Text: text})
	}
	text, raw := built("Papers", chapters...)
	e := composed(t, prompt.Inputs{Identity: caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw}), Budget: prompt.Budget{Window: 128_000}})
	for n := range 50 {
		if n != 34 && !strings.Contains(e.System, fmt.Sprintf("chapter %d ", n)) {
			t.Errorf("source %d is left out", n)
		}
	}
	left := e.LeftOut()
	if len(left) != 1 || left[0].Path != "/34.md" || e.Tokens < e.Limit*9/10 || e.Tokens > e.Limit {
		t.Errorf("%d of %d tokens; %+v", e.Tokens, e.Limit, left)
	}
}

func TestThePromptsShareOfAWindow(t *testing.T) {
	for b, want := range map[prompt.Budget]int{
		{}:                                      prompt.DefaultWindow / 4,
		{Window: 8000}:                          2000,
		{Window: 8000, Cap: 5000}:               2000,
		{Window: 8000, Cap: 500}:                500,
		{Window: 8000, Wanted: 3000}:            3000,
		{Window: 8000, Wanted: 9000}:            4000,
		{Window: 8000, Wanted: 700}:             700,
		{Window: 8000, Wanted: 3000, Cap: 2500}: 2500,
		{Window: 8000, Wanted: 700, Cap: 2500}:  700,
	} {
		if got := b.Limit(); got != want {
			t.Errorf("%+v: %d tokens, and should be %d", b, got, want)
		}
	}
}

// TestALongListOfOmissionsIsBounded: the prompt names what it can and counts
// the rest; the epoch has all of it.
func TestALongListOfOmissionsIsBounded(t *testing.T) {
	var chapters []compose.Chapter
	for n := range 500 {
		chapters = append(chapters, compose.Chapter{Path: fmt.Sprintf("%03d.md", n), Text: fmt.Sprintf("chapter %d %s", n, strings.Repeat("word ", 50))})
	}
	text, raw := built("Papers", chapters...)
	i := caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw})
	e := composed(t, prompt.Inputs{Identity: i, Budget: prompt.Budget{Cap: 2000}})
	s := e.Section("omitted")
	if s == nil || s.Tokens > 245 || len(e.Omitted) < 400 || !strings.Contains(e.Text(s), "more, ") {
		t.Errorf("%d are left out: %+v", len(e.Omitted), s)
	}
	checkWhole(t, e, prompt.NewLibrary(i), chapters)
}

// TestALargeBackstoryUnderASmallBudget: 5 MB, of which little is kept.
func TestALargeBackstoryUnderASmallBudget(t *testing.T) {
	var chapters []compose.Chapter
	for n := range 100 {
		chapters = append(chapters, compose.Chapter{
			Path: fmt.Sprintf("%03d.md", n), Text: "#### Top\n\n" + strings.TrimSpace(strings.Repeat(fmt.Sprintf("A line of source %d with words.\n\n", n), 1600)),
		})
	}
	text, raw := built("Papers", chapters...)
	if len(text) < 5_000_000 {
		t.Fatalf("%d bytes", len(text))
	}
	e := composed(t, prompt.Inputs{Identity: caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw}), Budget: prompt.Budget{Cap: 8000}})
	s := e.Section("backstory")
	if e.Tokens > 8000 || s.Decision != prompt.Cut || s.Tokens < 5000 {
		t.Errorf("%d tokens: %+v", e.Tokens, s)
	}
}

// TestAWallOfSignsIsNotCheap: o200k_base reads 50 000 brackets as 25 000
// tokens, and no budget is to be filled with what seems to be few.
func TestAWallOfSignsIsNotCheap(t *testing.T) {
	text, raw := built("Papers", compose.Chapter{Path: "a.md", Text: strings.Repeat("[", 50_000)}, compose.Chapter{Path: "b.md", Text: "Born."})
	e := composed(t, prompt.Inputs{Identity: caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw}), Budget: prompt.Budget{Cap: 20_000}})
	if len(e.Omitted) != 1 || e.Omitted[0].Path != "/a.md" || e.Omitted[0].Tokens < 25_000 || !strings.Contains(e.System, "Born.") {
		t.Errorf("%+v", e.Omitted)
	}
	rule := composed(t, prompt.Inputs{Identity: caelum(t, map[string]string{"soul.md": "Caelum.\n\n" + strings.Repeat("-", 2000)})})
	if n := rule.Section("soul").Tokens; n > 100 {
		t.Errorf("a rule costs %d tokens", n)
	}
}
