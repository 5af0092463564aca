package secrets

import (
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// The rules of our own, for what the others do not match.
const (
	passwordRule = "password"          // that a text gives in words
	addressRule  = "connection-string" // a password in front of the host of an address
	keyRule      = "private-key"       // a key of which a part is missing
)

// own returns them.
func own() []rule {
	const (
		begins = `-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`
		ends   = `-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`
		gap    = `(?:[\s>|"',+]|\\+[nr])`
		about  = `(?:` + gap + `*[A-Z][A-Za-z-]{2,20}: [^\n]{1,100})*` // such as DEK-Info
	)
	return []rule{
		{
			ID:       passwordRule,
			Regex:    `(?i)(?:\b|_)(?:password|passwd|passphrase|passwort|kennwort|contraseña|mot de passe|senha|пароль|pwd)["'\x60]?\s{0,3}(?::|=|:=|=>|\bis\b|\bist\b)\s{0,3}["'\x60]?([^\s"'\x60<>()\[\]{}|,;]{8,64})`,
			Keywords: []string{"password", "passwd", "passphrase", "passwort", "kennwort", "contrase", "mot de passe", "senha", "пароль", "pwd"},
			Entropy:  2.7,
		},
		{
			ID:       addressRule,
			Regex:    `(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s/?#:@<>"'\x60|]{0,100}:([^\s/?#@<>"'\x60|]{4,200})@[^\s/?#<>"'\x60|]`,
			Keywords: []string{"://"},
			near:     hasUser,
		},
		{
			ID:       addressRule,
			Regex:    `(?i)(?:[a-z0-9_.-]{1,60}:([^\s/@<>"'\x60|]{4,200})@(?:tcp|unix)\(|\bjdbc:oracle:[a-z]{3,4}:[a-z0-9_$#]{1,60}/([^\s/@<>"'\x60|]{4,200})@)`,
			Keywords: []string{"@tcp(", "@unix(", "jdbc:oracle:"},
		},
		{
			ID:       keyRule,
			Regex:    begins + about + `(?:` + gap + `*[A-Za-z0-9+/]{40,}={0,2})(?:` + gap + `+[A-Za-z0-9+/=]{20,})*(?:` + gap + `[A-Za-z0-9+/]+={1,2})?`,
			Keywords: []string{"-----begin"},
			Entropy:  3.5,
			Long:     true,
		},
		{
			ID:       keyRule,
			Regex:    `(?:[A-Za-z0-9+/]{40,}` + gap + `+)+(?:[A-Za-z0-9+/]{1,80}={0,2}` + gap + `+)?` + ends,
			Keywords: []string{"-----end"},
			Entropy:  3.5,
			Apart:    true,
		},
	}
}

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

// in place of a password in an address.
var placeholder = pattern.Lazy(`(?i)^(?:` +
	`[^a-z0-9]*|\$[a-z_({].*|.*[{}\[\]()].*|%[a-z_]*%?|:?[a-z]?pass.*|pw|pwd|[a-z]{0,3}key|token|auth|creds?|credentials?|[a-z]+_[a-z_]+` +
	`|.*(?:example|sample|placeholder|dummy|your|change[_-]?me|secret|pass(?:word|wd|phrase)|passwort|xxx|\.\.\.|redact|mask|todo|insert|replace|foobar|test|fake|1234|abcd|lorem|hunter2?|qwerty|\*\*\*).*` +
	`)$`)

// nobody are hosts that no machine has, and here such as the reader's own machine has.
var (
	nobody = pattern.Lazy(`(?i)^(?:(?:[a-z0-9-]+\.)*example(?:\.[a-z]{2,4})?|(?:[a-z0-9-]+\.)+(?:test|invalid))(?:$|[^a-z0-9.-])`)
	here   = pattern.Lazy(`(?i)^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[a-z]+)(?:$|[^a-z0-9.-])`)
)

// isPlaceholder reports whether a password in an address is in the place of one: a word
// for it, a variable, the name of its user, or a simple one for the reader's own machine.
func isPlaceholder(text string, m Match) bool {
	secret := text[m.Start:m.End]
	user := text[m.line[0] : m.Start-1]
	user = user[strings.LastIndexAny(user, "/:")+1:]
	if placeholder().MatchString(secret) || strings.EqualFold(user, secret) || strings.EqualFold(user, "anonymous") || strings.ToUpper(secret) == secret && !strings.ContainsAny(secret, "0123456789") {
		return true
	}
	host := strings.TrimLeft(text[m.End:min(m.End+100, len(text))], "@")
	return nobody().MatchString(host) || !isStrong(secret) && here().MatchString(host)
}
