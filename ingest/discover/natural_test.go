package discover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/internal/natural"
)

// A folder is sorted as its names compare, whatever keys begin with.
func TestFoldersAreSortedAsNamesCompare(t *testing.T) {
	var all []string
	for i := range 300 {
		all = append(all, fmt.Sprint(i), fmt.Sprintf("chapter %d", i), fmt.Sprintf("chapter-0%d.md", i), strings.Repeat("7", i+1))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	r := rand.New(rand.NewPCG(1, 2))
	var s sorter
	for _, n := range []int{1, 2, 3, 10, 100, len(all)} {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		want := slices.SortedFunc(slices.Values(all[:n]), natural.Compare)
		if diff := cmp.Diff(want, sorted(&s, all[:n])); diff != "" {
			t.Fatalf("order of %d differs (-want +got):\n%s", n, diff)
		}
	}
}

func sorted(s *sorter, names []string) []string {
	folder := make([]listed, len(names))
	for i, name := range names {
		folder[i].name = name
	}
	s.sort(folder)
	out := make([]string, len(names))
	for i := range folder {
		out[i] = folder[i].name
	}
	return out
}

// BenchmarkSort sorts a folder of many names as a listing has them, in no
// order, beside comparing the names themselves.
func BenchmarkSort(b *testing.B) {
	folder := make([]listed, 10_000)
	for i := range folder {
		folder[i].name = fmt.Sprintf("f%05d.txt", (i*7919)%len(folder))
	}
	work := make([]listed, len(folder))
	b.Run("keys", func(b *testing.B) {
		var s sorter
		for b.Loop() {
			copy(work, folder)
			s.sort(work)
		}
	})
	b.Run("names", func(b *testing.B) {
		for b.Loop() {
			copy(work, folder)
			slices.SortFunc(work, func(a, b listed) int { return natural.Compare(a.name, b.name) })
		}
	})
}

// Compare gives the order in which a folder is walked.
func TestCompareIsTheOrderOfDiscovery(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{"a", "B", "1", "01", "2x", "10", "b 1", "z-9", "ä"}
	tree := map[string]string{}
	for range 200 {
		path := SourceDir + "/"
		for range random.IntN(3) {
			path += names[random.IntN(len(names))] + "d/"
		}
		tree[path+names[random.IntN(len(names))]+".txt"] = "x"
	}
	inv, err := discover(t, makeProfile(t, tree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range inv.Files[1:] {
		if Compare(inv.Files[i].Path, inv.Files[i+1].Path) >= 0 || Compare(inv.Files[i+1].Path, inv.Files[i].Path) <= 0 {
			t.Errorf("%q is not before %q", inv.Files[i].Path, inv.Files[i+1].Path)
		}
	}
}
