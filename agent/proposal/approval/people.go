package approval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// DemandFile says how many people have to approve, in a profile's folder and in
// that of the workspace: the stricter one holds.
const DemandFile = "approvals.json"

// Demand is who has to approve a change. The zero value is any one person.
type Demand struct {
	Approvals int  `json:"approvals,omitempty"` // people; 0 is 1
	FourEyes  bool `json:"four_eyes,omitempty"` // the author does not count
}

// MaxApprovals is how many people can be demanded.
const MaxApprovals = 100

// Needed is how many people have to approve, from 1 on.
func (d Demand) Needed() int { return max(d.Approvals, 1) }

// With returns what two demands ask for together.
func (d Demand) With(other Demand) Demand {
	return Demand{max(d.Approvals, other.Approvals), d.FourEyes || other.FourEyes}
}

// Check says what is wrong with a demand.
func (d Demand) Check() error {
	if d.Approvals < 0 || d.Approvals > MaxApprovals {
		return fmt.Errorf("approvals: %d is not between 0 and %d", d.Approvals, MaxApprovals)
	}
	return nil
}

// ParseDemand reads a [DemandFile]; nil is one that is not there.
func ParseDemand(content []byte) (d Demand, err error) {
	if content == nil {
		return d, nil
	}
	in := json.NewDecoder(bytes.NewReader(content))
	in.DisallowUnknownFields()
	if err = in.Decode(&d); err == nil {
		err = d.Check()
	}
	if _, e := in.Token(); err == nil && !errors.Is(e, io.EOF) {
		err = errors.New("something follows it")
	}
	if err != nil {
		return Demand{}, fmt.Errorf("reading %s: %w: write {\"approvals\": 2, \"four_eyes\": true}", DemandFile, err)
	}
	return d, nil
}

// Vote is somebody's approval: a name, and the signature that it was made with,
// nil where there is none.
type Vote struct {
	Name      string
	Signature []byte
}

// Voters returns how many people votes are of, without the author where it takes
// four eyes. Names that differ in case alone, names in one line of the list, and
// names with the same key are one person's. The list may be nil.
func (d Demand) Voters(list *Signers, author string, votes []Vote) int {
	p := people{}
	if list != nil {
		for _, one := range list.list {
			p.join(one)
		}
	}
	for _, v := range votes {
		if key := keyOf(v.Signature); key != "" {
			p.same(nameOf(v.Name), key)
		}
	}
	known := map[string]bool{}
	for _, v := range votes {
		known[p.of(nameOf(v.Name))] = true
	}
	if d.FourEyes {
		delete(known, p.of(nameOf(author)))
	}
	return len(known)
}

// Knows reports whether the list names somebody, other than by a pattern.
func (s *Signers) Knows(name string) bool {
	p := people{}
	for _, one := range s.list {
		p.join(one)
	}
	_, ok := p[nameOf(name)]
	return ok
}

// people are names and keys, each with another one of the same person's.
type people map[string]string

func nameOf(name string) string { return "name " + strings.ToLower(strings.TrimSpace(name)) }

// keyOf returns the key of a signature, "" where it has none. Whether it holds is
// another question.
func keyOf(signature []byte) string {
	b, err := unpack(signature)
	if err != nil {
		return ""
	}
	return "key " + string(b.PublicKey)
}

func (p people) of(x string) string {
	for p[x] != "" && p[x] != x {
		x = p[x]
	}
	return x
}

func (p people) same(a, b string) {
	for _, x := range []string{a, b} {
		if p[x] == "" {
			p[x] = x
		}
	}
	p[p.of(a)] = p.of(b)
}

// join has the names and the key of a line be one person's. Patterns name nobody.
func (p people) join(one signer) {
	for _, name := range one.names {
		if !strings.ContainsAny(name, "*?!") {
			p.same(nameOf(name), "key "+string(one.key.Marshal()))
		}
	}
}
