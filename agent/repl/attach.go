package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/suggest"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// The bounds of a file that goes with a message, in bytes: as it is, and where
// it is made Markdown of first.
const (
	maxAttached  = 1 << 20
	maxConverted = 64 << 20
	maxName      = 1 << 10 // of its path
)

// attachments are the files of a workspace that a person may name.
type attachments struct {
	*Terminal
	host    *host.Host
	convert func(ctx context.Context, name string, content []byte) (string, error)
}

func attachmentsOf(s *Shell) *attachments {
	return &attachments{&s.Terminal, s.Host, s.Backstory.Convert}
}

// attach returns what a person says with the files that they name with an @: they
// go with it as material. Only what they typed is looked at, see [escape].
func (a *attachments) attach(ctx context.Context, text string) (said string, files []model.Part, err error) {
	have := map[string]bool{}
	said, err = input.Mentions(text, func(name string) (bool, error) {
		file, err := a.named(name)
		if file == "" || err != nil || have[file] {
			return file != "", err
		}
		have[file] = true
		part, err := a.material(ctx, file)
		files = append(files, part)
		return true, err
	})
	return said, files, err
}

// named returns the file of the workspace that is meant by a name, with or
// without the punctuation behind it. None is "", and an error where another name
// is near.
func (a *attachments) named(name string) (string, error) {
	for try := name; try != ""; {
		info, err := a.host.Stat(try)
		switch {
		case len(try) > maxName:
		case err == nil && info.IsDir():
			return "", fmt.Errorf("@%s is a folder: name a file in it, or write \\@ for the sign itself", oneline.Safe(try))
		case err == nil:
			return path.Clean(try), nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid):
			return "", fmt.Errorf("@%s: %w", oneline.Safe(short(try)), err)
		}
		last, n := utf8.DecodeLastRuneInString(try)
		if !unicode.IsPunct(last) || last == '/' {
			break
		}
		try = try[:len(try)-n]
	}
	folder, base := path.Split(name)
	near := suggest.Nearest(base, a.entries(folder, base))
	switch {
	case near != "" && strings.ContainsAny(name, "./"):
		return "", fmt.Errorf("there is no file %s in the workspace; did you mean @%s? Write \\@ for the sign itself", oneline.Safe(short(name)), oneline.Safe(folder+near))
	case strings.ContainsAny(name, "./"):
		a.note("there is no file %s in the workspace: @%s is said as it is", short(name), short(name))
	}
	return "", nil
}

// material reads a file of the workspace. What is not text is converted.
func (a *attachments) material(ctx context.Context, name string) (model.Part, error) {
	content, err := a.host.ReadFile(name, maxConverted)
	if err != nil {
		return model.Part{}, fmt.Errorf("@%s: %w", oneline.Safe(name), err)
	}
	text := string(bytes.TrimPrefix(content, []byte("\uFEFF")))
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		if text, err = a.convert(ctx, path.Base(name), content); err != nil {
			return model.Part{}, fmt.Errorf("@%s: %w", oneline.Safe(name), err)
		}
	}
	if len(text) > maxAttached {
		return model.Part{}, fmt.Errorf("@%s has %d bytes of text, and a message takes %d: put it into the profile's backstory folder, which is read in parts",
			oneline.Safe(name), len(text), maxAttached)
	}
	a.note("with it: %s, about %d tokens", name, tokens.Estimate(text))
	return runner.Material(model.File, name, text), nil
}

// complete returns the names that a word which begins with @ may go on to.
func (a *attachments) complete(word string) []string {
	open := "@"
	if strings.HasPrefix(word, `@"`) {
		open = `@"`
	}
	folder, base := path.Split(word[len(open):])
	var list []string
	for _, name := range a.entries(folder, base) {
		whole := open + folder + name
		switch {
		case open == "@" && strings.ContainsFunc(name, unicode.IsSpace):
			continue
		case open != "@" && !strings.HasSuffix(name, "/"):
			whole += `"`
		}
		list = append(list, whole)
	}
	return list
}

// entries returns what is in a folder of the workspace, folders with a slash.
// What is hidden is there where it is asked for.
func (a *attachments) entries(folder, begin string) []string {
	var names []string
	for _, e := range a.host.Entries(folder) {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(begin, ".") || oneline.Safe(name) != name {
			continue
		}
		if e.IsDir() {
			name += "/"
		}
		names = append(names, name)
	}
	return names
}
