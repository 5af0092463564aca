// Package cluster has the commands of a cluster: worker, cluster, and what build does
// where it has an engine, or its profiles are in a bucket.
//
//   - build.go, bucket.go: what build does
//   - cluster.go, worker.go: the commands
package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// places are the flags that name the engine and the store.
type places struct{ engine, store string }

func (p *places) addEngine(flags *pflag.FlagSet) {
	flags.StringVar(&p.engine, "engine", "", "`ADDRESS` of the PostgreSQL with the queue: postgres://USER@HOST/DATABASE (default: BACKSTORY_ENGINE)")
}

func (p *places) add(flags *pflag.FlagSet) {
	p.addEngine(flags)
	flags.StringVar(&p.store, "store", "", "`ADDRESS` of the store that workers share: s3://BUCKET/PREFIX, or a folder (default: BACKSTORY_STORE)")
}

// resolve takes from the environment what no flag says.
func (p *places) resolve() {
	p.engine = cmp.Or(p.engine, os.Getenv("BACKSTORY_ENGINE"))
	p.store = cmp.Or(p.store, os.Getenv("BACKSTORY_STORE"))
}

var (
	errNoEngine = errors.New("--engine: name the PostgreSQL with the queue, postgres://USER@HOST/DATABASE")
	errNoStore  = errors.New("--store: name the store that workers share, s3://BUCKET/PREFIX or a folder")
)

// open opens the engine and, if it is asked for, the store.
func (p *places) open(ctx context.Context, withStore bool) (*cluster.Engine, objects.Store, error) {
	p.resolve()
	switch {
	case p.engine == "":
		return nil, nil, errNoEngine
	case withStore && p.store == "":
		return nil, nil, errNoStore
	}
	var store objects.Store
	if withStore {
		var err error
		if store, err = objects.Open(p.store, objects.Patience{}); err == nil {
			err = cluster.CheckStore(ctx, store, p.store)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	secret, err := password()
	if err != nil {
		return nil, nil, err
	}
	e, err := cluster.Open(ctx, p.engine, secret)
	return e, store, err
}

// passwordFile is the file of the user's configuration with the password of the engine.
const passwordFile = "engine_password"

// password returns what the user's configuration has as the password of the engine; empty
// where there is none.
func password() (string, error) {
	name, err := given.In(passwordFile)
	if err != nil {
		return "", nil // there is no folder for it
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("%s: others can read it: chmod 600", name)
	}
	text, err := os.ReadFile(name)
	return strings.TrimRight(string(text), "\r\n"), err
}

// New returns the command cluster.
func New(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Set up and look at a cluster of workers",
		Long: `cluster is for builds of very many profiles: workers on other machines convert their documents, and
build --engine takes what came of them. One machine is enough for some hundred thousand documents.`,
		Args: cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newInit(t), newStatus(t), newFailed(t), newRetry(t), newRemove(t))
	return cmd
}

func newInit(t *cli.Terminal) *cobra.Command {
	var p places
	cmd := &cobra.Command{
		Use: "init", Short: "Make the tables of the queue, or bring them to this version", Args: cobra.NoArgs,
		Long: `init makes the tables of the queue in the schema backstory_cluster of a PostgreSQL, or brings them to this version.
The role of the address owns them; workers and builds use the same role.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.resolve(); p.engine == "" {
				return errNoEngine
			}
			secret, err := password()
			if err == nil {
				err = cluster.Init(cmd.Context(), p.engine, secret)
			}
			if err != nil {
				return err
			}
			t.Talk("the queue is ready\n")
			return nil
		},
	}
	p.addEngine(cmd.Flags())
	return cmd
}

func newStatus(t *cli.Terminal) *cobra.Command {
	var p places
	cmd := &cobra.Command{
		Use: "status", Short: "Show the workers, and the chunks that wait or are under work", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, _, err := p.open(cmd.Context(), false)
			if err != nil {
				return err
			}
			defer e.Close()
			state, err := e.State(cmd.Context())
			if err != nil {
				return err
			}
			t.Answers(state)
			if t.Answer.Asked {
				return nil
			}
			fmt.Fprintf(t.Out, "%s\n", cli.Plural(len(state.Workers), "worker"))
			w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
			for _, k := range state.Workers {
				fmt.Fprintf(w, "  %s\t%s\t%v\t%s\tsince %s\n", oneline.Safe(k.ID), k.Revision, k.Classes, cli.Plural(k.Slots, "slot"), k.Started.UTC().Format(time.DateTime))
			}
			for _, q := range state.Queues {
				fmt.Fprintf(w, "%s\t%s\t%d wait\t%d under work\toldest %s\n", oneline.Safe(q.Queue), oneline.Safe(q.Tenant), q.Waiting, q.Running, time.Duration(q.Age*float64(time.Second)).Round(time.Second))
			}
			return w.Flush()
		},
	}
	p.addEngine(cmd.Flags())
	t.AddJSON(cmd.Flags())
	return cmd
}

// of declares --org.
func of(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "org", "", "of the organisation `SLUG` (default: the machine's own profiles)")
}

func newFailed(t *cli.Terminal) *cobra.Command {
	var p places
	var org string
	cmd := &cobra.Command{
		Use: "failed", Short: "Show the sources that were given up, since workers ended on them", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, _, err := p.open(cmd.Context(), false)
			if err != nil {
				return err
			}
			defer e.Close()
			all, err := e.Failed(cmd.Context(), org)
			if err != nil {
				return err
			}
			if all == nil {
				all = []cluster.Failure{}
			}
			t.Answers(struct {
				Failed []cluster.Failure `json:"failed"`
			}{all})
			for _, f := range all {
				if !t.Answer.Asked {
					fmt.Fprintf(t.Out, "%s: %s\n", oneline.Safe(f.Path), oneline.Safe(f.Reason))
				}
			}
			return nil
		},
	}
	p.addEngine(cmd.Flags())
	of(cmd.Flags(), &org)
	t.AddJSON(cmd.Flags())
	return cmd
}

func newRetry(t *cli.Terminal) *cobra.Command {
	var p places
	var org string
	cmd := &cobra.Command{
		Use: "retry", Short: "Have the sources that were given up tried again by the next build", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, _, err := p.open(cmd.Context(), false)
			if err != nil {
				return err
			}
			defer e.Close()
			n, err := e.Retry(cmd.Context(), org)
			if err == nil {
				t.Talk("the next build queues %s again\n", cli.Plural(n, "source"))
			}
			return err
		},
	}
	p.addEngine(cmd.Flags())
	of(cmd.Flags(), &org)
	return cmd
}

func newRemove(t *cli.Terminal) *cobra.Command {
	var p places
	var org string
	var yes bool
	cmd := &cobra.Command{
		Use: "remove", Short: "Remove all that the engine and the store have of an organisation", Args: cobra.NoArgs,
		Long: `remove removes all that there is of an organisation, or without --org of the machine's own profiles: chunks that wait,
what came of them, and its folder in the store. Profiles and caches of machines are left as they are.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, store, err := p.open(cmd.Context(), true)
			if err != nil {
				return err
			}
			defer e.Close()
			if !yes {
				if err := t.Confirm("Remove all chunks, results and objects of it?"); err != nil {
					return err
				}
			}
			n, err := e.Remove(cmd.Context(), store, org)
			if err == nil {
				t.Talk("removed %s\n", cli.Plural(n, "object"))
			}
			return err
		},
	}
	p.add(cmd.Flags())
	of(cmd.Flags(), &org)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}
