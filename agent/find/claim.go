package find

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/search"
)

// Claim is a sentence of an answer, and whether documents say it.
type Claim struct {
	Start, End int // in the answer, in bytes
	State      State
	Passage    tool.Found // that says it, of one that was found
}

// State is what is known of a claim.
type State string

// The states of claims. Not checked is what words cannot decide: what is in another
// language than the documents, worked out, an opinion, or too short.
const (
	IsFound    State = "found"
	NotFound   State = "not_found"
	NotChecked State = "not_checked"
)

// Bounds of checking.
const (
	maxClaims = 100 // sentences of an answer
	claimHits = 6   // passages looked at for one
	maxAsked  = 50  // documents that tell in which language they are
	maxHead   = 2000
	minTerms  = 3   // words that say something: fewer decide nothing
	minShare  = 0.5 // of them, which a document has that says it
)

// Claims compares each sentence of an answer with the passages that have most to do with
// it. Code, headings, rows of tables and what only leads to something are none.
func Claims(ctx context.Context, s *tool.Searcher, answer string) (all []Claim, err error) {
	for _, span := range sentences(answer) {
		if len(all) == maxClaims {
			break
		}
		c := Claim{Start: span[0], End: span[1], State: NotChecked}
		if text := bare(answer[c.Start:c.End]); !isOpen(text) {
			if c.State, c.Passage, err = judge(ctx, s, text); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// judge says what documents have on a statement.
func judge(ctx context.Context, s *tool.Searcher, text string) (State, tool.Found, error) {
	found, err := s.Told(ctx, text, claimHits, nil)
	if err != nil || len(found) == 0 {
		return lone(s, text), tool.Found{}, err
	}
	state, best, most := NotFound, tool.Found{}, -1.0
	foreign := 0
	for n := range found {
		said := together(found, found[n].Ref)
		c := search.Cover(text, said)
		switch {
		case strings.Contains(said, text):
			return IsFound, found[n], nil
		case c.Foreign:
			foreign++
			continue
		case c.Terms < minTerms:
			return NotChecked, tool.Found{}, nil
		}
		strange := slices.DeleteFunc(c.Strange, func(word string) bool { return inChapter(s, found[n].Ref, word) })
		if len(strange) == 0 && c.Share >= minShare && c.Share > most {
			state, best, most = IsFound, found[n], c.Share
		}
	}
	switch {
	case state == IsFound:
		return state, best, nil
	case foreign > 0, isWorkedOut(text):
		return NotChecked, tool.Found{}, nil
	}
	return NotFound, tool.Found{}, nil
}

// Says reports whether a text says a statement, as a passage does.
func Says(text, statement string) bool {
	c := search.Cover(bare(statement), text)
	return c.Terms > 0 && len(c.Strange) == 0 && c.Share >= minShare
}

// lone is the state of a statement that shares no word with any document.
func lone(s *tool.Searcher, text string) State {
	all := s.Library.All()
	for _, r := range all[:min(len(all), maxAsked)] {
		if c := search.Cover(text, r.Text[:min(len(r.Text), maxHead)]); !c.Foreign && c.Terms >= minTerms {
			return NotFound
		}
	}
	return NotChecked
}

// together returns what was found in the document of a passage, with its names.
func together(found []tool.Found, ref string) string {
	base, _, _ := strings.Cut(ref, "+")
	var b strings.Builder
	for _, f := range found {
		if of, _, _ := strings.Cut(f.Ref, "+"); of == base {
			b.WriteString(f.Path + "\n" + f.Title + "\n" + strings.Join(f.Headings, "\n") + "\n" + f.Text + "\n")
		}
	}
	return b.String()
}

// inChapter reports whether a name is elsewhere in the document of a passage. A number has
// to be near.
func inChapter(s *tool.Searcher, ref, word string) bool {
	base, _, _ := strings.Cut(ref, "+")
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsDigit(r) {
		return false
	}
	for _, r := range s.Library.All() {
		if r.Ref == base {
			return strings.Contains(r.Text, strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s"))
		}
	}
	return false
}

// isOpen reports whether a sentence states nothing that documents could say: a question,
// an opinion, or what they lack.
func isOpen(text string) bool {
	return strings.ContainsAny(text, "?？") || hasPhrase(text, opinions)
}

// isWorkedOut reports whether a sentence has numbers that somebody worked out.
func isWorkedOut(text string) bool {
	return len(search.Numbers(text)) > 0 && (strings.ContainsAny(text, "=+×÷%") || hasPhrase(text, sums))
}

func hasPhrase(text string, phrases []string) bool {
	words := " " + plainWords(text) + " "
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(words, " "+p+" ") })
}

// bare returns a sentence without the signs of Markdown and the marks of sources.
func bare(text string) string {
	text = strings.TrimSpace(strings.NewReplacer("**", "", "__", "", "`", "").Replace(text))
	for {
		at := strings.LastIndexByte(text, '[')
		end := strings.LastIndexByte(text, ']')
		if at < 0 || end < at || strings.Trim(text[at+1:end], "0123456789, ") != "" {
			return text
		}
		text = text[:at] + text[end+1:]
	}
}

// sentences returns where the sentences of a text are, as pairs of offsets.
func sentences(text string) (all [][2]int) {
	fence, at := "", 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		body := strings.TrimLeft(line, " \t>")
		mark := body[:len(body)-len(strings.TrimLeft(body, "`~"))]
		switch {
		case fence != "":
			if mark == strings.TrimSpace(body) && strings.HasPrefix(mark, fence) {
				fence = ""
			}
			continue
		case len(mark) >= len("```"):
			fence = mark
			continue
		case strings.TrimSpace(body) == "", body[0] == '#', body[0] == '|', strings.HasSuffix(strings.TrimSpace(body), ":"):
			continue
		}
		lead := len(line) - len(strings.TrimLeft(line, " \t>-*+•0123456789.)"))
		if lead > 0 && line[lead-1] != ' ' {
			lead = 0 // the line begins with a number
		}
		all = append(all, inLine(text[:at], start+lead)...)
	}
	return all
}

// Ended returns where the last sentence ends of an answer that goes on.
func Ended(answer string) int {
	from := strings.LastIndexByte(answer, '\n') + 1
	if all := inLine(answer, from); len(all) > 1 {
		return all[len(all)-1][0]
	}
	return from
}

// Settled returns how far an answer that goes on can be shown: what comes next may say that
// a sentence ends before the blanks and the marks behind it.
func Settled(answer string) int {
	return len(strings.TrimRightFunc(answer, func(r rune) bool { return strings.ContainsRune(" \t\r\n"+openers+closers, r) }))
}

// What may be before a sentence, and behind the sign that ends one.
const (
	openers = `"'“„«(*_`
	closers = `"'”’»)*_`
)

// inLine cuts the end of a text into sentences, from an offset on.
func inLine(text string, from int) (all [][2]int) {
	add := func(to int) {
		if s := strings.TrimRight(text[from:to], " \t\r\n"); s != "" {
			all = append(all, [2]int{from, from + len(s)})
		}
		from = to
	}
	for i, r := range text {
		if i < from {
			continue
		}
		switch r {
		case '。', '！', '？':
			add(i + utf8.RuneLen(r))
		case '.', '!', '?':
			rest := strings.TrimLeft(text[i+1:], closers)
			if next := strings.TrimLeft(rest, " "); next != rest && beginsOne(next) && (r != '.' || !isShort(text[from:i])) {
				add(len(text) - len(next))
			}
		}
	}
	add(len(text))
	return all
}

// beginsOne reports whether a text may begin a sentence. The marks of sources end the one
// before.
func beginsOne(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, openers))
	return r != '[' && !unicode.IsLower(r)
}

// isShort reports whether a text ends in a word that a full stop is put behind: a letter,
// the number of a day, or a title.
func isShort(text string) bool {
	word := text[strings.LastIndexAny(text, " (\n")+1:]
	return utf8.RuneCountInString(word) < 2 || len(word) < 3 && strings.Trim(word, "0123456789") == "" || slices.Contains(titles, strings.ToLower(word))
}
