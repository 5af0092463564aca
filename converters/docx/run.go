package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// inPara reads an element of a paragraph.
func (st *story) inPara(at *place) error {
	s, x := st.s, at.para
	switch s.Local() {
	case "r":
		if err := st.run(x); err != nil {
			return err
		}
		return st.doc.late
	case "pPr":
		return st.doc.defs.ReadParagraph(s, &x.props, &st.within, x.Len() > 0)
	case "hyperlink":
		return st.hyperlink(at)
	case "fldSimple":
		return st.simpleField(at)
	case "bookmarkStart":
		if name, _ := s.Attr(wordml.NsW, "name"); name != "_GoBack" && len(x.Marks) < maxMarks {
			x.Marks = append(x.Marks, name)
		}
	case "sdtPr":
		return x.control(s)
	case "p": // a paragraph in a paragraph, as broken programs write it
		st.doc.build.Text(x.Paragraph, "\n", wordtext.Run{})
		return st.children(at)
	}
	return s.Skip()
}

// control reads the properties of a content control (17.5.2.38): a check box
// at the start of a paragraph makes it a task.
func (x *para) control(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Space() == wordml.NsW14 && s.Local() == "checkbox" {
			x.Box = x.Box || x.Len() == 0
		}
		return s.Skip()
	})
}

// hyperlink reads a link (17.16.22).
func (st *story) hyperlink(at *place) error {
	url := ""
	if id, ok := st.s.Attr(wordml.NsR, "id"); ok {
		if r, ok := st.rels.ByID(id); ok {
			url = r.Target
			if r.Fragment != "" && !r.External {
				url = "#" + r.Fragment
			}
		}
	}
	if anchor, _ := st.s.Attr(wordml.NsW, "anchor"); anchor != "" {
		url += "#" + anchor
	}
	before := st.link
	st.link = &wordtext.Link{URL: url}
	err := st.children(at)
	st.link = before
	return err
}

// run reads a run of text (17.3.2.25).
func (st *story) run(x *para) error {
	chars := x.props.Chars
	return st.s.Each(func() error { return st.inRun(x, &chars) })
}

// inRun reads an element of a run.
func (st *story) inRun(x *para, chars *wordml.Chars) error {
	s := st.s
	if s.Space() == wordml.NsMC {
		return understood(s, func() error { return s.Each(func() error { return st.inRun(x, chars) }) })
	}
	if s.Space() != wordml.NsW {
		return s.Skip()
	}
	switch s.Local() {
	case "t":
		return st.text(x, chars)
	case "delText": // is deleted wherever it is
		st.deleted++
		err := st.text(x, chars)
		st.deleted--
		return err
	case "rPr":
		return st.doc.defs.ReadRun(s, chars)
	case "r": // LibreOffice puts runs into runs
		return st.run(x)
	case "tab", "ptab":
		st.put(x, "\t", chars)
	case "br", "cr":
		st.put(x, "\n", chars)
	case "noBreakHyphen":
		st.put(x, "\u2011", chars)
	case "sym":
		st.put(x, symbol(s), chars)
	case "lastRenderedPageBreak":
		st.pageBreak(x)
	case "fldChar":
		return st.fieldChar(x, chars)
	case "instrText":
		return st.fields.readCode(st.s)
	case "pgNum":
		*st.paged = true
	case "footnoteReference":
		st.noteMark(x, chars, document.Footnote)
	case "endnoteReference":
		st.noteMark(x, chars, document.Endnote)
	case "footnoteRef", "endnoteRef": // the paragraph is a note's first, which is not an item
		x.props.NoItem()
	case "commentReference":
		x.commentMark(s)
	case "drawing", "pict", "object":
		return st.drawing(x, chars)
	case "ruby":
		return st.ruby(x)
	}
	return s.Skip()
}

// text reads the characters of an element.
func (st *story) text(x *para, chars *wordml.Chars) error {
	s := st.s
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.End, kind == xmlread.EOF:
			return nil
		case kind == xmlread.Start:
			err = s.Skip()
		case kind == xmlread.Text:
			var text string
			if text, err = s.Text(); strings.IndexByte(text, '\n') >= 0 {
				text = strings.ReplaceAll(text, "\n", " ")
			}
			st.put(x, chars.Font.Text(text), chars)
		}
		if err != nil {
			return err
		}
	}
}

// pageBreak notes that a new page began when the document was shown last.
func (st *story) pageBreak(x *para) {
	if st.pos.Page == 0 {
		return
	}
	st.pos.Page++
	if x.IsEmpty() {
		x.Pos.Page = st.pos.Page
	}
}

// reading is a part of the text above another text, and how it looks.
type reading struct {
	text  string
	chars wordml.Chars
}

// ruby reads text with its reading above it, which goes into parentheses behind
// (17.3.3.25).
func (st *story) ruby(x *para) error {
	var above []reading
	err := st.s.Each(func() error {
		switch {
		case wordml.Is(st.s, "rubyBase"):
			return st.children(&place{para: x})
		case wordml.Is(st.s, "rt"):
			return st.s.Each(func() (err error) {
				above, err = st.reading(x, above)
				return err
			})
		}
		return st.s.Skip()
	})
	for i, r := range above {
		if i == 0 {
			r.text = "(" + r.text
		}
		if i == len(above)-1 {
			r.text += ")"
		}
		st.put(x, r.text, &r.chars)
	}
	return err
}

// reading appends the text of a run that is above other text.
func (st *story) reading(x *para, above []reading) ([]reading, error) {
	chars := x.props.Chars
	err := st.s.Each(func() error {
		switch {
		case wordml.Is(st.s, "rPr"):
			return st.doc.defs.ReadRun(st.s, &chars)
		case wordml.Is(st.s, "t"):
			tree, err := st.s.ReadElement(0)
			if err == nil {
				above = append(above, reading{chars.Font.Text(tree.All(xmlread.Root)), chars})
			}
			return err
		}
		return st.s.Skip()
	})
	return above, err
}

// math reads an equation (22.1).
func (st *story) math(at *place) error {
	s := st.s
	switch s.Local() {
	case "oMath":
		tree, err := st.s.ReadElement(nodesMath)
		if err != nil {
			return err
		}
		tex, label := st.tex(tree, xmlread.Root, at.para)
		st.equation(at, tex, &wordml.Chars{}, false, label)
		return nil
	case "oMathPara":
		tree, err := st.s.ReadElement(nodesMath)
		if err != nil {
			return err
		}
		for c := tree.First(xmlread.Root); c != 0; c = tree.Next(c) {
			if tree.Name(c).Is(wordml.NsM, "oMath") {
				tex, label := st.tex(tree, c, at.para)
				st.equation(at, tex, &wordml.Chars{}, true, label)
			}
		}
		return nil
	}
	return s.Skip()
}
