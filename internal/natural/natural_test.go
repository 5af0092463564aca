package natural

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// orders are the worked examples of the reference, each in its final order.
var orders = []struct {
	name string
	want []string
}{
	{"numbers first", names(".md", "1-one", "2-two", "10-ten", "Alpha", "beta", "zeta")},
	{"zeros at the start", names("", "001-intro", "01-intro", "1-intro")},
	{"behind a number", names(".md", "1 b", "1-b", "01", "1", "1a", "1_b", "002", "2", "10")},
	{"dates", names("", "2023-12-31", "2024-01-02", "2024-1-3", "2024-2-1", "2024-10-01")},
	{"versions", names(".txt", "v1.2", "v1.9", "v1.10", "v2", "v10")},
	{"zeros further in", names(".txt", "ch001", "ch01", "ch02", "ch1", "ch2", "ch10")},
	{"fractions", names("", "1.05-x", "1.1-x", "1.5-x", "1.10-x", "1.50-x")},
	{"only zeros", names(".md", "0", "00", "000", "0a")},
	{"punctuation", []string{
		"(a).md", "-dash.md", "a.md", "README.md", "Readme.md", "readme.txt", "_draft.md", "~tmp.md",
	}},
	{"space is ignored", names(".md", "a-b", "a", "A1", "a2", "a10", "a b", "ab", "a_b")},
	{"space before a number", names(".md", "part 1", "part 2", "part2", "part  10")},
	{"beyond ASCII", names(".md", "apple", "zebra", "Éclair", "éa", "Ω", "日本")},
	{"digits beyond ASCII", names(".md", "1", "a", "½", "١")},
	{"no overflow", names(".md", "9", "99999999999999999999", "100000000000000000000")},
	{"discovery 5", []string{"notes.xml", "script.php", "story.mdx"}},
	{"discovery 7", names(".txt", "01-intro", "02-middle", "alpha", "zebra")},
	{"discovery 8", names(".txt", "1-first", "2-second", "10-tenth")},
}

func names(ext string, stems ...string) []string {
	for i := range stems {
		stems[i] += ext
	}
	return stems
}

// Coqui 1.2: every worked example, from every starting order.
//
// coqui: 5, 7, 8
func TestNamesAreOrderedAsCoqui(t *testing.T) {
	for _, tt := range orders {
		t.Run("coqui 1.2 "+tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(len(tt.want))))
			for range 50 {
				got := slices.Clone(tt.want)
				r.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
				if diff := cmp.Diff(tt.want, slices.SortedFunc(slices.Values(got), Compare)); diff != "" {
					t.Fatalf("order differs (-want +got):\n%s", diff)
				}
				slices.SortFunc(got, compareNames)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Fatalf("names compare otherwise (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// Ties of the natural comparison itself, which byte order then breaks.
func TestNaturalTies(t *testing.T) {
	for _, tie := range [][2]string{
		{"1-intro", "001-intro"},
		{"a b.md", "ab.md"},
		{"README", "readme"},
		{"a1  2", "a1 2"},
		{"x ", "x  "},
		{"part 2", "part2"},
	} {
		if c := compareNatural(tie[0], tie[1]); c != 0 {
			t.Errorf("compareNatural(%q, %q) = %d, want a tie", tie[0], tie[1], c)
		}
	}
}

// The order is total: in a sorted list every name is below every later one,
// not only below its neighbour. All names of up to four characters over an
// alphabet with one character for every rule are tried.
func TestOrderIsTotal(t *testing.T) {
	all := allNames([]string{"0", "1", "2", " ", "a", "A", "-"}, 4)
	slices.SortFunc(all, compareNames)
	for i, a := range all {
		for j := i + 1; j < len(all); j++ {
			if compareNames(a, all[j]) >= 0 || compareNames(all[j], a) <= 0 {
				t.Fatalf("%q is sorted before %q, but does not compare below it", a, all[j])
			}
		}
	}
}

// The natural comparison without the byte order is a weak order: names that
// tie compare alike with every third name.
func TestTiesAreAnEquivalence(t *testing.T) {
	all := allNames([]string{"0", "1", " ", "a", "A"}, 4)
	for i, a := range all {
		for _, b := range all[i+1:] {
			if compareNatural(a, b) != 0 {
				continue
			}
			for _, c := range all {
				if x, y := sgn(compareNatural(a, c)), sgn(compareNatural(b, c)); x != y {
					t.Fatalf("%q ties with %q, but %q is at %d of the one and %d of the other", a, b, c, x, y)
				}
			}
		}
	}
}

// Names are sorted by keys as they are by comparing tokens.
func TestKeysOrderAsNamesCompare(t *testing.T) {
	all := allNames([]string{"0", "1", "2", " ", "a", "A", "-"}, 4)
	for _, o := range orders {
		all = append(all, o.want...)
	}
	for i := range 300 { // long runs, and what their lengths begin with
		all = append(all, strings.Repeat("7", i+1), "a0"+strings.Repeat("7", i), "x"+strings.Repeat("7", i+1)+" y")
	}
	slices.Sort(all)
	all = slices.Compact(all)
	byKeys := slices.SortedFunc(slices.Values(all), Compare)
	if diff := cmp.Diff(slices.SortedFunc(slices.Values(all), compareNames), byKeys); diff != "" {
		t.Fatalf("the order differs (-want +got):\n%s", diff)
	}
}

func sgn(c int) int { return sign(c > 0, c < 0) }

func allNames(alphabet []string, length int) []string {
	all, last := []string{}, []string{""}
	for range length {
		var next []string
		for _, stem := range last {
			for _, c := range alphabet {
				next = append(next, stem+c)
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

func FuzzCompare(f *testing.F) {
	f.Add("1-a", "01-a", "1 a")
	f.Add("ch01", "ch1", "ch 1")
	f.Add("a ", "a", "A\t0")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if strings.ContainsRune(a+b+c, 0) {
			t.Skip("no name holds a NUL")
		}
		if sgn(compareNames(a, b)) != -sgn(compareNames(b, a)) {
			t.Fatalf("%q and %q are not antisymmetric", a, b)
		}
		if (compareNames(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q tie", a, b)
		}
		if compareNames(a, b) < 0 && compareNames(b, c) < 0 && compareNames(a, c) >= 0 {
			t.Fatalf("%q < %q < %q is not transitive", a, b, c)
		}
		if want := slices.SortedFunc(slices.Values([]string{a, b, c}), compareNames); !slices.Equal(slices.SortedFunc(slices.Values([]string{a, b, c}), Compare), want) {
			t.Fatalf("%q are not sorted so by their keys", want)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	for b.Loop() {
		Compare("0012-the-long-way-home.md", "0012-the-long-way-out.md")
	}
}
