package web_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// inert reports what a view has that would load, run or send something of others.
func inert(view string) (faults []string, links []string) {
	root, err := html.Parse(strings.NewReader(view))
	if err != nil {
		return []string{err.Error()}, nil
	}
	for n := range root.Descendants() {
		if n.Type == html.CommentNode {
			faults = append(faults, "a comment: "+n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		attributes, ok := allowed[n.Data]
		if !ok {
			faults = append(faults, "the element "+n.Data)
		}
		for _, a := range n.Attr {
			if !strings.Contains(" "+attributes+ofAll, " "+a.Key+" ") {
				faults = append(faults, n.Data+" has the attribute "+a.Key)
			}
			if a.Key == "href" || a.Key == "src" || a.Key == "action" {
				if links = append(links, a.Val); !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#") || strings.HasPrefix(a.Val, "//") {
					faults = append(faults, n.Data+" leads to "+a.Val)
				}
			}
		}
		if n.Data == "script" && n.FirstChild != nil || n.Data == "style" {
			faults = append(faults, "the page has a script or style in it")
		}
	}
	return faults, links
}

// TestNoTextOfOthersIsMarkup: payloads in names of files, sources, warnings, questions,
// answers and queries are text in every view, and all of it is there.
func TestNoTextOfOthersIsMarkup(t *testing.T) {
	files := map[string]string{"profiles/caelum/soul.md": "# " + payloads[0] + "\n\nYou are " + payloads[1] + ".\n", "profiles/caelum/identity.md": "- Name: <b>Caelum</b>" + payloads[2] + "\n"}
	script := "rules:\n"
	for n, p := range payloads {
		name := strings.NewReplacer("/", "_", "\x00", "_", "\\", "_", ":", "_").Replace(p)
		files[fmt.Sprintf("profiles/caelum/backstory/%02d %s.txt", n, name)] = "Payload " + fmt.Sprint(n) + " is " + p + "\n"
		script += fmt.Sprintf("  - match: 'Q%02dQ'\n    reply: [{text: %q}]\n", n, "It says: "+strings.ReplaceAll(p, "\x00", "")+" and so on.")
	}
	b := open(t, files, script)
	check := func(path string) []string {
		t.Helper()
		view := b.must(path)
		faults, links := inert(view)
		for _, f := range faults {
			t.Errorf("%s: %s", path, f)
		}
		return links
	}
	for n, p := range payloads {
		check("/p/caelum/found?q=" + url.QueryEscape("Payload "+p))
		check("/p/caelum/found?code=" + url.QueryEscape(p))
		check("/p/caelum/read/?filter=" + url.QueryEscape(p))
		to := b.ask(fmt.Sprintf("Q%02dQ %s", n, strings.ReplaceAll(p, "\x00", "")))
		check(to)
		if view := b.must(to); !strings.Contains(view, "It says: "+strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "").Replace(p)) {
			t.Errorf("the answer with %q is not whole: %s", p, view)
		}
	}
	sources := 0
	for _, to := range check("/p/caelum/read/") {
		if strings.HasPrefix(to, "/p/caelum/read/") && len(to) > len("/p/caelum/read/") {
			sources++
			check(to)
		}
	}
	if sources != len(payloads) {
		t.Errorf("%d of %d sources are listed", sources, len(payloads))
	}
	for _, path := range []string{"/", "/p/caelum/", "/p/caelum/prompt", "/p/caelum/talks", "/p/caelum/found"} {
		check(path)
	}
	for _, p := range payloads {
		got := b.get("/p/caelum/read/" + url.PathEscape(p))
		if faults, _ := inert(got.body); len(faults) > 0 || got.status != 404 && got.status != 301 && got.status != 307 {
			t.Errorf("%q: %d %v", p, got.status, faults)
		}
	}
}

// TestReadingChangesNothing follows every link of the page, and compares the folder and
// the store before and after.
func TestReadingChangesNothing(t *testing.T) {
	b := open(t, nil, "")
	b.ask("Where was Caelum born?")
	before := digests(t, b.Dir)
	seen, queue := map[string]bool{}, []string{"/", "/p/caelum/found?q=lamp"}
	for len(queue) > 0 {
		path, _, _ := strings.Cut(queue[0], "#")
		if queue = queue[1:]; seen[path] || path == "" || path == "/sign-out" || strings.HasSuffix(path, "/ask") || strings.HasSuffix(path, "/do") {
			continue
		}
		seen[path] = true
		got := b.get(path)
		if got.status != 200 {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
		if strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
			_, links := inert(got.body)
			queue = append(queue, links...)
		}
	}
	for _, want := range []string{"/p/caelum/read/intro.md", "/p/lyra/prompt", "/p/caelum/talks", "/asset/page.css", "/api/v2/profiles/caelum/prompt/export"} {
		if !seen[want] {
			t.Errorf("no link leads to %s", want)
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d pages were seen", len(seen))
	}
	after := digests(t, b.Dir)
	for name, sum := range after {
		if before[name] != sum {
			t.Errorf("%s changed", name)
		}
	}
	if len(before) != len(after) {
		t.Errorf("there were %d files, and there are %d", len(before), len(after))
	}
}

// digests are those of the files in a folder, but for what SQLite shares among processes.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") {
			return err
		}
		content, err := os.ReadFile(path)
		sums[path] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(sums)), func(name string) bool { return strings.HasSuffix(name, ".db") || strings.HasSuffix(name, ".sqlite") }) {
		t.Fatalf("there is no store: %v", sums)
	}
	return sums
}
