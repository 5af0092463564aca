package org

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The limits of a password, the first in characters and the second in bytes.
const (
	minPassword = 8
	maxPassword = 1024
)

// Cost is that of hashing a password with Argon2id.
type Cost struct {
	Memory  uint32 // in KiB
	Time    uint32 // passes over it
	Threads uint8
}

// UsualCost is the second recommended set of RFC 9106, section 4: about 100 ms
// on one core, and 64 MiB.
var UsualCost = Cost{Memory: 64 << 10, Time: 3, Threads: 4}

// The limits of what a kept hash may ask for, so that a damaged one takes
// neither all memory nor all time.
const (
	mostMemory  = 1 << 20 // KiB
	mostTime    = 64
	saltBytes   = 16
	hashBytes   = 32
	mostHashing = 2 // at once; others wait
)

// hashing bounds how much memory is used for hashes at a time.
type hashing struct {
	once sync.Once
	free chan struct{}
}

func (h *hashing) take(ctx context.Context) (release func(), err error) {
	h.once.Do(func() { h.free = make(chan struct{}, mostHashing) })
	select {
	case h.free <- struct{}{}:
		return func() { <-h.free }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("hashing a password: %w", context.Cause(ctx))
	}
}

func (s *Service) cost() Cost {
	if s.Cost == (Cost{}) {
		return UsualCost
	}
	return s.Cost
}

func checkPassword(password string) error {
	switch {
	case !utf8.ValidString(password) || len(password) > maxPassword:
		return fmt.Errorf("%w: it has more than %d bytes or is not UTF-8", ErrPassword, maxPassword)
	case utf8.RuneCountInString(password) < minPassword:
		return fmt.Errorf("%w: it has fewer than %d characters", ErrPassword, minPassword)
	}
	return nil
}

// hash returns what is kept of a password: the string of the PHC format.
func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if err := checkPassword(password); err != nil {
		return "", err
	}
	release, err := s.hashing.take(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	c := s.cost()
	key := argon2.IDKey([]byte(password), salt, c.Time, c.Memory, c.Threads, hashBytes)
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Time, c.Threads, text(salt), text(key)), nil
}

// verify reports whether a password is the one of a hash. Without a hash the
// same work is done for the answer no.
func (s *Service) verify(ctx context.Context, hash, password string) (bool, error) {
	release, err := s.hashing.take(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	c, salt, key, err := parseHash(hash)
	known := hash != ""
	if !known {
		c, salt, key = s.cost(), make([]byte, saltBytes), make([]byte, hashBytes)
	} else if err != nil {
		return false, err
	}
	if len(password) > maxPassword {
		password, known = "", false
	}
	got := argon2.IDKey([]byte(password), salt, c.Time, c.Memory, c.Threads, uint32(len(key)))
	return subtle.ConstantTimeCompare(got, key) == 1 && known, nil
}

// parseHash reads what [Service.hash] wrote.
func parseHash(hash string) (c Cost, salt, key []byte, err error) {
	var version int
	fields := strings.Split(hash, "$")
	if len(fields) != 6 || fields[0] != "" || fields[1] != "argon2id" {
		return c, nil, nil, fmt.Errorf("reading a password's hash: it is not Argon2id")
	}
	if _, err = fmt.Sscanf(fields[2]+" "+fields[3], "v=%d m=%d,t=%d,p=%d", &version, &c.Memory, &c.Time, &c.Threads); err != nil {
		return c, nil, nil, fmt.Errorf("reading a password's hash: %w", err)
	}
	salt, err = base64.RawStdEncoding.DecodeString(fields[4])
	if err == nil {
		key, err = base64.RawStdEncoding.DecodeString(fields[5])
	}
	if err != nil {
		return c, nil, nil, fmt.Errorf("reading a password's hash: %w", err)
	}
	if version != argon2.Version || c.Memory > mostMemory || c.Time < 1 || c.Time > mostTime || c.Threads < 1 || len(key) != hashBytes {
		return c, nil, nil, fmt.Errorf("reading a password's hash: its parameters are out of range: set the password again")
	}
	return c, salt, key, nil
}
