package lint

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// leak is a secret, and where it is.
type leak struct {
	code    string
	hint    string // how it begins, and how long it is
	context string // what is around it, without it
	pos     document.Pos
	columns [2]int
}

// finding returns the leak as a finding.
func (l leak) finding() Finding {
	f := Finding{Code: l.code, Message: "this reads like a secret (" + strings.TrimPrefix(l.code, secretCode) + "): whoever reads it can use it", Words: l.hint, context: l.context}
	if f.at(l.pos); l.columns[0] > 0 {
		f.Column, f.EndColumn = l.columns[0], l.columns[1]
	}
	return f
}

// leaksIn returns the secrets of a text that are not known, and makes them known.
func leaksIn(name, text string, known map[string]bool, at func(start, end int) (document.Pos, [2]int)) (all []leak) {
	for _, m := range secrets.Find(name, text) {
		secret := m.Secret(text)
		if known[m.Rule+"\x00"+secret] {
			continue
		}
		known[m.Rule+"\x00"+secret] = true
		l := leak{code: secretCode + m.Rule, hint: hintOf(m.Rule, secret), context: contextOf(text, m, secret)}
		l.pos, l.columns = at(m.Start, m.End)
		all = append(all, l)
	}
	return all
}

// hintOf says how a secret begins, where that is what its kind begins with, and how
// long it is.
func hintOf(rule, secret string) string {
	n := utf8.RuneCountInString(secret)
	if secrets.IsKind(rule) && len(secret) >= 16 && utf8.RuneStart(secret[4]) {
		return fmt.Sprintf("%s… (%d characters)", secret[:4], n)
	}
	return fmt.Sprintf("(%d characters)", n)
}

// contextOf returns what is around a secret on its line, without any secret, and a
// little of its digest, so that another one in the same place is another finding.
func contextOf(text string, m secrets.Match, secret string) string {
	const near = 60
	before, behind := text[max(m.Start-near, 0):m.Start], text[m.End:min(m.End+near, len(text))]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	behind, _, _ = strings.Cut(behind, "\n")
	masked, _ := secrets.Mask(before + "\x00" + behind)
	sum := sha256.Sum256([]byte(secret))
	return fmt.Sprintf("%s %x", masked, sum[:2])
}

// rawLeaks returns the secrets of a text as its file has it, by line and column.
func rawLeaks(name, text string, known map[string]bool) []leak {
	line, from := 1, 0
	return leaksIn(name, text, known, func(start, end int) (document.Pos, [2]int) {
		line += strings.Count(text[from:start], "\n")
		from = start
		begin := strings.LastIndexByte(text[:start], '\n') + 1
		first := utf8.RuneCountInString(text[begin:start]) + 1
		return document.LineSpan(line, line), [2]int{first, first + utf8.RuneCountInString(text[start:end])}
	})
}

// chapterLeaks returns the secrets of a chapter, by the places of its text.
func chapterLeaks(name string, c *ingest.Chapter, known map[string]bool) []leak {
	text, cuts := unescaped(c.Text)
	return leaksIn(name, text, known, func(start, _ int) (document.Pos, [2]int) {
		return c.PlaceAt(int64(start + sort.SearchInts(cuts, start+1))), [2]int{}
	})
}

// Masked returns Markdown with a label in the place of each secret, as it is written and
// as it is read, without its backslashes. It keeps its number of lines.
func Masked(text string) string {
	text, _ = secrets.Mask(text)
	plain, cuts := unescaped(text)
	if len(cuts) == 0 {
		return text
	}
	found := secrets.Find("", plain)
	for i := range found {
		m := &found[i]
		m.Start, m.End = m.Start+sort.SearchInts(cuts, m.Start+1), m.End+sort.SearchInts(cuts, m.End)
	}
	return secrets.Replace(text, found)
}

// unescaped returns Markdown without its backslashes, and where in that they were.
func unescaped(text string) (string, []int) {
	if !strings.Contains(text, `\`) {
		return text, nil
	}
	var b strings.Builder
	var cuts []int
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && isPunctuation(text[i+1]) {
			cuts = append(cuts, b.Len())
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String(), cuts
}

// masked returns words with a label in the place of each secret.
func masked(words string) string {
	text, _ := secrets.Mask(words)
	return text
}
