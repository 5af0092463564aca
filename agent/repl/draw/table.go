package draw

import (
	"strings"
)

// The bounds of a table that is drawn: what is held of it until it ends, in
// bytes, and its columns. What is longer is drawn in pieces, what is wider as it
// is.
const (
	maxTable   = 64 << 10
	maxColumns = 64
)

// between is the text between two columns.
const between = " │ "

// row takes the end of a line that may be one of a table.
func (d *Answer) row() {
	line := string(d.head)
	d.head, d.held.may, d.pen.quote, d.held.pending = nil, false, 0, false
	d.held.rows = append(d.held.rows, line)
	d.held.size += len(line)
	if len(d.held.rows) == 2 && aligned(line) == nil || d.held.size > maxTable {
		d.endTable()
	}
}

// endTable draws the lines that were held: as a table if they are one.
func (d *Answer) endTable() {
	lines := d.held.rows
	d.held.rows, d.held.size = nil, 0
	if len(lines) == 0 {
		return
	}
	d.pen.plain()
	head, quote, pending := d.head, d.pen.quote, d.held.pending
	d.head = nil
	if len(lines) < 2 || !d.drawTable(lines) {
		for i, line := range lines {
			if i > 0 && d.held.quoted {
				d.quoteSign()
			}
			d.lineKnown(line)
			d.newLine()
		}
	}
	d.held.quoted, d.pen.quote = false, quote
	if pending {
		d.quoteSign()
	}
	d.head, d.known = head, false
}

// drawTable draws a table, unless its second line is none of one.
func (d *Answer) drawTable(lines []string) bool {
	align := aligned(lines[1])
	title := cells(lines[0])
	if align == nil || len(title) > len(align) || len(align) > maxColumns {
		return false
	}
	t := grid{align: align, indent: lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " "))]}
	for i, line := range lines {
		if i == 1 {
			continue
		}
		row := make([]string, len(align))
		for j, cell := range cells(line) {
			if j < len(row) {
				row[j] = drawnCell(d.Links, cell, i == 0)
			}
		}
		t.rows = append(t.rows, row)
	}
	if d.held.quoted {
		drawn := strings.TrimSuffix(t.draw(d.Width-2), "\n")
		d.pen.out.WriteString(strings.ReplaceAll(drawn, "\n", "\n"+quoteSign) + "\n")
	} else {
		d.pen.out.WriteString(t.draw(d.Width))
	}
	d.pen.last = '\n'
	return true
}

// drawnCell draws what is in a cell.
func drawnCell(links bool, text string, title bool) string {
	p := pen{links: links}
	if p.title = title && text != ""; p.title {
		p.out.WriteString(attrStrong)
	}
	for _, r := range text {
		p.inline(r)
	}
	p.settle(' ')
	p.plain()
	return p.out.String()
}

