package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// drawing reads a drawing, a picture in VML or an object (17.3.3.9, 17.3.3.21,
// 17.3.3.19): text boxes, charts and diagrams are beside the paragraph,
// pictures are their alternative text.
func (st *story) drawing(x *para, chars *wordml.Chars) error {
	d := drawn{fill: wordml.ColorUnknown}
	x.drawings++
	hidden := st.hidden
	if err := st.shapes(x, &d); err != nil {
		return err
	}
	if d.object {
		st.Lose(lost.Object, st.pos)
	}
	st.put(x, d.word, chars)
	if st.hidden = hidden; d.rule {
		st.rule(x)
		return nil
	}
	if !d.decorative && st.coding == 0 && !st.hidesPicture(x, chars, &d) {
		st.putPictures(x, &d)
	}
	return nil
}

// hidesPicture counts a picture that is hidden, and reports whether it is left out.
func (st *story) hidesPicture(x *para, chars *wordml.Chars, d *drawn) bool {
	if !d.picture && d.alt == "" {
		return false
	}
	how := st.hides(chars, x)
	if how == visible.Shown && d.hidden {
		how = visible.Shape
	}
	switch how {
	case visible.Text, visible.Shape, visible.Deleted, visible.OffPage:
		st.Hide(how, st.pos)
		return st.When(how) == converters.DropHidden
	}
	return false
}

// putPictures adds the alternative text of a drawing, or of the pictures in it.
func (st *story) putPictures(x *para, d *drawn) {
	switch {
	case d.text:
	case d.alt != "":
		st.putNode(x, converters.Make(st.env, &document.Image{Alt: d.alt}), wordtext.Run{})
	case len(d.parts) > 0:
		for _, alt := range d.parts {
			st.putNode(x, converters.Make(st.env, &document.Image{Alt: alt}), wordtext.Run{})
		}
	case d.picture:
		st.putNode(x, converters.Make(st.env, &document.Image{}), wordtext.Run{})
	}
}

// maxParts bounds the pictures of one drawing.
const maxParts = 1 << 8

// shapes reads what is in a drawing.
func (st *story) shapes(x *para, d *drawn) error {
	return st.s.Each(func() error { return st.shape(x, d) })
}

// graphicParts are the attributes that name the parts of charts and diagrams.
var graphicParts = map[string]string{"chart": "id", "relIds": "dm"}

// wordShape reads an element of a shape, and where it is.
func (st *story) wordShape(x *para, d *drawn) error {
	switch st.s.Local() {
	case "spPr":
		return st.fill(d)
	case "style":
		return st.styled(d)
	case "txbx":
		if err := st.refit(d); err != nil {
			return err
		}
	case "positionH":
		return st.position(&d.at.Across)
	case "positionV":
		return st.position(&d.at.Down)
	case "extent":
		st.placed(d)
	}
	st.properties(d)
	return st.shapes(x, d)
}

// shape reads one element of a drawing.
func (st *story) shape(x *para, d *drawn) error {
	s := st.s
	switch s.Space() {
	case wordml.NsMC:
		return st.understood(func() error { return st.shapes(x, d) })
	case wordml.NsW:
		if s.Local() == "txbxContent" {
			return st.textBox(x, d)
		}
	case wordml.NsWPS, wordml.NsWP:
		return st.wordShape(x, d)
	case wordml.NsPic, wordml.NsWPG:
		d.grouped = d.grouped || s.Space() == wordml.NsWPG
		st.properties(d)
	case wordml.NsC, wordml.NsCX, wordml.NsDgm:
		if attr, ok := graphicParts[s.Local()]; ok {
			return st.graphic(x, d, attr)
		}
	case wordml.NsDec:
		if v, ok := s.Attr(xmlread.None, "val"); s.Local() == "decorative" && ok {
			d.decorative = wordml.IsOn(v, true)
		}
	case wordml.NsV:
		st.vml(d)
	case wordml.NsO:
		d.object = d.object || s.Local() == "OLEObject"
	}
	return st.shapes(x, d)
}

// placed reads how large a drawing is, which is behind where it is.
func (st *story) placed(d *drawn) {
	d.small = st.extent(&d.at)
	if st.hidden == visible.Shown && d.at.IsOff(st.pageSide()) {
		st.hidden = visible.OffPage
	}
}

// refit asks the properties of a text body that is too small whether it grows
// with its text: they are behind the text box that is the event. Boxes in
// boxes are not asked, so that nothing is read more than twice.
func (st *story) refit(d *drawn) error {
	if !d.small || st.boxed {
		return nil
	}
	s := st.s
	mark, at, depth := s.Mark(), s.Offset(), s.Depth()
	fit := drawing.FitClip
	for err := s.Skip(); ; {
		kind := xmlread.EOF
		if err == nil {
			kind, err = s.Next()
		}
		switch {
		case err != nil:
			return err
		case kind == xmlread.EOF, kind == xmlread.End && s.Depth() < depth:
			d.small = d.at.IsTooSmall(fit)
			return s.Return(mark, at)
		case kind != xmlread.Start:
		case s.Space() == wordml.NsWPS && s.Local() == "bodyPr":
			var body *xmlread.Tree
			if body, err = s.ReadElement(); err == nil {
				fit = drawing.ReadFit(body, xmlread.Root, wordml.NsA, fit)
			}
		default:
			err = s.Skip()
		}
	}
}

