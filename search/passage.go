package search

import (
	"strings"

	"github.com/seed353dc258/backstory/search/lines"
)

// maxPassage is how long a passage is with the header of its table, in bytes. A
// longer one is cut between lines, else between words.
const maxPassage = 1200

// untold is the line of a picture of which a document says nothing.
const untold = "[image]"

// maxHeader is how long a header of a table is that its rows carry, in bytes.
const maxHeader = 400

// maxJoined is how long passages are that are put together of several blocks, in bytes.
const maxJoined = 600

// kind says what a passage or a heading is.
type kind uint8

const (
	kindText   kind = iota
	kindRow         // of a table: the text beside it says nothing of it
	kindTitle       // a heading with nothing under it
	kindHeader      // of a heading: the header of a table
	kindCode        // lines between fences
)

// passage is a stretch of a text that can be found.
type passage struct {
	from, to int32
	heading  int32 // that it is under, from 1; 0 for none
	length   int32 // how many terms count for it
	kind     kind
	marks    uint8 // markBack and its like
}

// speaks reports whether a passage says something of those beside it.
func (p *passage) speaks() bool { return p.kind != kindRow && p.marks&markStuffed == 0 }

// heading is a heading, or the header of a table, which counts as one over its
// rows.
type heading struct {
	from, to    int32 // of its title
	parent      int32 // from 1; 0 for none
	first, last int32 // the passages under it; last is behind them
	level       uint8 // 0 of a header
	kind        kind
}

// cutter cuts a text in Markdown into passages.
type cutter struct {
	text     string
	passages []passage
	headings []heading
	under    int32  // the heading that holds, from 1
	from     int    // where the passage begins that is open, or -1
	fence    string // the marks of the code that is open
	last     string // the line before
	blank    bool   // an empty line is before this one
	table    int32  // the header of the table that is open, from 1
	rows     int    // lines of that table so far
}

// cut cuts a text into passages, in order.
func cut(text string) ([]passage, []heading) {
	c := &cutter{text: text, from: -1}
	at := 0
	for line := range strings.Lines(text) {
		c.line(at, strings.TrimRight(line, "\r\n"))
		at += len(line)
	}
	c.flush(len(text))
	c.closeTable()
	c.closeHeadings(0)
	return c.passages, c.headings
}

func (c *cutter) line(at int, line string) {
	bare := strings.TrimSpace(line)
	mark := lines.Fence(bare)
	switch {
	case c.fence != "":
		c.code(at, line, bare, mark)
		return
	case mark != "":
		c.flush(at)
		c.closeTable()
		c.fence = mark
		return
	case bare == "" || bare == untold:
		c.blank = c.from >= 0
		c.closeTable()
		return
	case bare[0] == '|':
		c.row(at, line)
		return
	}
	c.closeTable()
	if level := lines.HeadingLevel(line); level > 0 {
		c.flush(at)
		c.closeHeadings(uint8(level))
		title := strings.TrimSpace(line[level:])
		from := at + strings.Index(line, title)
		c.under = c.open(heading{from: int32(from), to: int32(from + len(title)), parent: c.under, level: uint8(level)})
		return
	}
	if c.from >= 0 && !c.joins(at, line, bare) {
		c.flush(at)
	}
	if c.from < 0 {
		c.from = at
	}
	c.blank, c.last = false, bare
}

// joins reports whether a line is of the passage that is open: short blocks under one
// heading are together, and a label with what is below it. What somebody says in a
// dialogue is by itself.
func (c *cutter) joins(at int, line, bare string) bool {
	size := at + len(line) - c.from
	switch {
	case size > maxPassage, lines.IsTurn(bare) && !lines.IsLabel(bare) && !lines.IsItem(bare):
		return false
	case !c.blank && !lines.IsItem(bare), lines.IsLabel(c.text[c.from:at]):
		return true
	}
	return (size <= maxJoined || lines.IsValue(bare)) && (!lines.IsTurn(c.last) || lines.IsLabel(c.last) || lines.IsItem(c.last))
}

