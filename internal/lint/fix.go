package lint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/gate"
)

// removable are characters that no reader sees, or that turn the order of others: what is
// left without them reads as it did.
var removable = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x061C, Hi: 0x061C, Stride: 1}, {Lo: 0x200B, Hi: 0x200F, Stride: 1}, {Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0x2060, Hi: 0x206F, Stride: 1}, {Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}},
}

// Fixed returns a text without the characters that a build would drop and no reader sees:
// zero-width ones, tags and controls of direction. Where a script or an emoji needs
// one it stays, and so does the byte order mark at the start. It tells the numbers of the
// lines that changed, and how many characters went.
func Fixed(text string) (out string, lines []int, gone int) {
	if !utf8.ValidString(text) {
		return text, nil, 0
	}
	var b strings.Builder
	number := 0
	for line := range strings.Lines(text) {
		if number++; number == 1 && strings.HasPrefix(line, "\uFEFF") {
			b.WriteString("\uFEFF")
			line = line[len("\uFEFF"):]
		}
		body := strings.TrimRight(line, "\r\n")
		fixed, n := fixedLine(body)
		if n > 0 {
			lines = append(lines, number)
		}
		gone += n
		b.WriteString(fixed + line[len(body):])
	}
	return b.String(), lines, gone
}

// fixedLine returns a line without what the gate drops of it, if that is of removable
// characters alone; else all of them stay, since what remains is for a person to judge.
func fixedLine(line string) (string, int) {
	var g gate.Gate
	clean := g.Lines(line)
	rest, n := clean, 0
	for _, r := range line {
		if next, size := utf8.DecodeRuneInString(rest); size > 0 && next == r {
			rest = rest[size:]
		} else if unicode.Is(removable, r) {
			n++
		} else {
			return line, 0
		}
	}
	if rest != "" {
		return line, 0
	}
	return clean, n
}