// properties reads the names and alternative texts that elements of drawings
// have (20.1.2.2.8).
func (st *story) properties(d *drawn) {
	s := st.s
	switch s.Local() {
	case "docPr":
		d.alt = altOf(s)
		if v, ok := s.Attr(xmlread.None, "hidden"); ok && wordml.IsOn(v, true) {
			d.hidden = true
			st.hidden = visible.Shape
		}
	case "cNvPr":
		if alt := altOf(s); alt != "" && len(d.parts) < maxParts && alt != d.alt {
			d.parts = append(d.parts, alt)
		}
	case "pic":
		d.picture = true
	}
}

// altOf returns the alternative text that an element says.
func altOf(s *xmlread.Scanner) string {
	descr, _ := s.Attr(xmlread.None, "descr")
	title, _ := s.Attr(xmlread.None, "title")
	return drawing.AltText(title, descr)
}

// fill reads what a shape is filled with (20.1.8), as far as it is a plain
// colour.
func (st *story) fill(d *drawn) error {
	s := st.s
	d.fill, d.plain = 0, true
	return s.Each(func() error {
		switch {
		case s.Space() != wordml.NsA:
		case s.Local() == "noFill":
			d.plain = false
		case s.Local() == "gradFill", s.Local() == "blipFill", s.Local() == "pattFill", s.Local() == "grpFill":
			d.fill, d.plain = wordml.ColorUnknown, false
		case s.Local() == "solidFill":
			d.fill, d.plain = wordml.ColorUnknown, false
			return s.Each(func() error {
				if value, ok := s.Attr(xmlread.None, "val"); ok && s.Local() == "srgbClr" {
					d.fill = wordml.ReadColor(value)
				}
				return s.Skip()
			})
		}
		return s.Skip()
	})
}

// styled reads the style of a shape (20.1.4.1.30), by which one that says nothing of
// its fill may have one.
func (st *story) styled(d *drawn) error {
	s := st.s
	return s.Each(func() error {
		if index, ok := s.Attr(xmlread.None, "idx"); d.plain && s.Local() == "fillRef" && ok && index != "0" {
			d.fill = wordml.ColorUnknown
		}
		return s.Skip()
	})
}

// vml reads an element of VML, the drawings of older programs (part 4, 19).
func (st *story) vml(d *drawn) {
	s := st.s
	if alt, ok := s.Attr(xmlread.None, "alt"); ok {
		d.alt = drawing.AltText("", alt)
	}
	if style, ok := s.Attr(xmlread.None, "style"); ok && s.Local() != "textbox" {
		switch how := vmlStyle(style, st.pageSide()); how {
		case visible.Shown:
		case visible.Size:
			d.small = true
		default:
			d.hidden = d.hidden || how == visible.Shape
			st.hidden = how
		}
	}
	if hr, ok := s.Attr(wordml.NsO, "hr"); ok && hr != "f" && hr != "false" {
		d.rule = true
	}
	d.vmlFill(s)
	switch s.Local() {
	case "group":
		d.grouped = true
	case "imagedata":
		d.picture = true
		if title, ok := s.Attr(wordml.NsO, "title"); ok && d.alt == "" {
			d.alt = drawing.AltText(title, "")
		}
	case "textpath":
		d.word, _ = s.Attr(xmlread.None, "string")
	}
}

// vmlFill reads what a shape in VML is filled with.
func (d *drawn) vmlFill(s *xmlread.Scanner) {
	switch s.Local() {
	case "shape", "rect", "roundrect", "oval", "polyline":
		d.fill = wordml.ColorUnknown
	}
	if color, ok := s.Attr(xmlread.None, "fillcolor"); ok {
		d.fill = vmlColor(color)
	}
	if filled, ok := s.Attr(xmlread.None, "filled"); ok && (filled == "f" || filled == "false") {
		d.fill = 0
	}
}

// rule adds a line across the page (part 4, 19.2.2.10): the paragraph, where
// there is nothing else in it.
func (st *story) rule(x *para) {
	if x.ruled = x.IsBlank(); !x.ruled && len(x.extras) < maxExtras {
		x.extras = append(x.extras, extra{blocks: []document.Block{converters.Make(st.env, &document.ThematicBreak{Pos: st.pos})}})
	}
}

// vmlColor returns a colour as VML writes it.
func vmlColor(text string) int32 {
	text, _, _ = strings.Cut(text, " ")
	switch {
	case text == "white" || text == "window":
		return wordml.ColorWhite
	case text == "black":
		return wordml.ColorBlack
	case len(text) == 4 && text[0] == '#': // each digit twice
		text = string([]byte{text[1], text[1], text[2], text[2], text[3], text[3]})
	case !strings.HasPrefix(text, "#"):
		return wordml.ColorUnknown
	}
	return wordml.ReadColor(text)
}

// textBox reads the text of a text box (17.17.1), which is beside the
// paragraph.
func (st *story) textBox(x *para, d *drawn) error {
	d.text = true
	in := st.inner()
	in.boxed = true
	if in.ground = d.fill; d.fill == 0 && st.isLayered(x, d) {
		in.ground = wordml.ColorUnknown
	}
	in.within = wordml.Chars{}
	if d.small && in.hidden == visible.Shown {
		in.hidden = visible.Size
	}
	blocks, err := in.blocks()
	st.pos = in.pos
	if err != nil {
		return err
	}
	if len(blocks) > 0 && len(x.extras) < maxExtras {
		x.extras = append(x.extras, extra{blocks: blocks})
	}
	return nil
}
