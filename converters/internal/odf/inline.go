package odf

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// inline reads what is in the element that is the event, as a part of a
// paragraph (ODF 1.3 part 3, 6).
func (x inliner) inline(c style.Chars, link *wordtext.Link) error {
	t := x.r.lookOf(c)
	t.Link = link
	for {
		kind, err := x.r.s.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlread.Text:
			var text string
			if text, err = x.r.s.Text(); err == nil {
				x.say(c.Font.Text(text), t)
				err = x.fits()
			}
		case xmlread.Start:
			err = x.inlineElement(c, t)
		case xmlread.End, xmlread.EOF:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// say adds text, unless it is hidden and left out.
func (x inliner) say(text string, t tone) {
	if how := t.how; how != visible.Shown {
		if isBlank(text) {
			return
		}
		if x.r.text.unseen != how {
			x.r.text.unseen = how
			x.r.doc.Hide(how, x.r.pos())
		}
		if x.r.doc.Drops(how) {
			return
		}
		t.Label = x.r.doc.Label(how)
	} else if !isBlank(text) {
		x.r.text.unseen = visible.Shown
	}
	x.p.add(text, t.Run)
}

// lookOf returns how text with some properties looks, and how it is hidden.
func (r *reader) lookOf(c style.Chars) tone {
	if m := &r.text.lastLook; m.known && m.chars == c && m.ground == r.text.ground {
		return m.tone
	}
	look := lookOn(c, r.text.ground)
	if look.how == visible.Unsure {
		r.doc.Hide(look.how, r.pos())
		look.how = visible.Shown
	}
	look.Code, look.Mono = look.Code && !r.text.values, look.Mono && !r.text.values
	r.text.lastLook = lookMemo{chars: c, ground: r.text.ground, tone: look, known: true}
	return look
}

// lookOn returns how text looks on a ground.
func lookOn(c style.Chars, ground visible.Paint) tone {
	f := visible.Facts{
		OffPage: c.On&style.OffPage != 0, Flat: c.On&(style.Pressed|style.Flat) != 0, Outlined: c.On&style.Outlined != 0,
		Size: float64(c.Size) / 100, Spacing: float64(c.Spacing) / 100, Ink: c.Color, Ground: c.Ground.Over(ground),
	}
	if c.On&style.Hidden != 0 {
		f.Marked = visible.Text
	}
	if c.Color.IsSet() && c.On&style.Transparent != 0 {
		f.Clear = 1
	}
	mono := c.On&style.Mono != 0
	return tone{wordtext.Run{Styles: c.On.Styles(), Code: mono, Mono: mono}, f.Judge()}
}

// inlineElement reads an element inside a paragraph.
func (x inliner) inlineElement(c style.Chars, t tone) error {
	switch x.r.s.Space() {
	case ns.Text:
		return x.textInline(c, t)
	case ns.Draw, ns.ThreeD:
		if t.how == visible.Text && x.r.doc.When(t.how) == converters.DropHidden {
			some, err := pack.SaysSome(x.r.s)
			if some {
				x.r.doc.Hide(t.how, x.r.pos())
			}
			return err
		}
		return x.drawnInline(t.Run)
	case ns.Office:
		switch x.r.s.Local() {
		case "annotation":
			return x.r.annotation(x.p.putComment)
		case "annotation-end":
			return x.r.s.Skip()
		}
	case ns.Math:
		return x.formula(t.Run)
	case ns.Table, ns.Form, ns.Presentation:
		if x.r.s.Space() == ns.Presentation {
			return x.inline(c, t.Link)
		}
		return x.r.s.Skip()
	case ns.Ext:
		return x.extInline(c, t.Run)
	}
	return x.inline(c, t.Link)
}

// textInline reads an element of the text's own grammar.
func (x inliner) textInline(c style.Chars, t tone) error {
	var err error
	switch x.r.s.Local() {
	case "span":
		st := x.r.styles.Get(style.FamilyText, x.r.s.Value(ns.Text, "style-name"))
		if c = c.Over(st.Chars); st.Role == style.RoleMono {
			c.On |= style.Mono
		}
		return x.inline(c, t.Link)
	case "a":
		return x.anchor(c)
	case "s":
		err = x.blanks(x.r.s.Value(ns.Text, "c"), t)
	case "tab":
		x.gap("\t", t)
	case "line-break":
		x.gap("\n", t)
	case "soft-page-break":
		x.r.nextPage()
	case "note":
		return x.r.note(x.p, t)
	case "bookmark", "bookmark-start", "reference-mark", "reference-mark-start":
		err = x.mark()
	case "change":
		x.change(t.Run)
	case "ruby":
		return x.ruby(c, t.Link)
	case "script", "meta-mark", "toc-mark", "toc-mark-start", "toc-mark-end", "user-index-mark", "user-index-mark-start",
		"user-index-mark-end", "alphabetical-index-mark", "alphabetical-index-mark-start", "alphabetical-index-mark-end",
		"bookmark-end", "reference-mark-end", "change-start", "change-end", "number":
	default:
		return x.field(c, t.Run)
	}
	if err != nil {
		return err
	}
	return x.r.s.Skip()
}

// anchor reads a text:a.
func (x inliner) anchor(c style.Chars) error {
	link, err := x.r.link(x.r.s.Value(ns.Xlink, "href"))
	if err != nil {
		return err
	}
	return x.inline(c, link)
}

// field reads a field: what it shows is its content (ODF 1.3 part 3, 7).
func (x inliner) field(c style.Chars, run wordtext.Run) error {
	if x.r.s.Value(ns.Text, "display") == "none" {
		c.State(style.Hidden, true)
	}
	switch x.r.s.Local() {
	case "hidden-text":
		return x.hiddenField(run)
	case "hidden-paragraph":
		if x.r.s.Value(ns.Text, "is-hidden") == "true" {
			x.p.hides = visible.Text
		}
		return x.r.s.Skip()
	case "page-number", "page-count":
		if x.r.paging {
			x.r.paged = true
			return x.r.s.Skip()
		}
	case "p", "h":
		// A paragraph in a paragraph is none; its text is kept.
		x.p.add(" ", run)
	case "list", "section", "index-body":
		x.p.add(" ", run)
	}
	return x.inline(c, run.Link)
}

// hiddenField reads a text:hidden-text: its text is in an attribute, and in
// its content while it shows (7.4.20).
func (x inliner) hiddenField(run wordtext.Run) error {
	hidden, _ := x.r.s.Attr(ns.Text, "is-hidden")
	value, _ := x.r.s.Attr(ns.Text, "string-value")
	text, err := pack.PlainText(x.r.s)
	if err != nil {
		return err
	}
	if hidden != "true" {
		if text == "" {
			text = value
		}
		x.p.add(text, run)
		return nil
	}
	if text == "" {
		text = value
	}
	if !isBlank(text) && !x.r.doc.Hide(visible.Text, x.r.pos()) {
		run.Label = x.r.doc.Label(visible.Text)
		x.p.add(text, run)
	}
	return nil
}

// extInline reads what LibreOffice has added: content controls, whose content
// is text, and fields of forms that came from Word.
func (x inliner) extInline(c style.Chars, run wordtext.Run) error {
	switch x.r.s.Local() {
	case "fieldmark-start", "fieldmark":
		kind, _ := x.r.s.Attr(ns.Ext, "type")
		mark, err := readFieldmark(x.r.s)
		switch {
		case strings.HasSuffix(kind, "FORMCHECKBOX") && mark.checked:
			x.p.put("☒", run)
		case strings.HasSuffix(kind, "FORMCHECKBOX"):
			x.p.put("☐", run)
		case strings.HasSuffix(kind, "FORMDROPDOWN") && mark.chosen < len(mark.choices):
			x.p.put(mark.choices[mark.chosen], run)
		}
		return err
	case "annotation":
		return x.r.annotation(x.p.putComment)
	case "fieldmark-end", "fieldmark-separator", "param", "annotation-end":
		return x.r.s.Skip()
	}
	return x.inline(c, run.Link)
}

// fieldmark is what the parameters of a field of a form say.
type fieldmark struct {
	checked bool
	choices []string
	chosen  int
}

// maxChoices bounds the choices of a field, of which one is shown. Word has 25.
const maxChoices = 1000

// readFieldmark reads the parameters of a field.
func readFieldmark(s *xmlread.Scanner) (fieldmark, error) {
	var out fieldmark
	err := s.Each(func() error {
		name, value := s.Value(ns.Ext, "name"), s.Value(ns.Ext, "value")
		switch {
		case strings.HasSuffix(name, "Checkbox_Checked"):
			out.checked = value == "true"
		case strings.HasSuffix(name, "Dropdown_ListEntry") && len(out.choices) < maxChoices:
			out.choices = append(out.choices, value)
		case strings.HasSuffix(name, "Dropdown_Selected"):
			n, err := strconv.ParseUint(value, 10, 31)
			if err == nil {
				out.chosen = int(n)
			}
		}
		return s.Skip()
	})
	return out, err
}

// maxMarks bounds the bookmarks of one paragraph.
const maxMarks = 64

// mark adds a bookmark.
func (x inliner) mark() error {
	name, ok := x.r.s.Attr(ns.Text, "name")
	if !ok || len(x.p.text.Marks) >= maxMarks {
		return nil
	}
	x.p.text.Marks = append(x.p.text.Marks, name)
	return x.r.hold(holdMark)
}

// maxSpaces bounds the blanks of one text:s; more only push text aside.
const maxSpaces = 256

// blanks adds a number of blanks.
func (x inliner) blanks(number string, t tone) error {
	n := style.Count(number, maxSpaces)
	if n == maxSpaces && number != "256" {
		x.r.doc.Lose(lost.Repeat, x.r.pos())
	}
	if n > 8 {
		if err := x.r.doc.env.Spend(converters.LimitText, int64(n), x.r.pos()); err != nil {
			return err
		}
	}
	x.gap(strings.Repeat(" ", n), t)
	return nil
}

// gap adds white space that does not collapse.
func (x inliner) gap(text string, t tone) {
	if !x.r.doc.Drops(t.how) {
		t.Label = x.r.doc.Label(t.how)
		x.p.put(text, t.Run)
	}
}

// ruby reads text with its reading: the text is kept, the reading is
// behind it (6.4).
func (x inliner) ruby(c style.Chars, link *wordtext.Link) error {
	return x.r.s.Each(func() error {
		if x.r.s.Local() == "ruby-base" {
			return x.inline(c, link)
		}
		text, err := pack.PlainText(x.r.s)
		if text != "" {
			t := x.r.lookOf(c)
			t.Link = link
			x.say("("+text+")", t)
		}
		return err
	})
}

// note reads a footnote or an endnote (6.3).
func (r *reader) note(p *para, t tone) error {
	pos := r.pos()
	if t.how == visible.Text && r.doc.Hide(t.how, pos) {
		return r.s.Skip()
	}
	if err := r.hold(holdNote); err != nil {
		return err
	}
	n := converters.Make(r.doc.env, &document.Note{Pos: pos, ID: r.doc.noteID()})
	if r.s.Value(ns.Text, "note-class") == "endnote" {
		n.Kind = document.Endnote
	}
	t.Link = nil
	p.node(converters.Make(r.doc.env, &document.NoteRef{ID: n.ID}), t.Run)
	r.doc.notes = append(r.doc.notes, n)
	inner := r.newFlow(nil)
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	err := r.s.Each(func() error {
		switch r.s.Local() {
		case "note-body":
			return inner.content()
		case "note-citation": // its text is a number, unless the author gave it a mark
			run := t.Run
			run.Styles = run.Styles.With(document.Superscript)
			p.put(r.s.Value(ns.Text, "label"), run)
		}
		return r.s.Skip()
	})
	if err != nil {
		return err
	}
	n.Blocks = inner.text.Blocks()
	return nil
}

// annotation reads a comment (14.1), and puts it unless there is no text in it.
func (r *reader) annotation(put func(*document.Annotation)) error {
	if err := r.hold(holdAnnotation); err != nil {
		return err
	}
	a := converters.Make(r.doc.env, &document.Annotation{Pos: r.pos()})
	for _, space := range [...]xmlread.Space{ns.Ext, ns.Office} {
		a.Resolved = a.Resolved || r.s.Value(space, "resolved") == "true"
	}
	inner := r.newFlow(nil)
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	err := r.s.Each(func() error {
		var err error
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == ns.DC && local == "creator":
			a.Author, err = pack.PlainText(r.s)
		case space == ns.DC && local == "date":
			a.Date, err = pack.PlainText(r.s)
			a.Date, _, _ = strings.Cut(a.Date, ".")
		case space == ns.Meta:
			return r.s.Skip()
		default:
			return inner.block()
		}
		return err
	})
	if err != nil {
		return err
	}
	if a.Blocks = inner.text.Blocks(); len(a.Blocks) > 0 {
		put(a)
	}
	return nil
}
