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
		if err := (inliner{st, x}).run(); err != nil {
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
func (w inliner) run() error {
	chars := w.x.props.Chars
	return w.st.s.Each(func() error { return w.inRun(&chars) })
}

// inRun reads an element of a run.
func (w inliner) inRun(chars *wordml.Chars) error {
	s := w.st.s
	if s.Space() == wordml.NsMC {
		return understood(s, func() error { return s.Each(func() error { return w.inRun(chars) }) })
	}
	if s.Space() != wordml.NsW {
		return s.Skip()
	}
	switch s.Local() {
	case "t":
		return w.text(chars)
	case "delText": // is deleted wherever it is
		w.st.deleted++
		err := w.text(chars)
		w.st.deleted--
		return err
	case "rPr":
		return w.st.doc.defs.ReadRun(s, chars)
	case "r": // LibreOffice puts runs into runs
		return w.run()
	case "tab", "ptab":
		w.put("\t", chars)
	case "br", "cr":
		w.put("\n", chars)
	case "noBreakHyphen":
		w.put("\u2011", chars)
	case "sym":
		w.put(symbol(s), chars)
	case "lastRenderedPageBreak":
		w.pageBreak()
	case "fldChar":
		return w.fieldChar(chars)
	case "instrText":
		return w.st.fields.readCode(w.st.s)
	case "pgNum":
		*w.st.paged = true
	case "footnoteReference":
		w.noteMark(chars, document.Footnote)
	case "endnoteReference":
		w.noteMark(chars, document.Endnote)
	case "footnoteRef", "endnoteRef": // the paragraph is a note's first, which is not an item
		w.x.props.NoItem()
	case "commentReference":
		w.x.commentMark(s)
	case "drawing", "pict", "object":
		return w.drawing(chars)
	case "ruby":
		return w.ruby()
	}
	return s.Skip()
}

// text reads the characters of an element.
func (w inliner) text(chars *wordml.Chars) error {
	s := w.st.s
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
			w.put(chars.Font.Text(text), chars)
		}
		if err != nil {
			return err
		}
	}
}

// pageBreak notes that a new page began when the document was shown last.
func (w inliner) pageBreak() {
	if w.st.pos.Page == 0 {
		return
	}
	w.st.pos.Page++
	if w.x.IsEmpty() {
		w.x.Pos.Page = w.st.pos.Page
	}
}

// reading is a part of the text above another text, and how it looks.
type reading struct {
	text  string
	chars wordml.Chars
}

// ruby reads text with its reading above it, which goes into parentheses behind
// (17.3.3.25).
func (w inliner) ruby() error {
	var above []reading
	err := w.st.s.Each(func() error {
		switch {
		case wordml.Is(w.st.s, "rubyBase"):
			return w.st.children(&place{para: w.x})
		case wordml.Is(w.st.s, "rt"):
			return w.st.s.Each(func() (err error) {
				above, err = w.reading(above)
				return err
			})
		}
		return w.st.s.Skip()
	})
	for i, r := range above {
		if i == 0 {
			r.text = "(" + r.text
		}
		if i == len(above)-1 {
			r.text += ")"
		}
		w.put(r.text, &r.chars)
	}
	return err
}

// reading appends the text of a run that is above other text.
func (w inliner) reading(above []reading) ([]reading, error) {
	chars := w.x.props.Chars
	err := w.st.s.Each(func() error {
		switch {
		case wordml.Is(w.st.s, "rPr"):
			return w.st.doc.defs.ReadRun(w.st.s, &chars)
		case wordml.Is(w.st.s, "t"):
			tree, err := w.st.s.ReadElement(0)
			if err == nil {
				above = append(above, reading{chars.Font.Text(tree.All(xmlread.Root)), chars})
			}
			return err
		}
		return w.st.s.Skip()
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
