package rtf

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// item begins an item if the paragraph is one by its properties, or goes on
// with an open one. It reports whether it did.
func (f *flow) item(p *para) bool {
	marker, ok := p.marker, p.listed
	switch {
	case p.listed && marker == "", p.list > 0 && !p.listed && f.listed[p.list]:
		return f.goOn(p)
	case p.list > 0 && !p.listed:
		marker, ok = f.reader.lists.count(p.list, p.level)
		if !ok {
			return f.goOn(p)
		}
	case !ok && p.pnMarker == pnBullet:
		marker, ok = "•", true
	case !ok && p.pn > 0:
		marker, ok = f.pnMarker(p), true
	}
	if !ok {
		return false
	}
	if f.reader.lists.isBullet(p.list, p.level) && utf8.RuneCountInString(marker) <= 1 && isWordy(marker) {
		marker = "•"
	}
	o := openList{leveled: p.list > 0, key: int32(p.level), left: p.left}
	if !o.leveled {
		o.key = p.left
	}
	f.begin(o, marker, p.pos())
	return true
}

func isWordy(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r))) })
}

// goOn takes a paragraph into the open item of its level, if there is one.
func (f *flow) goOn(p *para) bool {
	for len(f.lists) > 1 && f.lists[len(f.lists)-1].leveled && f.lists[len(f.lists)-1].key > int32(p.level) && f.lists[len(f.lists)-1].left > p.left {
		f.close(len(f.lists) - 1)
	}
	return len(f.lists) > 0
}

// begin begins an item in the open list of its depth, or in a new one.
func (f *flow) begin(o openList, marker string, pos document.Pos) {
	if len(f.lists) > 0 && f.lists[0].leveled != o.leveled {
		f.close(0)
	}
	for len(f.lists) > 0 && f.lists[len(f.lists)-1].key > o.key {
		f.close(len(f.lists) - 1)
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].key < o.key && n < levelCount {
		o.list = &document.List{Pos: pos}
		f.put(o.list)
		f.lists = append(f.lists, o)
	}
	top := &f.lists[len(f.lists)-1]
	top.left = o.left
	f.apart()
	top.begin(f, document.Item{Marker: marker})
}

// leaveLists ends the open lists whose text is set deeper than a paragraph.
func (f *flow) leaveLists(p *para) {
	n := len(f.lists)
	if p.left == 0 || p.first < 0 || p.kind == styleQuote {
		n = 0
	}
	for n > 0 && p.left < f.lists[n-1].left {
		n--
	}
	if n < len(f.lists) {
		f.close(n)
		f.apart()
	}
}

// typedMost is how many bytes a typed marker may have.
const typedMost = 16

// typedItem begins an item if the paragraph hangs, and a marker and a tab
// stand in its first line: a list that a program wrote out.
func (f *flow) typedItem(p *para) bool {
	if p.first >= 0 || p.left+p.first < 0 {
		return false
	}
	i := strings.IndexByte(p.text[:min(len(p.text), typedMost)], '\t')
	if i <= 0 || !isTyped(strings.TrimSpace(p.text[:i])) {
		return false
	}
	marker := strings.TrimSpace(p.text[:i])
	p.cut(i + 1)
	p.listed = true
	f.begin(openList{key: p.left, left: p.left}, marker, p.pos())
	return true
}

// isTyped reports whether a text is a bullet or a number.
func isTyped(m string) bool {
	if c, size := utf8.DecodeRuneInString(m); size == len(m) {
		return strings.ContainsRune("•◦▪‣·–—-*●○■□➢✓\uF0B7\uF0A7\uF0D8o", c)
	}
	body := strings.TrimPrefix(strings.TrimRight(m, ".)"), "(")
	if len(body) == len(m) || body == "" || len(body) > 8 {
		return false
	}
	for _, part := range strings.Split(body, ".") {
		digits := strings.Trim(part, "0123456789") == "" && part != ""
		roman := strings.Trim(strings.ToLower(part), "ivxlcdm") == "" && part != ""
		if !digits && !roman && !(len(part) == 1 && isLetter(part[0])) {
			return false
		}
	}
	return true
}

