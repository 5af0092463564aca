package proposals

import (
	"context"
	"errors"
	"os"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// proposals is a workspace's proposals, to work on.
type proposals struct {
	host  *host.Host
	t     *cli.Terminal
	scope scope.Scope
	by    proposal.Reviewer
}

// proposalsOptions are those of the subcommands.
type proposalsOptions struct {
	workspace      workspace.Options
	status, target string
	limit          int
	compact, diff  bool
	reviewer, key  string
	signed, reason string
	back           bool
}

func (o *proposalsOptions) addReviewer(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.reviewer, "reviewed-by", "", "who decides (`NAME`; default: your user name)")
}

func (o *proposalsOptions) addKey(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.key, "key", "", "sign with this OpenSSH key; for a public key, ssh-agent signs (`FILE`)")
}

// run opens the workspace for one thing to be done. What processes began that
// are gone is ended first.
func (o *proposalsOptions) run(ctx context.Context, t *cli.Terminal, look bool, args []string, do func(context.Context, *proposals, []string) error) error {
	return o.workspace.With(ctx, t, look, func(h *host.Host) error {
		sc, err := h.Scope(o.workspace.Start.Profile)
		if err != nil {
			return err
		}
		p := &proposals{host: h, t: t, scope: sc, by: proposal.Reviewer{Name: o.reviewer, User: host.Person()}}
		if p.by.Name == "" {
			p.by.Name = p.by.User
		}
		if o.key != "" {
			key, err := approval.LoadKey(o.key, Passphrase(t, o.key))
			if err != nil {
				return err
			}
			p.by.Sign = func(record []byte) ([]byte, error) { return approval.Sign(key, approval.Namespace, record) }
		}
		if o.signed != "" {
			if o.key != "" || o.reviewer != "" {
				return errors.New("--signed: the payload says who signed it; leave out --key and --reviewed-by")
			}
			if p.by, err = proposal.LoadSigned(o.signed, p.by.User); err != nil {
				return err
			}
		}
		if !look {
			done, err := h.Desk.Recover(ctx, sc)
			for _, one := range done {
				t.Talk("%s\n", proposal.Ended(one))
			}
			if err != nil {
				return err
			}
		}
		return do(ctx, p, args)
	})
}

// Passphrase asks for what opens a key; nil where nobody can be asked.
func Passphrase(t *cli.Terminal, name string) func() ([]byte, error) {
	if !t.Person {
		return nil
	}
	return func() ([]byte, error) {
		t.Talk("passphrase of %s: ", name)
		defer t.Talk("\n")
		return term.ReadPassword(int(os.Stdin.Fd()))
	}
}
