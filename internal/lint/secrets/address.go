package secrets

import (
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// hasUser reports whether there may be a password in front of the host of an address whose
// scheme ends there.
func hasUser(text string, end int) bool {
	const most = 310
	colon := false
	for _, c := range []byte(text[end:min(end+most, len(text))]) {
		switch {
		case c == '@':
			return colon
		case c == ':':
			colon = true
		case c <= ' ' || strings.IndexByte("/?#<>\"'`|", c) >= 0:
			return false
		}
	}
	return false
}

// placeholder are words in the place of a password in an address.
var placeholder = pattern.Lazy(`(?i)^(?:` +
	`[^a-z0-9]*|\$[a-z_({].*|.*[{}\[\]()].*|%[a-z_]*%?|:?[a-z]?pass.*|pw|pwd|[a-z]{0,3}key|token|auth|creds?|credentials?|[a-z]+_[a-z_]+` +
	`|.*(?:example|sample|placeholder|dummy|your|change[_-]?me|secret|pass(?:word|wd|phrase)|passwort|xxx|\.\.\.|redact|mask|todo|insert|replace|foobar|test|fake|1234|abcd|lorem|hunter2?|qwerty|\*\*\*).*` +
	`)$`)

// nobody are hosts that no machine has, and here such as the reader's own machine has.
var (
	nobody = pattern.Lazy(`(?i)^(?:(?:[a-z0-9-]+\.)*example(?:\.[a-z]{2,4})?|(?:[a-z0-9-]+\.)+(?:test|invalid))(?:$|[^a-z0-9.-])`)
	here   = pattern.Lazy(`(?i)^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[a-z]+)(?:$|[^a-z0-9.-])`)
)

// isPlaceholder reports whether a password, in front of which is the start of an address and
// behind it the rest, is in the place of one: a word
// for it, a variable, the name of its user, or a simple one for the reader's own machine.
func isPlaceholder(address, secret, behind string) bool {
	user := strings.TrimRight(address, ":/")
	user = user[strings.LastIndexAny(user, "/:")+1:]
	if placeholder().MatchString(secret) || strings.EqualFold(user, secret) || strings.EqualFold(user, "anonymous") || strings.ToUpper(secret) == secret && !strings.ContainsAny(secret, "0123456789") {
		return true
	}
	host := strings.TrimLeft(behind, "@")
	return nobody().MatchString(host) || !isStrong(secret) && here().MatchString(host)
}
