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
func (w inliner) drawing(chars *wordml.Chars) error {
	d := drawn{inliner: w, fill: wordml.ColorUnknown}
	w.x.aside.drawings++
	hidden := w.st.hidden
	if err := d.inside(); err != nil {
		return err
	}
	if d.object {
		w.st.doc.Lose(lost.Object, w.st.pos)
	}
	w.put(d.word, chars)
	if w.st.hidden = hidden; d.rule {
		d.putRule()
		return nil
	}
	if !d.decorative && w.st.fields.coding == 0 && !d.isLeftOut(chars) {
		d.putPictures()
	}
	return nil
}

// isLeftOut counts a picture that is hidden, and reports whether it is left out.
func (d *drawn) isLeftOut(chars *wordml.Chars) bool {
	if !d.picture && d.alt == "" {
		return false
	}
	how := d.st.hides(chars, d.x)
	if how == visible.Shown && d.hidden {
		how = visible.Shape
	}
	switch how {
	case visible.Text, visible.Shape, visible.Deleted, visible.OffPage:
		d.st.doc.Hide(how, d.st.pos)
		return d.st.doc.When(how) == converters.DropHidden
	}
	return false
}

// putPictures adds the alternative text of a drawing, or of the pictures in it.
func (d *drawn) putPictures() {
	switch {
	case d.text:
	case d.alt != "":
		d.putNode(converters.Make(d.st.doc.env, &document.Image{Alt: d.alt}), wordtext.Run{})
	case len(d.parts) > 0:
		for _, alt := range d.parts {
			d.putNode(converters.Make(d.st.doc.env, &document.Image{Alt: alt}), wordtext.Run{})
		}
	case d.picture:
		d.putNode(converters.Make(d.st.doc.env, &document.Image{}), wordtext.Run{})
	}
}

// maxParts bounds the pictures of one drawing.
const maxParts = 1 << 8

// inside reads what is in a drawing.
func (d *drawn) inside() error {
	return d.st.s.Each(d.shape)
}

// graphicParts are the attributes that name the parts of charts and diagrams.
var graphicParts = map[string]string{"chart": "id", "relIds": "dm"}

// wordShape reads an element of a shape, and where it is.
func (d *drawn) wordShape() error {
	switch d.st.s.Local() {
	case "spPr":
		return d.readFill()
	case "style":
		return d.styled()
	case "txbx":
		if err := d.refit(); err != nil {
			return err
		}
	case "positionH":
		return readPosition(d.st.s, &d.at.Across)
	case "positionV":
		return readPosition(d.st.s, &d.at.Down)
	case "extent":
		d.size()
	}
	d.properties()
	return d.inside()
}

// shape reads one element of a drawing.
func (d *drawn) shape() error {
	s := d.st.s
	switch s.Space() {
	case wordml.NsMC:
		return understood(s, d.inside)
	case wordml.NsW:
		if s.Local() == "txbxContent" {
			return d.textBox()
		}
	case wordml.NsWPS, wordml.NsWP:
		return d.wordShape()
	case wordml.NsPic, wordml.NsWPG:
		if s.Space() == wordml.NsWPG {
			d.x.aside.drawings++ // there are several
		}
		d.properties()
	case wordml.NsC, wordml.NsCX, wordml.NsDgm:
		if attr, ok := graphicParts[s.Local()]; ok {
			return d.graphic(attr)
		}
	case wordml.NsDec:
		if v, ok := s.Attr(xmlread.None, "val"); s.Local() == "decorative" && ok {
			d.decorative = wordml.IsOn(v, true)
		}
	case wordml.NsV:
		d.vml()
	case wordml.NsO:
		d.object = d.object || s.Local() == "OLEObject"
	}
	return d.inside()
}

// size reads how large a drawing is, which is behind where it is.
func (d *drawn) size() {
	d.small = readExtent(d.st.s, &d.at)
	if d.st.hidden == visible.Shown && d.at.IsOff(d.st.doc.paper.pageSide()) {
		d.st.hidden = visible.OffPage
	}
}

// refit asks the properties of a text body that is too small whether it grows
// with its text: they are behind the text box that is the event. Boxes in
// boxes are not asked, so that nothing is read more than twice.
func (d *drawn) refit() error {
	if !d.small || d.st.boxed {
		return nil
	}
	s := d.st.s
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
			if body, err = s.ReadElement(0); err == nil {
				fit = drawing.ReadFit(body, xmlread.Root, wordml.NsA, fit)
			}
		default:
			err = s.Skip()
		}
	}
}

// properties reads the names and alternative texts that elements of drawings
// have (20.1.2.2.8).
func (d *drawn) properties() {
	s := d.st.s
	switch s.Local() {
	case "docPr":
		d.alt = altOf(s)
		if v, ok := s.Attr(xmlread.None, "hidden"); ok && wordml.IsOn(v, true) {
			d.hidden = true
			d.st.hidden = visible.Shape
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

// readFill reads what a shape is filled with (20.1.8), as far as it is a plain
// colour.
func (d *drawn) readFill() error {
	s := d.st.s
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
func (d *drawn) styled() error {
	s := d.st.s
	return s.Each(func() error {
		if index, ok := s.Attr(xmlread.None, "idx"); d.plain && s.Local() == "fillRef" && ok && index != "0" {
			d.fill = wordml.ColorUnknown
		}
		return s.Skip()
	})
}

// vml reads an element of VML, the drawings of older programs (part 4, 19).
func (d *drawn) vml() {
	s := d.st.s
	if alt, ok := s.Attr(xmlread.None, "alt"); ok {
		d.alt = drawing.AltText("", alt)
	}
	if style, ok := s.Attr(xmlread.None, "style"); ok && s.Local() != "textbox" {
		switch how := vmlStyle(style, d.st.doc.paper.pageSide()); how {
		case visible.Shown:
		case visible.Size:
			d.small = true
		default:
			d.hidden = d.hidden || how == visible.Shape
			d.st.hidden = how
		}
	}
	if hr, ok := s.Attr(wordml.NsO, "hr"); ok && hr != "f" && hr != "false" {
		d.rule = true
	}
	d.vmlFill(s)
	switch s.Local() {
	case "group":
		d.x.aside.drawings++
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

// putRule adds a line across the page (part 4, 19.2.2.10): the paragraph, where
// there is nothing else in it.
func (d *drawn) putRule() {
	if d.x.Border = d.x.IsBlank(); !d.x.Border {
		d.x.aside.add(extra{blocks: []document.Block{converters.Make(d.st.doc.env, &document.ThematicBreak{Pos: d.st.pos})}})
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
func (d *drawn) textBox() error {
	d.text = true
	in := d.st.inner()
	in.boxed = true
	if in.ground = d.fill; d.fill == 0 && d.isLayered() {
		in.ground = wordml.ColorUnknown
	}
	in.within = wordml.Chars{}
	if d.small && in.hidden == visible.Shown {
		in.hidden = visible.Size
	}
	blocks, err := in.blocks()
	d.st.pos = in.pos
	if err != nil {
		return err
	}
	if len(blocks) > 0 {
		d.x.aside.add(extra{blocks: blocks})
	}
	return nil
}
