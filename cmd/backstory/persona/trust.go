package persona

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/trust"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// trustOptions are the options of trust.
type trustOptions struct {
	list, remove, yes bool
}

// NewTrust returns the command trust.
func NewTrust(t *cli.Terminal) *cobra.Command {
	var o trustOptions
	cmd := &cobra.Command{
		Use:   "trust [DIR]",
		Short: "Trust a workspace to run servers, use your keys, and follow its skills and schedules",
		Long: `trust shows which commands the workspace in DIR (default: the one that the current folder is in)
would run, where its providers are and which keys they would be sent, and asks whether it may. What
is trusted is the SHA-256 of backstory.json and of the files of the workspace that its commands name:
when one of them changes, nothing of the workspace is used until you trust it again. What those files run
or read in turn is not checked. Skills (skills/ of the workspace and of its profiles) and schedules are
shown and trusted by themselves, by the SHA-256 of each file. Without this a workspace runs nothing and sends no key anywhere.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			store, err := trust.Open("")
			if err != nil {
				return err
			}
			if o.list {
				return listTrusted(t, store)
			}
			dir, err := trustDir(args, o.remove)
			if err != nil {
				return err
			}
			if o.remove {
				return removeTrusted(cmd.Context(), t, store, dir)
			}
			return runTrust(cmd.Context(), t, store, dir, o)
		},
	}
	cmd.Flags().BoolVar(&o.list, "list", false, "list what is trusted")
	cmd.Flags().BoolVar(&o.remove, "remove", false, "stop trusting it")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
	t.AddJSON(cmd.Flags()) // which asks nothing
	cmd.MarkFlagsMutuallyExclusive("list", "remove", "yes")
	return cmd
}

// trustDir returns the folder that is meant. One that is to be forgotten need
// not be there.
func trustDir(args []string, remove bool) (string, error) {
	if len(args) > 0 && remove {
		return args[0], nil
	}
	from := "."
	if len(args) > 0 {
		if from = args[0]; !workspace.IsFolder(from) {
			return "", fmt.Errorf("%s is not a folder", from)
		}
	}
	if profile.SystemAt(from) != "" { // which is used in place
		return filepath.Abs(from)
	}
	dir, err := profile.FindWorkspace(from)
	if !errors.Is(err, profile.ErrNoWorkspace) {
		return dir, err
	}
	p, alone := profile.Open(from) // one outside of a workspace
	if alone != nil {
		return "", err
	}
	defer p.Close()
	return p.Dir, nil
}

func listTrusted(t *cli.Terminal, store *trust.Store) error {
	list, err := store.List()
	if err != nil {
		return err
	}
	if t.Answer.Asked {
		t.Answers(struct {
			Trusted []trust.Entry `json:"trusted"`
		}{append([]trust.Entry{}, list...)})
		return nil
	}
	for _, e := range list {
		kind := ""
		if e.Kind != "" {
			kind = "skills and schedules  "
		}
		fmt.Fprintf(t.Out, "%s  %s  %s%.12s\n", e.Since.Format("2006-01-02"), oneline.Safe(e.Dir), kind, e.Digest)
	}
	return nil
}

func removeTrusted(ctx context.Context, t *cli.Terminal, store *trust.Store, dir string) error {
	was, err := store.Remove(ctx, dir)
	if err != nil {
		return err
	}
	if !was {
		return fmt.Errorf("%s is not trusted", oneline.Safe(dir))
	}
	t.Talk("%s is trusted no more\n", oneline.Safe(dir))
	return nil
}

func runTrust(ctx context.Context, t *cli.Terminal, store *trust.Store, dir string, o trustOptions) error {
	w, err := trust.Read(dir)
	if err != nil {
		return err
	}
	own, left, err := trust.ReadConduct(dir)
	if err != nil {
		return err
	}
	for _, l := range left {
		t.Talk("%s\n", oneline.Safe(l.String()))
	}
	if t.Answer.Asked {
		state, _, err := store.State(w)
		if err != nil {
			return err
		}
		conduct, _, err := store.State(own)
		if err != nil {
			return err
		}
		t.Answers(trustedJSON(dir, w, state, own, conduct))
	}
	if w == nil && own == nil {
		t.Talk("%s asks for nothing that would have to be trusted\n", oneline.Safe(dir))
		return nil
	}
	var refused error
	for _, one := range []*trust.Workspace{w, own} {
		if one == nil {
			continue
		}
		if err := trustOne(ctx, t, store, one, o); err != nil {
			if !errors.Is(err, cli.ExitCode(cli.ExitStale)) {
				return err
			}
			refused = err
		}
	}
	return refused
}

// trustOne asks about one kind of what a workspace wants.
func trustOne(ctx context.Context, t *cli.Terminal, store *trust.Store, w *trust.Workspace, o trustOptions) error {
	if !t.Answer.Asked {
		tellWanted(t.Out, w)
	}
	state, since, err := store.State(w)
	if err != nil {
		return err
	}
	switch state {
	case trust.Trusted:
		t.Talk("it is trusted since %s\n", since.Format("2006-01-02"))
		return nil
	case trust.Changed:
		t.Talk("it has changed since it was trusted on %s\n", since.Format("2006-01-02"))
	}
	if !o.yes && (t.Answer.Asked || !agrees(t, "Do you trust it?")) {
		t.Talk("it is not trusted: none of this is used\n")
		return cli.ExitCode(cli.ExitStale)
	}
	if err := store.Add(ctx, w); err != nil {
		return err
	}
	t.Talk("it is trusted, as long as it stays as it is\n")
	return nil
}

// agrees asks a person. No answer is no.
func agrees(t *cli.Terminal, question string) bool {
	t.Talk("%s [y/N] ", question)
	line, err := bufio.NewReader(io.LimitReader(t.In, 100)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) || line == "" {
		t.Talk("\n")
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	}
	return false
}
