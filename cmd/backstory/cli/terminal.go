// Package cli is what every command shares: the streams that it talks to, the
// document that --json prints, the exit codes, and the wording of wrong usage.
//
//   - findings.go, sarif.go: findings, and reports of findings
//   - profiles.go: the profiles that a command works on
//   - progress.go: how far a build is
//   - result.go, answer.go: the document that --json prints
//   - terminal.go, program.go: the outside of a command, and the version
//   - exit.go: exit codes
//   - usage.go: wrong usage
//   - words.go: sizes, counts and the like
package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"golang.org/x/term"
)

// Terminal is the outside of a command: its streams, its folder, and the
// rules of talking. Results go to out, talk goes to err; colour and progress
// are for a person at a terminal only.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
	Root     string // --root
	All      bool   // --all
	Color    string // --color
	colored  bool
	Person   bool // err is a terminal
	Answer   answer

	Shown progress
}

// NewTerminal returns a terminal on three streams.
func NewTerminal(in *os.File, out, err *os.File) *Terminal {
	return &Terminal{In: in, Out: out, Err: err, Person: term.IsTerminal(int(err.Fd()))}
}

// Prepare settles what the flags of every command say.
func (t *Terminal) Prepare() error {
	switch t.Color {
	case "auto":
		t.colored = t.Person && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		t.colored = true
	case "never":
	default:
		return fmt.Errorf("--color: %q must be auto, always or never", t.Color)
	}
	if t.Root != "" {
		if err := os.Chdir(t.Root); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--root: no such folder: %s", t.Root)
		} else if err != nil {
			return fmt.Errorf("--root: %w", err)
		}
	}
	return nil
}

// Talk writes to the person.
func (t *Terminal) Talk(format string, args ...any) {
	t.ClearLine()
	fmt.Fprintf(t.Err, format, args...)
}

// Paint colours text with an SGR code if colours are on.
func (t *Terminal) Paint(code, text string) string {
	if !t.colored || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// HasLinks reports whether a terminal has links (OSC 8), by what terminals set
// in the environment. Some that have none would show them as rubbish.
func HasLinks(env func(string) string) bool {
	if force := env("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	for _, name := range []string{"WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM"} {
		if env(name) != "" {
			return true
		}
	}
	vte, _ := strconv.Atoi(env("VTE_VERSION"))
	program, term := env("TERM_PROGRAM"), env("TERM")
	since, _ := strconv.ParseFloat(strings.TrimRight(env("TERM_PROGRAM_VERSION"), "abcdefghij"), 64)
	switch {
	case program == "tmux":
		return since >= 3.4
	case strings.HasPrefix(term, "screen"):
		return false
	}
	return vte >= 5000 || slices.Contains([]string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby"}, program) ||
		slices.ContainsFunc([]string{"xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"}, func(t string) bool { return strings.HasPrefix(term, t) })
}

// The colours of talk.
const (
	Red    = "31"
	Yellow = "33"
	Green  = "32"
	Faint  = "2"
)

// ProfileFolder returns the folder of a profile that an argument names (see
// [IsPath]). A name of nothing is returned as it is.
func ProfileFolder(name string) (string, error) {
	if strings.HasPrefix(name, "s3://") {
		return "", fmt.Errorf("%.100s: build takes one address of a bucket, alone and without --dry-run; other commands take folders", oneline.Safe(name))
	}
	if IsPath(name) {
		return name, nil
	}
	dir, err := profile.FindWorkspace(".")
	if err != nil {
		return name, nil
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return name, nil
	}
	defer w.Close()
	p, err := openCalled(w, name)
	if err != nil {
		return name, nil
	}
	defer p.Close()
	if _, err := os.Stat(filepath.Join(name, profile.SoulFile)); (err == nil || profile.HasSources(name)) && len(eachOnce([]string{name, p.Dir})) > 1 {
		return "", fmt.Errorf("%+.100q is a folder here and a profile of the workspace: write %s or %s", name, oneline.Safe("./"+name), oneline.Safe(FromHere(p.Dir)))
	}
	return FromHere(p.Dir), nil
}

// openCalled opens the profile of a workspace that has a name, or that people call so:
// what its identity.md says, where no folder has the name and no other profile is
// called so.
func openCalled(w *profile.Workspace, name string) (*profile.Profile, error) {
	p, err := w.Open(name)
	if !errors.Is(err, profile.ErrUnknown) {
		return p, err
	}
	list, _, listErr := profile.NewCatalog(w).List()
	if listErr != nil {
		return nil, err
	}
	called := slices.DeleteFunc(list, func(s profile.Summary) bool { return !strings.EqualFold(s.Display, name) })
	if len(called) != 1 {
		return nil, err
	}
	return w.Open(called[0].Name)
}

// FromHere returns a path relative to the current folder, where that can be said.
func FromHere(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil {
			return rel
		}
	}
	return path
}

// eachOnce leaves out folders that are named again, also in another way.
func eachOnce(dirs []string) (once []string) {
	var seen []os.FileInfo
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err == nil && slices.ContainsFunc(seen, func(s os.FileInfo) bool { return os.SameFile(s, info) }) {
			continue
		}
		if err == nil {
			seen = append(seen, info)
		}
		once = append(once, dir)
	}
	return once
}

// Worst returns the code that counts of two: 101, 2, 3, 1, 0.
func Worst(a, b int) int {
	for _, code := range []int{ExitBug, ExitInterrupted, ExitError, ExitFailed, ExitStale} {
		if a == code || b == code {
			return code
		}
	}
	return ExitDone
}

// Stack returns the stack of this goroutine, for a report of a bug.
func Stack() string { return string(debug.Stack()) }

// ColorsOut reports whether what goes to the output may be coloured: colours
// of the talk are no reason to put them into a file.
func (t *Terminal) ColorsOut() bool {
	out, ok := t.Out.(*os.File)
	return t.Color == "always" || t.colored && ok && term.IsTerminal(int(out.Fd()))
}

// Confirm asks a person, and is an error where nobody can be asked.
func (t *Terminal) Confirm(question string) error {
	in, ok := t.In.(*os.File)
	if !ok || !t.Person || !term.IsTerminal(int(in.Fd())) || t.Answer.Asked {
		return errors.New("nobody can be asked here: look at it with --preview, then use --yes")
	}
	t.Talk("%s [y/N] ", question)
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer := strings.ToLower(strings.TrimSpace(line)); answer != "y" && answer != "yes" {
		t.Talk("nothing was written\n")
		return ExitCode(ExitError)
	}
	return nil
}

// IsPath reports whether an argument that names a profile is the path of its
// folder. Any other is the name of a profile of the workspace or of a folder here,
// and refused where both are there.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || name == "." || name == ".."
}

// progress is what a person sees of work that takes time: one line at the
// terminal, which is drawn again, or a line now and then in a log.
type progress struct {
	mu    sync.Mutex
	title string
	done  int
	all   int    // sources, or 0 where no build is under way
	note  string // beside the bar
	drawn bool   // a line that is not ended is at the terminal
	Quiet bool   // nothing goes to a log
	last  time.Time
	began time.Time
}

// ClearLine takes away the line that is not ended, if there is one. The next
// step of the work draws it again.
func (t *Terminal) ClearLine() {
	t.Shown.mu.Lock()
	defer t.Shown.mu.Unlock()
	t.Shown.erase(t.Err)
}

func (p *progress) erase(to io.Writer) {
	if p.drawn {
		p.drawn = false
		fmt.Fprint(to, "\r\x1b[K")
	}
}
