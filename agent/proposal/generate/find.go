package generate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/pattern"
	"github.com/seed353dc258/backstory/internal/wording"
)

// found is a sentence that says something lasting.
type found struct {
	rule     string
	sessions int // in which it has to be said
	kind     kind
	key      string // the same for sentences that say the same
	text     string // for a file
	opposite string // the key that takes this one back
	quote    string // the sentence, word for word
}

// The sizes of sentences that are looked at, in characters, and how many of a
// text.
const (
	minSentence = 8
	maxSentence = 240
	maxTexts    = 200
)

// find returns what a text of the user says. Quoted lines and code are others'
// words; a secret, and what reads like an order to forget all rules, is nothing
// that is proposed.
func find(text string) []found {
	var out []found
	for _, s := range sentences(own(text)) {
		size := utf8.RuneCountInString(s)
		if size < minSentence || size > maxSentence || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") {
			continue
		}
		if f, ok := read(s); ok && !wording.Has(wording.Secret, s) && !wording.Has(wording.Injection, s) && wording.Hidden(s) == 0 {
			out = append(out, f)
		}
	}
	return out
}

func read(s string) (found, bool) {
	plain := strings.ReplaceAll(s, "\u2019", "'")
	for _, t := range topics {
		if t.pattern().MatchString(plain) {
			f := found{rule: "correction", sessions: correctionSessions, kind: asked, key: t.name, text: t.text, opposite: t.opposite, quote: s}
			return f, true
		}
	}
	if exceptions().MatchString(plain) {
		return found{}, false
	}
	for _, r := range rules {
		if r.pattern().MatchString(plain) {
			said := "The user asks: "
			if r.kind == about {
				said = "The user says: "
			}
			return found{rule: r.name, sessions: r.sessions, kind: r.kind, key: key(plain), text: said + "\u201c" + s + "\u201d", quote: s}, true
		}
	}
	return found{}, false
}

// own returns a text without quoted lines and fenced code.
func own(text string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case !strings.HasPrefix(trimmed, ">"):
			b.WriteString(line)
		}
	}
	return b.String()
}

// sentences cuts a text at the ends of its sentences and lines. A sentence is word
// for word what is there.
func sentences(text string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && len(out) < maxTexts {
			out = append(out, s)
		}
	}
	for line := range strings.Lines(text) {
		from := 0
		for i, r := range line {
			end := i + utf8.RuneLen(r)
			if strings.ContainsRune(".!?", r) && strings.TrimLeft(line[end:], " \r\n") != line[end:] {
				add(line[from:end])
				from = end
			}
		}
		add(line[from:])
	}
	return out
}

// fillers are words without which a sentence says the same.
var fillers = map[string]bool{
	"please": true, "really": true, "just": true, "and": true, "also": true, "so": true, "thanks": true,
	"bitte": true, "auch": true, "danke": true, "merci": true, "por": true, "favor": true, "per": true, "favore": true,
}

// wordsOf returns the words of a text in small letters, without punctuation.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

var politely = pattern.Lazy(`(?i)^` + polite)

// key is a sentence without case, punctuation, fillers, and what it politely begins
// with.
func key(s string) string {
	var kept []string
	for _, w := range wordsOf(politely().ReplaceAllString(s, "")) {
		if !fillers[w] {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// tells reports whether a sentence says what a memory says: most of the memory's
// longer words, two of them at least, are in it unchanged.
func tells(sentence, memory string) bool {
	has := map[string]bool{}
	for _, w := range wordsOf(sentence) {
		has[w] = true
	}
	all, same := 0, 0
	for _, w := range wordsOf(memory) {
		if utf8.RuneCountInString(w) < 4 {
			continue
		}
		if all++; has[w] {
			same++
		}
	}
	return same >= 2 && 2*same > all
}