// code takes a line between fences. Code is cut where an empty line is before
// one that is not indented, such as before a function.
func (c *cutter) code(at int, line, bare, mark string) {
	switch {
	case mark != "" && strings.HasPrefix(mark, c.fence) && bare == mark:
		c.flush(at)
		c.fence = ""
	case bare == "":
	default:
		begins := line[0] != ' ' && line[0] != '\t' && line[0] != '}' && line[0] != ')'
		if c.from >= 0 && (begins && strings.HasSuffix(c.text[:at], "\n\n") || at+len(line)-c.from > maxPassage) {
			c.flush(at)
		}
		if c.from < 0 {
			c.from = at
		}
	}
}

// row takes a line of a table. Its first line is the header, its second one the
// rule under it.
func (c *cutter) row(at int, line string) {
	if c.table == 0 {
		c.flush(at)
		c.table, c.rows = c.open(heading{from: int32(at), to: int32(at + len(line)), parent: c.under, kind: kindHeader}), 0
	}
	c.rows++
	switch {
	case c.rows == 1:
	case c.rows == 2:
		h := &c.headings[c.table-1]
		h.to = int32(at + len(line))
		if lines.HasValue(c.text[h.from:at]) {
			c.add(int(h.from), int(h.to), kindRow, c.under)
			h.first = int32(len(c.passages))
		}
	case strings.HasPrefix(line, "||") && len(c.passages) > int(c.headings[c.table-1].first) && at+len(line)-int(c.passages[len(c.passages)-1].from) <= maxJoined:
		c.passages[len(c.passages)-1].to = int32(at + len(line)) // what the first cell says holds for this one, too
	default:
		c.add(at, at+len(line), kindRow, c.table)
	}
}

func (c *cutter) closeTable() {
	if c.table == 0 {
		return
	}
	h := &c.headings[c.table-1]
	if last := len(c.passages) - 1; last+1 == int(h.first) && (last < 0 || c.passages[last].to <= h.from) {
		c.add(int(h.from), int(h.to), kindRow, c.under)
	}
	h.last = int32(len(c.passages))
	c.table = 0
}

// open adds a heading that holds from here on, and returns its number, from 1.
func (c *cutter) open(h heading) int32 {
	h.first, h.last = int32(len(c.passages)), -1
	c.headings = append(c.headings, h)
	return int32(len(c.headings))
}

// closeHeadings ends the headings from a level on. One that has nothing under it
// is a passage itself.
func (c *cutter) closeHeadings(level uint8) {
	for c.under > 0 && c.headings[c.under-1].level >= level {
		h := &c.headings[c.under-1]
		if int(h.first) == len(c.passages) && h.from < h.to {
			c.passages = append(c.passages, passage{from: h.from, to: min(h.to, h.from+maxPassage), kind: kindTitle, heading: h.parent})
		}
		h.last = int32(len(c.passages))
		c.under = h.parent
	}
}

// flush ends the passage that is open before an offset.
func (c *cutter) flush(to int) {
	if c.from >= 0 {
		k := kindText
		if c.fence != "" {
			k = kindCode
		}
		c.add(c.from, to, k, c.under)
		c.from, c.blank = -1, false
	}
}

// add adds a passage, as several where it is too long.
func (c *cutter) add(from, to int, k kind, under int32) {
	most := maxPassage
	if k == kindRow && under > 0 && c.headings[under-1].kind == kindHeader {
		h := c.headings[under-1]
		most -= min(int(h.to-h.from), maxHeader) + 1
	}
	for {
		from += len(c.text[from:to]) - len(strings.TrimLeft(c.text[from:to], "\r\n"))
		to = from + len(strings.TrimRight(c.text[from:to], " \t\r\n"))
		if from >= to {
			return
		}
		end := to
		if to-from > most {
			end = from + lines.Break(c.text[from:to], most)
		}
		c.passages = append(c.passages, passage{from: int32(from), to: int32(end), kind: k, heading: under})
		from = end
	}
}

// The marks of a passage: its kind, whether it repeats itself, and for which of
// those beside it its words count.
const (
	markKind    = 0x0f
	markBack    = 0x10 // the one before it
	markNext    = 0x20
	markSecond  = 0x40 // the one behind the next
	markStuffed = 0x80
)
