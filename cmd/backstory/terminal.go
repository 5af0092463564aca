package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/seed353dc258/backstory/profile"
)

// terminal is the outside of a command: its streams, its folder, and the
// rules of talking. Results go to out, talk goes to err; colour and progress
// are for a person at a terminal only.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	root     string // --root
	all      bool   // --all
	color    string // --color
	colored  bool
	person   bool // err is a terminal
	answer   answer

	shown progress
}

func newTerminal(in *os.File, out, err *os.File) *terminal {
	return &terminal{in: in, out: out, err: err, person: term.IsTerminal(int(err.Fd()))}
}

// prepare settles what the flags of every command say.
func (t *terminal) prepare() error {
	switch t.color {
	case "auto":
		t.colored = t.person && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		t.colored = true
	case "never":
	default:
		return fmt.Errorf("--color: %q must be auto, always or never", t.color)
	}
	if t.root != "" {
		if err := os.Chdir(t.root); err != nil {
			return fmt.Errorf("--root: %w", err)
		}
	}
	return nil
}

// talk writes to the person.
func (t *terminal) talk(format string, args ...any) {
	t.clearLine()
	fmt.Fprintf(t.err, format, args...)
}

// paint colours text with an SGR code if colours are on.
func (t *terminal) paint(code, text string) string {
	if !t.colored || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// hasLinks reports whether a terminal has links (OSC 8), by what terminals set
// in the environment. Some that have none would show them as rubbish.
func hasLinks(env func(string) string) bool {
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
	red    = "31"
	yellow = "33"
	green  = "32"
	faint  = "2"
)

// profiles returns the folders that a command works on: those named, or with
// --all every profile below the current folder, or the one that the current
// folder is in.
func (t *terminal) profiles(args []string) ([]string, error) {
	if t.all {
		if len(args) > 0 {
			return nil, errors.New("--all: name no profiles beside it")
		}
		return profile.FindAll(".")
	}
	if len(args) > 0 {
		return args, nil
	}
	if profile.HasSources(".") {
		return []string{"."}, nil
	}
	dir, err := profile.Find(".")
	if err != nil {
		return nil, err
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, dir); err == nil {
			dir = rel
		}
	}
	return []string{dir}, nil
}

// worst returns the code that counts of two: 101, 2, 3, 1, 0.
func worst(a, b int) int {
	for _, code := range []int{exitBug, exitInterrupted, exitError, exitFailed, exitStale} {
		if a == code || b == code {
			return code
		}
	}
	return exitDone
}

// each runs a function for every profile that is named and returns the worst
// code as an error. An error of one profile is told and does not stop the others.
func (t *terminal) each(args []string, work func(dir string) (int, error)) error {
	dirs, err := t.profiles(args)
	if err != nil {
		return err
	}
	code := exitDone
	t.answer.profiles = []any{}
	for _, dir := range dirs {
		c, err := work(dir)
		if err != nil {
			t.fail(notice{Code: codeOfError(err), Profile: dir, Message: messageOf(err)})
			if errors.Is(err, context.Canceled) { // the profiles before it are done, and the others as they were
				return exitCode(exitInterrupted)
			}
			c = exitError
		}
		code = worst(code, c)
	}
	if code != exitDone {
		return exitCode(code)
	}
	return nil
}

// plural returns "1 file" or "3 files".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if strings.HasSuffix(one, "y") {
		one = strings.TrimSuffix(one, "y") + "ie"
	}
	return fmt.Sprintf("%d %ss", n, one)
}

func stack() string { return string(debug.Stack()) }
