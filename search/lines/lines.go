// Package lines tells what lines of Markdown are: labels, items, what somebody says.
//
//   - label.go: the labels in a line
//   - lines.go: the sorts of lines
package lines

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLabel is how long a label is, in bytes.
const MaxLabel = 80

// IsValue reports whether a line has digits and no letters, such as a value below its
// label.
func IsValue(bare string) bool {
	return strings.ContainsFunc(bare, unicode.IsDigit) && !strings.ContainsFunc(bare, unicode.IsLetter)
}

// HasValue reports whether a cell of a row has a share, a date or a number with a fraction:
// then it is no head, but the first row of a table without one.
func HasValue(row string) bool {
	for cell := range strings.SplitSeq(row, "|") {
		if cell = strings.Trim(cell, " *_"); IsValue(cell) && strings.Trim(cell, "0123456789") != "" && !strings.HasSuffix(cell, ".") {
			return true
		}
	}
	return false
}

// IsLabel reports whether a text is a few words that are no sentence, such as the label
// of a value that is in the next line.
func IsLabel(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "*_")
	if len(text) > MaxLabel {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return !strings.ContainsRune(".,;!?。，；！？", r)
}

// Break returns where a text that is too long is cut: behind a line, a sentence,
// a word, else between characters.
func Break(text string, most int) int {
	for !utf8.RuneStart(text[most]) {
		most--
	}
	for _, mark := range []string{"\n", ". ", "。", " "} {
		if i := strings.LastIndex(text[:most], mark); i > most/2 {
			return i + len(mark)
		}
	}
	return most
}

// Fence returns the marks of a fence that a line begins with, or "".
func Fence(bare string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(bare) - len(strings.TrimLeft(bare, mark)); n >= 3 {
			return bare[:n]
		}
	}
	return ""
}

// HeadingLevel returns how many # a heading begins with, or 0.
func HeadingLevel(line string) int {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level > 6 || !strings.HasPrefix(line[level:], " ") || strings.TrimSpace(line[level:]) == "" {
		return 0
	}
	return level
}

// maxSpeaker is how long the name of a speaker is before what is said, in bytes.
const maxSpeaker = 40

// IsTurn reports whether a line begins with who speaks, as the turns of a dialogue
// do: "Ida: The lamp is out." Where it is a line of a paragraph, it is told with the
// others all the same.
func IsTurn(bare string) bool {
	for i, r := range bare[:min(len(bare), maxSpeaker)] {
		switch {
		case r == '：' || r == ':' && i+1 < len(bare) && bare[i+1] == ' ':
			return i > 0
		case i == 0 && unicode.IsLower(r), r == ',' || r == ';' || r == '!' || r == '?' || r == '。' || r == '，' || r == '、':
			return false
		}
	}
	return false
}

// IsItem reports whether a line begins an item of a list.
func IsItem(bare string) bool {
	if len(bare) > 1 && (bare[0] == '-' || bare[0] == '*' || bare[0] == '+') && bare[1] == ' ' {
		return true
	}
	n := len(bare) - len(strings.TrimLeft(bare, "0123456789"))
	return n > 0 && n < 10 && len(bare) > n+1 && (bare[n] == '.' || bare[n] == ')') && bare[n+1] == ' '
}

// IsLinks reports whether a text is mostly links, or a note: it says where to go on.
func IsLinks(text string) bool {
	if strings.HasPrefix(text, "[^") {
		return true
	}
	inside, rest := 0, text
	for {
		before, behind, ok := strings.Cut(rest, "](")
		begin, end := strings.LastIndexByte(before, '['), strings.IndexByte(behind, ')')
		if !ok || begin < 0 || end < 0 {
			return inside*10 > len(text)*7
		}
		inside += len(before) - begin + len("](") + end
		rest = behind[end:]
	}
}

// minAsked is how many questions in one text are a list of them.
const minAsked = 3

// AsksMuch reports whether most of a text is a list of questions.
func AsksMuch(text string) bool {
	questions, asked, from := 0, 0, 0
	for i, r := range text {
		switch r {
		case '?', '？':
			questions, asked, from = questions+1, asked+i-from, i
		case '.', '!', '。', '！', '\n':
			from = i
		}
	}
	return questions >= minAsked && asked*2 >= len(text)
}

// IsQuestion reports whether a text is no more than questions, each in a line of its own.
func IsQuestion(text string) (is bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "*_ \r\n")
		switch {
		case line == "" || line[0] == '#':
		case len(line) >= MaxLabel*2 || !strings.HasSuffix(line, "?") && !strings.HasSuffix(line, "？"):
			return false
		default:
			is = true
		}
	}
	return is
}

// IsList reports whether a text has more than one item of a list.
func IsList(text string) bool {
	n := 0
	for line := range strings.Lines(text) {
		if IsItem(strings.TrimSpace(line)) {
			n++
		}
	}
	return n > 1
}

// FirstWide is the first character of the scripts whose characters count as two:
// those from the radicals of Han on.
const FirstWide = 0x2e80

// Columns returns how many characters a text has, those of East Asian scripts as two.
func Columns(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if r >= FirstWide {
			n++
		}
	}
	return n
}
