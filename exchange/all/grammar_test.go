package all_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

// The fuzz targets of the kinds that are folders: the input is a recipe by which a
// folder is made that looks like one of the system.
func FuzzOpenClaw(f *testing.F) { fuzzFolder(f, "openclaw") }
func FuzzMoltis(f *testing.F)   { fuzzFolder(f, "moltis") }
func FuzzCoqui(f *testing.F)    { fuzzFolder(f, "coqui") }
func FuzzTinyClaw(f *testing.F) { fuzzFolder(f, "tinyclaw") }
func FuzzNakama(f *testing.F)   { fuzzFolder(f, "nakama") }
func FuzzAgentsMD(f *testing.F) { fuzzFolder(f, "agents-md") }
func FuzzSkill(f *testing.F)    { fuzzFolder(f, "skill") }

func fuzzFolder(f *testing.F, kind string) {
	registry, err := all.Registry()
	if err != nil {
		f.Fatal(err)
	}
	reader, ok := registry.Reader(kind)
	if !ok {
		f.Fatalf("%s is not a kind", kind)
	}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 23))
		recipe := make([]byte, 600)
		for i := range recipe {
			recipe[i] = byte(r.IntN(256))
		}
		f.Add(recipe)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > 4096 {
			t.Skip("longer than is worth the time")
		}
		home := t.TempDir()
		r, folder := recipe{bytes}, filepath.Join(home, "workspace")
		write := func(name, text string) {
			name = filepath.FromSlash(name)
			if os.MkdirAll(filepath.Dir(name), 0o755) != nil || os.WriteFile(name, []byte(text), 0o600) != nil {
				return // a name that this system does not have, or that of a folder
			}
		}
		write(folder+"/SOUL.md", "# Ada\n")
		write(folder+"/IDENTITY.md", r.markdown())
		if kind == "moltis" {
			write(folder+"/moltis.toml", r.fill(moltisConfig))
		} else {
			write(home+"/openclaw.json", r.fill(openClawConfig))
		}
		for range r.below(20) {
			r.file(folder, write)
		}
		root, err := os.OpenRoot(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		tree, err := exchange.OpenFolder(root)
		if err != nil {
			return
		}
		in := &exchange.Input{Name: filepath.Base(folder), Tree: tree, User: exchangetest.User, Around: exchange.ReadAround(folder)}
		files, _, err := exchange.Files(context.Background(), reader, in)
		if err == nil {
			exchangetest.Check(t, files)
		} else if !errors.Is(err, exchange.ErrUnknown) && !errors.Is(err, exchange.ErrCorrupt) && !errors.Is(err, exchange.ErrLimit) {
			t.Errorf("the error %q is none that a caller can act on", err)
		}
		if s, ok := reader.(exchange.Splitter); ok {
			_, _ = s.Split(in) // whose errors are those of Read
		}
	})
}

// recipe hands out the bytes of an input as choices. One that is at its end
// chooses the first each time, and so each rule ends.
type recipe struct{ bytes []byte }

func (r *recipe) below(n int) int {
	if len(r.bytes) == 0 {
		return 0
	}
	b := r.bytes[0]
	r.bytes = r.bytes[1:]
	return int(b) % n
}

func (r *recipe) one(of ...string) string { return of[r.below(len(of))] }

// What the files that configure a system look like. A % is a value.
const (
	openClawConfig = `{ // a remark
  agents: {"defaults": {"workspace": %, "bootstrapMaxChars": %, bootstrapTotalMaxChars: %}, "list": [{"id": %, "identity": %}]},
  "hooks": {"internal": {"enabled": %, "entries": {"bootstrap-extra-files": {"enabled": %, "paths": [%, %, %], "patterns": %}}}},
  "mcp": {"servers": {"mail": %, "files": {"env": %},}},
}`
	moltisConfig = "[identity]\nname = %\nemoji = %\ncreature = %\nvibe = %\n\n[user]\nname = %\ntimezone = %\n[chat]\nworkspace_file_max_chars = %\n[mcp.servers.mail]\ncommand = %\n[mcp.servers.mail.env]\nKEY = %\n"
	servers      = `{"mcpServers": {"mail": %, "b": {"command": %}}, "servers": %}`
	manifest     = `{"kind": "nakama-profile-export", "version": %, "topLevelPaths": [%], "meta": {"name": %, "systemPrompt": %, "toolNames": [%], "skillNames": %}}`
)

