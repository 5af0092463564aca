package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// put adds text with some properties.
func (w inliner) put(text string, chars *wordml.Chars) {
	if text == "" || w.st.fields.coding > 0 {
		return
	}
	r := chars.Run()
	if how := w.st.hides(chars, w.x); how != visible.Shown {
		if how != w.x.unseen && strings.TrimSpace(text) != "" {
			w.x.unseen = how
			w.st.doc.Hide(how, w.st.pos)
		}
		if w.st.doc.Drops(how) {
			return
		}
		r.Label = w.st.doc.Label(how)
	} else {
		w.x.unseen = visible.Shown
	}
	if err := w.st.doc.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(text)), w.st.pos); err != nil {
		w.st.doc.fail(err)
		return
	}
	r.Link = w.st.current()
	if n := len(w.st.fields.open); n > 0 {
		w.st.fields.open[n-1].shown = true
	}
	w.st.doc.build.Text(w.x.Paragraph, text, r)
}

// putNode adds a node.
func (w inliner) putNode(node document.Inline, r wordtext.Run) {
	if w.st.fields.coding > 0 {
		return
	}
	r.Link = w.st.current()
	w.st.doc.build.Node(w.x.Paragraph, node, r)
}

// current returns the link around the current text, or nil.
func (st *story) current() *wordtext.Link {
	if st.link != nil {
		return st.link
	}
	for i := len(st.fields.open) - 1; i >= 0; i-- {
		if t := st.fields.open[i].link; t != nil && !st.fields.open[i].coding {
			return t
		}
	}
	return nil
}

// equation adds an equation, which may be in a label, to a paragraph, or to the text
// where it is on its own.
func (st *story) equation(at *place, tex string, chars *wordml.Chars, display bool, label document.Style) {
	if tex == "" {
		return
	}
	if how := st.hides(chars, at.para); how != visible.Shown {
		st.doc.Hide(how, st.pos)
		if st.doc.Drops(how) {
			return
		}
		label = max(label, st.doc.Label(how))
	}
	switch {
	case at.para != nil:
		(inliner{st, at.para}).putNode(converters.Make(st.doc.env, &document.Math{TeX: tex}), wordtext.Run{Display: display && label == 0, Label: label})
	case at.flow != nil:
		for _, b := range label.LabelBlocks([]document.Block{converters.Make(st.doc.env, &document.MathBlock{Pos: st.pos, TeX: tex})}) {
			at.flow.text.Put(b)
		}
	}
}

// tex returns an equation in LaTeX, and counts what nobody sees of it. Runs that are hidden
// by how they look are left out, or the equation is in a label.
func (st *story) tex(tree *xmlread.Tree, n xmlread.NodeID, x *para) (tex string, label document.Style) {
	for _, words := range omml.Phantoms(tree, n) {
		st.doc.Tell(st.doc.env, lost.Phantom, st.pos, words)
	}
	tex = omml.Seen(tree, n, func(run xmlread.NodeID) bool {
		chars := wordml.InTree(tree, run)
		how := st.hides(&chars, x)
		if how == visible.Shown {
			return false
		}
		st.doc.Hide(how, st.pos)
		if st.doc.Drops(how) {
			return true
		}
		label = max(label, st.doc.Label(how))
		return false
	})
	return tex, label
}

// endCodes ends the codes of all open fields at the end of a paragraph: one that
// never ends would hide the rest of the document.
func (fs *fields) endCodes() {
	for i := range fs.open {
		fs.open[i].coding = false
	}
	fs.coding = 0
}
