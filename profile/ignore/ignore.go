// Package ignore says which paths patterns of gitignore's grammar match.
package ignore

import (
	"fmt"
	"strings"
)

// List is a list of patterns in gitignore's grammar (gitignore(5)).
type List struct{ rules []ignoreRule }

// ignoreRule is a pattern without the signs around it.
type ignoreRule struct {
	pattern string
	folders bool // matches folders only
	keep    bool // the pattern began with "!"
	name    bool // matches the last part of a path, in any folder
}

// maxPattern is how long a pattern may be, in bytes: no path is longer.
const maxPattern = 4096

// New reads patterns, one each. Blank ones and comments match nothing.
// An error names the pattern.
func New(patterns []string) (*List, error) {
	var ignore List
	for _, p := range patterns {
		rule, ok := parseIgnore(p)
		if !ok {
			continue
		}
		if len(p) > maxPattern || strings.ContainsAny(p, "\n\x00") || !isClosed(rule.pattern) {
			return nil, fmt.Errorf("ignore: %.100q is not a pattern of gitignore's grammar", p)
		}
		ignore.rules = append(ignore.rules, rule)
	}
	return &ignore, nil
}

// parseIgnore takes the signs off a pattern.
func parseIgnore(p string) (rule ignoreRule, ok bool) {
	if strings.HasPrefix(p, "#") {
		return rule, false
	}
	p = withoutSpaces(p)
	p, rule.keep = strings.CutPrefix(p, "!")
	p, rule.folders = strings.CutSuffix(p, "/")
	rule.name = !strings.Contains(p, "/")
	rule.pattern = strings.TrimPrefix(p, "/")
	return rule, rule.pattern != ""
}

// withoutSpaces cuts the spaces at the end of a pattern off, but for one behind
// a backslash.
func withoutSpaces(p string) string {
	end := 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(p))
	}
	return p[:end]
}

// isClosed reports whether a pattern has no set that does not end, and no
// backslash at its end. Git takes such patterns, and matches nothing.
func isClosed(p string) bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			if i++; i == len(p) {
				return false
			}
		case '[':
			_, next, ok := inSet(p, i, 'a')
			if !ok {
				return false
			}
			i = next - 1
		}
	}
	return true
}

// Match reports whether a path, with slashes and relative to the sources, is
// ignored. What is in an ignored folder is for the caller to leave out, as it
// cannot be brought back.
func (i *List) Match(path string, folder bool) bool { return i.after(false, path, folder) }

// after is Match where patterns before these ones have decided already.
func (i *List) after(ignored bool, path string, folder bool) bool {
	for _, r := range i.rules {
		if r.keep == !ignored || r.folders && !folder {
			continue // it would change nothing
		}
		if r.matches(path) {
			ignored = !r.keep
		}
	}
	return ignored
}

func (r *ignoreRule) matches(path string) bool {
	if r.name {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	// What comes before the first special sign is compared as it is: stars
	// behind it count as being at the start.
	const special = `*?[\`
	plain := strings.IndexAny(r.pattern, special)
	if plain < 0 {
		return r.pattern == path
	}
	if !strings.HasPrefix(path, r.pattern[:plain]) {
		return false
	}
	if rest := r.pattern[plain+1:]; r.name && r.pattern[plain] == '*' && !strings.ContainsAny(rest, special) {
		return strings.HasSuffix(path[plain:], rest) // as most patterns are
	}
	g := glob{pattern: r.pattern[plain:], text: path[plain:], name: r.name, seen: map[[2]int]globResult{}}
	return g.match(0, 0) == globMatch
}
