// Package secrets finds keys, tokens and passwords in texts. The rules are those of
// gitleaks (rules.json, made by tools/secrets; NOTICE has its licence). One automaton
// of all keywords reads a text; an expression is only tried near a keyword of its rule.
//
//   - secrets.go: what is found in a text, and hiding it
//   - broken.go: secrets in two parts
//   - rule.go: the rules, and what they allow
//   - address.go: passwords in addresses
//   - behind.go: quick looks behind keywords, which spare most expressions
//   - harmless.go: what reads like a key and is none
//   - automaton.go, run.go: the keywords, and stretches of characters that keys are made of
package secrets

import (
	"cmp"
	"slices"
	"strings"
)

// Code is the code of the warning of a secret.
const Code = "secret"

// Find returns the secrets of a text, in order. Where rules match in one place the first
// counts that says most: one for any kind of key comes last. The name is that of the
// file, where it is known: a few rules are for some files alone.
func Find(name, text string) []Match {
	set := load()
	runs := runsOf(text)
	return distinct(set.broken(name, text, runs, set.find(name, text, runs)))
}

// find returns what the rules match.
func (set *ruleSet) find(name, text string, runs []run) (all []Match) {
	until := make([]int, len(set.rules))
	set.keywords.find(text, func(end int, rules []uint16) {
		for len(runs) > 0 && runs[0].end+long < end {
			runs = runs[1:]
		}
		for _, number := range rules {
			r := &set.rules[number]
			if end <= until[number] || r.Run > 0 && !r.isNear(runs, end) || r.near != nil && !r.near(text, end) {
				continue
			}
			if r.Path != "" && !r.path().MatchString(name) {
				continue
			}
			from, to, whole := window(text, end, r)
			if until[number] = to; !whole {
				until[number] = max(to-margin, end)
			}
			all = r.match(text, from, to, all)
		}
	})
	return all
}

// broken adds the secrets that are in two parts, at the end of a line and at the start of
// the next one, or with a blank between them, as a page breaks long words.
func (set *ruleSet) broken(name, text string, runs []run, all []Match) []Match {
	for i := range runs {
		first := &runs[i]
		if !first.digit && !first.mixed || first.end-first.start > maxPart {
			continue
		}
		next := gapBehind(text, first.end)
		end := next
		for end < len(text) && kinds[text[end]] != 0 && end-next < maxPart {
			end++
		}
		if next == first.end || first.end-first.start+end-next < minBroken || !isPart(text[next:end]) {
			continue
		}
		gap := next - first.end
		for _, m := range set.joined(name, text[first.start:first.end]+text[next:end]) {
			if m.Start += first.start; IsKind(m.Rule) && m.Start < first.end && m.End > first.end-first.start {
				m.End += first.start + gap
				m.Gap = [2]int{first.end, next}
				all = append(all, m)
			}
		}
	}
	return all
}

// joined returns the secrets of a text that was put together.
func (set *ruleSet) joined(name, text string) []Match {
	return set.find(name, text, runsOf(text))
}

// window returns where an expression is tried, and whether all lines are in it.
func window(text string, end int, r *rule) (from, to int, whole bool) {
	switch {
	case r.Apart:
		to, whole = behindOf(text, end, long, 1<<20)
		return max(end-long, 0), to, whole
	case r.Long:
		to, whole = behindOf(text, end, long, 1<<20)
	case r.Run == 0:
		to, whole = behindOf(text, end, behind, many)
	default:
		to, whole = behindOf(text, end, behind, lines)
	}
	from = max(end-before, 0)
	if i := strings.LastIndexByte(text[from:end], '\n'); i >= 0 {
		return from + i + 1, to, whole
	}
	for from > 0 && from < end && kinds[text[from-1]] != 0 {
		from++
	}
	return from, to, whole
}

// behindOf returns where so many lines end, or so many bytes and the run that they are in.
func behindOf(text string, end, most, lines int) (to int, whole bool) {
	for to = end; to < len(text) && to-end < most; to++ {
		if text[to] == '\n' {
			if lines--; lines == 0 {
				return to + 1, true
			}
		}
	}
	for to < len(text) && kinds[text[to]] != 0 && to-end < 2*most {
		to++
	}
	return to, to == len(text)
}

// distinct leaves one match of those in one place.
func distinct(all []Match) []Match {
	slices.SortStableFunc(all, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(rank(a.Rule), rank(b.Rule)), cmp.Compare(b.End, a.End))
	})
	out := all[:0]
	for _, m := range all {
		if n := len(out); n > 0 && m.Start < out[n-1].End {
			if rank(m.Rule) < rank(out[n-1].Rule) {
				out[n-1] = m
			}
			continue
		}
		out = append(out, m)
	}
	return out
}

// rank puts rules for any kind of key last.
func rank(rule string) int {
	switch rule {
	case passwordRule:
		return 3
	case genericRule:
		return 2
	case addressRule:
		return 1
	}
	return 0
}

// Kinds returns the rules that find something in a text, each once, such as "github-pat, password"; ""
// for none.
func Kinds(text string) string {
	var kinds []string
	for _, m := range Find("", text) {
		if !slices.Contains(kinds, m.Rule) {
			kinds = append(kinds, m.Rule)
		}
	}
	return strings.Join(kinds, ", ")
}

// IsKind reports whether a rule is for one kind of secret, which begins as others of
// its kind do.
func IsKind(rule string) bool { return rank(rule) == 0 }

// Mask returns a text with a label in the place of each secret, and whether there was
// one. The text keeps its number of lines: those of a key behind the first are empty.
func Mask(text string) (string, bool) {
	found := Find("", text)
	return Replace(text, found), len(found) > 0
}

// Replace returns a text with a label in the place of each of these secrets, which are in
// order.
func Replace(text string, found []Match) string {
	var b strings.Builder
	at := 0
	for _, m := range found {
		b.WriteString(text[at:m.Start])
		b.WriteString("[secret: " + m.Rule + "]" + strings.Repeat("\n", strings.Count(text[m.Start:m.End], "\n")))
		at = m.End
	}
	b.WriteString(text[at:])
	return b.String()
}
