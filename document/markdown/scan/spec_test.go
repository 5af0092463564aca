package scan

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goldmarkDir returns the folder of the goldmark module, which carries the
// examples of the specifications.
func scanGoldmarkDir(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatalf("finding goldmark: %v", err)
	}
	return strings.TrimSpace(string(out))
}

type scanExample struct {
	Number   int    `json:"example"`
	Markdown string `json:"markdown"`
	HTML     string `json:"html"`
}

func TestScanReadsEveryExampleOfCommonMark(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(scanGoldmarkDir(t), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []scanExample
	if err := json.Unmarshal(raw, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) != 652 {
		t.Errorf("%d examples, want the 652 of CommonMark 0.31.2", len(examples))
	}
	for _, e := range examples {
		got := scanHTML(Parse(e.Markdown, Options{CommonMark: true}))
		if d := cmp.Diff(scanCanonical(e.HTML), got); d != "" {
			t.Errorf("example %d:\n%s\n%s", e.Number, e.Markdown, d)
		}
	}
}
