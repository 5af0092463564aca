package rtf

import "github.com/seed353dc258/backstory/document"

// upLeast is by how many half points text is raised or lowered at least that
// is meant as superscript or subscript.
const upLeast = 4

// upMost is by how many half points text is raised or lowered at least that is
// on no page.
const upMost = 1400

// style sets one of the styles that the document model knows.
func (c *chars) style(t token, on bool) {
	high := document.Styles(0).With(document.Superscript)
	low := document.Styles(0).With(document.Subscript)
	switch t.word {
	case wBold:
		c.set(document.Strong, on)
	case wItalic:
		c.set(document.Emphasis, on)
	case wScriptPlain, wScriptRTL, wScriptWide:
		c.script = script(t.word - wScriptPlain)
	case wOtherBold, wOtherItalic:
		if c.script == scriptWide {
			s := document.Strong
			if t.word == wOtherItalic {
				s = document.Emphasis
			}
			if c.wide = c.wide.With(s); !on {
				c.wide = c.wide.Without(s)
			}
		}
	case wStrike:
		c.set(document.Strike, on)
	case wSuper, wSub, wNoSuperSub, wUp, wDown:
		c.styles &^= high | low
		c.far = (t.word == wUp || t.word == wDown) && t.num >= upMost
		least := upLeast
		if c.shrunk {
			least = 1
		}
		switch {
		case t.word == wSuper && on, t.word == wUp && (t.num >= least || !t.hasNum):
			c.styles |= high
		case t.word == wSub && on, t.word == wDown && (t.num >= least || !t.hasNum):
			c.styles |= low
		}
	}
}

func (c *chars) set(s document.Style, on bool) {
	if on {
		c.styles = c.styles.With(s)
	} else {
		c.styles = c.styles.Without(s)
	}
}

// setAlign sets how a paragraph is aligned.
func (p *pars) setAlign(w word) {
	switch w {
	case wAlignLeft:
		p.align = document.AlignNone
	case wAlignCenter:
		p.align = document.AlignCenter
	case wAlignRight:
		p.align = document.AlignRight
	}
}

// rowWord acts upon a word that defines a row.
func (r *reader) rowWord(t token) {
	d := r.def
	if d == nil {
		d = &r.row
	}
	n := clip(t.num)
	switch t.word {
	case wRowDef:
		*d = rowDef{defs: d.defs[:0]}
	case wCellEdge:
		d.number = 0
		d.next.right = n
		d.defs = append(d.defs, d.next)
		d.next, d.shade = cellDef{}, pattern{}
		if len(d.defs) > r.widest { // the next row takes the same place
			r.widest++
			r.hold(1)
		}
	case wRowHeader:
		d.header = true
	case wRowLeft:
		d.left = n
	case wMergeNext:
		d.next.joins = true
	case wBelowFirst:
		d.next.below = true
	case wBelowNext:
		d.next.covered = true
	case wCellPattern, wCellShare, wCellGround:
		d.shade.set(t.word, wCellPattern, n)
		d.next.ground = r.ground(d.shade)
	case wRowHeight:
		d.flat = n < 0 && n > -minHeight
	case wCellBorder:
		d.next.ruled = true
	case wBorderNone:
		d.next.ruled = false
	}
	r.stale = true
}
