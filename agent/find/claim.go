package find

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/search"
	"github.com/seed353dc258/backstory/search/lexicon"
)

// Claim is a sentence of an answer, and whether documents say it.
type Claim struct {
	Start, End int // in the answer, in bytes
	State      State
	Passage    tool.Found // that says it, of one that was found; else in another language what may say it, or none
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
	minTerms  = 3   // words that say something: fewer decide nothing
	minSum    = -2  // of what says a sentence but for numbers that were worked out from others
	minAbroad = -1  // of what says it in another language, rather than what there is in its own
	maySay    = -4  // of what may say it in another language
)

// Claims compares each sentence of an answer with the passages that have most to do with
// it. Code, headings, rows of tables and what only leads to something are none. A sentence in
// a language that few documents are in is missing where another of the answer is found in it:
// else the answer is translated.
func Claims(ctx context.Context, s *tool.Searcher, answer string) (all []Claim, err error) {
	rare, native := map[int]int{}, map[int]bool{} // languages, of sentences and such as one is found in
	for _, span := range sentences(answer) {
		if len(all) == maxClaims {
			break
		}
		c := Claim{Start: span[0], End: span[1], State: NotChecked}
		if text := bare(answer[c.Start:c.End]); !isQuestion(text) {
			said, here, abroad, err := s.Say(ctx, text)
			if err != nil {
				return nil, err
			}
			var by *tool.Found
			if c.State, by = judge(&said, here, abroad, text); by != nil {
				c.Passage = *by
			}
			if native[said.Language] = native[said.Language] || c.State == IsFound && by == here; !said.Usual {
				rare[len(all)] = said.Language
			}
		}
		all = append(all, c)
	}
	for n, language := range rare {
		if all[n].State == NotFound && !native[language] {
			all[n].State = NotChecked
		}
	}
	return all, nil
}

// judge says what documents have on a statement, and the passage that says it, or may say
// it in another language.
func judge(said *search.Saying, here, abroad *tool.Found, text string) (State, *tool.Found) {
	for _, f := range []*tool.Found{here, abroad} {
		if f != nil && strings.Contains(f.Hit.Text, text) {
			return IsFound, f
		}
	}
	value, differs := math.Inf(-1), false
	if said.Here != nil {
		value, differs = said.Here.Value, len(said.Here.Strange) > 0
	}
	switch {
	case value >= 0 && !differs:
		return IsFound, here
	case said.Terms < minTerms, isOpinion(text), value >= minSum && differs && isWorkedOut(text):
		return NotChecked, nil
	case said.Abroad == nil || said.Abroad.Value < max(value, maySay):
		return NotFound, nil
	case said.Abroad.Value > minAbroad:
		return NotChecked, abroad
	}
	return NotFound, abroad
}

// Says reports whether some texts say a statement, as a passage does.
func Says(texts []string, statement string) bool {
	list := make([]search.Chapter, len(texts))
	for i, text := range texts {
		list[i].Text = text
	}
	said := search.New(list, nil).Say(bare(statement))
	return said.Here != nil && said.Here.Value >= 0 && len(said.Here.Strange) == 0
}

func isQuestion(text string) bool { return strings.ContainsAny(text, "?？") }

// isOpinion reports whether a sentence states nothing that documents could say: an opinion,
// or what they lack.
func isOpinion(text string) bool { return hasPhrase(text, opinions) }

// isWorkedOut reports whether a sentence has numbers that somebody worked out.
func isWorkedOut(text string) bool {
	return len(lexicon.Numbers(text)) > 0 && (strings.ContainsAny(text, "=+×÷%") || hasPhrase(text, sums))
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
