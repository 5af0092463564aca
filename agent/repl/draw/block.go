package draw

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// Write takes the next piece of an answer.
func (d *Answer) Write(text string) error {
	d.pen.out.Reset()
	d.rest = append(d.rest, text...)
	for len(d.rest) > 0 {
		if !utf8.FullRune(d.rest) {
			break
		}
		r, n := utf8.DecodeRune(d.rest)
		d.rest = d.rest[n:]
		d.sign(oneline.Rune(r))
	}
	return d.flush()
}

// Close ends the answer, with a line's end where it lacks one. What it is written
// to stays open.
func (d *Answer) Close() error {
	d.pen.out.Reset()
	if len(d.rest) > 0 {
		d.sign(utf8.RuneError)
		d.rest = nil
	}
	if d.held.may {
		d.row()
	}
	if len(d.head) == 0 {
		d.endTable()
	}
	if d.pen.last != '\n' || len(d.head)+len(d.pen.mark)+len(d.pen.link.text) > 0 {
		d.sign('\n')
	}
	d.pen.plain()
	return errors.Join(d.flush(), d.to.Close())
}

func (d *Answer) flush() error {
	_, err := io.WriteString(d.to, d.pen.out.String())
	return err
}

// sign takes one sign of the answer.
func (d *Answer) sign(r rune) {
	switch {
	case !d.Colored:
		d.pen.put(r)
	case r == '\n':
		d.endLine()
	case d.known:
		d.pen.inline(r)
	default:
		d.head = append(d.head, r)
		d.begin()
	}
}

// begin looks at the start of a line and decides as soon as it can.
func (d *Answer) begin() {
	text := string(d.head)
	bare := strings.TrimLeft(text, " ")
	if d.pen.fence.sign != 0 && d.pen.quote < d.pen.fence.level && bare != "" && bare[0] != '>' {
		d.pen.fence.end() // with the quote that it is in
	}
	if len(d.held.rows) > 0 && bare != "" && !d.held.mayBeRow(bare[0]) {
		d.endTable()
	}
	switch long := len(d.head) > maxHead; {
	case d.held.may:
	case d.pen.fence.sign != 0 && d.pen.quote < d.pen.fence.level:
		d.beginQuote(bare)
	case long, d.pen.fence.sign != 0 && !isFencePrefix(bare, d.pen.fence.sign):
		d.lineKnown(text)
	case d.pen.fence.sign == 0 && bare != "":
		d.beginText(text, bare)
	}
}

// mayBeRow reports whether a line that begins in some way may be one of the table that is
// held.
func (h *heldTable) mayBeRow(c byte) bool {
	return c == '|' || c == '>' && h.quoted && !h.pending
}

// beginText looks at the start of a line that is not in a block of code.
func (d *Answer) beginText(text, bare string) {
	switch c := bare[0]; c {
	case '#':
		d.beginTitle(text, bare)
	case '>':
		d.beginQuote(bare)
	case '`', '~':
		if !isFencePrefix(bare, rune(c)) && run(bare) < 3 {
			d.lineKnown(text)
		}
	case '-', '*', '+':
		d.beginItem(text, bare)
	case '|':
		if d.held.may = d.Width >= minWrap && d.pen.quote <= 1 && (len(d.held.rows) == 0 || d.held.quoted == (d.pen.quote == 1)); d.held.may {
			d.held.quoted = d.pen.quote == 1
		} else {
			d.endTable()
			d.lineKnown(text)
		}
	default:
		d.lineKnown(text)
	}
}

// beginQuote takes the sign of a quote, with the blank behind it.
func (d *Answer) beginQuote(bare string) {
	if len(bare) < 2 {
		return
	}
	if d.held.quoted && len(d.held.rows) > 0 && !d.held.pending {
		d.pen.quote, d.held.pending, d.head = 1, true, nil // the line may be one of the table
	} else {
		d.openQuote()
	}
	d.refeed(strings.TrimPrefix(bare[1:], " "))
}

func (d *Answer) openQuote() {
	d.pen.quote++
	d.quoteSign()
}

// end ends a block of code with the quote that it is in. Between its lines
// no attribute holds.
func (f *openFence) end() {
	f.sign, f.depth, f.level = 0, 0, 0
}

// refeed gives signs of a line that begins anew.
func (d *Answer) refeed(text string) {
	for _, r := range text {
		d.sign(r)
	}
}

// beginTitle decides about a line that begins with a number sign.
func (d *Answer) beginTitle(text, bare string) {
	level := run(bare)
	switch {
	case level == len(bare) && level <= 6:
	case level <= 6 && bare[level] == ' ':
		d.pen.title = true
		d.pen.out.WriteString(attrStrong)
		d.head, d.known = nil, true
	default:
		d.lineKnown(text)
	}
}

// beginItem decides about a line that begins with a bullet's sign.
func (d *Answer) beginItem(text, bare string) {
	if len(bare) == 1 {
		return
	}
	if bare[1] != ' ' {
		d.lineKnown(text)
		return
	}
	d.pen.out.WriteString(text[:len(text)-len(bare)] + "• ")
	d.pen.last = ' '
	d.head, d.known = nil, true
}

// endLine ends a line, whatever is known of it.
func (d *Answer) endLine() {
	if d.held.may {
		d.row()
		return
	}
	d.endRows()
	text := string(d.head)
	bare := strings.TrimSpace(text)
	if d.pen.fence.sign != 0 && d.pen.quote < d.pen.fence.level {
		d.pen.fence.end()
	}
	if !d.known && bare != "" {
		if d.fenceLine(bare) {
			return
		}
		d.lineKnown(text)
	}
	d.pen.dropBreak()
	d.pen.settle(' ')
	if bare == "" && !d.known || d.pen.title || d.pen.fence.sign != 0 {
		d.pen.plain() // a paragraph ends, and what was open in it
	}
	d.newLine()
}

// endRows ends the table before a line that is no row of it, which may be an empty one of
// a quote.
func (d *Answer) endRows() {
	empty := !d.known && strings.TrimSpace(string(d.head)) == ">"
	if empty && d.held.quoted && len(d.held.rows) > 0 {
		d.held.pending, d.pen.quote, d.head, empty = true, 1, nil, false
	}
	d.endTable()
	if empty {
		d.openQuote()
	}
}

// fenceLine takes a line that opens or closes a block of code.
func (d *Answer) fenceLine(bare string) bool {
	c, n := rune(bare[0]), run(bare)
	switch {
	case n < 3 || c != '`' && c != '~':
		return false
	case d.pen.fence.sign == 0:
		d.pen.plain()
		d.pen.fence.sign, d.pen.fence.depth, d.pen.fence.level = c, n, d.pen.quote
	case c == d.pen.fence.sign && n >= d.pen.fence.depth && n == len(bare):
		d.pen.fence.sign, d.pen.fence.depth, d.pen.fence.level = 0, 0, 0
	default:
		return false
	}
	d.pen.attr(Faint, bare)
	d.pen.out.WriteByte('\n')
	d.pen.last, d.head, d.pen.quote = '\n', nil, 0
	return true
}

// isFencePrefix reports whether a text may be the start of a fence's line.
func isFencePrefix(bare string, c rune) bool {
	n := run(bare)
	return bare == "" || rune(bare[0]) == c && (n >= 3 || n == len(bare))
}
