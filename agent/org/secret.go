package org

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// The marks of secrets say what they are for.
const (
	inviteMark = "bsi_"
	loginMark  = "bsl_"
)

// newSecret returns a secret, the prefix by which it is looked up, and its hash.
// Both halves have 130 bits.
func newSecret(mark string) (secret, prefix, hash string) {
	prefix = mark + strings.ToLower(rand.Text())
	secret = prefix + "_" + strings.ToLower(rand.Text())
	return secret, prefix, hashOf(secret)
}

// prefixOf returns the start of a secret, or "" where a text is none of a mark.
func prefixOf(mark, secret string) string {
	const length = 26 // of [rand.Text]
	n := len(mark) + length
	if len(secret) != n+1+length || !strings.HasPrefix(secret, mark) || secret[n] != '_' {
		return ""
	}
	return secret[:n]
}

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// matches compares in a time that says nothing of the hash.
func matches(hash, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hash), []byte(hashOf(secret))) == 1
}
