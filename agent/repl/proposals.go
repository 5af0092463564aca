package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/generate"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// maxProposals is how many proposals a list shows.
const maxProposals = 50

// decisions is what a person decides about what agents propose.
type decisions struct {
	*Terminal
	host  *host.Host
	scope scope.Scope
}

func decisionsOf(s *Shell) *decisions { return &decisions{&s.Terminal, s.Host, s.at.scope} }

// obey is what a person decides about what agents propose.
func (d *decisions) obey(ctx context.Context, args string) error {
	verb, rest, _ := strings.Cut(args, " ")
	id, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	desk := d.host.Desk
	switch {
	case verb == "" || verb == "list":
		list, err := desk.List(ctx, d.scope, store.ProposalFilter{State: store.ProposalState(id), Limit: maxProposals})
		if err != nil {
			return err
		}
		rows := make([]proposal.Row, len(list))
		for i, p := range list {
			rows[i] = desk.Row(ctx, d.scope, p)
		}
		return proposal.WriteList(d.Out, rows)
	case verb == "triage" && rest == "":
		sweep, err := desk.Triage(ctx, d.scope, proposal.TriageOptions{Policy: triage.Cautious})
		return errors.Join(err, proposal.WriteSweep(d.Out, sweep))
	case verb == "generate" && (rest == "" || rest == "--dry-run"):
		made, err := d.host.Generate(ctx, d.scope, "", rest != "")
		if err != nil {
			return err
		}
		if made.Problem != "" {
			err = errors.New(made.Problem)
		}
		return errors.Join(generate.Write(d.Out, made), err)
	case id == "":
		return usage("proposals")
	case verb == "show":
		return d.show(ctx, id)
	}
	return d.decide(ctx, verb, id, reason)
}

// show writes a proposal, and the effect it would have on the prompt.
func (d *decisions) show(ctx context.Context, id string) error {
	sc, p, err := d.host.Desk.Find(ctx, d.scope, id)
	if err != nil {
		return err
	}
	shown, err := d.host.Desk.Show(ctx, sc, p, true)
	if err != nil {
		return err
	}
	effect, err := d.host.Effect(ctx, sc, p)
	if err != nil {
		return err
	}
	return errors.Join(shown.Write(d.Out), host.WriteEffect(d.Out, effect, false))
}

// decide does what takes a person: it changes a proposal, or a file.
func (d *decisions) decide(ctx context.Context, verb, id, reason string) error {
	desk := d.host.Desk
	by := proposal.Reviewer{Name: host.Person(), User: host.Person()}
	switch verb {
	case "approve", "revert", "payload":
		signs, err := readSigns(reason)
		if err != nil {
			return err
		}
		if verb == "payload" {
			return d.payload(ctx, id, signs)
		}
		if by, err = signs.reviewer(); err != nil {
			return err
		}
	}
	if _, err := desk.Recover(ctx, d.scope); err != nil {
		return err
	}
	switch verb {
	case "approve":
		p, err := desk.Approve(ctx, d.scope, id, by)
		return d.decided(p, err)
	case "reject":
		if reason = strings.TrimSpace(reason); reason == "" {
			return errors.New("say why: /proposals reject ID REASON")
		}
		p, err := desk.Reject(ctx, d.scope, id, reason, by)
		return d.decided(p, err)
	case "rebase":
		p, err := desk.Rebase(ctx, d.scope, id, by.Name)
		var clash *proposal.ClashError
		if errors.As(err, &clash) {
			fmt.Fprint(d.Out, clash.Sides())
		}
		return d.decided(p, err)
	case "apply":
		o, err := desk.Apply(ctx, d.scope, id, by.Name)
		return d.decided(o.Proposal, err)
	case "revert":
		o, err := desk.Revert(ctx, d.scope, id, by)
		if err == nil && len(o.Files) == 0 {
			return d.say("somebody else has to approve that, too")
		}
		return d.decided(o.Proposal, err)
	}
	return usage("proposals")
}

func (d *decisions) decided(p store.Proposal, err error) error {
	if err != nil {
		return err
	}
	return d.say("proposal %s is %s", p.ID, p.State)
}

// signs is how a decision is signed.
type signs struct {
	key, signed, as, file string
	back                  bool
}

// readSigns reads --key FILE, --signed FILE, --as NAME, --revert and the name of a
// file.
func readSigns(args string) (o signs, err error) {
	words := strings.Fields(args)
	for i := 0; i < len(words); i++ {
		to, option := map[string]*string{"--key": &o.key, "--signed": &o.signed, "--as": &o.as}[words[i]]
		switch {
		case words[i] == "--revert":
			o.back = true
		case option && i+1 == len(words):
			return o, fmt.Errorf("%s: give what belongs to it", words[i])
		case option:
			*to = words[i+1]
			i++
		case strings.HasPrefix(words[i], "-") || o.file != "":
			return o, usage("proposals")
		default:
			o.file = words[i]
		}
	}
	for _, name := range []*string{&o.key, &o.signed, &o.file} {
		if rest, ok := strings.CutPrefix(*name, "~/"); ok {
			home, err := os.UserHomeDir()
			if err != nil {
				return o, err
			}
			*name = filepath.Join(home, rest)
		}
	}
	return o, nil
}

// reviewer is who decides. A key that is protected is asked of ssh-agent: no
// passphrase is typed in a conversation.
func (o signs) reviewer() (proposal.Reviewer, error) {
	by := proposal.Reviewer{Name: cmp.Or(o.as, host.Person()), User: host.Person()}
	switch {
	case o.file != "" || o.back || o.signed != "" && (o.key != "" || o.as != ""):
		return by, usage("proposals")
	case o.signed != "":
		return proposal.LoadSigned(o.signed, by.User)
	case o.key != "":
		key, err := approval.LoadKey(o.key, nil)
		if err != nil {
			return by, err
		}
		by.Sign = func(record []byte) ([]byte, error) { return approval.Sign(key, approval.Namespace, record) }
	}
	return by, nil
}

// payload writes what is signed to approve a proposal into a file.
func (d *decisions) payload(ctx context.Context, id string, o signs) error {
	if o.file == "" || o.key != "" || o.signed != "" {
		return usage("proposals")
	}
	decision, verb := approval.Approved, "approve"
	if o.back {
		decision, verb = approval.Reverted, "revert"
	}
	content, err := d.host.Desk.Payload(ctx, d.scope, id, decision, proposal.Reviewer{Name: cmp.Or(o.as, host.Person())})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(o.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return d.say("sign it with %s, then /proposals %s %s --signed %s", proposal.HowToSign(o.file), verb, id, o.file)
}
