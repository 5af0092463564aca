package model

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Kind says what went wrong, so that the caller knows what can be done.
type Kind string

// The kinds of errors.
const (
	KindAuth       Kind = "auth"        // no key, or one that is not accepted
	KindRateLimit  Kind = "rate_limit"  // too much in too short a time
	KindOverloaded Kind = "overloaded"  // the server has a problem, which may pass
	KindTooLong    Kind = "too_long"    // the request is more than the model takes
	KindInvalid    Kind = "invalid"     // the server did not understand the request
	KindConnection Kind = "connection"  // the server could not be reached, or went away
	KindBroken     Kind = "broken"      // the answer is not what the protocol says
	KindNotFound   Kind = "not_found"   // no such model, or no such address
	KindScripted   Kind = "scripted"    // a script of the offline model says so
	KindNoCassette Kind = "no_cassette" // nothing was recorded for the request
)

// Error is an answer that did not come, or not to its end.
type Error struct {
	Provider string
	Kind     Kind
	Status   int // of HTTP, 0 where there was no answer
	Message  string
	After    time.Duration // what the server asks to wait, 0 where it does not
	Err      error
}

// Error names the provider and what it said. No key stands in it.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Provider)
	b.WriteString(": ")
	b.WriteString(strings.ReplaceAll(string(e.Kind), "_", " "))
	if e.Status != 0 {
		fmt.Fprintf(&b, " (status %d)", e.Status)
	}
	if e.Message != "" {
		b.WriteString(": ")
		b.WriteString(e.Message)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Passes reports whether the same request may succeed a little later.
func (e *Error) Passes() bool {
	switch e.Kind {
	case KindRateLimit, KindOverloaded, KindConnection:
		return true
	}
	return false
}

// IsKind reports whether an error is an [*Error] of a kind.
func IsKind(err error, k Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == k
}

// kindOf is the kind of an error that a server tells by a status and the type
// that it names in its words.
func kindOf(status int, word string) Kind {
	switch word {
	case "authentication_error", "permission_error", "invalid_api_key":
		return KindAuth
	case "rate_limit_error", "rate_limit_exceeded", "insufficient_quota":
		return KindRateLimit
	case "overloaded_error", "api_error", "server_error", "timeout_error":
		return KindOverloaded
	case "request_too_large", "context_length_exceeded", "string_above_max_length":
		return KindTooLong
	case "not_found_error", "model_not_found":
		return KindNotFound
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return KindAuth
	case status == http.StatusTooManyRequests:
		return KindRateLimit
	case status == http.StatusRequestEntityTooLarge:
		return KindTooLong
	case status == http.StatusNotFound:
		return KindNotFound
	case status == http.StatusRequestTimeout || status == http.StatusConflict || status >= 500:
		return KindOverloaded
	}
	return KindInvalid
}
