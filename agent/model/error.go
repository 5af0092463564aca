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
	KindAuth       Kind = "auth"       // no key, or one that is not accepted
	KindRateLimit  Kind = "rate_limit" // too much in too short a time
	KindOverloaded Kind = "overloaded" // the server has a problem, which may pass
	KindTooLong    Kind = "too_long"   // the request is more than the model takes
	KindInvalid    Kind = "invalid"    // the server did not understand the request
	KindConnection Kind = "connection" // the server could not be reached, or went away
	KindBroken     Kind = "broken"     // the answer is not what the protocol says
	KindNotFound   Kind = "not_found"  // no such model, or no such address
	KindNoTools    Kind = "no_tools"   // the model, or its server, takes no tools
	KindScripted   Kind = "scripted"   // a script of the offline model says so
)

// Error is an answer that did not come, or not to its end.
type Error struct {
	Provider string
	Kind     Kind
	Status   int // of HTTP, 0 where there was no answer
	Tries    int // how often it was asked, where that was more than once
	Message  string
	After    time.Duration // what the server asks to wait, 0 where it does not
	KeyFrom  string        // the variable that held the key which was not accepted
	Window   int           // tokens that the model takes, where it was too long and the server says so
	Err      error
}

// Error names the provider and what it said. No key is in it.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Provider)
	b.WriteString(": ")
	b.WriteString(e.words())
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
	if e.Tries > 1 {
		fmt.Fprintf(&b, "; tried %d times", e.Tries)
	}
	if e.Kind == KindAuth && e.KeyFrom != "" {
		b.WriteString("; the key came from the environment variable " + e.KeyFrom)
	}
	return b.String()
}

// words says what went wrong. A server that has a problem need not have too much
// to do.
func (e *Error) words() string {
	if e.Kind == KindOverloaded && e.Status >= 500 && e.Status != http.StatusServiceUnavailable && e.Status != statusOverloaded {
		return "server error"
	}
	return strings.ReplaceAll(string(e.Kind), "_", " ")
}

// statusOverloaded is what Anthropic's servers answer with too much to do.
const statusOverloaded = 529

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
	case "request_too_large", "context_length_exceeded", "exceed_context_size_error", "string_above_max_length":
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
