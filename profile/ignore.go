package profile

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Ignore is a list of patterns in gitignore's grammar (gitignore(5)).
type Ignore struct{ rules []ignoreRule }

type ignoreRule struct {
	glob    string
	folders bool // matches folders only
	keep    bool // the pattern began with "!"
}

// NewIgnore reads patterns, one each. Blank ones and comments match nothing.
// An error names the pattern.
func NewIgnore(patterns []string) (*Ignore, error) {
	var ignore Ignore
	for _, p := range patterns {
		rule, ok := parseIgnore(p)
		if !ok {
			continue
		}
		if !doublestar.ValidatePattern(rule.glob) {
			return nil, fmt.Errorf("ignore: %q is not a pattern of gitignore's grammar", p)
		}
		ignore.rules = append(ignore.rules, rule)
	}
	return &ignore, nil
}

// parseIgnore turns a pattern into a glob over whole paths.
func parseIgnore(p string) (rule ignoreRule, ok bool) {
	for strings.HasSuffix(p, " ") && !strings.HasSuffix(p, `\ `) {
		p = p[:len(p)-1]
	}
	if p == "" || p[0] == '#' {
		return rule, false
	}
	if p[0] == '!' {
		rule.keep, p = true, p[1:]
	}
	if strings.HasSuffix(p, "/") && !strings.HasSuffix(p, `\/`) {
		rule.folders, p = true, strings.TrimSuffix(p, "/")
	}
	anchored := strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	if p == "" {
		return rule, false
	}
	p = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(p) // no alternatives in this grammar
	if strings.HasSuffix(p, "/**") {
		p += "/*" // what is inside, not the folder itself
	}
	if !anchored {
		p = "**/" + p
	}
	rule.glob = p
	return rule, true
}

// Match reports whether a path, with slashes and relative to the sources, is
// ignored. What is in an ignored folder is for the caller to leave out, as it
// cannot be brought back.
func (i *Ignore) Match(path string, folder bool) bool {
	ignored := false
	for _, r := range i.rules {
		if r.keep == !ignored || r.folders && !folder {
			continue // it would change nothing
		}
		if ok, err := doublestar.Match(r.glob, path); err == nil && ok {
			ignored = !r.keep
		}
	}
	return ignored
}