// fill puts values into the places of a file, and now and then cuts it there.
func (r *recipe) fill(file string) string {
	var b strings.Builder
	for i, part := range strings.Split(file, "%") {
		if i > 0 {
			b.WriteString(r.value())
		}
		if b.WriteString(part); r.below(256) == 255 {
			break
		}
	}
	return b.String()
}

// value is a value of JSON and TOML; now and then one of TOML alone, or of neither.
func (r *recipe) value() string {
	switch r.below(64) {
	case 1, 2, 3, 4, 5, 6, 7, 8, 9:
		return r.one("20000", "0", "-1", "1e400", "0.5", "true", "false", "[]")
	case 10, 11, 12, 13:
		return "[" + strconv.Quote(r.word()) + ", " + strconv.Quote(r.word()) + "]"
	case 14:
		return r.one("[", "{", "0x1F", "null", "1979-05-27", "'"+r.word()+"'", `"""`+r.word()+`"""`, r.word())
	}
	return strconv.Quote(r.word())
}

// word is a name or a value: one that the systems know, or some of the input.
func (r *recipe) word() string {
	if r.below(8) == 7 {
		n := min(r.below(40), len(r.bytes))
		text := string(r.bytes[:n])
		r.bytes = r.bytes[n:]
		return text
	}
	return r.one("Ada", "", "*/AGENTS.md", "other/deep/er/*.md", "**/TOOLS.md", "../x/AGENTS.md", "/etc/passwd", "memory/*.md", "**", "[a", "{a,b}/AGENTS.md", "Europe/Berlin", "a\nb", "\u202e", "{{user}}", "---", "Name", "vibe")
}

// file writes a file that the systems have, or one beside them.
func (r *recipe) file(folder string, write func(name, text string)) {
	name := drawnNames[r.below(len(drawnNames))]
	switch r.below(4) {
	case 1:
		name = drawnFolders[r.below(len(drawnFolders))] + name
	case 2:
		name = r.one("mcp-servers.json", "nakama-profile-export.json", "skills/x/SKILL.md", "agents/main/IDENTITY.md", "orgs/acme/MEMORY.md", "orgs/acme/profiles/desk/SOUL.md", "profiles/desk/SOUL.md", "roles/coder.md", ".cursorrules", ".cursor/rules/a.mdc", "other/AGENTS.md", "other/TOOLS.md")
	}
	text := r.markdown()
	switch {
	case name == "mcp-servers.json":
		text = r.fill(servers)
	case strings.HasSuffix(name, ".json"):
		text = r.fill(manifest)
	case r.below(3) == 2:
		text = drawnTexts[r.below(len(drawnTexts))]
	}
	write(folder+"/"+name, text)
}

func (r *recipe) markdown() string {
	var b strings.Builder
	if r.below(2) == 1 {
		b.WriteString("---\n")
		for range r.below(6) {
			b.WriteString(r.one("name", "emoji", "vibe", "timezone", "description", "globs", "alwaysApply", "model", "tools", r.word()) + ": " + r.one("", "- ", "\"", "[", "|\n  ", "{") + r.word() + "\n")
		}
		b.WriteString(r.one("---\n", "", "...\n", "---"))
	}
	for range r.below(12) {
		b.WriteString(r.one("# ", "- ", "- **Name:** ", "- **Timezone:** ", "- Vibe: ", "**", "## Pinned\n", "## 2026-01-02\n", "@", "> ", "```\n", "<!-- ", "-->", "  ", "") + r.word() + r.one("\n", "\r\n", "\n\n", ": ", ""))
	}
	return b.String()
}
