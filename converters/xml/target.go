package xml

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
)

const (
	// maxTargets is how many elements are known by what they are called.
	maxTargets = 1 << 16
	// calledMost is the longest of their titles, in bytes: it is put wherever
	// somebody refers to it.
	calledMost = 200
)

// referred returns what the elements are called that an element without words
// refers to, each by its ID where it is called nothing; "" for one that refers to
// nothing. The first question reads the document once more.
func (p *prose) referred(n xmlread.NodeID) (string, error) {
	ids := ""
	for _, name := range [...]string{"endterm", "linkend", "rid", "otherterm"} {
		if ids = p.elements.Attr(n, xmlread.None, name); ids != "" {
			break
		}
	}
	if ids == "" {
		ids, _ = strings.CutPrefix(p.elements.Attr(n, vocab.NsXLink, "href"), "#")
	}
	if ids == "" {
		return "", nil
	}
	if p.called == nil {
		p.called = map[string]string{}
		t := &targets{prose: p, called: p.called}
		t.scan = xmlread.New(p.elements.Ctx, p.elements.Env, xmlread.Source{Text: p.elements.Source, Spaces: vocab.Spaces()})
		if err := t.read(); err != nil {
			return "", err
		}
	}
	names := strings.Fields(ids)
	for i, id := range names {
		if called := p.called[id]; called != "" {
			names[i] = called
		}
	}
	return strings.Join(names, ", "), nil
}

// read goes through the document.
func (t *targets) read() error {
	for len(t.called) < maxTargets {
		kind, err := t.scan.Next()
		if err != nil || kind == xmlread.EOF {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if err := t.start(); err != nil {
			return err
		}
	}
	return nil
}

// start looks at an element that begins.
func (t *targets) start() error {
	if t.isGone() {
		return t.scan.Skip()
	}
	local, depth := t.scan.Local(), t.scan.Depth()
	e := target{local: local}
	for i := range t.scan.Attrs() {
		switch name := t.scan.AttrName(i); {
		case name.Local == "id" && (name.Space == xmlread.None || name.Space == xmlread.XML):
			e.id, _ = t.scan.AttrValue(i)
		case name.Space == xmlread.None && name.Local == "xreflabel":
			e.label, _ = t.scan.AttrValue(i)
		}
	}
	t.open = append(t.open[:depth-1], e)
	if e.label != "" {
		t.call(e.id, e.label)
	}
	switch local {
	case "title", "label", "abbrev", "term", "glossterm":
		text, err := t.words()
		if err != nil || text == "" || len(text) > calledMost {
			return err
		}
		t.call(e.id, text)
		t.name(depth-2, local, text)
	}
	return nil
}

// name makes a text what the element is called that it is in, or that one
// whose caption or description it is in.
func (t *targets) name(depth int, local, text string) {
	for ; depth >= 0; depth-- {
		e := &t.open[depth]
		if e.local == "caption" || strings.HasSuffix(e.local, "info") {
			continue
		}
		switch {
		case !names(local, e.local):
		case local == "label":
			e.label = text
			t.call(e.id, text)
		case e.label != "" && t.called[e.id] == e.label && strings.IndexFunc(e.label, unicode.IsLetter) < 0:
			t.called[e.id] += " " + text // the number of a section
			e.label = ""
		default:
			t.call(e.id, text)
		}
		return
	}
}

// call makes a text what an element is called, unless it is called something.
func (t *targets) call(id, text string) {
	if id != "" && t.called[id] == "" && len(text) <= calledMost {
		t.called[id] = text
	}
}

// isGone reports whether nobody sees the element that begins.
func (t *targets) isGone() bool {
	if t.prose.elements.deleted.any && t.prose.elements.deleted.When(visible.Deleted) != converters.KeepHidden {
		if flag, _ := t.scan.Attr(xmlread.None, revisionFlag); flag == "deleted" {
			return true
		}
	}
	return t.scan.Space() == vocab.NsMathML && mathml.IsUnseen(t.scan.Local())
}

// isApart reports whether the element that begins is not part of the words around it.
func (t *targets) isApart() bool {
	switch t.prose.elements.roles[t.scan.Local()] {
	case roleDrop, roleFootnote, roleElsewhere, roleLabelled:
		return true
	}
	return t.isGone()
}

// isFormula reports whether the element that begins is one.
func (t *targets) isFormula() bool {
	r := t.prose.elements.roles[t.scan.Local()]
	return r == roleFormula || r == roleAlternatives || t.scan.Space() == vocab.NsMathML
}

// words returns the text of the element that begins, without notes in it. A
// formula in it has no words: then it is "".
func (t *targets) words() (string, error) {
	t.text.Reset()
	depth, formula := t.scan.Depth(), false
	for {
		kind, err := t.scan.Next()
		if err != nil {
			return "", err
		}
		switch kind {
		case xmlread.Start:
			if t.isApart() {
				err = t.scan.Skip()
			} else {
				formula = formula || t.isFormula()
			}
		case xmlread.Text:
			var text string
			if text, err = t.scan.Text(); t.text.Len() <= calledMost {
				t.text.WriteString(text)
			}
		case xmlread.End:
			if t.scan.Depth() == depth {
				if formula {
					return "", nil
				}
				return xmlread.Collapse(t.text.String()), nil
			}
		}
		if err != nil {
			return "", err
		}
	}
}

// target is an open element.
type target struct{ id, local, label string }

// targets finds what elements are called that others refer to: by a title or a
// label, which may be far behind.
type targets struct {
	prose  *prose
	scan   *xmlread.Scanner
	called map[string]string // by the names of the elements
	open   []target          // by depth
	text   strings.Builder
}

// names reports whether an element says what the one is called that it is in,
// and not what some words in it are.
func names(local, outer string) bool {
	switch local {
	case "abbrev":
		return strings.HasPrefix(outer, "biblio")
	case "term", "glossterm":
		return outer == "varlistentry" || outer == "glossentry" || outer == "def-item"
	}
	return true
}
