package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/lineend"
)

// State is a profile's folder with the list of signers that holds for it.
type State struct {
	Tree
	Signers   []byte // nil where there is none
	Signature []byte // of the list, by an earlier signer; nil where there is none
	// Demands are the files that say how many people have to approve, the
	// profile's and the workspace's; a nil content is one that is not there.
	Demands []Signed
}

// unix returns the state with LF for CRLF, as its lists were signed.
func (s State) unix() State {
	s.Signers, s.Signature = lineend.Unix(s.Signers), lineend.Unix(s.Signature)
	s.Demands = slices.Clone(s.Demands)
	for i, d := range s.Demands {
		s.Demands[i] = Signed{lineend.Unix(d.Content), lineend.Unix(d.Signature)}
	}
	return s
}

// Signed is a file, and the signature of it by an earlier signer, if there is one.
type Signed struct{ Content, Signature []byte }

// Expect says what a profile is held to.
type Expect struct {
	Profile string
	Needed  int // people who have to sign; 0 is one
	Now     time.Time
}

// Finding is something that is not as it should be.
type Finding struct {
	Code    string `json:"code"`
	Path    string `json:"path"`
	Message string `json:"message"`
}

// The codes of findings.
const (
	signersRemoved = "signers-removed"
	signersChanged = "signers-changed"
	signersNew     = "signers-new"
	demandLowered  = "demand-lowered"
	badRecord      = "bad-record"
	badChain       = "bad-chain"
	badSignature   = "bad-signature"
	unapproved     = "unapproved-change"
)

// IsIdentity reports whether a file of a profile says who its agent is: such a
// file changes by approvals alone.
func IsIdentity(name string) bool {
	if slices.Contains([]string{"soul.md", "user.md", "preferences.json"}, name) {
		return true
	}
	dir, file := path.Split(name)
	return (dir == "roles/" || dir == "context/") && strings.HasSuffix(file, ".md")
}

// Check holds a profile to its approvals. It needs its files alone. With an
// earlier state, what that says is believed: its list of signers, its records
// and its files; what came since has to follow from it. Without one the list
// that is there is believed, and the files are held to the records.
func Check(now State, before *State, e Expect) ([]Finding, error) {
	c := &check{now: now.unix(), Expect: e}
	if before != nil {
		was := before.unix()
		c.before = &was
	}
	list, err := c.signers()
	if err != nil {
		return nil, err
	}
	if err := c.demand(); err != nil {
		return nil, err
	}
	head, err := chains(now)
	if err != nil {
		return append(c.found, finding(err)), nil
	}
	base := map[string][]Link{}
	if before != nil {
		if base, err = chains(*before); err != nil {
			return append(c.found, finding(err)), nil
		}
	}
	paths, err := c.paths(head, base)
	if err != nil {
		return nil, err
	}
	for _, name := range paths {
		if err := c.file(name, head[name], base[name], list); err != nil {
			return nil, err
		}
	}
	return c.found, nil
}

func finding(err error) Finding {
	f := Finding{Code: badRecord, Message: err.Error()}
	var c *chainError
	if errors.As(err, &c) {
		f.Code, f.Path = badChain, c.Path
	}
	return f
}

type check struct {
	now    State
	before *State
	Expect
	demanded Demand // by the earlier state
	found    []Finding
}

func (c *check) say(code, name, format string, args ...any) {
	c.found = append(c.found, Finding{code, name, fmt.Sprintf(format, args...)})
}

// signers returns the list that new records are held to.
func (c *check) signers() (*Signers, error) {
	if c.before == nil {
		return parsed(c.now.Signers)
	}
	earlier, err := parsed(c.before.Signers)
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.Equal(c.before.Signers, c.now.Signers):
		return earlier, nil
	case earlier == nil:
		c.say(signersNew, SignersFile, "the list of signers is new: no earlier signer vouches for it; look at it, and take the commit that brings it for --base")
		return parsed(c.now.Signers)
	case c.now.Signers == nil:
		c.say(signersRemoved, SignersFile, "the list of signers is gone: approvals cannot be held to anybody")
		return earlier, nil
	}
	if err := earlier.VouchedFor(c.now.Signers, c.now.Signature, c.Now); err != nil {
		c.say(signersChanged, SignersFile, "the list of signers changed, and no earlier signer signed it (%s): ssh-keygen -Y sign -n %s -f KEY %s", err, SignersNamespace, SignersFile)
		return earlier, nil
	}
	return parsed(c.now.Signers)
}

// demand holds what is demanded to what was. To ask for less takes the signature
// of an earlier signer, of each file that changed.
func (c *check) demand() (err error) {
	now, err := demandOf(c.now)
	if err != nil || c.before == nil {
		return err
	}
	if c.demanded, err = demandOf(*c.before); err != nil || c.demanded.With(now) == now {
		return err
	}
	earlier, err := parsed(c.before.Signers)
	if err != nil {
		return err
	}
	for i, d := range c.before.Demands {
		after := Signed{}
		if i < len(c.now.Demands) {
			after = c.now.Demands[i]
		}
		if !bytes.Equal(d.Content, after.Content) && (earlier == nil || earlier.VouchedFor(after.Content, after.Signature, c.Now) != nil) {
			c.say(demandLowered, DemandFile, "it asks for less than before, and no earlier signer signed that: ssh-keygen -Y sign -n %s -f KEY %s", SignersNamespace, DemandFile)
		}
	}
	return nil
}

