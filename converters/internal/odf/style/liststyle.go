package style

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/internal/pattern"
)

// MaxLevels is how many levels a list style has (ODF 1.3 part 3, 19.880).
const MaxLevels = 10

// ListStyle says how the items of lists are marked.
type ListStyle struct{ Levels [MaxLevels]*ListLevel }

// ListLevel is one level of a list style.
type ListLevel struct {
	Numbered       bool
	bullet         string
	Format         string // of a number; empty for none
	prefix, suffix string
	pattern        string // LibreOffice's "%1%.%2%", or ""
	start, display int
	Left           int32 // where the text of its items is
	sync           bool
}

// readList reads a text:list-style or text:outline-style, whose start tag is
// the event.
func readList(env *converters.Env, s *xmlread.Scanner) (*ListStyle, error) {
	out := &ListStyle{}
	err := s.Each(func() error {
		switch s.Local() {
		case "list-level-style-bullet", "list-level-style-number", "list-level-style-image", "outline-level-style":
			return out.readLevel(env, s)
		}
		return s.Skip()
	})
	return out, err
}

// readLevel reads one level.
func (ls *ListStyle) readLevel(env *converters.Env, s *xmlread.Scanner) error {
	if err := env.Spend(converters.LimitNodes, levelNodes, s.Pos()); err != nil {
		return err
	}
	n := Count(s.Value(ns.Text, "level"), MaxLevels)
	l := &ListLevel{
		Numbered: s.Local() == "list-level-style-number" || s.Local() == "outline-level-style",
		bullet:   bulletOf(s.Value(ns.Text, "bullet-char")),
		Format:   formatOf(s.Value(ns.Style, "num-format")), sync: s.Value(ns.Style, "num-letter-sync") == "true",
		prefix: s.Value(ns.Style, "num-prefix"), suffix: s.Value(ns.Style, "num-suffix"),
		pattern: cmp.Or(s.Value(ns.Ext, "num-list-format"), s.Value(ns.Style, "num-list-format")),
		start:   1, display: Count(s.Value(ns.Text, "display-levels"), MaxLevels),
	}
	if v, ok := s.Attr(ns.Text, "start-value"); ok {
		l.start = LeadingInt(v)
	}
	if s.Local() == "list-level-style-image" {
		l.bullet = "•"
	}
	if ls.Levels[n-1] == nil {
		ls.Levels[n-1] = l
	}
	return readLevelIndent(s, l)
}

// LeadingInt reads a number that a list starts with.
func LeadingInt(value string) int {
	if value == "0" {
		return 0
	}
	return Count(value, 1<<30)
}

// readLevelIndent reads where the text of a level's items is.
func readLevelIndent(s *xmlread.Scanner, l *ListLevel) error {
	return s.Each(func() error {
		switch s.Local() {
		case "list-level-properties":
			l.Left = Length(s.Value(ns.Text, "space-before")) + Length(s.Value(ns.Text, "min-label-width"))
		case "list-level-label-alignment":
			if v, ok := s.Attr(ns.Fo, "margin-left"); ok {
				l.Left = Length(v)
			}
		}
		return nil
	})
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

// Counter counts the items of one list.
type Counter struct {
	Numbers [MaxLevels]int
	Begun   [MaxLevels]bool
}

// Next counts an item of a level, from 0. A start of -1 is none of its own.
func (c *Counter) Next(ls *ListStyle, level, start int) {
	switch {
	case start >= 0:
		c.Numbers[level] = start
	case c.Begun[level]:
		c.Numbers[level]++
	default:
		c.Numbers[level] = ls.start(level)
	}
	c.Begun[level] = true
	for i := level + 1; i < MaxLevels; i++ {
		c.Begun[i] = false
	}
	for i := range level {
		if !c.Begun[i] {
			c.Begun[i], c.Numbers[i] = true, ls.start(i)
		}
	}
}

// Level returns a level of a style; where the style does not say it, the one
// above. It is nil where there is none.
func (ls *ListStyle) Level(n int) *ListLevel {
	if ls == nil {
		return nil
	}
	for n = min(n, MaxLevels-1); n >= 0; n-- {
		if ls.Levels[n] != nil {
			return ls.Levels[n]
		}
	}
	return nil
}

func (ls *ListStyle) start(n int) int {
	if l := ls.Level(n); l != nil {
		return l.start
	}
	return 1
}

// Marker returns the text before an item of a level, from 0; "" where
// nothing does.
func (c *Counter) Marker(ls *ListStyle, level int) string {
	l := ls.Level(level)
	switch {
	case l == nil:
		return "•"
	case !l.Numbered:
		return strings.TrimSpace(l.bullet)
	case l.pattern != "":
		return strings.TrimSpace(c.byPattern(ls, l, level))
	case l.Format == "":
		return strings.TrimSpace(l.prefix + l.suffix)
	}
	var b strings.Builder
	for i := max(level+1-l.display, 0); i <= level; i++ {
		at := ls.Level(i)
		if at == nil || !at.Numbered {
			continue
		}
		n := inNumerals(c.Numbers[i], at.Format, at.sync)
		if n != "" && b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(n)
	}
	return strings.TrimSpace(l.prefix + b.String() + l.suffix)
}

// levelNumber is the number of a level in a pattern.
var levelNumber = pattern.Lazy(`%[0-9]{1,2}%`)

// byPattern fills the numbers of levels into a pattern.
func (c *Counter) byPattern(ls *ListStyle, l *ListLevel, level int) string {
	return levelNumber().ReplaceAllStringFunc(l.pattern, func(part string) string {
		n := Count(strings.Trim(part, "%"), MaxLevels) - 1
		at := ls.Level(n)
		if at == nil || n > level || !at.Numbered {
			return ""
		}
		return inNumerals(c.Numbers[n], at.Format, at.sync)
	})
}
