package prompt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/prompt"
)

// TestTheDocsSayWhatTheTableSays: docs/prompt.md has a row for each section, in
// the same order and with the same numbers.
func TestTheDocsSayWhatTheTableSays(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "docs", "prompt.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 9 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		id, _, _ := strings.Cut(strings.Trim(cells[1], "`"), "`")
		rows = append(rows, strings.Join(append([]string{strings.TrimSuffix(id, ".NAME")}, cells[4:8]...), "|"))
	}
	var want []string
	for _, s := range prompt.Sections() {
		pinned := ""
		if s.Pinned {
			pinned = "yes"
		}
		want = append(want, fmt.Sprintf("%s|%s|%s|%s|%s", s.ID, pinned, number(s.Floor), number(s.Ceiling), number(s.Rank)))
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the docs say\n%s\nand the table\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
