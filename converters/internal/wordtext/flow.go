package wordtext

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Add adds a paragraph as what it is.
func (f *Flow) Add(x *Paragraph) {
	blank := x.IsBlank()
	f.chargeRuns(x)
	if x.Level >= 0 && x.Level < NoLevel && !blank {
		f.lists = f.lists[:0]
		f.heading(x)
		return
	}
	if !f.item(x) {
		f.leaveLists(x, blank && !x.Border)
		if x.Box && len(f.lists) == 0 {
			f.begin(openList{count: noCount, marker: Bullet, boxes: true}, x)
		}
	}
	for _, b := range x.Before {
		f.Put(b)
	}
	switch {
	case f.isCode(x, blank):
		f.putCode(x)
	case blank && x.Border || isRule(x):
		f.Put(converters.Make(f.Env, &document.ThematicBreak{Pos: x.Pos}))
	case blank:
		f.code.gap++
	default:
		f.putKind(x)
	}
}

// putKind adds a paragraph that is seen, and is neither code nor a rule.
func (f *Flow) putKind(x *Paragraph) {
	switch {
	case x.Kind == Quote, x.Kind == Inset && len(f.lists) == 0:
		f.putQuote(x)
	case x.Kind == Term, x.Kind == Detail && f.last == lastDefinition:
		f.putDefinition(x)
	case f.putMath(x):
	default:
		f.putText(x)
	}
}

// heading adds a heading.
func (f *Flow) heading(x *Paragraph) {
	h := converters.Make(f.Env, &document.Heading{Pos: x.Pos, Level: int(x.Level) + 1})
	h.Inlines = f.headingInlines(x)
	if text := x.Item.Marker; text != "" && text != Bullet {
		h.Inlines = append([]document.Inline{converters.Make(f.Env, &document.Text{Value: text + " "})}, h.Inlines...)
	}
	for _, m := range x.Marks {
		if h.ID == "" {
			h.ID = m
		}
		if f.ids == nil {
			f.ids = map[string]string{}
		}
		if _, ok := f.ids[m]; !ok {
			f.ids[m] = h.ID
		}
	}
	if c := f.cell; c != nil {
		c.said(true)
	}
	f.Put(h)
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *Flow) putText(x *Paragraph) {
	if f.lists.isFresh() {
		f.lists.item().Task = takeTask(x)
	}
	c := f.cell
	if c != nil && c.said(x.all(document.Strong)) {
		c.Align = x.Align
	}
	if text := f.plainText(x); text != "" {
		if c != nil && len(f.out) == 0 && !c.Held {
			c.Text, c.Held, c.at = text, true, x.Pos
			return
		}
		f.Put(f.Env.PlainParagraph(x.Pos, text))
		return
	}
	inlines := f.Inlines(x, 0)
	for len(inlines) > maxInlines {
		n := slices.IndexFunc(inlines[maxInlines:], isBreak) + maxInlines
		if n < maxInlines {
			break
		}
		f.Put(f.Env.Paragraph(x.Pos, inlines[:n:n]))
		inlines = inlines[n+1:]
	}
	if len(inlines) > 0 {
		f.Put(f.Env.Paragraph(x.Pos, inlines))
	}
}

// maxInlines is from how many inlines on a paragraph ends at the next line end: what is
// written at once is bounded.
const maxInlines = 1 << 15

func isBreak(in document.Inline) bool {
	_, is := in.(*document.Break)
	return is
}
