package word

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// lineOf reads the content of a paragraph.
func (w *word) lineOf(n xmlread.NodeID, p *props) (*line, error) {
	w.line = &line{}
	w.lead()
	err := w.inside(n, p)
	for i := range w.fields {
		w.fields[i].shown = true // no code goes over the end of a paragraph
	}
	w.keep(w.line.lead(""))
	return w.line, err
}

// lead makes the text that comes next lead to the innermost open link.
func (w *word) lead() {
	target := ""
	if n := len(w.links); n > 0 {
		target = w.links[n-1]
	}
	w.keep(w.line.lead(target))
}

// keep notes a link into the document, to find its heading later.
func (w *word) keep(l *document.Link) {
	if l != nil && strings.HasPrefix(l.URL, "#") {
		w.internal = append(w.internal, l)
	}
}

// inside reads what stands in a paragraph or in a part of it.
func (w *word) inside(n xmlread.NodeID, p *props) error {
	return w.Elements(n, func(c xmlread.NodeID) error {
		switch name := w.Name(c); {
		case name.Is(vocab.NsWord, "r"):
			return w.run(c, p)
		case name.Is(vocab.NsWord, "hlink"):
			url := w.Attr(c, vocab.NsWord, "dest")
			if place := w.Attr(c, vocab.NsWord, "bookmark"); place != "" {
				url += "#" + place
			}
			return w.linked(url, func() error { return w.inside(c, p) })
		case name.Is(vocab.NsWord, "fldSimple"):
			code := w.Attr(c, vocab.NsWord, "instr")
			if w.paged && isPageField(code) {
				return nil
			}
			return w.linked(target(code), func() error { return w.inside(c, p) })
		case name.Is(vocab.NsAnnotation, "annotation"):
			return w.annotated(c, func(n xmlread.NodeID) error { return w.inside(n, p) })
		case name.Space == vocab.NsWord && strings.HasSuffix(name.Local, "Pr"):
			return nil
		default:
			return w.inside(c, p)
		}
	})
}

// linked reads content that leads to a target.
func (w *word) linked(url string, content func() error) error {
	if url == "" {
		return content()
	}
	w.links = append(w.links, url)
	w.lead()
	err := content()
	w.links = w.links[:len(w.links)-1]
	w.lead()
	return err
}

// run is a run that is being read.
type run struct {
	styles document.Styles
	mono   bool
	how    visible.Way
	props  *props
}

// run reads a run of text in one format.
func (w *word) run(n xmlread.NodeID, p *props) error {
	w.partIfLong(n)
	properties := w.Child(n, vocab.NsWord, "rPr")
	chars := p.chars
	chars.on &^= (bold | italic | strike | super | sub) &^ p.direct
	if style := w.styles[w.val(w.Child(properties, vocab.NsWord, "rStyle"))]; style != nil {
		props, err := w.style(w.val(w.Child(properties, vocab.NsWord, "rStyle")))
		if err != nil {
			return err
		}
		chars = chars.over(props.chars)
	}
	own, err := w.readChars(properties)
	if err != nil {
		return err
	}
	chars = chars.over(own)
	if p.outline < noOutline && w.tables == 0 {
		chars.on &^= bold
	}
	r := &run{styles: chars.styles(), mono: chars.on&mono != 0, how: w.hides(chars, p), props: p}
	if w.deleted > 0 {
		r.how = visible.Deleted
	}
	return w.parts(n, r)
}

// parts reads what stands in a run.
func (w *word) parts(n xmlread.NodeID, r *run) error {
	return w.Elements(n, func(c xmlread.NodeID) error {
		name := w.Name(c)
		switch {
		case name.Is(vocab.NsAnnotation, "annotation") && w.Attr(c, vocab.NsWord, "type") == "Word.Comment":
			return w.comment(c)
		case name.Is(vocab.NsAnnotation, "annotation"):
			return w.annotated(c, func(n xmlread.NodeID) error { return w.parts(n, r) })
		case name.Space != vocab.NsWord:
			return w.parts(c, r)
		}
		switch name.Local {
		case "rPr":
		case "r": // LibreOffice puts runs into runs
			return w.run(c, r.props)
		case "t", "delText":
			hidden := *r
			if name.Local == "delText" {
				hidden.how = visible.Deleted
			}
			w.say(strings.ReplaceAll(w.All(c), "\n", " "), &hidden, c)
		case "tab":
			w.say("\t", r, c)
		case "br":
			if kind := w.Attr(c, vocab.NsWord, "type"); kind != "page" && kind != "column" && w.shows(r) {
				w.line.lineEnd()
			}
		case "cr":
			if w.shows(r) {
				w.line.lineEnd()
			}
		case "noBreakHyphen":
			w.say("\u2011", r, c)
		case "sym":
			w.symbol(c, r)
		case "ruby":
			return w.ruby(c, r)
		case "footnoteRef", "endnoteRef":
			w.line.isNote = true
		case "footnote", "endnote":
			return w.note(c, r)
		case "fldChar":
			w.field(c, r)
		case "instrText":
			if n := len(w.fields); n > 0 && len(w.fields[n-1].code) < codeMost {
				w.fields[n-1].code += w.All(c)
			}
		case "pict", "object":
			return w.picture(c, r)
		default:
			return w.parts(c, r)
		}
		return nil
	})
}

