package find_test

import (
	_ "embed"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// facts are what documents say, each with it in other words, and in another language.
//
//go:embed testdata/claims.tsv
var facts string

// invented are sentences that no document says, on the same things.
//
//go:embed testdata/invented.txt
var invented string

// searcherOf searches documents, by their names.
func searcherOf(texts map[string]string) *tool.Searcher {
	i := &profile.Identity{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		i.Own.Context = append(i.Own.Context, profile.File{Name: name, Path: "context/" + name, Text: texts[name], Found: true})
	}
	return tool.NewSearcher(prompt.NewLibrary(i), nil)
}

// TestWhatAModelInventsIsSaid has 200 answers checked, among long documents of other things:
// half of the answers have a sentence that no document says, a third are in other words or
// translated.
func TestWhatAModelInventsIsSaid(t *testing.T) {
	texts := map[string]string{}
	var rows [][]string
	for line := range strings.Lines(facts) {
		row := strings.Split(strings.TrimSpace(line), "\t")
		rows = append(rows, row)
		texts[row[0]] += row[1] + "\n\n"
	}
	lies := strings.Split(strings.TrimSpace(invented), "\n")
	for _, name := range []string{"api.md", "chat.md", "configuration.md", "organisations.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	s := searcherOf(texts)
	r := rand.New(rand.NewPCG(4, 3))
	said, caught, truths, blamed := 0, 0, 0, 0
	for n := range 200 {
		isLie := map[string]bool{}
		var answer []string
		for _, at := range r.Perm(len(rows))[:2+r.IntN(3)] {
			in := 1
			if n%3 == 0 {
				in = 2 + r.IntN(2)
			}
			answer = append(answer, rows[at][in])
		}
		if n%2 == 0 {
			lie := lies[r.IntN(len(lies))]
			isLie[lie] = true
			at := r.IntN(len(answer) + 1)
			answer = append(answer[:at], append([]string{lie}, answer[at:]...)...)
		}
		text := strings.Join(answer, [...]string{" ", "\n\n", "\n- "}[r.IntN(3)])
		claims, err := find.Claims(t.Context(), s, text)
		if err != nil {
			t.Fatal(err)
		}
		if len(claims) != len(answer) {
			t.Errorf("%d sentences of %d: %q", len(claims), len(answer), text)
		}
		for _, c := range claims {
			switch sentence := text[c.Start:c.End]; {
			case isLie[sentence]:
				said++
				if c.State == find.NotFound {
					caught++
				} else {
					t.Logf("taken for %s: %s", c.State, sentence)
				}
			default:
				truths++
				if c.State == find.NotFound {
					blamed++
					t.Logf("blamed: %s", sentence)
				}
			}
		}
	}
	t.Logf("%d of %d invented sentences are said as not found, %d of %d true ones", caught, said, blamed, truths)
	if said < 90 || caught*100 < said*95 || blamed*100 > truths*3 {
		t.Error("that is too few, or too many")
	}
}

// TestEndedIsBehindWholeSentences in an answer that comes piece by piece.
func TestEndedIsBehindWholeSentences(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "The rent": "", "The rent is due.": "", "The rent is due. ": "", "The rent is due. It": "The rent is due. ", "Ask Dr. Berg": "", "One line\nThe rent": "One line\n", "On 3. May. Then": "On 3. May. ",
	} {
		if got := text[:find.Ended(text)]; got != want {
			t.Errorf("%q ends at %q", text, got)
		}
	}
}

// TestClaims names what is one, and what becomes of it.
func TestClaims(t *testing.T) {
	s := searcherOf(map[string]string{"lease.md": "The rent of the boathouse is 950 euros a month. The tenant is Ida Krause.\n\nThe deposit is 1,900 euros.\n"})
	for text, want := range map[string][]find.State{
		"The rent of the boathouse is **950 euros** a month [1]. The tenant of it is Olaf Berg.": {find.IsFound, find.NotFound},
		"Dr. Ida Krause is the tenant of the boathouse.":                                         {find.IsFound},
		"The rent and the deposit are 2,850 euros in total.":                                     {find.NotChecked},
		"I think the rent of the boathouse is high. Do you agree with the tenant?":               {find.NotChecked, find.NotChecked},
		"Yes.": {find.NotChecked},
		"Die Miete für das Bootshaus ist 950 Euro im Monat.":                                            {find.NotChecked},
		"The documents do not say who painted the boathouse.":                                           {find.NotChecked},
		"# The rent of Olaf\n\n| rent | Olaf |\n|---|---|\n\n```\nrent of Olaf is 3.\n```\n":            nil,
		"1. The rent is 950 euros a month.\n2. The boathouse has a swimming pool and a tennis court.\n": {find.IsFound, find.NotFound},
	} {
		claims, err := find.Claims(t.Context(), s, text)
		if err != nil || len(claims) != len(want) {
			t.Errorf("%q: %+v, %v", text, claims, err)
			continue
		}
		for n, c := range claims {
			if c.State != want[n] {
				t.Errorf("%q is %s, want %s", text[c.Start:c.End], c.State, want[n])
			}
		}
	}
}

// TestWordForWordIsFound in a document of another language, too.
func TestWordForWordIsFound(t *testing.T) {
	s := searcherOf(map[string]string{"lease.md": "Auf dem Schild an der Mauer und über der Tür steht: The crane must not be used by guests after sunset. Das ist auch in der Nacht und von der Straße aus zu lesen.\n"})
	claims, err := find.Claims(t.Context(), s, "It is on the wall. The crane must not be used by guests after sunset.")
	if err != nil || len(claims) != 2 || claims[1].State != find.IsFound {
		t.Errorf("%+v, %v", claims, err)
	}
}
