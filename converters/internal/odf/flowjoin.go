package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/style"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/document"
)

// isCode reports whether a paragraph is lines of code: by its style, or by the
// font of its style, in a document that is not set in such a font.
func (f *flow) isCode(p *para, st *style.Style) bool {
	if st.Role == style.RoleCode || st.Role == style.RoleListing {
		return true
	}
	return st.Looks.On&style.Mono != 0 && !f.r.mono() && len(p.nodes) == 0 && (p.allMono() || p.empty() && f.last == jointCode)
}

// isMono reports whether all characters of a paragraph have fixed width,
// although its style says nothing of that.
func (f *flow) isMono(p *para, at place) bool {
	return at.item == nil && len(f.lists) == 0 && len(p.nodes) == 0 && len(p.links) == 0 && !f.r.mono() && p.allMono()
}

// joinsMono makes a block of code of the paragraph before, if that and this
// one are all of characters of fixed width: one of them may be a word that
// stands alone, several are lines.
func (f *flow) joinsMono(p *para, at place) bool {
	if f.last != jointMono && f.last != jointCode || !f.isMono(p, at) {
		return false
	}
	if f.last == jointCode {
		return true
	}
	n := len(f.out) - 1
	f.block = &document.CodeBlock{Pos: f.out[n].At()}
	f.out[n], f.last = f.block, jointCode
	return true
}

// putCode adds lines of code, to the block of those before it. A listing stays
// alone, and so do paragraphs that have several lines each.
func (f *flow) putCode(p *para, st *style.Style, pos document.Pos) {
	text := strings.TrimRight(string(p.text), " \t\n")
	whole := st.Role == style.RoleListing || strings.IndexByte(text, '\n') >= 0
	if f.last == jointCode && !(whole && f.whole) {
		f.code = append(append(prose.AppendGap(f.code, f.gap), '\n'), text...)
		f.gap = 0
		f.whole = f.whole || whole
		return
	}
	if text == "" {
		return
	}
	block := &document.CodeBlock{Pos: pos}
	f.put(block)
	f.block, f.last, f.whole = block, jointCode, whole
	f.code, f.gap = append(f.code[:0], text...), 0
	for _, n := range p.nodes { // a note or an image in code is behind it
		if ref, ok := n.(*document.NoteRef); ok {
			p.extras = append(p.extras, &document.Paragraph{Pos: pos, Inlines: []document.Inline{ref}})
		}
	}
}

// putQuote adds a paragraph to the quotation before it, or to a new one.
func (f *flow) putQuote(p *para, pos document.Pos) {
	block := &document.Paragraph{Pos: pos, Inlines: p.inlines(f.r.doc, 0, !f.r.mono())}
	if n := len(f.out); n > 0 && f.last == jointQuote {
		quote := f.out[n-1].(*document.Quote)
		quote.Blocks = append(quote.Blocks, block)
		return
	}
	f.put(&document.Quote{Pos: pos, Blocks: []document.Block{block}})
	f.last = jointQuote
}

// putTerm adds what a definition defines.
func (f *flow) putTerm(p *para, pos document.Pos) {
	f.leave()
	inlines := p.inlines(f.r.doc, p.common(), !f.r.mono())
	list := f.definitions()
	if list == nil {
		list = &document.DefinitionList{Pos: pos}
		f.put(list)
	}
	if n := len(list.Definitions); n > 0 && f.last == jointTerm {
		list.Definitions[n-1].Terms = append(list.Definitions[n-1].Terms, inlines)
	} else {
		list.Definitions = append(list.Definitions, document.Definition{Terms: [][]document.Inline{inlines}})
	}
	f.last = jointTerm
}

// putDetail adds what is said of a term.
func (f *flow) putDetail(p *para, pos document.Pos) {
	list := f.definitions()
	d := &list.Definitions[len(list.Definitions)-1]
	d.Details = append(d.Details, []document.Block{&document.Paragraph{Pos: pos, Inlines: p.inlines(f.r.doc, 0, !f.r.mono())}})
	f.last = jointDetail
}

// definitions returns the list of definitions that is open, or nil.
func (f *flow) definitions() *document.DefinitionList {
	if n := len(f.out); n > 0 && (f.last == jointTerm || f.last == jointDetail) {
		return f.out[n-1].(*document.DefinitionList)
	}
	return nil
}
