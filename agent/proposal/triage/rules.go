package triage

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/internal/wording"
)

// The bounds of the rules.
const (
	minConfidence  = 0.70 // below it a proposal is rejected
	safeConfidence = 0.95 // below it nothing is applied
	minText        = 12   // characters of a text that names no verb
	longText       = 240  // characters from which on a person looks
	largeText      = 1200
	largeLines     = 12
	maxSmallEdits  = 2 // of one file and topic, before a person looks how far it has drifted
)

// verdict is what a rule says of a proposal.
type verdict struct {
	holds  bool
	risk   Risk
	reason string
	words  string // that it found
}

// rule is a line of the table. A policy for which it has no action goes on to
// the next line.
type rule struct {
	number  int
	holds   func(Facts) verdict
	actions [3]Action // of report-only, cautious and apply-safe
}

// table is all rules, in the order in which they are asked.
func table() []rule {
	return []rule{
		{1, invalid, [3]Action{Invalid, Invalid, Invalid}},
		{2, secret, [3]Action{Report, Reject, Reject}},
		{3, injection, [3]Action{Report, Defer, Defer}},
		{4, unsure, [3]Action{Report, Reject, Reject}},
		{5, nonActionable, [3]Action{Report, Reject, Reject}},
		{6, duplicate, [3]Action{Report, Reject, Reject}},
		{7, stale, [3]Action{Report, Reject, Reject}},
		{8, boundary, [3]Action{Report, Defer, Defer}},
		{9, medium, [3]Action{Report, Defer, Defer}},
		{10, noEvidence, [3]Action{Report, Defer, Defer}},
		{11, always(NeedsHuman), [3]Action{Report, Defer, ""}},
		{12, notSure, [3]Action{"", "", Defer}},
		{13, always(Safe), [3]Action{"", "", Apply}},
	}
}

func when(holds bool, risk Risk, reason string) verdict {
	return verdict{holds: holds, risk: risk, reason: reason}
}

func found(class wording.Class, text string, risk Risk, reason string) verdict {
	words := wording.Find(class, text)
	if class == wording.Secret && words != "" {
		words = wording.Redacted
	}
	return verdict{words != "", risk, reason, words}
}

func has(text string, classes ...wording.Class) bool {
	return slices.ContainsFunc(classes, func(c wording.Class) bool { return wording.Has(c, text) })
}

func always(reason string) func(Facts) verdict {
	return func(Facts) verdict { return when(true, Low, reason) }
}

func invalid(f Facts) verdict { return when(f.Wrong != "", Critical, ValidationFailed) }

func secret(f Facts) verdict {
	return found(wording.Secret, f.Words+"\n"+f.Text, Critical, SecretRisk)
}

func injection(f Facts) verdict {
	text := f.Words + "\n" + f.Text
	if v := found(wording.Injection, text, Critical, SecurityBoundary); v.holds {
		return v
	}
	return when(wording.Hidden(text) != 0 || wording.Has(wording.Markup, f.Text), Critical, SecurityBoundary)
}

func unsure(f Facts) verdict { return when(f.Confidence < minConfidence, Low, LowConfidence) }

func nonActionable(f Facts) verdict {
	text := strings.TrimSpace(f.Text)
	short := utf8.RuneCountInString(text) < minText && !wording.Has(wording.Verb, text) && !strings.HasPrefix(text, "@@")
	return when(text == "" || short || wording.Has(wording.Stock, text), Low, NonActionable)
}

func duplicate(f Facts) verdict {
	if f.Applied {
		return when(true, Low, DuplicateApplied)
	}
	return when(f.Pending, Low, DuplicatePending)
}

func stale(f Facts) verdict { return when(f.Stale, Low, Stale) }

// isSensitive reports whether a file says who an agent is, or what it may do: any
// change of its words is a person's business.
func isSensitive(target string) bool {
	return slices.Contains([]string{"soul.md", "user.md", "preferences.json"}, target) || strings.HasPrefix(target, "roles/")
}

func boundary(f Facts) verdict {
	text := f.Words + "\n" + f.Text
	for _, c := range []struct {
		class  wording.Class
		risk   Risk
		reason string
	}{
		{wording.Destructive, Critical, SecurityBoundary},
		{wording.Credential, High, SecurityBoundary},
		{wording.Bypass, High, SecurityBoundary},
	} {
		if v := found(c.class, text, c.risk, c.reason); v.holds {
			return v
		}
	}
	if isSensitive(f.Target) {
		if onlyFormat(f.Target, f.Old, f.New) {
			return verdict{}
		}
		switch {
		case wording.Has(wording.Privacy, text):
			return found(wording.Privacy, text, High, PrivacyBoundary)
		case f.Target == "user.md":
			return when(true, High, PreferenceBoundary)
		case f.Target == "preferences.json" && wording.Has(wording.Policy, text):
			return found(wording.Policy, text, High, SecurityBoundary)
		}
		return when(true, High, IdentityBoundary)
	}
	if v := found(wording.Privacy, text, High, PrivacyBoundary); v.holds {
		return v
	}
	return found(wording.Identity, text, High, IdentityBoundary)
}

func medium(f Facts) verdict {
	format := isSensitive(f.Target) && onlyFormat(f.Target, f.Old, f.New)
	switch {
	case !f.Snapshot, f.Evidence > 0 && !f.Trusted:
		return when(true, Medium, NeedsHuman)
	case strings.Count(f.Text, "\n") > largeLines, utf8.RuneCountInString(f.Text) > largeText:
		return when(true, Medium, NeedsHuman)
	case format: // words that are there already are no change
		return verdict{}
	}
	for _, class := range []wording.Class{wording.Preference, wording.Workflow, wording.Replacing} {
		if v := found(class, f.Words+"\n"+f.Text, Medium, NeedsHuman); v.holds {
			return v
		}
	}
	return when(utf8.RuneCountInString(f.Text) >= longText, Medium, NeedsHuman)
}

func noEvidence(f Facts) verdict { return when(f.Evidence == 0, Low, MissingEvidence) }

func notSure(f Facts) verdict {
	switch {
	case !f.Snapshot:
		return when(true, Low, Stale)
	case f.Confidence < safeConfidence:
		return when(true, Low, LowConfidence)
	}
	return when(f.SmallEdits >= maxSmallEdits, Low, NeedsHuman)
}

// onlyFormat reports whether two versions of a file say the same: they differ in
// blanks and the punctuation of sentences alone, have the same front matter and
// the same headings. Of JSON it is the values that count.
func onlyFormat(target, before, after string) bool {
	if strings.HasSuffix(target, ".json") {
		var a, b any
		return json.Unmarshal([]byte(before), &a) == nil && json.Unmarshal([]byte(after), &b) == nil && reflect.DeepEqual(a, b)
	}
	if wording.Bare(before) != wording.Bare(after) || front(before) != front(after) {
		return false
	}
	same := func(a, b patch.Section) bool {
		return a.Level == b.Level && wording.Bare(a.Title) == wording.Bare(b.Title)
	}
	return slices.EqualFunc(patch.Split(before), patch.Split(after), same)
}

// front returns the text before the first heading, where it begins as front
// matter does.
func front(text string) string {
	if !strings.HasPrefix(strings.TrimLeft(text, "\ufeff \t\r\n"), "---") {
		return ""
	}
	_, rest, _ := strings.Cut(text, "---")
	inside, _, _ := strings.Cut(rest, "\n---")
	return inside
}
