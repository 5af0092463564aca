package approval_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
)

func TestWhoSignedAPack(t *testing.T) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	index, now := []byte("index"), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	public := string(ssh.MarshalAuthorizedKey(key.PublicKey()))
	sign := func(namespace string) []byte {
		signature, err := approval.Sign(key, namespace, index)
		if err != nil {
			t.Fatal(err)
		}
		return signature
	}
	good := sign(approval.PackNamespace)
	for what, c := range map[string]struct {
		list, index string
		signature   []byte
		want        string // empty: an error
	}{
		"listed":                 {"ida " + public, "index", good, "ida"},
		"listed for packs":       {`ida namespaces="backstory-pack" ` + public, "index", good, "ida"},
		"listed for others":      {`ida namespaces="backstory-approval" ` + public, "index", good, ""},
		"no more valid":          {`ida valid-before="20251231" ` + public, "index", good, ""},
		"not listed":             {"# nobody\n", "index", good, ""},
		"not signed":             {"ida " + public, "index", nil, ""},
		"an approval":            {"ida " + public, "index", sign(approval.Namespace), ""},
		"of something else":      {"ida " + public, "other", good, ""},
		"without a list":         {"", "index", good, "the key " + ssh.FingerprintSHA256(key.PublicKey())},
		"nothing without a list": {"", "index", nil, ""},
		"wrong without a list":   {"", "other", good, ""},
	} {
		var list *approval.Signers
		if c.list != "" {
			if list, err = approval.ParseSigners([]byte(c.list)); err != nil {
				t.Fatal(err)
			}
		}
		by, err := approval.SignedPack(list, now)([]byte(c.index), c.signature)
		unsigned := list == nil && c.signature == nil // which is said, and no error
		if !strings.HasPrefix(by, c.want) || c.want == "" && by != "" || (c.want == "" && !unsigned) != errors.Is(err, approval.ErrSignature) {
			t.Errorf("%s: %q, %v", what, by, err)
		}
	}
}
