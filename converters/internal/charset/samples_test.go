package charset

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

// score counts samples and those that were read right.
type score struct{ right, all, surelyWrong, unsure int }

func (s *score) add(right bool, res Result) {
	s.all++
	if right {
		s.right++
	} else if !res.Uncertain {
		s.surelyWrong++
	}
	if res.Uncertain {
		s.unsure++
	}
}

func (s *score) percent() float64 { return 100 * float64(s.right) / float64(max(s.all, 1)) }

// TestSamples judges the detector by samples of unseen text that tools/charset made; see there.
func TestSamples(t *testing.T) {
	path := os.Getenv("CHARSET_SAMPLES")
	if path == "" {
		t.Skip("CHARSET_SAMPLES is not set; tools/charset says how to make the samples")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	total, pairs, languages := map[string]*score{}, map[string]*score{}, map[string]*score{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		field := strings.Split(lines.Text(), "\t")
		right, res := judge(t, field)
		kind := "legacy "
		if strings.HasPrefix(field[1], "UTF-") {
			kind = "unicode "
		}
		tallyIn(total, kind+field[2], right, res)
		tallyIn(pairs, field[0]+" "+field[1]+" "+field[2], right, res)
		tallyIn(languages, kind+field[2]+" "+field[0], right, res)
	}
	worst(t, pairs, 40)
	for key, least := range map[string]float64{
		"legacy 60": 95, "legacy 200": 98, "legacy 2000": 99.5,
		"unicode 60": 100, "unicode 200": 100, "unicode 2000": 100, "legacy few": 90, "legacy found": 85,
	} {
		s := total[key]
		if s == nil {
			continue
		}
		mean := meanOf(languages, key+" ")
		t.Logf("%-12s %6.2f %% of %d samples, mean of languages %6.2f %%, wrong and not uncertain %d, uncertain %d",
			key, s.percent(), s.all, mean, s.surelyWrong, s.unsure)
		if s.percent() < least {
			t.Errorf("%s: %.2f %%, want %.1f %%", key, s.percent(), least)
		}
	}
}

// judge reads one sample and compares the text.
func judge(t *testing.T, field []string) (bool, Result) {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(field[3])
	if err != nil {
		t.Fatal(err)
	}
	want, _ := codecNamed(field[1]).decoder().Step(nil, b, true)
	got, res, err := Decode(b, "")
	right := err == nil && plain(got) == plain(string(want))
	if !right && os.Getenv("CHARSET_WRONG") != "" {
		a, b := parting(string(want), got)
		fmt.Printf("%s %s %s as %s %d %v: %q not %q\n", field[0], field[1], field[2], res.Name, res.Margin, err, a, b)
	}
	return right, res
}

// parting returns a few characters of each text around the first places where they differ.
func parting(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	var inA, inB strings.Builder
	for i, last := 0, -20; i < min(len(x), len(y)) && inA.Len() < 120; i++ {
		if x[i] == y[i] || i < last+15 {
			continue
		}
		last = i
		inA.WriteString(string(x[max(0, i-8):min(len(x), i+8)]) + "|")
		inB.WriteString(string(y[max(0, i-8):min(len(y), i+8)]) + "|")
	}
	return inA.String(), inB.String()
}

// plain writes the Romanian letters with cedilla and with comma alike: ISO-8859-16 has the bytes of windows-1250 for them, and
// only the one or the other form, so that no reader can tell which was meant.
func plain(s string) string {
	return strings.NewReplacer("ş", "ș", "ţ", "ț", "Ş", "Ș", "Ţ", "Ț").Replace(s)
}

func tallyIn(m map[string]*score, key string, right bool, res Result) {
	if m[key] == nil {
		m[key] = &score{}
	}
	m[key].add(right, res)
}

// worst logs the keys with the most samples wrong.
func worst(t *testing.T, m map[string]*score, n int) {
	t.Helper()
	var keys []string
	for k, s := range m {
		if s.right < s.all {
			keys = append(keys, k)
		}
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := m[keys[i]], m[keys[j]]
		if a.all-a.right != b.all-b.right {
			return a.all-a.right > b.all-b.right
		}
		return keys[i] < keys[j]
	})
	for _, k := range keys[:min(n, len(keys))] {
		t.Logf("%-28s %d of %d wrong", k, m[k].all-m[k].right, m[k].all)
	}
}

func meanOf(m map[string]*score, prefix string) float64 {
	sum, n := 0.0, 0
	for k, s := range m {
		if strings.HasPrefix(k, prefix) {
			sum += s.percent()
			n++
		}
	}
	return sum / float64(max(n, 1))
}
