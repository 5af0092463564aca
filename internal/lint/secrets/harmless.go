package secrets

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// What the rules for any kind of key match in documents and is none: identifiers,
// digests, versions, names of variables and paths, and words in place of a secret.
var (
	harmless = pattern.Lazy(`(?i)^(?:` +
		`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}` + // a UUID
		`|(?:sha(?:1|256|384|512)|md5)[-:=].*` +
		`|v?\d+(?:\.\d+)+(?:[-+.][\w.]+)?` + // a version
		`|\d{4}-\d\d-\d\d.*` + // a date
		`|[\d.,:/x_-]+` + // numbers
		`|(?:[a-z]+[0-9]{0,2}[_.-])+[a-z]+[0-9]{0,3}` + // a name of words
		`|(?:ctrl|cmd|alt|shift|super|meta|strg|umschalt)[+-].*` + // a key to press
		`|(?-i:[a-z][a-z0-9]*(?:[A-Z][a-z]+)+\d{0,2}|(?:[A-Z][a-z]+){2,}\d?)` +
		`|.*(?:example|sample|placeholder|dummy|your|changeme|change[_-]me|secret|password|passwort|xxxx|\.\.\.|redacted|todo|insert|replace|here|foobar|test|fake|1234|abcd|lorem|none|null|qwerty).*|hunter2?|[a-z]*pass[0-9]*|(?:base64|sha|md5|utf|hmac).{0,12}` +
		`)$`)
	digestNear = pattern.Lazy(`(?i)(?:sha-?\d*|digest|checksum|commit|hash|integrity|revision|fingerprint|etag|uuid|guid|public|pub)[\w -]{0,20}["']?\s*[:=]?\s*["']?$`)
	named      = pattern.Lazy(`(?:[a-z]I[dD]|_id|[a-z](?:Url|Uri|Arn)|_(?:url|uri|arn)|(?i:next|page|paging|pagination|continuation|tracking|csrf)_?(?:T|t)oken)["']?\s*(?::|=|:=|=>)\s*["']?$`)
	secretID   = pattern.Lazy(`(?i)secret_?id["']?\s*\W+$`)
	blank      = pattern.Lazy(`(?i)your|\.\.\.$|example|placeholder|xxxx|changeme|^[a-z_-]*token_?\d{0,4}$|^\$|^<|redacted`)
	address    = pattern.Lazy(`(?i)^[a-z][a-z0-9+.-]*://|^/|^\./|^~/|^[\w.-]+@[\w.-]+$|^www\.`)
)

// The rules of our own, for what the others do not match.
const (
	passwordRule = "password"          // that a text gives in words
	addressRule  = "connection-string" // a password in front of the host of an address
	keyRule      = "private-key"       // a key of which a part is missing
)

// genericRule is the rule for any kind of key.
const genericRule = "generic-api-key"

// isHarmless reports whether what a rule for any kind of key matches is none; near is
// what is in front of it.
func isHarmless(rule, secret, near string) bool {
	switch rule {
	case passwordRule:
		return !isStrong(secret) || harmless().MatchString(secret) || address().MatchString(secret)
	case "curl-auth-header", "curl-auth-user":
		return blank().MatchString(secret)
	case genericRule:
		return !strings.ContainsAny(secret, "0123456789") || named().MatchString(near) && !secretID().MatchString(near) || harmless().MatchString(secret) || address().MatchString(secret) || digestNear().MatchString(near)
	}
	return false
}

// isStrong reports whether a word reads like a password that somebody has: it has digits and
// characters of two other kinds, or of one where it is long and has more than one digit.
func isStrong(word string) bool {
	if !utf8.ValidString(word) {
		return false
	}
	kinds := map[string]bool{}
	for i, r := range strings.TrimRight(word, ".:!?*_") {
		kind := kindOf(r)
		if kind == "upper" && i == 0 && !strings.ContainsAny(word, "0123456789") {
			continue // a word at the start of a sentence
		}
		kinds[kind] = true
	}
	return kinds["digit"] && (len(kinds) >= 3 || len(kinds) == 2 && isMadeUp(word))
}

// kindOf says what kind of character one is.
func kindOf(r rune) string {
	switch {
	case r >= '0' && r <= '9':
		return "digit"
	case r >= 'a' && r <= 'z':
		return "lower"
	case r >= 'A' && r <= 'Z':
		return "upper"
	case r > 0x7F:
		return "letter"
	}
	return "sign"
}

// isMadeUp reports whether a word of letters and digits is too long for a name with a number.
func isMadeUp(word string) bool {
	const shortest, digits, letters = 10, 2, 3
	count := map[string]int{}
	for _, r := range word {
		count[kindOf(r)]++
	}
	all := count["lower"] + count["upper"]
	return len(word) >= shortest && count["digit"] >= digits && all >= letters && count["digit"]+all == len(word)
}