// shows reports whether content of a run is shown: it is in no field's code
// and not hidden.
func (w *word) shows(r *run) bool {
	if n := len(w.fields); n > 0 && !w.fields[n-1].shown {
		return false
	}
	return !w.Drops(r.how)
}

// say adds text of a run, or counts it where it is hidden.
func (w *word) say(text string, r *run, n xmlread.NodeID) {
	if k := len(w.fields); k > 0 && !w.fields[k-1].shown {
		return
	}
	if strings.TrimSpace(text) != "" {
		if r.how != visible.Shown && r.how != w.veil {
			w.Hide(r.how, w.Pos(n))
		}
		w.veil = r.how
	}
	switch {
	case r.how == visible.Shown, r.how == visible.Unsure, w.When(r.how) == converters.KeepHidden:
	case w.When(r.how) == converters.DropHidden:
		return
	case strings.TrimSpace(text) != "":
		text = "[hidden: " + strings.TrimSpace(text) + "]"
	}
	w.line.say(text, r.styles, r.mono)
}

// symbol adds a character of a font of symbols, in the private range to which
// Word moves it; the gate knows what it shows.
func (w *word) symbol(n xmlread.NodeID, r *run) {
	code, err := strconv.ParseUint(w.Attr(n, vocab.NsWord, "char"), 16, 16)
	if err != nil || code < ' ' {
		return
	}
	if code < 0x100 {
		code += 0xF000
	}
	w.say(string(rune(code)), r, n)
}

// ruby reads the text that has its reading above.
func (w *word) ruby(n xmlread.NodeID, r *run) error {
	return w.Elements(w.Child(n, vocab.NsWord, "rubyBase"), func(c xmlread.NodeID) error {
		if w.Name(c).Is(vocab.NsWord, "r") {
			return w.run(c, r.props)
		}
		return nil
	})
}

// note reads a footnote or an endnote.
func (w *word) note(n xmlread.NodeID, r *run) error {
	if !w.shows(r) {
		return nil
	}
	w.notes++
	note := &document.Note{Pos: w.Pos(n), ID: strconv.Itoa(w.notes)}
	if w.Name(n).Local == "endnote" {
		note.Kind = document.Endnote
	}
	w.line.add(&document.NoteRef{ID: note.ID}, 0)
	var err error
	note.Blocks, err = w.aside(n)
	if w.bodies == nil {
		w.bodies = document.NewPacker(&w.Env.Gate, w.Base.Source)
	}
	if len(w.internal) > 0 && hasInternal(note) {
		w.bodies.Keep(note)
	} else {
		w.bodies.Add(note)
	}
	return err
}

// aside reads a story that stands beside the text and in no table of it.
func (w *word) aside(n xmlread.NodeID) ([]document.Block, error) {
	tables, shade := w.tables, w.shade
	w.tables = 0
	blocks, err := w.story(n)
	w.tables, w.shade = tables, shade
	return blocks, err
}

// comment reads what somebody wrote on the text.
func (w *word) comment(n xmlread.NodeID) error {
	blocks, err := w.aside(n)
	w.beside = append(w.beside, &document.Annotation{
		Pos: w.Pos(n), Author: w.Attr(n, vocab.NsAnnotation, "author"), Date: w.Attr(n, vocab.NsAnnotation, "createdate"), Blocks: blocks,
	})
	return err
}

// picture reads a drawing: its alternative text, and the text in its boxes.
func (w *word) picture(n xmlread.NodeID, r *run) error {
	if !w.shows(r) {
		return nil
	}
	if w.Name(n).Local == "object" {
		w.lose(lostObject, w.Pos(n))
	}
	return w.drawn(n, "", r)
}

// drawn reads the parts of a drawing. Each picture has the alternative text of
// the shape around it.
func (w *word) drawn(n xmlread.NodeID, alt string, r *run) error {
	return w.Elements(n, func(c xmlread.NodeID) error {
		if w.cover == visible.Shown {
			if w.cover = hidesShape(w.Attr(c, xmlread.None, "style")); w.cover != visible.Shown {
				w.veil = visible.Shown
				defer func() { w.cover = visible.Shown }()
			}
		}
		switch name := w.Name(c); {
		case name.Is(vocab.NsVML, "textbox"):
			blocks, err := w.aside(c)
			w.beside = append(w.beside, blocks...)
			return err
		case name.Is(vocab.NsVML, "imagedata"):
			if alt == "" {
				alt = w.Attr(c, vocab.NsOffice, "title")
			}
			if w.cover != visible.Shown {
				w.say(alt, &run{how: w.cover}, c)
				return nil
			}
			w.line.add(&document.Image{Alt: alt}, 0)
			return nil
		case name.Is(vocab.NsVML, "textpath"):
			own := *r
			if w.cover != visible.Shown {
				own.how = w.cover
			}
			w.say(w.Attr(c, xmlread.None, "string"), &own, c)
			return nil
		case w.Attr(c, vocab.NsOffice, "hr") == "t":
			w.line.rule = true
			return nil
		default:
			inner := alt
			if own := w.Attr(c, xmlread.None, "alt"); own != "" {
				inner = own
			}
			return w.drawn(c, inner, r)
		}
	})
}
