package search_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/search"
)

// meanings are words that mean the same, each list a direction.
var meanings = [][]string{{"lamp", "light", "lantern"}, {"boat", "ship", "vessel"}, {"oak", "tree"}, {"harbour", "port", "dock"}, {"keeper", "warden", "guard"}}

// meaning is a model that knows the words of meanings, and counts what it is asked for.
type meaning struct {
	asked int
	fails func(asked int) error
	size  func(text string) int
}

func (m *meaning) model() *search.Model {
	return &search.Model{Name: "test/meaning", Embed: func(_ context.Context, texts []string) ([][]float32, error) {
		var list [][]float32
		for _, text := range texts {
			m.asked++
			if m.fails != nil {
				if err := m.fails(m.asked); err != nil {
					return nil, err
				}
			}
			size := len(meanings) + 1
			if m.size != nil {
				size = m.size(text)
			}
			v := make([]float32, size)
			v[size-1] = 0.1
			for i, words := range meanings {
				for _, word := range words {
					v[i] += float32(strings.Count(strings.ToLower(text), word))
				}
			}
			list = append(list, v)
		}
		return list, nil
	}}
}

// papers are chapters of which the last tells of a lamp in words of its own.
func papers() []search.Chapter {
	var list []search.Chapter
	for i := range 30 {
		list = append(list, search.Chapter{Path: fmt.Sprintf("/%02d.md", i), Text: fmt.Sprintf("# Year %d\n\nNobody came in that year, and %d sheep were counted.\n\nThe weather was fine.\n", 1900+i, i)})
	}
	return append(list, search.Chapter{Path: "/z.md", Text: "# Station\n\nA lantern burns on the roof until dawn.\n"})
}

// near asks an index with a model, and fails where it cannot be asked.
func near(t *testing.T, x *search.Index, m *search.Model, c *search.Cache, query string, most int) []search.Hit {
	t.Helper()
	v, err := x.Embed(t.Context(), m, c)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := v.Ask(t.Context(), m, query)
	if err != nil {
		t.Fatal(err)
	}
	return x.Answer(search.Query{Text: query, Asked: asked}, most)
}

func TestVectorsFindOtherWords(t *testing.T) {
	x, m := search.New(papers(), nil), (&meaning{}).model()
	const query = "Where is the light?"
	if got := x.Find(query, 5); len(got) > 0 {
		t.Fatalf("the words are there: %v", got)
	}
	if got := near(t, x, m, nil, query, 5); len(got) != 1 || !strings.Contains(got[0].Text, "lantern") {
		t.Errorf("%v", got)
	}
	// What both ranks have comes before what one has.
	if got := near(t, x, m, nil, "How many sheep in 1907, with a ship?", 5); len(got) == 0 || !strings.Contains(got[0].Text, "7 sheep") {
		t.Errorf("%v", got)
	}
	// What says nothing brings nothing.
	if got := near(t, x, m, nil, "zebra", 5); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

// What repeats itself is near to much, and answers nothing.
func TestStuffingDoesNotWinByVectors(t *testing.T) {
	list := append(papers(), search.Chapter{Path: "/a.md", Text: strings.Repeat("light lamp lantern ", 60)})
	if got := near(t, search.New(list, nil), (&meaning{}).model(), nil, "Where is the light?", 5); len(got) == 0 || !strings.Contains(got[0].Text, "roof") {
		t.Errorf("%v", got)
	}
}

func TestFewerHitsOfVectorsAreTheFirstOfMore(t *testing.T) {
	m := (&meaning{}).model()
	list := append(papers(), island...)
	all := near(t, search.New(list, nil), m, nil, "sheep of the vessel and the tree at the port", 50)
	if len(all) < 10 {
		t.Fatal(len(all))
	}
	slices.Reverse(list)
	for n := range len(all) {
		got := near(t, search.New(list, nil), m, nil, "sheep of the vessel and the tree at the port", n)
		for i := range got {
			got[i].Chapter = all[i].Chapter // their numbers are of another order
		}
		if diff := cmp.Diff(all[:n], got); n > 0 && diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestVectorsAreKeptByChapter(t *testing.T) {
	dir := t.TempDir()
	m, list := &meaning{}, papers()
	cache := func() *search.Cache { return search.NewCache(dir, "ida") }
	asks := func(want int) {
		t.Helper()
		m.asked = 0
		got := near(t, search.New(list, cache()), m.model(), cache(), "light", 5)
		if len(got) != 1 || m.asked-1 != want {
			t.Errorf("%d texts were asked for, want %d; %v", m.asked-1, want, got)
		}
	}
	asks(31)
	asks(0)
	list[3].Text = "# Another\n\nText.\n"
	asks(1)
	files, _ := filepath.Glob(filepath.Join(dir, "search", "*.vectors"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	whole, _ := os.ReadFile(files[0])
	for _, at := range []int{0, 9, 40, len(whole) / 2, len(whole) - 1} {
		damaged := slices.Clone(whole)
		damaged[at] ^= 0x55
		os.WriteFile(files[0], damaged, 0o600)
		if got := near(t, search.New(list, nil), m.model(), cache(), "light", 5); len(got) != 1 {
			t.Errorf("damaged at %d: %v", at, got)
		}
		if now, _ := os.ReadFile(files[0]); string(now) != string(whole) {
			t.Errorf("damaged at %d: the file is not written anew", at)
		}
	}
}

// A model that fails on the way loses no vectors that it gave before.
func TestWhatAModelGaveBeforeItFailedIsKept(t *testing.T) {
	broken := errors.New("out of money")
	for _, separator := range []string{"\n\n", "\n\n# Chapter\n\n"} {
		dir, list := t.TempDir(), papers()
		list = append(list, search.Chapter{Path: "/long.md", Text: strings.Repeat("A text. "+strings.Repeat("It is as long as a passage. ", 25)+separator, 100)})
		whole := &meaning{}
		if _, err := search.New(list, nil).Embed(t.Context(), whole.model(), nil); err != nil {
			t.Fatal(err)
		}
		m := &meaning{fails: func(asked int) error {
			if asked > 100 {
				return broken
			}
			return nil
		}}
		if _, err := search.New(list, nil).Embed(t.Context(), m.model(), search.NewCache(dir, "")); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		m.asked, m.fails = 0, nil
		if _, err := search.New(list, nil).Embed(t.Context(), m.model(), search.NewCache(dir, "")); err != nil || m.asked != whole.asked-64 {
			t.Errorf("%v, %d texts", err, m.asked)
		}
	}
}

func TestVectorsOfOtherLengthsAreErrors(t *testing.T) {
	for _, size := range []func(text string) int{
		func(text string) int { return 1 + len(text)%7 },
		func(string) int { return 1 << 14 },
	} {
		m := &meaning{size: size}
		m.size = func(text string) int { return max(6, size(text)) }
		if _, err := search.New(papers(), nil).Embed(t.Context(), m.model(), nil); err == nil {
			t.Error("no error")
		}
	}
	few := &search.Model{Embed: func(context.Context, []string) ([][]float32, error) { return [][]float32{{1}}, nil }}
	if _, err := search.New(papers(), nil).Embed(t.Context(), few, nil); err == nil {
		t.Error("no error where there are fewer vectors than texts")
	}
}
