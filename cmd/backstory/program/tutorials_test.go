//go:build unix

package program_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// TestTheTutorialsRun runs each part of docs/tutorials.md in an empty folder.
func TestTheTutorialsRun(t *testing.T) {
	wants := map[string][]string{
		"Ask a folder":         {"> The rent is due on 3 May.", "|Ida|12345|"},
		"A persona in git":     {"vera: stale", "vera/backstory/10-log.txt: line 2", "> **The lamp was lit on 3 May 1951.**"},
		"Moving from OpenClaw": {"Molly", "Be kind and dry.", "Tea is at noon."},
		"In CI":                {"vera: fresh"},
		"A team on PostgreSQL": {"ok     database", "> The lamp was lit on 3 May 1951.", "When was the lamp lit?"},
	}
	page := cmdtest.ReadPage(t, "docs", "tutorials.md")
	for i, part := range strings.Split(page, "\n## ") {
		if i == 0 {
			continue
		}
		title, _, _ := strings.Cut(part, "\n")
		t.Run(title, func(t *testing.T) {
			env := []string{"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ida", "GIT_AUTHOR_EMAIL=ida@example.org", "GIT_COMMITTER_NAME=Ida", "GIT_COMMITTER_EMAIL=ida@example.org"}
			script := strings.Join(cmdtest.Blocks(part, "sh"), "\n")
			if strings.Contains(part, "PostgreSQL") {
				env = append(env, pgtest.Own(t).Env()...)
				script = "createdb -O backstory_owner -T template0 -E UTF8 talk\n" + strings.ReplaceAll(script, "@localhost/", "@/")
			}
			out := cmdtest.Shell(t, script, nil, env...)
			if len(wants[title]) == 0 {
				t.Error("nothing is known of this part")
			}
			for _, want := range wants[title] {
				if !strings.Contains(out, want) {
					t.Errorf("%q is not printed:\n%s", want, out)
				}
			}
		})
	}
}