// cut takes the first n bytes off a paragraph's text, with their runs.
func (p *para) cut(n int) {
	p.text = p.text[n:]
	kept := p.runs[:0]
	for _, r := range p.runs {
		if r.end -= int32(n); r.end > 0 || r.node != 0 {
			r.end = max(r.end, 0)
			kept = append(kept, r)
		}
	}
	p.runs = kept
}

// isRule reports whether a paragraph is a line of dashes across the page.
func isRule(p *para) bool {
	text := strings.TrimSpace(p.text)
	first, size := utf8.DecodeRuneInString(text)
	switch first {
	case '—', '–', '-', '_', '─', '*', '=':
	default:
		return false
	}
	return len(text) >= 3*size && strings.Trim(text, string(first)) == "" && (len(text) >= 5*size || p.align == document.AlignCenter)
}

// isCode reports whether all of a paragraph's text is in a font of fixed
// width, in a document that is not set in such a font, or in a style of code.
func (f *flow) isCode(p *para) bool {
	if slices.ContainsFunc(p.runs, func(r run) bool { return r.hidden }) {
		return false // a mark is no code
	}
	if p.kind == styleCode {
		return true
	}
	if !f.code || p.tableLevel() > 0 || len(f.lists) > 0 && len(*f.into()) == 0 {
		return false
	}
	from := int32(0)
	for _, r := range p.runs {
		if r.node != 0 || !r.mono && strings.TrimSpace(p.text[from:r.end]) != "" {
			return false
		}
		from = r.end
	}
	return len(p.runs) == 0 && f.last == lastCode || len(p.runs) > 0
}

// putCode adds lines of code, to the block of those before it. Where one
// paragraph is a line, many are a block; where two hold many lines, each is one.
func (f *flow) putCode(p *para) {
	text := strings.TrimRight(p.text, " \t\n")
	whole := f.whole
	f.whole = strings.Contains(text, "\n")
	if f.last == lastCode && !(whole && f.whole) {
		f.lines = append(append(f.lines, '\n'), text...)
		f.block.Lines.Last = max(f.block.Lines.Last, int(p.line))
		return
	}
	f.apart()
	f.lines = f.lines[:0]
	block := &document.CodeBlock{Pos: p.pos()}
	f.put(block)
	f.block, f.last = block, lastCode
	f.lines = append(f.lines, text...)
}

// apart ends what the next paragraph could join.
func (f *flow) apart() {
	if f.block != nil {
		f.block.Text = strings.Trim(string(f.lines), "\n")
		f.block = nil
	}
	f.last = lastOther
}

// isQuote reports whether a paragraph is a quotation: by its style, or set in
// from the margin without a marker.
func (f *flow) isQuote(p *para) bool {
	if p.kind == styleQuote {
		return true
	}
	return p.left >= quoteLeast && p.first == 0 && !p.listed && p.align == document.AlignNone && p.tableLevel() == 0
}

// quoteLeast is from which indent on a paragraph is a quotation, in twips.
const quoteLeast = 360

// putQuote adds a paragraph to the quotation before it, or to a new one.
func (f *flow) putQuote(p *para) {
	block := &document.Paragraph{Pos: p.pos(), Inlines: f.inlines(p)}
	if n := len(f.out); n > 0 && f.last == lastQuote && len(f.out[n-1].(*document.Quote).Blocks) < blocksMost {
		quote := f.out[n-1].(*document.Quote)
		quote.Blocks = append(quote.Blocks, block)
		quote.Lines.Last = max(quote.Lines.Last, int(p.line))
		return
	}
	f.put(&document.Quote{Pos: p.pos(), Blocks: []document.Block{block}})
	f.last = lastQuote
}
