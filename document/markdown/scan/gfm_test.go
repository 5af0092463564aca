package scan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scanCase is one case of goldmark's test files.
type scanCase struct{ name, markdown, html string }

// scanCases reads one of goldmark's test files of an extension.
func scanCases(t *testing.T, name string) []scanCase {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(scanGoldmarkDir(t), "extension", "_test", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []scanCase
	for part := range strings.SplitSeq(string(raw), "//= = = = = = = = = = = = = = = = = = = = = = = =//\n") {
		f := strings.Split(strings.TrimLeft(part, "\n"), "//- - - - - - - - -//\n")
		if len(f) < 3 {
			continue
		}
		head, _, _ := strings.Cut(f[0], "\n")
		c := scanCase{name: head, markdown: strings.TrimSuffix(f[1], "\n"), html: strings.TrimSuffix(f[2], "\n")}
		if strings.Contains(f[0], `"enableEscape": true`) {
			c.markdown = strings.ReplaceAll(c.markdown, `\t`, "\t")
		}
		cases = append(cases, c)
	}
	return cases
}

func TestScanReadsTheExamplesOfGitHubsExtensions(t *testing.T) {
	for _, name := range []string{"table", "strikethrough", "tasklist", "linkify"} {
		cases := scanCases(t, name)
		if len(cases) == 0 {
			t.Errorf("no cases in %s.txt", name)
		}
		for _, c := range cases {
			got := strings.TrimSuffix(scanHTML(Parse(c.markdown, Options{})), "\n")
			want := strings.NewReplacer(`style="text-align:`, `align="`, `type="checkbox">`, `type="checkbox" />`).Replace(c.html)
			d := cmp.Diff(scanCanonical(want), got)
			if d != "" {
				t.Errorf("%s %s:\n%s\n%s", name, c.name, c.markdown, d)
			}
		}
	}
}
