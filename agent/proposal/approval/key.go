package approval

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// maxKey is how large the file of a key may be, in bytes.
const maxKey = 64 << 10

// LoadKey reads a private key of OpenSSH from a file. For a public key, and one
// that is protected where nobody can be asked, ssh-agent signs: passphrase asks for
// what opens a key, and is nil for nobody who could answer.
func LoadKey(name string, passphrase func() ([]byte, error)) (ssh.Signer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxKey))
	if err != nil {
		return nil, fmt.Errorf("reading the key %s: %w", name, err)
	}
	if public, _, _, _, err := ssh.ParseAuthorizedKey(content); err == nil {
		return agentKey{public}, nil
	}
	key, err := ssh.ParsePrivateKey(content)
	var locked *ssh.PassphraseMissingError
	switch {
	case !errors.As(err, &locked):
	case passphrase != nil:
		var words []byte
		if words, err = passphrase(); err == nil {
			key, err = ssh.ParsePrivateKeyWithPassphrase(content, words)
		}
	case locked.PublicKey != nil:
		return agentKey{locked.PublicKey}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the key %s: %w", name, err)
	}
	return key, nil
}

// agentKey is a key that ssh-agent has.
type agentKey struct{ public ssh.PublicKey }

// PublicKey implements [ssh.Signer].
func (k agentKey) PublicKey() ssh.PublicKey { return k.public }

// Sign implements [ssh.Signer].
func (k agentKey) Sign(r io.Reader, data []byte) (*ssh.Signature, error) {
	return k.SignWithAlgorithm(r, data, "")
}

// SignWithAlgorithm implements [ssh.AlgorithmSigner].
func (k agentKey) SignWithAlgorithm(_ io.Reader, data []byte, algorithm string) (*ssh.Signature, error) {
	at := os.Getenv("SSH_AUTH_SOCK")
	if at == "" {
		return nil, fmt.Errorf("the key %s is with ssh-agent, and none runs (SSH_AUTH_SOCK is not set): start one and add the key with ssh-add", ssh.FingerprintSHA256(k.public))
	}
	c, err := net.Dial("unix", at)
	if err != nil {
		return nil, fmt.Errorf("asking ssh-agent: %w", err)
	}
	defer c.Close()
	var flags agent.SignatureFlags
	if algorithm == ssh.KeyAlgoRSASHA512 {
		flags = agent.SignatureFlagRsaSha512
	}
	sig, err := agent.NewClient(c).SignWithFlags(k.public, data, flags)
	if err != nil {
		return nil, fmt.Errorf("asking ssh-agent for %s: %w: add the key with ssh-add", ssh.FingerprintSHA256(k.public), err)
	}
	return sig, nil
}
