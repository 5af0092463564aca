package org

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// reference is the hash of "password" that the reference program makes, as
// argon2-cffi 25.1 calls it.
const reference = "$argon2id$v=19$m=64,t=2,p=2$c29tZXNhbHRzb21lc2FsdA$wmMxfQAvhLU0L6ZvoWnkvOajVqE/GRkzRjIu81IuBwI"

func TestAPasswordIsVerified(t *testing.T) {
	s := &Service{Cost: Cost{Memory: 16, Time: 1, Threads: 2}}
	made, err := s.hash(t.Context(), "password")
	if err != nil || !strings.HasPrefix(made, "$argon2id$v=19$m=16,t=1,p=2$") {
		t.Fatalf("%q (%v)", made, err)
	}
	for _, test := range []struct {
		hash, password string
		want           bool
	}{
		{reference, "password", true}, {reference, "passwore", false}, {made, "password", true}, {made, "Password", false}, {made, "", false}, {"", "password", false}, {"", "", false},
	} {
		if got, err := s.verify(t.Context(), test.hash, test.password); got != test.want || err != nil {
			t.Errorf("%q %q: %v (%v)", test.hash, test.password, got, err)
		}
	}
	for _, damaged := range []string{
		"x", "$argon2i$v=19$m=16,t=1,p=2$YWJj$YWJj", strings.Replace(made, "v=19", "v=16", 1), strings.Replace(made, "m=16", "m=99999999", 1),
		strings.Replace(made, "t=1", "t=0", 1), strings.Replace(made, "t=1", "t=1000", 1), strings.Replace(made, "p=2", "p=0", 1), made[:len(made)-8], made + "!", "$argon2id$v=19$m=16$YWJj$YWJj",
	} {
		if good, err := s.verify(t.Context(), damaged, "password"); good || err == nil {
			t.Errorf("%q: %v, %v", damaged, good, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	for range mostHashing {
		if _, err := s.hashing.take(ctx); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if _, err := s.verify(ctx, made, "password"); !errors.Is(err, context.Canceled) {
		t.Errorf("more hashes are made at once than may be: %v", err)
	}
}
