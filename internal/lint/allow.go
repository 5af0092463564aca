package lint

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pattern"
	"github.com/seed353dc258/backstory/profile"
)

// The codes of what is wrong with allows, and of what a change adds to them.
const (
	codeAllowWrong    = "allow-wrong"
	codeAllowStale    = "allow-stale"
	CodeAllowNew      = "allow-new"
	CodeBaselineGrown = "baseline-grown"
)

// Allow lets findings pass, with a reason: one in the options of a profile for some of its
// files, or one in a comment for the line that it is on and the next one.
type Allow struct {
	Code, Words, Reason string
	Until               string // the last day, such as 2027-01-31
	Path                string // of the file that it is written in
	Line                int    // in that file
	// Matches says which files it is for. Default: it is in a comment, and is for the
	// file that it is written in.
	Matches func(file string) bool `json:"-"`

	used bool
}

// Key tells an allow from others of its file, whatever line it is on.
func (a *Allow) Key() string {
	return strings.Join([]string{a.Path, a.Code, a.Words, a.Reason, a.Until}, "\x00")
}

// Finding returns what is found of an allow, at its place.
func (a *Allow) Finding(code, message string) Finding {
	f := Finding{Code: code, Weight: WeightOf(code), Message: message, Words: shown(masked(strings.TrimSpace(a.Code + " " + a.Reason))), Count: 1, File: a.Path, own: true}
	f.at(document.LineSpan(a.Line, a.Line))
	return f
}

// AllowsOf returns the allows of the options of the profile in a folder.
func AllowsOf(dir string, options profile.Options) (all []Allow) {
	for i := range options.Allow {
		a := &options.Allow[i]
		first, _, _ := strings.Cut(a.Place(), ":")
		line, err := strconv.Atoi(first)
		if err != nil {
			line = 1
		}
		all = append(all, Allow{
			Code: a.Code, Words: a.Words, Reason: a.Reason, Until: a.Until, Line: line,
			Path: filepath.Join(dir, filepath.FromSlash(profile.OptionsFile)),
			Matches: func(file string) bool {
				in, err := filepath.Rel(dir, file)
				return err == nil && a.Matches(filepath.ToSlash(in))
			},
		})
	}
	return all
}

// comment finds an allow in a comment of Markdown, YAML or TOML.
var comment = pattern.Lazy(`(?:<!--|^\s*(?:#|//))\s*backstory:allow(?:\s+(\S+)(.*?))?\s*(?:-->|$)`)

// until finds its last day.
var until = pattern.Lazy(`(?:^|\s)until=(\S+)`)

// Comments returns the allows in the comments of a text.
func Comments(path, text string) (all []Allow) {
	if !strings.Contains(text, "backstory:allow") {
		return nil
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		m := comment().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		a := Allow{Code: m[1], Path: path, Line: number}
		a.Reason = strings.TrimSpace(replaceFirst(until(), m[2], func(day string) { a.Until = day }))
		all = append(all, a)
	}
	return all
}

// replaceFirst cuts the first match out of a text, and tells what its group has.
func replaceFirst(re *regexp.Regexp, text string, tell func(string)) string {
	at := re.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	tell(text[at[2]:at[3]])
	return text[:at[0]] + text[at[1]:]
}

// mayAllow reports whether a comment may let findings of a code pass: not what fails by
// default, nor what forges structure.
func mayAllow(code string) bool {
	return WeightOf(code) < Lost && code != "chat-token" && code != "label-like" && !strings.HasPrefix(code, "hidden-")
}

// wrong says what is wrong with an allow; "" for nothing.
func (a *Allow) wrong() string {
	_, err := time.Parse(time.DateOnly, a.Until)
	switch {
	case a.Code == "":
		return "this allow names no code: backstory:allow CODE REASON until=2027-01-31"
	case strings.HasPrefix(a.Code, "allow-") || a.Code == CodeBaselineGrown:
		return "what is found of allows cannot be allowed"
	case a.Matches == nil && !mayAllow(a.Code):
		return "a comment cannot allow " + a.Code + ": the options of the profile can (allow)"
	case a.Reason == "":
		return "this allow gives no reason, and allows nothing"
	case a.Until != "" && err != nil:
		return fmt.Sprintf("until=%.20s is no day such as 2027-01-31, and this allows nothing", a.Until)
	}
	return ""
}

// covers reports whether an allow is for a finding.
func (a *Allow) covers(f *Finding) bool {
	switch {
	case a.Code != f.Code || !strings.Contains(f.Words, a.Words):
		return false
	case a.Matches != nil:
		return a.Matches(f.File)
	}
	return f.File == a.Path && (f.Line == 0 || f.Line == a.Line || f.Line == a.Line+1)
}

// lift leaves out the findings that are allowed today, and adds what is wrong with the
// allows themselves. Partial says that not all files were looked at that options are
// for. It returns how many were left out.
func lift(found []Finding, allows []Allow, today string, partial bool) (left []Finding, lifted int) {
	var valid []*Allow
	var wrong []Finding
	for i := range allows {
		a := &allows[i]
		if message := a.wrong(); message != "" {
			wrong = append(wrong, a.Finding(codeAllowWrong, message))
		} else if a.Until != "" && a.Until < today {
			wrong = append(wrong, a.Finding(codeAllowStale, "this allow ended on "+a.Until))
		} else {
			valid = append(valid, a)
		}
	}
	for i := range found {
		if f := &found[i]; !allowed(valid, f) {
			left = append(left, *f)
		}
	}
	for _, a := range valid {
		if !a.used && (a.Matches == nil || !partial) {
			wrong = append(wrong, a.Finding(codeAllowStale, "this allows nothing that is there: take it out"))
		}
	}
	lifted = len(found) - len(left)
	sign(wrong)
	return append(left, wrong...), lifted
}

// allowed reports whether one of these allows is for a finding. All that are count as used.
func allowed(valid []*Allow, f *Finding) (is bool) {
	for _, a := range valid {
		if a.covers(f) {
			a.used, is = true, true
		}
	}
	return is
}
