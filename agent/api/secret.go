package api

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/store"
)

// Right is something that a token may do.
type Right string

// The rights. Each of read, chat, write and admin has those before it; approve
// is apart, and only admin has it, too.
const (
	Read    Right = "read"
	Chat    Right = "chat"
	Write   Right = "write"
	Approve Right = "approve"
	Admin   Right = "admin"
)

// rights are all rights, the order of those that contain each other first.
var rights = [...]Right{Read, Chat, Write, Admin, Approve}

// ParseRights reads the scopes of a token: words, with commas between them.
func ParseRights(text string) ([]string, error) {
	var out []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(rights[:], Right(word)) {
			return nil, fmt.Errorf("%q is not a scope; there are read, chat, write, approve and admin", word)
		}
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("name a scope: read, chat, write, approve or admin")
	}
	return out, nil
}

// allows reports whether scopes contain a right.
func allows(scopes []string, want Right) bool {
	for _, s := range scopes {
		has := Right(s)
		switch {
		case has == want, has == Admin:
			return true
		case has == Approve, want == Approve, want == Admin:
		case slices.Index(rights[:], has) >= slices.Index(rights[:], want):
			return true
		}
	}
	return false
}

const (
	secretMark  = "bst_"
	prefixBytes = 10
	secretBytes = 32
)

// letters are those of secrets, without those that look alike.
var letters = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewSecret returns a secret, and the token that is kept for it.
func NewSecret() (secret string, t store.Token) {
	b := make([]byte, prefixBytes+secretBytes)
	rand.Read(b)
	prefix := secretMark + letters.EncodeToString(b[:prefixBytes])
	secret = prefix + "_" + letters.EncodeToString(b[prefixBytes:])
	return secret, store.Token{Prefix: prefix, Hash: hashOf(secret)}
}

// prefixOf returns the part of a secret by which its token is looked up, or "".
func prefixOf(secret string) string {
	n := len(secretMark) + letters.EncodedLen(prefixBytes)
	if len(secret) <= n || len(secret) > 2*n+letters.EncodedLen(secretBytes) || !strings.HasPrefix(secret, secretMark) || secret[n] != '_' {
		return ""
	}
	return secret[:n]
}

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// matches compares in a time that says nothing of the hash.
func matches(t store.Token, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(t.Hash), []byte(hashOf(secret))) == 1
}
