// Package doctor has the command doctor: what builds and agents find on this
// machine, and what to mend.
package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/worker"
)

// The states of what doctor looks at.
const (
	stateOK     = "ok"
	stateAbsent = "absent" // not there, and needed by some alone
	stateWrong  = "wrong"  // to be mended
)

// finding is what doctor says of one thing.
type finding struct {
	Name  string `json:"name"`
	State string `json:"state"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"` // what to do
}

// New returns the command doctor.
func New(t *cli.Terminal) *cobra.Command {
	var cache string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what builds and agents need on this machine",
		Long: `doctor looks at what builds and agents need: the cache folder, the processes that read untrusted files and how
well they are confined, the PDF reader, text recognition, git and its hooks, the database of DATABASE_URL, the
shared cache, your configuration and the keys of its models. It asks no model, and reaches no network but that
database and that cache.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return tellFindings(t, examine(cmd.Context(), compile.CacheFolder(cache)))
		},
	}
	compile.AddCacheDir(cmd, &cache)
	t.AddJSON(cmd.Flags())
	return cmd
}

func examine(ctx context.Context, cache string) []finding {
	out := []finding{{"program", stateOK, fmt.Sprintf("backstory %s, %s, %s/%s", cli.ProgramVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH), ""}}
	out = append(out, examineCache(cache), examineChildren(ctx, cache), examineReader(cache), examineOCR(), examineGit(ctx))
	out = append(out, examineHooks(ctx)...)
	out = append(out, examineDatabase(ctx)...)
	out = append(out, examineShared()...)
	return append(out, examineModels()...)
}

func examineCache(dir string) finding {
	if dir == "" {
		return finding{"cache", stateAbsent, "you have no cache folder: every build reads everything", "set HOME or XDG_CACHE_HOME, or use --cache-dir"}
	}
	err := os.MkdirAll(dir, 0o700)
	var f *os.File
	if err == nil {
		f, err = os.CreateTemp(dir, ".doctor-*")
	}
	if err != nil {
		return finding{"cache", stateWrong, err.Error(), "let this user write there, or use --cache-dir"}
	}
	f.Close()
	_ = os.Remove(f.Name()) // it has nothing
	return finding{"cache", stateOK, dir, ""}
}

// examineChildren converts a text in a process of its own.
func examineChildren(ctx context.Context, cache string) finding {
	const name = "confinement"
	lacks := ""
	registry, err := all.Registry()
	if err != nil {
		return finding{name, stateWrong, err.Error(), ""}
	}
	pool, err := compile.NewPool(cache, worker.IsolateAll, nil)
	if err != nil {
		return finding{name, stateWrong, err.Error(), ""}
	}
	defer pool.Close()
	pool.Note = func(missing string) { lacks = missing }
	const text = "a line\n"
	c := pipeline.Converter{Registry: registry, Isolator: pool, NoTokens: true}
	_, err = c.Convert(ctx, converters.Input{Name: "a.txt", SectionReader: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}, io.Discard)
	switch {
	case err != nil:
		return finding{name, stateWrong, err.Error(), "allow it, or set \"isolate\": \"reduced\" in " + catalog.ConfigName + ", which confines less"}
	case lacks != "":
		remedy := "use a kernel with Landlock and seccomp, and a released program or one built with CGO_ENABLED=0"
		if runtime.GOOS != "linux" {
			remedy = "read documents of strangers on Linux, or in a container"
		}
		return finding{name, stateAbsent, "processes that read untrusted files are confined less than they could be: " + lacks, remedy}
	}
	return finding{name, stateOK, "processes that read untrusted files reach nothing else", ""}
}

func examineReader(cache string) finding {
	if e := (&worker.Engine{Cache: cache}); e.Compiled() {
		return finding{"pdf", stateOK, "the PDF reader is compiled", ""}
	}
	return finding{"pdf", stateAbsent, "the PDF reader is compiled when the first PDF is read, which takes seconds", ""}
}

func examineOCR() finding {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return finding{"ocr", stateAbsent, "tesseract is not installed: pages that are pictures cannot be read", "install it (Debian: apt-get install tesseract-ocr) if you need that"}
	}
	return finding{"ocr", stateOK, path, ""}
}

func examineGit(ctx context.Context) finding {
	if _, err := exec.LookPath("git"); err != nil {
		return finding{"git", stateAbsent, "git is not installed", ""}
	}
	if !compile.InRepository(ctx, ".") {
		return finding{"git", stateOK, "installed; this is not a repository", ""}
	}
	if out, err := exec.CommandContext(ctx, "git", "config", "--get", "merge.backstory.driver").Output(); err != nil || len(out) == 0 {
		return finding{"git", stateAbsent, "this repository merges backstory.md as text", "run backstory init --git in it"}
	}
	return finding{"git", stateOK, "this repository merges backstory.md by its driver", ""}
}

// hookFile is where pre-commit's hooks are declared.
const hookFile = ".pre-commit-config.yaml"

// examineHooks looks at a hook of git that calls this program, by itself or by
// pre-commit. There may be none, which is nothing to tell.
func examineHooks(ctx context.Context) []finding {
	say := func(state, says, mend string) []finding { return []finding{{"hook", state, says, mend}} }
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--git-path", "hooks/pre-commit", "--show-toplevel").Output()
	hook, top, ok := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || !ok {
		return nil
	}
	text, err := os.ReadFile(hook)
	declared, _ := os.ReadFile(filepath.Join(top, hookFile)) // most repositories have none
	calls, byPreCommit := bytes.Contains(text, []byte("backstory")), bytes.Contains(declared, []byte("id: backstory-"))
	switch {
	case err != nil && byPreCommit:
		return say(stateWrong, hookFile+" has a hook of backstory that git does not run", "run pre-commit install")
	case err != nil || !calls && !byPreCommit:
		return nil
	}
	if info, err := os.Stat(hook); err == nil && runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
		return say(stateWrong, hook+" is not executable: git does not run it", "run chmod +x on it")
	}
	if _, err := exec.LookPath("backstory"); calls && err != nil {
		return say(stateWrong, hook+" calls backstory, which is not in PATH", "add its folder to PATH")
	}
	return say(stateOK, hook, "")
}

// databasePatience is how long a database may take to answer.
const databasePatience = 5 * time.Second

// examineDatabase opens the database of workspaces as a server does, where there is
// to be one.
func examineDatabase(ctx context.Context) []finding {
	const name = "database"
	address := workspace.Database()
	if address == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, databasePatience)
	defer cancel()
	s, err := postgres.Open(ctx, address)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return []finding{{name, stateWrong, err.Error(), "docs/teams.md has the roles and the steps; or unset DATABASE_URL"}}
	}
	return []finding{{name, stateOK, "PostgreSQL, with the tables of this version and a role that sees one organisation at a time", ""}}
}

// examineShared reads what the shared cache has, where the environment or the
// configuration names one.
func examineShared() []finding {
	const name = "shared cache"
	var o given.Shared
	unused := ""
	registry, err := all.Registry()
	if err == nil {
		err = o.Open(registry, func(format string, args ...any) { unused = strings.TrimSpace(fmt.Sprintf(format, args...)) })
	}
	var has shared.State
	switch {
	case err == nil && o.Address == "":
		return nil
	case err == nil && o.Cache == nil:
		err = errors.New(unused)
	case err == nil:
		has, err = o.Cache.State()
		o.Cache.Close()
	}
	if err != nil {
		return []finding{{name, stateWrong, err.Error(), "docs/cache.md has the addresses and keys; builds do without it"}}
	}
	return []finding{{name, stateOK, fmt.Sprintf("%s, %s: %s, %d not signed by a trusted key", o.Address, o.Namespace, cli.Plural(has.Chapters, "chapter"), has.Unsigned), ""}}
}

func examineModels() []finding {
	settings, err := catalog.Load("")
	if err != nil {
		return []finding{{"configuration", stateWrong, err.Error(), "mend it; docs/configuration.md says what may be there"}}
	}
	folder, _ := catalog.Folder() // without a home there is none
	path := filepath.Join(folder, catalog.ConfigName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrPermission) {
		return []finding{{"configuration", stateWrong, path + " is in a folder that this user may not enter: nothing is configured", "set HOME or XDG_CONFIG_HOME to a folder of this user"}}
	} else if err != nil {
		path = "there is none: " + path + " would be yours"
	}
	out := []finding{{"configuration", stateOK, path, ""}}
	if settings.Model == "" {
		out = append(out, finding{"model", stateAbsent, "none is configured: agents answer offline, with quotes", "paste these lines into " + filepath.Join(folder, catalog.ConfigName) + ", with your model (docs/configuration.md has other providers):\n{\n  \"model\": \"ollama/qwen3:8b\",\n  \"providers\": {\"ollama\": {}}\n}"})
		return out
	}
	c := catalog.New(catalog.Options{User: settings})
	if _, err := c.Find(settings.Model); err != nil {
		return append(out, finding{"model", stateWrong, err.Error(), "set what it names, or another model"})
	}
	return append(out, finding{"model", stateOK, settings.Model, ""})
}

func tellFindings(t *cli.Terminal, all []finding) error {
	wrong := false
	for _, f := range all {
		wrong = wrong || f.State == stateWrong
		if t.Answer.Asked {
			continue
		}
		color := map[string]string{stateOK: cli.Green, stateAbsent: cli.Yellow, stateWrong: cli.Red}[f.State]
		line := fmt.Sprintf("%s %-14s %s\n", t.Paint(color, fmt.Sprintf("%-6s", f.State)), f.Name, oneline.Safe(f.Says))
		if f.Mend != "" {
			line += fmt.Sprintf("%-22s%s\n", "", strings.ReplaceAll(f.Mend, "\n", fmt.Sprintf("\n%-22s", "")))
		}
		if _, err := io.WriteString(t.Out, line); err != nil {
			return err
		}
	}
	t.Answers(struct {
		Findings []finding `json:"findings"`
	}{all})
	if wrong {
		return cli.ExitCode(cli.ExitStale)
	}
	return nil
}