// cells splits a line of a table.
func cells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var out []string
	var cell strings.Builder
	escaped := false
	for _, r := range line {
		switch {
		case r == '|' && escaped:
			text := strings.TrimSuffix(cell.String(), `\`)
			cell.Reset()
			cell.WriteString(text + "|")
		case r == '|':
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteRune(r)
		}
		escaped = r == '\\' && !escaped
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" {
		out = append(out, rest)
	}
	return out
}

// aligned returns how the columns of a table are aligned, of the line below its
// title: '<', '^' or '>'. It is nil where the line is none.
func aligned(line string) []byte {
	var out []byte
	for _, c := range cells(line) {
		bare := strings.TrimSuffix(strings.TrimPrefix(c, ":"), ":")
		if bare == "" || strings.Trim(bare, "-") != "" {
			return nil
		}
		switch {
		case strings.HasPrefix(c, ":") && strings.HasSuffix(c, ":"):
			out = append(out, '^')
		case strings.HasSuffix(c, ":"):
			out = append(out, '>')
		default:
			out = append(out, '<')
		}
	}
	return out
}

// grid is a table to be drawn; the first row is its title.
type grid struct {
	rows   [][]string // with attributes
	align  []byte
	indent string
}

// draw returns the lines of the table, none wider than a terminal: cells break
// between words. Where not even words fit beside each other, each row is a list.
func (t grid) draw(width int) string {
	width -= len(t.indent)
	n := len(t.align)
	natural, least := make([]int, n), make([]int, n)
	for _, row := range t.rows {
		for i, cell := range row {
			natural[i] = max(natural[i], columns(cell))
			for _, word := range strings.Fields(cell) {
				least[i] = max(least[i], columns(word))
			}
		}
	}
	room := width - (n-1)*columns(between)
	for _, w := range least {
		room -= w
	}
	if room < 0 {
		return t.list()
	}
	wide := least
	for room > 0 {
		narrow := -1 // the column that gets the next place
		for i := range wide {
			if wide[i] < natural[i] && (narrow < 0 || wide[i] < wide[narrow]) {
				narrow = i
			}
		}
		if narrow < 0 {
			break
		}
		wide[narrow]++
		room--
	}
	var out strings.Builder
	for i, row := range t.rows {
		t.drawRow(&out, row, wide)
		if i == 0 {
			rule := make([]string, n)
			for j := range rule {
				rule[j] = strings.Repeat("─", wide[j])
			}
			out.WriteString(t.indent + Faint + strings.Join(rule, "─┼─") + attrReset + "\n")
		}
	}
	return out.String()
}

func (t grid) drawRow(out *strings.Builder, row []string, wide []int) {
	lines := make([][]string, len(row))
	high := 1
	for i, cell := range row {
		lines[i] = folded(cell, wide[i])
		high = max(high, len(lines[i]))
	}
	for y := range high {
		line := t.indent
		for i := range row {
			text := ""
			if y < len(lines[i]) {
				text = lines[i][y]
			}
			left, right := 0, wide[i]-columns(text)
			switch t.align[i] {
			case '>':
				left, right = right, 0
			case '^':
				left = right / 2
				right -= left
			}
			if i > 0 {
				line += Faint + between + attrReset
			}
			line += strings.Repeat(" ", left) + text + strings.Repeat(" ", right)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// list returns the rows below each other, each cell behind the title of its
// column.
func (t grid) list() string {
	var out strings.Builder
	for i, row := range t.rows[1:] {
		if i > 0 {
			out.WriteString(t.indent + Faint + "───" + attrReset + "\n")
		}
		for j, cell := range row {
			if title := t.rows[0][j]; title != "" {
				out.WriteString(t.indent + title + ": " + cell + "\n")
			} else if cell != "" {
				out.WriteString(t.indent + cell + "\n")
			}
		}
	}
	return out.String()
}

// folded returns a cell in lines of so many columns. What holds at the end of a
// line ends there and begins again in the next, so that it does not reach into
// the next column.
func folded(cell string, wide int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(cell) {
		n := columns(word)
		switch {
		case line == "":
		case used+1+n > wide:
			lines = append(lines, line)
			line, used = "", 0
		default:
			line += " "
			used++
		}
		line += word
		used += n
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) < 2 {
		return lines
	}
	open := ""
	for i, line := range lines {
		line = open + line
		open = opened(line)
		lines[i] = line
		if strings.Contains(open, osc) {
			lines[i] += linkEnd
		}
		if open != "" {
			lines[i] += attrReset
		}
	}
	return lines
}

// opened returns the sequences that hold at the end of a line.
func opened(line string) string {
	attrs, link := "", ""
	for {
		at := strings.IndexByte(line, '\x1b')
		if at < 0 {
			return link + attrs
		}
		line = line[at:]
		n := sequence(line)
		switch s := line[:n]; {
		case s == attrReset:
			attrs = ""
		case s == linkEnd:
			link = ""
		case strings.HasPrefix(s, osc):
			link = s
		default:
			attrs += s
		}
		line = line[n:]
	}
}
