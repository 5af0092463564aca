package approval_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/internal/soak"
)

var at = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

func signerOf(t testing.TB, private crypto.PrivateKey) ssh.Signer {
	t.Helper()
	s, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newKey(t testing.TB) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return signerOf(t, private)
}

func line(name, options string, s ssh.Signer) string {
	return strings.Join(strings.Fields(name+" "+options+" "+string(ssh.MarshalAuthorizedKey(s.PublicKey()))), " ") + "\n"
}

// The signatures are ssh-keygen's, in both directions and for every kind of key.
func TestSignaturesAreThoseOfSSHKeygen(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	message := approval.Record{Org: "local", Path: "soul.md"}.Bytes()
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, private := range map[string]crypto.PrivateKey{"ed25519": ed, "ecdsa": ec, "rsa": rs} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			block, err := ssh.MarshalPrivateKey(private, "")
			if err != nil {
				t.Fatal(err)
			}
			signers := line("ida@example.org", "", signerOf(t, private))
			for file, content := range map[string][]byte{"key": pem.EncodeToMemory(block), "signers": []byte(signers), "record.json": message} {
				if err := os.WriteFile(filepath.Join(dir, file), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			key, err := approval.LoadKey(filepath.Join(dir, "key"), nil)
			if err != nil {
				t.Fatal(err)
			}
			ours, err := approval.Sign(key, approval.Namespace, message)
			if err != nil {
				t.Fatal(err)
			}
			run := func(in []byte, args ...string) {
				t.Helper()
				cmd := exec.Command("ssh-keygen", args...)
				cmd.Dir, cmd.Stdin = dir, bytes.NewReader(in)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("ssh-keygen %v: %v\n%s", args, err, out)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "ours.sig"), ours, 0o600); err != nil {
				t.Fatal(err)
			}
			run(message, "-Y", "verify", "-f", "signers", "-I", "ida@example.org", "-n", approval.Namespace, "-s", "ours.sig")
			run(nil, "-Y", "sign", "-f", "key", "-n", approval.Namespace, "record.json")
			theirs, err := os.ReadFile(filepath.Join(dir, "record.json.sig"))
			if err != nil {
				t.Fatal(err)
			}
			list, err := approval.ParseSigners([]byte(signers))
			if err != nil {
				t.Fatal(err)
			}
			if err := list.Verify("ida@example.org", message, theirs, at); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSignersAreHeldToTheirLines(t *testing.T) {
	ida, bo, message := newKey(t), newKey(t), []byte("m")
	sign := func(s ssh.Signer, namespace string) []byte {
		sig, err := approval.Sign(s, namespace, message)
		if err != nil {
			t.Fatal(err)
		}
		return sig
	}
	good := sign(ida, approval.Namespace)
	for _, test := range []struct {
		name, signers, who string
		sig                []byte
		ok                 bool
	}{
		{"listed", line("ida", "", ida), "ida", good, true},
		{"listed among others", "# ours\n\n" + line("bo", "", bo) + line("ida,cy", "", ida), "ida", good, true},
		{"by a pattern", line("*@example.org", "", ida), "ida@example.org", good, true},
		{"not by a pattern", line("*,!ida", "", ida), "ida", good, false},
		{"under another name", line("bo", "", ida), "ida", good, false},
		{"another key", line("ida", "", bo), "ida", good, false},
		{"for another thing", line("ida", "", ida), "ida", sign(ida, "file"), false},
		{"for signers", line("ida", "", ida), "ida", sign(ida, approval.SignersNamespace), false},
		{"for all things", line("ida", `namespaces="backstory-*"`, ida), "ida", good, true},
		{"for other things", line("ida", `namespaces="git"`, ida), "ida", good, false},
		{"valid", line("ida", `valid-after="20260101",valid-before="20270101Z"`, ida), "ida", good, true},
		{"too early", line("ida", `valid-after="202603040507"`, ida), "ida", good, false},
		{"too late", line("ida", `valid-before="20260304050607Z"`, ida), "ida", good, false},
		{"no signature", line("ida", "", ida), "ida", nil, false},
		{"something else", line("ida", "", ida), "ida", []byte("-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"), false},
		{"two", line("ida", "", ida), "ida", append(slices.Clone(good), good...), false},
		{"nobody", "", "ida", good, false},
	} {
		list, err := approval.ParseSigners([]byte(test.signers))
		if err != nil {
			t.Fatal(test.name, err)
		}
		if err := list.Verify(test.who, message, test.sig, at); (err == nil) != test.ok || err != nil && !errors.Is(err, approval.ErrSignature) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	for _, bad := range []string{"ida", "ida ssh-ed25519", line("ida", "cert-authority", ida), line("ida", `valid-after="soon"`, ida), "ida ssh-ed25519 AAAA\n"} {
		if _, err := approval.ParseSigners([]byte(bad)); err == nil {
			t.Errorf("%q is a list", bad)
		}
	}
}

// tree is a folder in memory.
type tree map[string]string

func (f tree) File(name string, _ int64) ([]byte, error) {
	if content, ok := f[name]; ok {
		return []byte(content), nil
	}
	return nil, nil
}

func (f tree) List(folder string) ([]string, error) {
	var out []string
	for name := range f {
		if path.Dir(name) == folder {
			out = append(out, path.Base(name))
		}
	}
	slices.Sort(out)
	return out, nil
}

// history makes approved changes of a folder.
type history struct {
	testing.TB
	tree
	signers string
	before  map[string]string // the last record of each file
	n       int
	record  func(*approval.Record) // changes each of them; nil changes none
}

func newHistory(t testing.TB, signers string) *history {
	return &history{TB: t, tree: tree{"soul.md": "one\n"}, signers: signers, before: map[string]string{}}
}

// change approves another content of a file, by some people.
func (h *history) change(name, content string, who ...ssh.Signer) {
	h.Helper()
	h.n++
	r := approval.Record{
		Org: "local", Profile: "ada", Path: name, Proposal: fmt.Sprintf("p%d", h.n), Decision: approval.Approved, Time: at, Before: h.before[name],
		Result: approval.Digest([]byte(content)),
	}
	if was, ok := h.tree[name]; ok {
		r.Base = approval.Digest([]byte(was))
	}
	if h.record != nil {
		h.record(&r)
	}
	for i, s := range who {
		r.Signer = fmt.Sprintf("signer%d", i)
		at := "approvals/" + approval.Name(r.Proposal, r.Decision, i+1)
		h.tree[at] = string(r.Bytes())
		if i == 0 {
			h.before[name] = approval.Digest(r.Bytes())
		}
		if s != nil {
			sig, err := approval.Sign(s, approval.Namespace, r.Bytes())
			if err != nil {
				h.Fatal(err)
			}
			h.tree[at+".sig"] = string(sig)
		}
	}
	h.tree[name] = content
}

func (h *history) state() approval.State {
	copied := tree{}
	for name, content := range h.tree {
		copied[name] = content
	}
	s := approval.State{Tree: copied}
	if h.signers != "" {
		s.Signers = []byte(h.signers)
	}
	return s
}

func codes(t testing.TB, now approval.State, before *approval.State, needed int) string {
	t.Helper()
	found, err := approval.Check(now, before, approval.Expect{Profile: "ada", Needed: needed, Now: at})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, f.Code)
	}
	return strings.Join(out, " ")
}

// PA-05
func TestFilesFollowFromAnEarlierCommit(t *testing.T) {
	ida, bo, eve := newKey(t), newKey(t), newKey(t)
	signers := line("signer0", "", ida) + line("signer1", "", bo)
	for _, test := range []struct {
		name   string
		change func(h *history)
		edit   func(s *approval.State)
		needed int
		want   string
	}{
		{name: "nothing"},
		{name: "an approved change", change: func(h *history) { h.change("soul.md", "three\n", ida) }},
		{name: "two of them", change: func(h *history) { h.change("soul.md", "three\n", ida); h.change("soul.md", "four\n", ida) }},
		{name: "and back", change: func(h *history) { h.change("soul.md", "three\n", ida); h.change("soul.md", "two\n", ida) }},
		{name: "a new file", change: func(h *history) { h.change("roles/clerk.md", "a\n", ida) }},
		{name: "by two", change: func(h *history) { h.change("soul.md", "three\n", ida, bo) }, needed: 2},
		{name: "by one of two", change: func(h *history) { h.change("soul.md", "three\n", ida) }, needed: 2, want: "bad-signature"},
		{name: "a source", edit: func(s *approval.State) { s.Tree.(tree)["backstory/a.md"] = "x" }},
		{name: "an edit by hand", edit: func(s *approval.State) { s.Tree.(tree)["soul.md"] = "x" }, want: "unapproved-change"},
		{name: "a new role by hand", edit: func(s *approval.State) { s.Tree.(tree)["roles/x.md"] = "x" }, want: "unapproved-change"},
		{name: "a file is gone", edit: func(s *approval.State) { delete(s.Tree.(tree), "soul.md") }, want: "unapproved-change"},
		{name: "no signature", change: func(h *history) { h.change("soul.md", "three\n", nil) }, want: "bad-signature"},
		{name: "a stranger's signature", change: func(h *history) { h.change("soul.md", "three\n", eve) }, want: "bad-signature"},
		{name: "a record of another content", edit: func(s *approval.State) {
			f := s.Tree.(tree)
			f["approvals/p1.json"] = strings.Replace(f["approvals/p1.json"], approval.Digest([]byte("two\n")), approval.Digest([]byte("x")), 1)
			f["soul.md"] = "x"
		}, want: "bad-chain"},
		{name: "a record is gone", edit: func(s *approval.State) { delete(s.Tree.(tree), "approvals/p1.json") }, want: "bad-chain"},
		{name: "a signature is gone", edit: func(s *approval.State) { delete(s.Tree.(tree), "approvals/p1.json.sig") }, want: "bad-chain"},
		{name: "a record follows nothing", change: func(h *history) { h.before["soul.md"] = "x"; h.change("soul.md", "three\n", ida) }, want: "bad-chain"},
		{name: "a record begins anew", change: func(h *history) { h.before["soul.md"] = ""; h.change("soul.md", "three\n", ida) }, want: "bad-chain"},
		{name: "no record", edit: func(s *approval.State) { s.Tree.(tree)["approvals/x.json"] = "{}" }, want: "bad-record"},
		{name: "edited before it was approved", change: func(h *history) { h.tree["soul.md"] = "x"; h.change("soul.md", "three\n", ida) }, want: "unapproved-change"},
		{name: "a stranger among the signers", change: func(h *history) { h.change("soul.md", "three\n", eve) }, edit: func(s *approval.State) {
			s.Signers = []byte(line("signer0", "", eve))
		}, want: "signers-changed bad-signature"},
		{name: "a list that a stranger signed", change: func(h *history) { h.change("soul.md", "three\n", eve) }, edit: func(s *approval.State) {
			s.Signers = []byte(line("signer0", "", eve))
			s.Signature, _ = approval.Sign(eve, approval.SignersNamespace, s.Signers)
		}, want: "signers-changed bad-signature"},
		{name: "a list that an earlier signer signed", change: func(h *history) { h.change("soul.md", "three\n", eve) }, edit: func(s *approval.State) {
			s.Signers = []byte(signers + line("signer0", "", eve))
			s.Signature, _ = approval.Sign(bo, approval.SignersNamespace, s.Signers)
		}},
		{name: "no list any more", edit: func(s *approval.State) { s.Signers = nil }, want: "signers-removed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHistory(t, signers)
			h.change("soul.md", "two\n", ida)
			before := h.state()
			if test.change != nil {
				test.change(h)
			}
			now := h.state()
			if test.edit != nil {
				test.edit(&now)
			}
			if got := codes(t, now, &before, test.needed); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	h := newHistory(t, "")
	before := h.state()
	h.signers = signers
	if got := codes(t, h.state(), &before, 1); got != "signers-new" {
		t.Errorf("a first list: %q", got)
	}
	h.signers = ""
	h.change("soul.md", "two\n", nil)
	if got := codes(t, h.state(), &before, 1); got != "" {
		t.Errorf("without signers: %q", got)
	}
}

// What is forged, brought from elsewhere or changed in one place is not taken.
func TestForgedApprovalsAreNotTakenSoak(t *testing.T) {
	ida, eve := newKey(t), newKey(t)
	h := newHistory(t, line("signer0", "", ida))
	h.change("soul.md", "two\n", ida)
	before := h.state()
	n := soak.Size(t, 20_000)
	for i := range n {
		r := mathrand.New(mathrand.NewPCG(soak.Seed(t, 3), uint64(i)))
		own := newHistory(t, h.signers)
		own.tree, own.before, own.n = h.state().Tree.(tree), map[string]string{"soul.md": h.before["soul.md"]}, 1
		own.change("soul.md", "three\n", ida)
		name := "approvals/p2.json"
		switch r.IntN(6) {
		case 0: // a byte of the record
			b := []byte(own.tree[name])
			b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			own.tree[name] = string(b)
		case 1: // a byte of the signature's text
			b := []byte(own.tree[name+".sig"])
			at := len("-----BEGIN SSH SIGNATURE-----\n") + r.IntN(200)
			if b[at] == '\n' {
				at++
			}
			b[at] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(int(b[at])+1+r.IntN(20))%26]
			if string(b) == own.tree[name+".sig"] {
				continue
			}
			own.tree[name+".sig"] = string(b)
		case 2: // a stranger's key
			sig, _ := approval.Sign(eve, approval.Namespace, []byte(own.tree[name]))
			own.tree[name+".sig"] = string(sig)
		case 3: // the signature of the change before
			own.tree[name+".sig"] = own.tree["approvals/p1.json.sig"]
		case 4: // an approval that was given before, again
			own.tree["approvals/p3.json"], own.tree["approvals/p3.json.sig"] = own.tree["approvals/p1.json"], own.tree["approvals/p1.json.sig"]
			own.tree["soul.md"] = "two\n"
		case 5: // made for another purpose
			sig, _ := approval.Sign(ida, "git", []byte(own.tree[name]))
			own.tree[name+".sig"] = string(sig)
		}
		now := own.state()
		found, err := approval.Check(now, &before, approval.Expect{Profile: "ada", Now: at})
		if err == nil && len(found) == 0 {
			t.Fatalf("case %d is taken:\n%s", i, own.tree[name])
		}
	}
	t.Logf("%d forged", n)
}

func FuzzParse(f *testing.F) {
	f.Add(approval.Record{Org: "local"}.Bytes())
	f.Fuzz(func(t *testing.T, content []byte) {
		if r, err := approval.Parse(content); err == nil && !bytes.Equal(r.Bytes(), content) {
			t.Error("another text")
		}
	})
}