func demandOf(s State) (d Demand, err error) {
	for _, one := range s.Demands {
		own, err := ParseDemand(one.Content)
		if err != nil {
			return d, err
		}
		d = d.With(own)
	}
	return d, nil
}

func parsed(content []byte) (*Signers, error) {
	if content == nil {
		return nil, nil
	}
	return ParseSigners(content)
}

// chains returns the approvals of each file.
func chains(t Tree) (map[string][]Link, error) {
	files, err := Read(t)
	if err != nil {
		return nil, err
	}
	by := map[string][]File{}
	for _, f := range files {
		by[f.Record.Path] = append(by[f.Record.Path], f)
	}
	out := map[string][]Link{}
	for name, list := range by {
		if out[name], err = Chain(name, list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// paths returns the files that are looked at, sorted: those that say who an agent
// is, then and now, and all that have records.
func (c *check) paths(head, base map[string][]Link) ([]string, error) {
	names := map[string]bool{}
	for _, chains := range []map[string][]Link{head, base} {
		for name := range chains {
			names[name] = true
		}
	}
	trees := []Tree{c.now}
	if c.before != nil {
		trees = append(trees, c.before)
	}
	for _, t := range trees {
		for _, folder := range []string{".", "roles", "context"} {
			list, err := t.List(folder)
			if err != nil {
				return nil, err
			}
			for _, name := range list {
				if name = path.Join(folder, name); IsIdentity(name) {
					names[name] = true
				}
			}
		}
	}
	out := make([]string, 0, len(names))
	for name := range names {
		out = append(out, name)
	}
	slices.Sort(out)
	return out, nil
}

// maxFile is how large a file is that is held to its approvals, in bytes.
const maxFile = 1 << 20

// digestsIn returns the digest of a file, and that of its bytes, by which older
// records go.
func digestsIn(t Tree, name string) (sum, raw string, err error) {
	content, err := t.File(name, maxFile)
	if err != nil || content == nil {
		return "", "", err
	}
	all := sha256.Sum256(content)
	return Digest(content), hex.EncodeToString(all[:]), nil
}

// file holds one file to its approvals.
func (c *check) file(name string, head, base []Link, list *Signers) error {
	if len(base) > len(head) || !slices.EqualFunc(base, head[:len(base)], sameLink) {
		c.say(badChain, name, "approvals that were there are gone or were changed")
		return nil
	}
	want, was, known := "", "", false
	if c.before != nil {
		var err error
		if want, was, err = digestsIn(c.before, name); err != nil {
			return err
		}
		known = true
	}
	for _, l := range head[len(base):] {
		if known && l.First.Base != want && l.First.Base != was {
			c.say(unapproved, name, "%s approves a change of another content than the file had: it was changed without an approval", l.Files[0].Name)
		}
		c.link(name, l, list)
		want, was, known = l.First.Result, l.First.Result, true
	}
	if len(head) > 0 {
		want, known = head[len(head)-1].First.Result, true
	}
	if known {
		c.isApproved(name, want)
	}
	return nil
}

// isApproved holds a file to the digest that was approved last. One that cannot be read,
// which no prompt has either, is not what was approved.
func (c *check) isApproved(name, want string) {
	switch have, raw, err := digestsIn(c.now, name); {
	case err != nil:
		c.say(unapproved, name, "it cannot be held to what was approved: %v", err)
	case have != want && raw != want && IsIdentity(name):
		c.say(unapproved, name, "it differs from what was approved last: propose the change, or bring back what was approved")
	}
}

func sameLink(a, b Link) bool {
	return slices.EqualFunc(a.Files, b.Files, func(a, b File) bool {
		return a.Name == b.Name && bytes.Equal(a.Content, b.Content) && bytes.Equal(a.Signature, b.Signature)
	})
}

// link holds the records of one change to the signers.
func (c *check) link(name string, l Link, list *Signers) {
	var votes []Vote
	// What is asked for since now alone holds for what comes.
	d := c.demanded.With(Demand{Approvals: c.Needed})
	for _, f := range l.Files {
		d = d.With(f.Record.Demand)
	}
	for i, f := range l.Files {
		if f.Record.Profile != c.Profile || f.Name != Name(f.Record.Proposal, f.Record.Decision, i+1) {
			c.say(badRecord, name, "%s is a record of the profile %q and the proposal %s: it was brought here", f.Name, f.Record.Profile, f.Record.Proposal)
			continue
		}
		if d.FourEyes && f.Record.Author == "" {
			c.say(badRecord, name, "%s does not say whom the change was made for, and somebody else has to approve it", f.Name)
			continue
		}
		if list != nil && f.Signature == nil {
			c.say(badSignature, name, "%s has no signature", f.Name)
			continue
		}
		if list != nil {
			if err := list.Verify(f.Record.Signer, f.Content, f.Signature, f.Record.Time); err != nil {
				c.say(badSignature, name, "%s: %s", f.Name, err)
				continue
			}
		}
		votes = append(votes, Vote{f.Record.Signer, f.Signature})
	}
	if n := d.Voters(list, l.First.Author, votes); n < d.Needed() && len(votes) == len(l.Files) {
		c.say(badSignature, name, "%s was approved by %d of %d people", l.First.Proposal, n, d.Needed())
	}
}
