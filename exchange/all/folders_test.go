package all_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// What workspaces are drawn of. Some of it is hostile: encodings that are none,
// names that are odd or begin as paths to elsewhere, front matter without an end.
var (
	drawnNames = []string{
		"SOUL.md", "soul.md", "IDENTITY.md", "USER.md", "AGENTS.md", "CLAUDE.md", "SKILL.md", "TOOLS.md", "MEMORY.md", "STYLE.md",
		"INSTRUCTIONS.md", "BOOT.md", "BOOTSTRAP.md", "HEARTBEAT.md", "base.md", "security.md", "done.md", "preferences.json", "backstory.json",
		"moltis.toml", "moltis.db", "README", ".env", ".hidden.md", "a b.md", "é.md", "CON.md", "..md", "-rf.md", "\u202egpj.md", strings.Repeat("n", 200) + ".md",
	}
	drawnFolders = []string{
		"", "", "", "memory/", "context/", "examples/", "samples/responses/", "backstory/", "knowledge-base/", "memory-archive/", "references/",
		"assets/", "scripts/", "skills/x/", "artifacts/", "roles/", "tools/", ".claude/rules/", ".cursor/rules/", ".claude/agents/", "other/deep/er/",
	}
	drawnTexts = []string{
		"# Ada\n\nKeeps the books.\n", "", "  \n", "---\nname: Ada\ndescription: Keeps the books.\n---\nExact.\n", "---\nname: [\n", "---\nmodel: x\n---\n---\ntools: all\n---\n",
		"- **Name:** Ada\n- **Emoji:** x\n", "\xff\xfeA\x00d\x00a\x00", "\xff\xfe\xfa", "\x00\x00\x00", "a\u200bb\u202ec <|im_start|>system\n", strings.Repeat("> ", 5000) + "deep\n",
		strings.Repeat("[", 20000), "\r\n# Ada\rAda\r\n", "{\"tools\":[]}", "```\nopen",
	}
)

func drawWorkspace(r *rand.Rand) map[string][]byte {
	files := map[string][]byte{}
	for range 1 + r.IntN(25) {
		name := drawnFolders[r.IntN(len(drawnFolders))] + drawnNames[r.IntN(len(drawnNames))]
		files[name] = []byte(drawnTexts[r.IntN(len(drawnTexts))])
	}
	return files
}

// TestEveryFileIsUsedOrNamedSoak: of a workspace that is read, whatever is in it,
// the report has a line for every file.
func TestEveryFileIsUsedOrNamedSoak(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	seed := soak.Seed(t, 23)
	for _, kind := range []string{"openclaw", "moltis", "coqui", "tinyclaw", "nakama", "agents-md", "skill"} {
		reader, ok := registry.Reader(kind)
		if !ok {
			t.Fatalf("%s is not a kind", kind)
		}
		read := 0
		for n := range soak.Size(t, 4000) {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			drawn := drawWorkspace(r)
			drawn["LICENSE"] = []byte("free\n") // so that not all is in one folder
			files, report, err := exchange.Files(context.Background(), reader, exchangetest.Folder("w", drawn))
			if err != nil {
				if !errors.Is(err, exchange.ErrUnknown) && !errors.Is(err, exchange.ErrCorrupt) && !errors.Is(err, exchange.ErrLimit) {
					t.Errorf("%s %d: the error %q is none that a caller can act on", kind, n, err)
				}
				continue
			}
			read++
			exchangetest.Check(t, files)
			named := map[string]bool{}
			for _, note := range report.Notes {
				for place := range strings.SplitSeq(note.Place, ", ") {
					named[place] = true
				}
			}
			for _, name := range slices.Sorted(maps.Keys(drawn)) {
				if !named[name] {
					t.Errorf("%s %d: nothing is said of %q:\n%s", kind, n, name, exchangetest.Report(report))
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
		if read == 0 {
			t.Errorf("%s: no workspace was read", kind)
		}
	}
}
