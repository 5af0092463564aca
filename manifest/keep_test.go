package manifest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed353dc258/backstory/manifest"
)

// TestTimesAreKeptWhateverCameOrWent compares the times of entries with what
// the rule says, looked up one by one.
func TestTimesAreKeptWhateverCameOrWent(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		some := func(at string) (list []manifest.Entry) {
			for i := range 40 {
				if random.IntN(6) > 0 {
					e := entry(fmt.Sprintf("%02d.md", i), fmt.Sprint(random.IntN(3)))
					e.ModifiedAt = fmt.Sprintf("%s-01-01T00:00:%02dZ", at, i)
					list = append(list, e)
				}
			}
			return list
		}
		old, now := manifest.New(), manifest.New()
		now.Coqui = true
		old.Files, now.Files = some("2020"), some("2030")
		if random.IntN(2) == 0 {
			random.Shuffle(len(old.Files), func(i, j int) { old.Files[i], old.Files[j] = old.Files[j], old.Files[i] })
		}
		want := map[string]string{}
		for _, e := range old.Files {
			want[e.Path+e.SHA256] = e.ModifiedAt
		}
		was := map[string]string{}
		for _, e := range now.Files {
			was[e.Path] = e.ModifiedAt
		}
		now.KeepTimes(old)
		for _, e := range now.Files {
			expected, kept := want[e.Path+e.SHA256]
			if !kept {
				expected = was[e.Path]
			}
			if e.ModifiedAt != expected {
				t.Fatalf("%s is of %s, want %s", e.Path, e.ModifiedAt, expected)
			}
		}
	}
}
