package approval

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"
)

// Namespace is what signatures of records are made for: one of another kind is
// never taken for an approval. Lists of signers are signed for
// [SignersNamespace], the indexes of packs for [PackNamespace].
const (
	Namespace        = "backstory-approval"
	SignersNamespace = "backstory-signers"
	PackNamespace    = "backstory-pack"
)

// ErrSignature says that a signature does not hold.
var ErrSignature = errors.New("the signature does not hold")

// The form of signatures: PROTOCOL.sshsig of OpenSSH.
const (
	sigMagic     = "SSHSIG"
	sigVersion   = 1
	sigArmour    = "SSH SIGNATURE"
	sigHash      = "sha512"
	maxSignature = 16 << 10
	minRSA       = 2048 // bits of a key that is taken
)

// blob is a signature as it is written.
type blob struct {
	Version   uint32
	PublicKey []byte
	Namespace string
	Reserved  string
	Hash      string
	Signature []byte
}

// signed returns the bytes that a signature is of.
func signed(message []byte, namespace, reserved, hash string) ([]byte, error) {
	var digest []byte
	switch hash {
	case "sha512":
		sum := sha512.Sum512(message)
		digest = sum[:]
	case "sha256":
		digest = digest256(message)
	default:
		return nil, fmt.Errorf("%w: its digest is %q", ErrSignature, hash)
	}
	return append([]byte(sigMagic), ssh.Marshal(struct {
		Namespace, Reserved, Hash string
		Digest                    []byte
	}{namespace, reserved, hash, digest})...), nil
}

// Sign signs a message with a key, as ssh-keygen -Y sign does.
func Sign(key ssh.Signer, namespace string, message []byte) ([]byte, error) {
	data, err := signed(message, namespace, "", sigHash)
	if err != nil {
		return nil, err
	}
	var sig *ssh.Signature
	if s, ok := key.(ssh.AlgorithmSigner); ok && key.PublicKey().Type() == ssh.KeyAlgoRSA {
		sig, err = s.SignWithAlgorithm(rand.Reader, data, ssh.KeyAlgoRSASHA512)
	} else {
		sig, err = key.Sign(rand.Reader, data)
	}
	if err != nil {
		return nil, err
	}
	raw := append([]byte(sigMagic), ssh.Marshal(blob{sigVersion, key.PublicKey().Marshal(), namespace, "", sigHash, ssh.Marshal(sig)})...)
	return pem.EncodeToMemory(&pem.Block{Type: sigArmour, Bytes: raw}), nil
}

// unpack reads a signature. Nothing is said of what it is of.
func unpack(signature []byte) (b blob, err error) {
	if len(signature) > maxSignature {
		return b, fmt.Errorf("%w: it has %d bytes and may have %d", ErrSignature, len(signature), maxSignature)
	}
	block, rest := pem.Decode(signature)
	if block == nil || block.Type != sigArmour || len(bytes.TrimSpace(rest)) > 0 || len(block.Headers) > 0 {
		return b, fmt.Errorf("%w: it is not in the form of ssh-keygen -Y sign", ErrSignature)
	}
	raw, ok := bytes.CutPrefix(block.Bytes, []byte(sigMagic))
	if !ok || ssh.Unmarshal(raw, &b) != nil || b.Version != sigVersion {
		return b, fmt.Errorf("%w: it is not in the form of ssh-keygen -Y sign", ErrSignature)
	}
	return b, nil
}

// open reads a signature and holds it to a message. It returns the key that made
// it: whose that is, is another question.
func open(namespace string, message, signature []byte) (ssh.PublicKey, error) {
	b, err := unpack(signature)
	if err != nil {
		return nil, err
	}
	if b.Namespace != namespace {
		return nil, fmt.Errorf("%w: it was made for %q, not for %q", ErrSignature, b.Namespace, namespace)
	}
	key, err := ssh.ParsePublicKey(b.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("%w: its key: %w", ErrSignature, err)
	}
	if err := strong(key); err != nil {
		return nil, err
	}
	var sig ssh.Signature
	if ssh.Unmarshal(b.Signature, &sig) != nil {
		return nil, fmt.Errorf("%w: it is broken", ErrSignature)
	}
	if sig.Format == ssh.KeyAlgoRSA {
		return nil, fmt.Errorf("%w: it is made with SHA-1", ErrSignature)
	}
	data, err := signed(message, b.Namespace, b.Reserved, b.Hash)
	if err != nil {
		return nil, err
	}
	if err := key.Verify(data, &sig); err != nil {
		return nil, fmt.Errorf("%w: it is of something else", ErrSignature)
	}
	return key, nil
}

// strong refuses keys that nobody should sign with.
func strong(key ssh.PublicKey) error {
	if _, ok := key.(*ssh.Certificate); ok {
		return fmt.Errorf("%w: certificates are not taken, list the key itself", ErrSignature)
	}
	if key.Type() == "ssh-dss" {
		return fmt.Errorf("%w: keys of the kind %s are not taken", ErrSignature, key.Type())
	}
	if c, ok := key.(ssh.CryptoPublicKey); ok {
		if k, ok := c.CryptoPublicKey().(*rsa.PublicKey); ok && k.N.BitLen() < minRSA {
			return fmt.Errorf("%w: the key has %d bits and needs %d", ErrSignature, k.N.BitLen(), minRSA)
		}
	}
	return nil
}

func digest256(content []byte) []byte {
	sum := sha256.Sum256(content)
	return sum[:]
}
