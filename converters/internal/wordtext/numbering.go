package wordtext

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// ListLevels is how many levels a list has (ISO/IEC 29500-1, 17.9.6).
const ListLevels = 9

// ListLevel says how the items of one level of a list are marked.
type ListLevel struct {
	Start   int32  // the first number
	Format  string // as of [numeral.Format]
	Text    string // with %1 to %9 for the numbers of levels
	Restart int8   // -1 usual, 0 never, n behind an item of level n
	Legal   bool   // all numbers are decimal
}

// Levels are those of one list.
type Levels [ListLevels]*ListLevel

// ListStart is the number that one list starts a level with, though it shares its
// counters with others.
type ListStart struct {
	Level int8
	Start int32
	used  bool
}

// Counters count the items of all lists with the same definition: one goes on where
// another one stopped. The zero value is ready.
type Counters struct {
	counts   [ListLevels]int32
	counting [ListLevels]bool
}

// Count counts an item of a list and returns its marker (17.9.10, 17.9.25, 17.9.26),
// which is empty for a level that shows none.
func (c *Counters) Count(level int8, of *Levels, starts []ListStart) string {
	fresh := !c.counting[level]
	if fresh {
		c.counts[level], c.counting[level] = of[level].Start, true
	} else {
		c.counts[level] = min(c.counts[level], 1<<30) + 1
	}
	for i := range starts {
		if s := &starts[i]; s.Level == level {
			if !s.used || fresh {
				c.counts[level] = s.Start
			}
			s.used = true
		}
	}
	for i := range level {
		if !c.counting[i] {
			c.counts[i], c.counting[i] = of[i].Start, true
		}
	}
	for i := level + 1; i < ListLevels; i++ {
		if restart := of[i].Restart; restart < 0 || restart > level {
			c.counting[i] = false
		}
	}
	if of[level].Format == "bullet" {
		return Bullet
	}
	return c.marker(level, of)
}

// marker returns the marker of a level as its counters are.
func (c *Counters) marker(level int8, of *Levels) string {
	at := of[level]
	text := at.Text
	if len(text) == 3 && text[0] == '%' && text[1] == '1'+byte(level) && at.Format == "decimal" {
		return strconv.Itoa(int(c.counts[level])) + text[2:]
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) || text[i+1] < '1' || text[i+1] > '9' {
			b.WriteByte(text[i])
			continue
		}
		i++
		n := text[i] - '1'
		format := of[n].Format
		if at.Legal && format != "decimalZero" {
			format = "decimal"
		}
		b.WriteString(numeral.Format(int(c.counts[n]), format))
	}
	return strings.TrimSpace(b.String())
}
