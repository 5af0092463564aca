package chat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// NewAsk returns the command ask.
func NewAsk(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	cmd := &cobra.Command{
		Use:   "ask PATH… QUESTION",
		Short: "Ask a folder or files a question",
		Long: `ask reads folders and files as they are, answers one question from them, and names the document and the place
of what it says. The last argument is the question; what is before it is a folder, a file, a profile, or - for standard
input. Nothing is written into the folder. If no model is configured, it quotes the passages that answer best.

Without a question, ask is chat at a terminal. Each question has a session of its own; -c continues the last one.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("ask: name a folder or a file, and put a question behind it: backstory ask Papers 'what is due in May?'")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runAsk(cmd, t, &o, args) },
	}
	f := cmd.Flags()
	f.BoolVarP(&o.Start.Last, "continue", "c", false, "resume the session of the last question")
	f.StringVar(&o.Start.Model, "model", "", "ask this `MODEL`")
	f.StringVar(&o.Start.Role, "role", "", "work in this `ROLE`")
	f.StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	t.AddJSON(f)
	f.BoolVar(&t.Answer.Lines, "stream-json", false, "print one JSON object per line as the answer comes")
	o.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.Builder.Caches.CacheDir)
	return cmd
}

func runAsk(cmd *cobra.Command, t *cli.Terminal, o *workspace.Options, args []string) error {
	paths, question := args[:len(args)-1], args[len(args)-1]
	if len(paths) == 0 {
		if isSource(question) {
			return askNothing(cmd, t, o, question)
		}
		return fmt.Errorf("ask: %+.100q is no folder and no file here: name one, and put the question behind it", question)
	}
	if strings.TrimSpace(question) == "" {
		return errors.New("ask: the question is empty")
	}
	done, err := takeSources(t, o, paths)
	defer done()
	if err != nil {
		return err
	}
	o.Once = question
	return runShell(cmd, t, o, true)
}

// isSource reports whether an argument names something that can be asked.
func isSource(arg string) bool {
	_, err := os.Lstat(arg)
	return err == nil || arg == "-" || workspace.IsProfile(arg)
}

// askNothing is ask without a question: a chat where somebody can type one.
func askNothing(cmd *cobra.Command, t *cli.Terminal, o *workspace.Options, path string) error {
	in, ok := t.In.(*os.File)
	if !ok || !t.Person || !term.IsTerminal(int(in.Fd())) || path == "-" || t.Answer.Asked || t.Answer.Lines {
		return fmt.Errorf("ask: there is no question: put it behind %+.100q", path)
	}
	done, err := takeSources(t, o, []string{path})
	defer done()
	if err != nil {
		return err
	}
	return runShell(cmd, t, o, false)
}

// takeSources has what paths name be what is asked: a profile, or plain folders and
// files. done removes what was made for that.
func takeSources(t *cli.Terminal, o *workspace.Options, paths []string) (done func(), err error) {
	done = func() {}
	var found []string
	for _, path := range paths {
		if path == "-" {
			if len(paths) == 1 {
				file, dir, err := fromStdin(t.In)
				done = func() { os.RemoveAll(dir) }
				if err != nil {
					return done, err
				}
				o.Plain.Data, t.In = filepath.Join(dir, "data"), strings.NewReader("")
				found = append(found, file)
			}
			continue // with others it goes with the question
		}
		is, err := plain.Is(path)
		switch {
		case err != nil:
			return done, err
		case is:
			found = append(found, path)
		case !isSource(path) && strings.Contains(path, "://"):
			return done, fmt.Errorf("ask: %+.100q: addresses are not fetched: curl -fsSLO saves one as a file, which can be asked", path)
		case !isSource(path):
			return done, fmt.Errorf("ask: %+.100q is no folder and no file here, and no profile: the question is the last argument, in quotes", path)
		case len(paths) > 1:
			return done, fmt.Errorf("ask: %+.100q is a profile: name it alone, or plain folders and files", path)
		default:
			o.Start.Profile = path
		}
	}
	o.Plain.Paths = found
	return done, nil
}

// stdinName is the file that standard input is kept in, without its extension.
const stdinName = "standard input"

// fromStdin keeps standard input in a file of a folder of its own, whose extension
// says what it seems to be.
func fromStdin(in io.Reader) (file, dir string, err error) {
	if dir, err = os.MkdirTemp("", "backstory-ask-"); err != nil {
		return "", "", err
	}
	buffered := bufio.NewReaderSize(in, sniffed)
	head, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", dir, fmt.Errorf("reading standard input: %w", err)
	}
	if len(head) == 0 {
		return "", dir, errors.New("standard input is empty")
	}
	file = filepath.Join(dir, stdinName+extensionOf(head))
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = io.Copy(f, buffered)
		err = errors.Join(err, f.Close())
	}
	return file, dir, err
}

// sniffed is how much of standard input says what it is, in bytes.
const sniffed = 512

// extensionOf returns the extension of a file that begins in some way. Of packages
// the content says which they are.
func extensionOf(head []byte) string {
	for _, known := range []struct{ begin, extension string }{
		{"%PDF-", ".pdf"},
		{"PK\x03\x04", ".docx"},
		{"\xd0\xcf\x11\xe0", ".doc"},
		{`{\rtf`, ".rtf"},
		{"<!doctype html", ".html"},
		{"<html", ".html"},
	} {
		if bytes.HasPrefix(bytes.ToLower(head), bytes.ToLower([]byte(known.begin))) {
			return known.extension
		}
	}
	return ".txt"
}
