package discover

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In random trees of folders, files and links, a link leads where the system
// says it does, or is refused: because it leaves the profile on the way, leads
// to a hidden name, to nothing or in a circle.
func TestLinksLeadWhereTheSystemSays(t *testing.T) {
	folders := []string{"", "a", "a/b", "c", ".h"}
	followed := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		root := makeProfile(t, map[string]string{"a/b/x.md": "", "c/y.md": "", ".h/z.md": "", "w.md": ""})
		var links []string
		for i := range 12 {
			link := filepath.Join(folders[r.IntN(len(folders))], fmt.Sprintf("link%d", i))
			if err := os.Symlink(randomTarget(r), filepath.Join(root.Name(), link)); err != nil {
				t.Skip("no links here:", err)
			}
			links = append(links, filepath.ToSlash(link))
		}
		w := newWalker(root, Options{}, openPlace)
		for _, link := range links {
			dir, name := "", link
			if i := strings.LastIndexByte(link, '/'); i >= 0 {
				dir, name = link[:i], link[i+1:]
			}
			end, err := w.resolve(dir, name)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, link, err)
			}
			if end.skip == "" {
				followed++
			}
			checkEnd(t, root, link, end)
		}
	}
	if followed < 50 {
		t.Errorf("only %d links were followed", followed)
	}
}

func randomTarget(r *rand.Rand) string {
	parts := []string{"..", "..", "a", "b", "c", ".h", ".", "x.md", "y.md", "z.md", "w.md", "none"}
	var target []string
	for range 1 + r.IntN(4) {
		if r.IntN(3) == 0 {
			target = append(target, fmt.Sprintf("link%d", r.IntN(12)))
			continue
		}
		target = append(target, parts[r.IntN(len(parts))])
	}
	return strings.Join(target, "/")
}

func checkEnd(t *testing.T, root *os.Root, link string, end end) {
	t.Helper()
	real, err := filepath.EvalSymlinks(filepath.Join(root.Name(), link))
	home, homeErr := filepath.EvalSymlinks(root.Name())
	if homeErr != nil {
		t.Fatal(homeErr)
	}
	inside, relErr := filepath.Rel(home, real)
	switch end.skip {
	case "":
		if err != nil || relErr != nil || filepath.ToSlash(inside) != orDot(end.real) {
			t.Errorf("%s leads to %q, the system says %q, %v", link, end.real, inside, err)
		}
	case skipBroken, skipCircle:
		if err == nil {
			t.Errorf("%s: %s, but the system finds %s", link, end.skip, real)
		}
	case skipHidden:
		if err != nil || !strings.Contains("/"+filepath.ToSlash(inside), "/.") {
			t.Errorf("%s: %s, but the system finds %q, %v", link, end.skip, inside, err)
		}
	case SkipLeaves: // somewhere on the way; where it ends does not matter
	default:
		t.Errorf("%s: %s", link, end.skip)
	}
}
