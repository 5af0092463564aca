package wording

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/pattern"
)

// Redacted replaces a secret.
const Redacted = "[redacted]"

// secretPattern finds values that are secrets by how they look.
const secretPattern = `\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|` +
	`\bglpat-[A-Za-z0-9_-]{16,}|\bxox[a-z]-[A-Za-z0-9-]{10,}|\bAKIA[0-9A-Z]{16}\b|\bASIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\bnpm_[A-Za-z0-9]{30,}|` +
	`\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}|` +
	`(?i:\bbearer\s+[A-Za-z0-9._~+/-]{12,}=*)|` +
	`(?i:["']?\b(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret|auth[_-]?token|private[_-]?key)["']?\s*[:=]\s*["']?[^\s"',;]{4,})|` +
	`(?i:\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/@]{1,200}@)`

const pemPattern = `(?s)-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\z)`

// The patterns are made when they are asked for the first time: a program that
// judges nothing starts without them.
var (
	secretValue = pattern.Lazy(secretPattern)
	pemBlock    = pattern.Lazy(pemPattern)
	keyAndSign  = pattern.Lazy(`^(["']?[A-Za-z_ -]+["']?\s*[:=]\s*["']?)`)
	urlUser     = pattern.Lazy(`^([a-zA-Z][a-zA-Z0-9+.-]*://)`)
)

// secretKeys are the keys of objects whose values are secrets, without hyphens
// and underscores.
var secretKeys = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "accesskey", "accesstoken", "refreshtoken", "clientsecret",
	"authtoken", "authorization", "privatekey", "cookie", "setcookie", "credential", "credentials", "sessiontoken",
}

// Redact returns a text without what looks like a secret.
func Redact(text string) string {
	text = pemBlock().ReplaceAllString(text, Redacted)
	text = secretValue().ReplaceAllStringFunc(text, func(found string) string {
		if head := keyAndSign().FindString(found); head != "" && !strings.Contains(found, "://") {
			return head + Redacted
		}
		if head := urlUser().FindString(found); head != "" {
			return head + Redacted + "@"
		}
		return Redacted
	})
	text, _ = secrets.Mask(text)
	return text
}

// RedactJSON returns a JSON value without secrets: those under keys that name
// one, and what looks like one. What is not JSON is redacted as text, in quotes.
func RedactJSON(raw json.RawMessage) json.RawMessage {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		v = string(raw)
	}
	out, err := json.Marshal(redacted(v))
	if err != nil {
		return json.RawMessage(`"` + Redacted + `"`)
	}
	return out
}

func redacted(v any) any {
	switch v := v.(type) {
	case string:
		return Redact(v)
	case []any:
		for i := range v {
			v[i] = redacted(v[i])
		}
	case map[string]any:
		for key, value := range v {
			plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(key))
			if _, text := value.(string); text && slices.Contains(secretKeys, plain) {
				v[key] = Redacted
			} else {
				v[key] = redacted(value)
			}
		}
	}
	return v
}
