// Package crypt opens documents that are locked with a password: of Office 97 to 2003 and
// of Office Open XML ([MS-OFFCRYPTO]), and of OpenDocument.
//
//   - xor.go, legacy.go: streams of Word and Excel 97 to 2003
//   - odf.go: packages of OpenDocument
//   - package.go: a package of Office Open XML in a compound file
//   - agile.go, standard.go: the two ways in which such a package is locked
//   - crypt.go: what passwords are tried, and what that may cost
//
// Nothing of a password is kept, and none is in an error.
package crypt

import (
	"context"
	"encoding/binary"
	"errors"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// usual is the password that Excel gives to workbooks which are only to be protected from
// changes: it opens them without a question ([MS-XLS], 2.2.10).
const usual = "VelvetSweatshop"

// maxSpins is how often a password may be hashed (2.3.4.13 allows ten times as many, which
// takes seconds).
const maxSpins = 1_000_000

// spinSteps is how many times hashing once is one step of work.
const spinSteps = 1 << 4

// errUnknown says that a document is locked in a way that is not read.
var errUnknown error = &converters.EncryptedError{What: "it is encrypted in a way that is not known", Remedy: "save it without a password"}

// errWrong says that a password is not the one.
var errWrong = errors.New("not the password")

// try calls open with one password after the other until one is right. What is locked is
// for the error where none is.
func try[T any](env *converters.Env, what string, open func(password string) (T, error)) (got T, err error) {
	err = env.Unlock(what, errWrong, func(password string) (err error) {
		got, err = open(password)
		return err
	})
	return got, err
}

// tryUsual is [try] for what Excel may have locked.
func tryUsual[T any](env *converters.Env, what string, open func(password string) (T, error)) (T, error) {
	if got, err := open(usual); !errors.Is(err, errWrong) {
		return got, err
	}
	return try(env, what, open)
}

// spins charges hashing a password n times.
func spins(ctx context.Context, env *converters.Env, n int) error {
	if n < 0 || n > maxSpins {
		return errUnknown
	}
	return env.Step(ctx, int64(n/spinSteps)+1, document.Pos{})
}

// wide returns a password as two bytes a character.
func wide(password string) (out []byte) {
	for _, unit := range utf16.Encode([]rune(password)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}
