package discover

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed353dc258/backstory/manifest"
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

func TestLinks(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.txt"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	tree := map[string]string{
		"soul.md": "soul", "backstory.md": "output", ".env": "KEY=1", "lore/a.md": "lore", "lore/deep/b.md": "b",
		"backstory/real.md":           "real",
		"backstory/sub/real.md":       "real",
		"backstory/sub/up.md":         "->../real.md",
		"backstory/1-soul.md":         "->../soul.md",
		"backstory/2-chain.md":        "->sub/up.md",
		"backstory/3-lore":            "->../lore",
		"backstory/4-lore-again":      "->../lore/",
		"backstory/5-same.md":         "->./sub/../sub//./real.md",
		"backstory/x-broken.md":       "->nowhere.md",
		"backstory/x-through-file.md": "->real.md/../real.md",
		"backstory/x-env.txt":         "->../.env",
		"backstory/x-out.txt":         "->../../" + filepath.Base(outside) + "/secret.txt",
		"backstory/x-absolute.txt":    "->" + filepath.ToSlash(filepath.Join(outside, "secret.txt")),
		"backstory/x-up":              "->../..",
		"backstory/x-in-and-out":      "->../../../../../../../../../../etc",
		"backstory/x-output.md":       "->../backstory.md",
		"backstory/x-self.md":         "->x-self.md",
		"backstory/x-a.md":            "->x-b.md",
		"backstory/x-b.md":            "->x-a.md",
		"backstory/y-loop":            "->.",
		"backstory/sub/y-loop":        "->..",
	}
	inv, err := discover(t, makeProfile(t, tree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1-soul.md", "2-chain.md", "5-same.md", "real.md",
		"3-lore/a.md", "3-lore/deep/b.md", "4-lore-again/a.md", "4-lore-again/deep/b.md",
		"sub/real.md", "sub/up.md",
	}
	if diff := cmp.Diff(want, supported(inv)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	skipped := []manifest.Skip{
		{Path: "x-a.md", Reason: skipCircle},
		{Path: "x-absolute.txt", Reason: SkipLeaves},
		{Path: "x-b.md", Reason: skipCircle},
		{Path: "x-broken.md", Reason: skipBroken},
		{Path: "x-env.txt", Reason: skipHidden},
		{Path: "x-in-and-out", Reason: SkipLeaves},
		{Path: "x-out.txt", Reason: SkipLeaves},
		{Path: "x-output.md", Reason: skipOutput},
		{Path: "x-self.md", Reason: skipCircle},
		{Path: "x-through-file.md", Reason: skipBroken},
		{Path: "x-up", Reason: SkipLeaves},
		{Path: "sub/y-loop", Reason: skipLoop},
		{Path: "y-loop", Reason: skipLoop},
	}
	if diff := cmp.Diff(skipped, inv.Skipped); diff != "" {
		t.Errorf("skipped differ (-want +got):\n%s", diff)
	}
	for _, f := range inv.Files {
		if f.Linked != (strings.ContainsAny(f.Path[:1], "12345") || f.Path == "sub/up.md") {
			t.Errorf("%s: Linked = %v", f.Path, f.Linked)
		}
	}
}

// A link to the whole profile brings in its files, but neither the output nor
// the source folder again.
func TestLinkToTheProfile(t *testing.T) {
	inv, err := discover(t, makeProfile(t, map[string]string{
		"soul.md": "soul", "backstory.md": "output", ".backstory-manifest.json": "{}", "backstory/all": "->..", "backstory/z.md": "",
	}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"z.md", "all/soul.md"}, supported(inv)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	want := []manifest.Skip{{Path: "all/backstory", Reason: skipLoop}}
	if diff := cmp.Diff(want, inv.Skipped); diff != "" {
		t.Errorf("skipped differ (-want +got):\n%s", diff)
	}
}

// Links to what a build writes are told alike before and after the first one:
// else that would be stale as soon as it is done.
func TestLinksToWhatTheBuildWritesAreToldAlike(t *testing.T) {
	tree := map[string]string{
		"backstory/z.md": "", "backstory/all": "->..", "backstory/out.md": "->../backstory.md",
		"backstory/manifest.json": "->../.backstory-manifest.json", "backstory/chain.md": "->out.md",
	}
	before, err := discover(t, makeProfile(t, tree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree["backstory.md"], tree[".backstory-manifest.json"] = "output", "{}"
	after, err := discover(t, makeProfile(t, tree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []manifest.Skip{
		{Path: "chain.md", Reason: skipOutput},
		{Path: "manifest.json", Reason: skipHidden},
		{Path: "out.md", Reason: skipOutput},
		{Path: "all/backstory", Reason: skipLoop},
	}
	for when, inv := range map[string]*Inventory{"before": before, "after": after} {
		if diff := cmp.Diff(want, inv.Skipped); diff != "" {
			t.Errorf("%s the first build (-want +got):\n%s", when, diff)
		}
	}
}

func TestSourceFolderMayBeALinkWithinTheProfile(t *testing.T) {
	inv, err := discover(t, makeProfile(t, map[string]string{"texts/a.md": "", "backstory": "->texts"}), Options{})
	if err != nil || !inv.Exists {
		t.Fatal(inv, err)
	}
	if diff := cmp.Diff([]string{"a.md"}, supported(inv)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	_, err = discover(t, makeProfile(t, map[string]string{"x": "", "backstory": "->.."}), Options{})
	var folder *FolderError
	if !errors.As(err, &folder) || folder.Path != "backstory" {
		t.Errorf("a source folder outside of the profile: %v", err)
	}
}

// Links that each lead to a folder with two such links double what is found at
// every level; the limit on files ends that.
func TestLinksCannotMultiplyWithoutBound(t *testing.T) {
	tree := map[string]string{"backstory/start": "->../d00"}
	for i := range 30 {
		for _, side := range []string{"a", "b"} {
			tree[fmt.Sprintf("d%02d/%s", i, side)] = fmt.Sprintf("->../d%02d", i+1)
		}
	}
	tree["d30/end.md"] = ""
	_, err := discover(t, makeProfile(t, tree), Options{MaxFiles: 5000})
	if !errors.Is(err, ErrTooMany) {
		t.Errorf("error %v", err)
	}
}

// Many links with many parts each are bounded over all.
func TestPartsOfLinksAreCounted(t *testing.T) {
	tree := map[string]string{"a/x.md": ""}
	long := "->../" + strings.Repeat("a/../", 200) + "a/x.md"
	for i := range 30 {
		tree[fmt.Sprintf("backstory/%d.md", i)] = long
	}
	root := makeProfile(t, tree)
	if _, err := discover(t, root, Options{MaxFiles: 100}); !errors.Is(err, ErrTooMany) {
		t.Errorf("error %v", err)
	}
	if inv, err := discover(t, root, Options{}); err != nil || len(inv.Files) != 30 {
		t.Errorf("%v, %v", inv, err)
	}
}
