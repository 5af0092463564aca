package org

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/agent/scope"
)

// The forms of names. A slug and an id are names of folders, on every system.
var (
	slugForm = pattern.Lazy(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	idForm   = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
	userForm = pattern.Lazy(`^[a-z0-9][a-z0-9._@+-]{0,62}$`)
	device   = pattern.Lazy(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
)

// maxShown is how long a name for people may be, in characters.
const maxShown = 100

// Slug returns the slug that is written in a text, trimmed and in small letters:
// letters, digits and hyphens, at most 63. An error is an [ErrName].
func Slug(text string) (string, error) {
	slug := strings.ToLower(strings.TrimSpace(text))
	switch {
	case !slugForm().MatchString(slug):
		return "", fmt.Errorf("%w: an organisation's slug has small letters, digits and hyphens, at most 63, and neither begins nor ends with a hyphen: %q", ErrName, text)
	case slug == scope.Local || slug == scope.Platform, device().MatchString(slug):
		return "", fmt.Errorf("%w: %q is reserved", ErrName, slug)
	}
	return slug, nil
}

// ProfileID returns the id of a new profile, in small letters: the one that is
// given or, without one, one made of its name. An error is an [ErrName].
func ProfileID(id, name string) (string, error) {
	if id == "" {
		id = slugOf(name)
	}
	if !idForm().MatchString(id) || device().MatchString(strings.ToLower(id)) {
		return "", fmt.Errorf("%w: a profile's id begins with a letter or digit, and has letters, digits, _ and -, at most 64: %q", ErrName, id)
	}
	return strings.ToLower(id), nil
}

// slugOf makes an id of a name: what is neither letter nor digit becomes a
// hyphen. It is "profile" where nothing is left.
func slugOf(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == 64 {
			break
		}
	}
	if slug := strings.Trim(b.String(), "-"); slug != "" {
		return slug
	}
	return "profile"
}

// UserName returns the name of a user that is written in a text, trimmed and in
// small letters. An error is an [ErrName].
func UserName(text string) (string, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	switch {
	case !userForm().MatchString(name):
		return "", fmt.Errorf("%w: a user's name has letters, digits and . _ @ + -, at most 63: %q", ErrName, text)
	case name == scope.Local:
		return "", fmt.Errorf("%w: %q is reserved for the machine's owner", ErrName, name)
	}
	return name, nil
}

// shown checks a name for people.
func shown(what, name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fmt.Errorf("%w: the %s needs one", ErrName, what)
	case !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxShown:
		return "", fmt.Errorf("%w: the name of the %s has more than %d characters or is not UTF-8", ErrName, what, maxShown)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || slices.Contains(hidden, r) }):
		return "", fmt.Errorf("%w: the name of the %s has characters that cannot be seen", ErrName, what)
	}
	return name, nil
}

// hidden are characters that change how others are shown.
var hidden = []rune{'\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u2028', '\u2029', '\ufeff'}
