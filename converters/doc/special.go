package doc

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/embedded"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// special acts upon a character that is no text, or that is the sign of a note.
func (st *story) special(c uint16, at word.Place, s *stretch) {
	if ref, ok := st.doc.refs[at]; ok && st.part == "" {
		delete(st.doc.refs, at)
		st.addNote(ref, s)
		return
	}
	switch c {
	case charTab:
		st.put([]byte{'\t'}, s)
	case charLine:
		st.put([]byte{'\n'}, s)
	case charHyphen:
		st.put([]byte("\u2011"), s)
	case charField, charResult, charFieldEnd:
		st.fieldMark(c, s)
	case charComment:
		st.addComments(at, s)
	case charShape:
		st.addShape(at, s)
	case charPicture:
		st.addPicture(s)
	case charPageNumber:
		st.paged = st.paged || s.chars.Sign.Special
	case charSymbol:
		st.put([]byte(st.doc.symbol(s.chars.Sign.Symbol)), s)
	}
}

// symbol returns a character of a font of its own.
func (r *reader) symbol(s word.Symbol) string {
	if font := r.file.Fonts.Of(s.Font); font.Signs.HasSymbols() {
		return font.Signs.Sign(int64(s.Code))
	}
	return string(rune(s.Code))
}

// addNote adds the sign of a note, and reads the note.
func (st *story) addNote(ref reference, s *stretch) {
	if s.drops {
		st.doc.losses.Hide(s.how, st.pos())
		return
	}
	part, id := "footnotes", "f"+strconv.Itoa(len(st.doc.notes)+1)
	if ref.kind == document.Endnote {
		part, id = "endnotes", "e"+strconv.Itoa(len(st.doc.notes)+1)
	}
	run := *s
	run.run.Styles = run.run.Styles.Without(document.Superscript)
	st.putNode(converters.Make(st.doc.env, &document.NoteRef{ID: id}), &run, 0)
	blocks := st.doc.inner(part, ref.From, ref.To)
	if s.run.Label != 0 {
		s.run.Label.LabelBlocks(blocks)
	}
	st.doc.notes = append(st.doc.notes, converters.Make(st.doc.env, &document.Note{Pos: document.Pos{Part: part}, Kind: ref.kind, ID: id, Blocks: blocks}))
}

// addComments puts the comments at a place beside the paragraph.
func (st *story) addComments(at word.Place, s *stretch) {
	if st.part != "" || st.doc.env.Options.Comments == "off" {
		return
	}
	all := st.doc.comments[at]
	delete(st.doc.comments, at)
	for _, c := range all {
		if s.drops {
			st.doc.losses.Hide(s.how, st.pos())
			continue
		}
		st.par.beside = append(st.par.beside, beside{comment: converters.Make(st.doc.env, &document.Annotation{
			Pos: document.Pos{Part: "comments"}, Author: c.Author, Date: c.Date, Blocks: st.doc.inner("comments", c.From, c.To),
		})})
	}
}

// addPicture adds a picture, or what a form shows.
func (st *story) addPicture(s *stretch) {
	c := s.chars
	switch {
	case !c.Sign.Special:
	case c.Sign.Data:
		if n := len(st.fields); n > 0 {
			st.fields[n-1].form = st.doc.file.FormAt(c.Sign.Picture)
		}
	case c.Sign.Object:
		st.doc.addObject(c.Sign.Picture, s.drops, st.pos())
	default:
		shape := st.doc.file.PictureAt(c.Sign.Picture)
		if shape.Rule && !shape.Hidden && s.how == visible.Shown {
			st.par.ruled = true
		} else if !shape.Holder {
			st.showPicture(&shape, s, s.how)
		}
	}
}

// addObject reads an embedded document, whose storage has the number that is in the place
// of a picture's offset ([MS-DOC], 2.1.4). It is at the end of the document.
func (r *reader) addObject(id uint32, dropped bool, pos document.Pos) {
	number := strconv.Itoa(int(int32(id)))
	pool := r.container.Root().Find("ObjectPool")
	if dropped || pool == nil || r.seen[number] {
		if !r.seen[number] {
			r.losses.Lose(lost.Object, pos)
		}
		return
	}
	r.seen[number] = true
	var section *document.Section
	if of := pool.Find("_" + number); of != nil {
		var err error
		if section, err = embedded.Read(r.ctx, r.env, r.container, of, number); err != nil {
			r.fail(err)
		}
	}
	if section == nil {
		r.losses.Lose(lost.Object, pos)
		return
	}
	r.objects = append(r.objects, section)
}

// showPicture shows a picture by its description.
func (st *story) showPicture(shape *officeart.Shape, s *stretch, how visible.Way) {
	if shape.Hidden && how == visible.Shown {
		how = visible.Shape
	}
	switch how {
	case visible.Color, visible.Unsure, visible.Size: // of letters
		how = visible.Shown
	}
	if st.fields.isSilent() || st.fields.coding() != nil || how != visible.Shown && st.doc.losses.Hide(how, st.pos()) {
		return
	}
	run := *s
	run.run.Styles = run.run.Styles.Without(document.Superscript).Without(document.Subscript)
	st.putNode(converters.Make(st.doc.env, &document.Image{Alt: shape.Alt}), &run, st.doc.losses.Label(how))
}

// addShape shows a shape by its description, and puts its texts beside the paragraph.
func (st *story) addShape(at word.Place, s *stretch) {
	shape, ok := st.doc.file.Shapes.At(at)
	if !ok {
		return
	}
	how := visible.Shown
	switch {
	case s.how != visible.Shown && (s.chars.Hidden || s.chars.Deleted):
		how = s.how
	case shape.Hidden:
		how = visible.Shape
	case isOff(&shape):
		how = visible.OffPage
	}
	if len(shape.Boxes) == 0 {
		if shape.Rule && how == visible.Shown {
			st.par.ruled = true
			return
		}
		if shape.Picture || shape.Alt != "" {
			st.showPicture(&shape.Shape, s, how)
		}
		return
	}
	for _, b := range shape.Boxes {
		of := how
		if b.Hidden && of == visible.Shown {
			of = visible.Shape
		}
		st.addBox(b, of)
	}
}

// maxPage is the longest side of a page in Word.
const maxPage = 22 * drawing.Inch

// isOff reports whether a shape is on no page.
func isOff(s *word.Shape) bool {
	const twip = drawing.Point / 20
	reach := func(from, to int32) drawing.Reach {
		return drawing.Reach{At: int64(from) * twip, Size: (int64(to) - int64(from)) * twip, Known: true}
	}
	at := drawing.Anchor{Across: reach(s.At.Left, s.At.Right), Down: reach(s.At.Top, s.At.Bottom)}
	return at.IsOff(maxPage)
}

// addBox puts a text box beside the paragraph, in a label where it is hidden.
func (st *story) addBox(b word.Box, how visible.Way) {
	if st.fields.isSilent() || st.doc.failed() || how != visible.Shown && st.doc.losses.Hide(how, st.pos()) {
		return
	}
	inner := st.doc.newStory("text boxes")
	if inner.ground = b.Ground; b.Unfilled {
		inner.ground = visible.Unknown
	}
	inner.read(b.From, b.To)
	blocks := inner.flow.Blocks()
	if label := st.doc.losses.Label(how); how != visible.Shown && label != 0 {
		label.LabelBlocks(blocks)
	}
	if len(blocks) > 0 {
		st.par.beside = append(st.par.beside, beside{blocks: blocks})
	}
}
