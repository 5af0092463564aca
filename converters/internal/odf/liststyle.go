package odf

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// maxLevels is how many levels a list style has (ODF 1.3 part 3, 19.880).
const maxLevels = 10

// listStyle says how the items of lists are marked.
type listStyle struct{ levels [maxLevels]*listLevel }

// listLevel is one level of a list style.
type listLevel struct {
	numbered       bool
	bullet         string
	format         string // of a number; empty for none
	prefix, suffix string
	pattern        string // LibreOffice's "%1%.%2%", or ""
	start, display int
	left           int32 // where the text of its items stands
	sync           bool
}

// readList reads a text:list-style or text:outline-style, whose start tag is
// the event.
func (st *stylesheet) readList(s *xmlread.Scanner) (*listStyle, error) {
	out := &listStyle{}
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return out, err
		}
		if kind != xmlread.Start {
			continue
		}
		switch s.Local() {
		case "list-level-style-bullet", "list-level-style-number", "list-level-style-image", "outline-level-style":
			err = st.readLevel(s, out)
		default:
			err = s.Skip()
		}
		if err != nil {
			return out, err
		}
	}
}

// readLevel reads one level.
func (st *stylesheet) readLevel(s *xmlread.Scanner, out *listStyle) error {
	if err := st.env.Spend(converters.LimitNodes, holdLevel, s.Pos()); err != nil {
		return err
	}
	l := &listLevel{start: 1, display: 1}
	at, _ := s.Attr(nsText, "level")
	n := count(at, maxLevels)
	switch s.Local() {
	case "list-level-style-number", "outline-level-style":
		l.numbered = true
	case "list-level-style-image":
		l.bullet = "•"
	}
	for i := range s.Attrs() {
		value, err := s.AttrValue(i)
		if err != nil {
			continue
		}
		switch s.AttrName(i).Local {
		case "bullet-char":
			l.bullet = bulletOf(value)
		case "num-format":
			l.format = value
		case "num-letter-sync":
			l.sync = value == "true"
		case "num-prefix":
			l.prefix = value
		case "num-suffix":
			l.suffix = value
		case "num-list-format":
			l.pattern = value
		case "start-value":
			l.start = startOf(value)
		case "display-levels":
			l.display = count(value, maxLevels)
		}
	}
	if out.levels[n-1] == nil {
		out.levels[n-1] = l
	}
	return readLevelIndent(s, l)
}

// startOf reads a number that a list starts with.
func startOf(value string) int {
	if value == "0" {
		return 0
	}
	return count(value, 1<<30)
}

// readLevelIndent reads where the text of a level's items stands.
func readLevelIndent(s *xmlread.Scanner, l *listLevel) error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End && s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch s.Local() {
		case "list-level-properties":
			before, _ := s.Attr(nsText, "space-before")
			width, _ := s.Attr(nsText, "min-label-width")
			l.left = length(before) + length(width)
		case "list-level-label-alignment":
			if v, ok := s.Attr(nsFo, "margin-left"); ok {
				l.left = length(v)
			}
		}
	}
}

// bulletOf returns a bullet as it is seen. Letters are bullets in fonts of
// symbols, and so are the private characters of OpenSymbol and Wingdings.
func bulletOf(value string) string {
	c, _ := utf8.DecodeRuneInString(value)
	switch {
	case value == "":
		return ""
	case c >= 0xE000 && c <= 0xF8FF, strings.ContainsRune("o§lnqvwØü·àè", c):
		return "•"
	}
	return value
}

// counter counts the items of one list.
type counter struct {
	numbers [maxLevels]int
	begun   [maxLevels]bool
}

// next counts an item of a level, from 0. A start of -1 is none of its own.
func (c *counter) next(ls *listStyle, level, start int) {
	switch {
	case start >= 0:
		c.numbers[level] = start
	case c.begun[level]:
		c.numbers[level]++
	default:
		c.numbers[level] = ls.start(level)
	}
	c.begun[level] = true
	for i := level + 1; i < maxLevels; i++ {
		c.begun[i] = false
	}
	for i := range level {
		if !c.begun[i] {
			c.begun[i], c.numbers[i] = true, ls.start(i)
		}
	}
}

// level returns a level of a style; where the style does not say it, the one
// above. It is nil where there is none.
func (ls *listStyle) level(n int) *listLevel {
	if ls == nil {
		return nil
	}
	for n = min(n, maxLevels-1); n >= 0; n-- {
		if ls.levels[n] != nil {
			return ls.levels[n]
		}
	}
	return nil
}

func (ls *listStyle) start(n int) int {
	if l := ls.level(n); l != nil {
		return l.start
	}
	return 1
}

// marker returns what stands in front of an item of a level, from 0; "" where
// nothing does.
func (c *counter) marker(ls *listStyle, level int) string {
	l := ls.level(level)
	switch {
	case l == nil:
		return "•"
	case !l.numbered:
		return strings.TrimSpace(l.bullet)
	case l.pattern != "":
		return strings.TrimSpace(c.byPattern(ls, l, level))
	case l.format == "":
		return strings.TrimSpace(l.prefix + l.suffix)
	}
	var b strings.Builder
	for i := max(level+1-l.display, 0); i <= level; i++ {
		at := ls.level(i)
		if at == nil || !at.numbered {
			continue
		}
		n := inNumerals(c.numbers[i], at.format, at.sync)
		if n != "" && b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(n)
	}
	return strings.TrimSpace(l.prefix + b.String() + l.suffix)
}

// byPattern fills the numbers of levels into a pattern.
func (c *counter) byPattern(ls *listStyle, l *listLevel, level int) string {
	var b strings.Builder
	rest := l.pattern
	for {
		before, after, ok := strings.Cut(rest, "%")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		digits, tail, ok := strings.Cut(after, "%")
		n := 0
		if ok && len(digits) > 0 && len(digits) <= 2 && strings.Trim(digits, "0123456789") == "" {
			n = count(digits, maxLevels)
		}
		if n == 0 {
			b.WriteByte('%')
			rest = after
			continue
		}
		if at := ls.level(n - 1); at != nil && n-1 <= level && at.numbered {
			b.WriteString(inNumerals(c.numbers[n-1], at.format, at.sync))
		}
		rest = tail
	}
}
