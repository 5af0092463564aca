package drawing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Bullet is the marker of paragraphs with a bullet of any form.
const Bullet = "•"

// Body returns the paragraphs of a text body, an element with a:p and perhaps
// a:lstStyle among its children. Empty paragraphs are left out.
func (x *Text) Body(body xmlread.NodeID) []Para { return x.BodyIn(body, nil) }

// BodyIn is Body with memory for the paragraphs, for many small bodies one after
// the other. What is in it is overwritten.
func (x *Text) BodyIn(body xmlread.NodeID, room []Para) []Para {
	t := x.Tree
	x.styles = append(append(x.styles[:0], ReadLevels(t, t.Child(body, A, "lstStyle"))), x.Styles...)
	scale := fontScale(t, body)
	x.numbers.stop(0)
	out := room[:0]
	Each(t, body, func(p xmlread.NodeID) {
		if !t.Name(p).Is(A, "p") {
			return
		}
		if para, ok := x.para(p, x.styles, scale); ok {
			if out == nil {
				out = make([]Para, 0, 1+after(t, p))
			}
			out = append(out, para)
		}
	})
	return out
}

// after returns how many nodes follow one, as far as is worth to count.
func after(t *xmlread.Tree, n xmlread.NodeID) int {
	const most = 16
	count := 0
	for n = t.Next(n); n != 0 && count < most; n = t.Next(n) {
		count++
	}
	return count
}

// fontScale returns how much the text of a body is made smaller so that it
// fits, in thousandths of a per cent.
func fontScale(t *xmlread.Tree, body xmlread.NodeID) int64 {
	fit := t.Child(t.Child(body, A, "bodyPr"), A, "normAutofit")
	if fit == 0 {
		return opaque
	}
	if n := thousandths(t.Attr(fit, xmlread.None, "fontScale")); n > 0 && n < opaque {
		return n
	}
	return opaque
}

// para reads one paragraph.
func (x *Text) para(p xmlread.NodeID, styles chain, scale int64) (Para, bool) {
	t := x.Tree
	para := Para{}
	var own level
	if pPr := t.Child(p, A, "pPr"); pPr != 0 {
		own = readLevel(t, pPr)
		if lvl := t.Attr(pPr, xmlread.None, "lvl"); lvl != "" {
			if n, err := strconv.Atoi(lvl); err == nil {
				para.Level = min(max(n, 0), levelCount-1)
			}
		}
		para.Align = alignOf(t.Attr(pPr, xmlread.None, "algn"))
	}
	x.base = own.props.over(styles.props(para.Level))
	x.line.begin(x.Env, scale)
	Each(t, p, x.piece)
	x.line.end(&para)
	if len(para.Inlines) == 0 && para.TeX == "" {
		return Para{}, false
	}
	place := styles.place(own.place, para.Level)
	para.left, para.hanging = EMU(place.left), place.indent < 0
	switch b := styles.bullet(own.bullet, para.Level); {
	case b.kind == bulletAuto:
		para.Marker = x.numbers.next(para.Level, b, para.left)
	case b.kind == bulletChar:
		para.Marker = Bullet
		x.numbers.stop(para.Level)
	case para.hanging || !x.numbers.within(para.Level, para.left):
		x.numbers.stop(para.Level)
	}
	return para, true
}

// alignOf returns an alignment (ST_TextAlignType).
func alignOf(algn string) document.Align {
	switch algn {
	case "l":
		return document.AlignLeft
	case "ctr":
		return document.AlignCenter
	case "r":
		return document.AlignRight
	}
	return document.AlignNone
}

// Plain returns the text of a body without any style: one line, breaks and
// paragraphs as blanks.
func (x *Text) Plain(body xmlread.NodeID) string {
	return Join(x.Body(body))
}

// Join returns the text of paragraphs on one line, without what has a label.
func Join(paras []Para) string {
	var parts []string
	for _, p := range paras {
		text := p.TeX
		if text == "" {
			text = document.InlineText(unlabelled(p.Inlines))
		}
		parts = append(parts, strings.Fields(text)...)
	}
	return strings.Join(parts, " ")
}

func unlabelled(inlines []document.Inline) []document.Inline {
	if document.LabelIn(inlines) == 0 {
		return inlines
	}
	return slices.DeleteFunc(slices.Clone(inlines), func(in document.Inline) bool { return document.LabelIn([]document.Inline{in}) != 0 })
}
