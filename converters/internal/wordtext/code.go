package wordtext

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// takeTask cuts the check box off a paragraph that begins with one.
func takeTask(x *Paragraph) document.Task {
	text := string(x.content.text[:min(len(x.content.text), 8)])
	for _, box := range [...]struct {
		mark string
		task document.Task
	}{
		{"☐", document.TaskOpen},
		{"☒", document.TaskDone},
		{"☑", document.TaskDone},
		{"✅", document.TaskDone},
		{"\uf0a8", document.TaskOpen},
		{"\uf06f", document.TaskOpen},
		{"\uf0fe", document.TaskDone},
		{"\uf0fd", document.TaskDone},
	} {
		rest, ok := strings.CutPrefix(text, box.mark)
		if ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t") || strings.HasPrefix(rest, "\u00a0")) {
			x.Cut(len(box.mark))
			return box.task
		}
	}
	return document.NoTask
}

// putMath adds equations that are alone in their paragraph and are on lines
// of their own. It reports whether they are and do.
func (f *Flow) putMath(x *Paragraph) bool {
	if len(x.content.nodes) == 0 || len(bytes.TrimSpace(x.content.text)) > 0 {
		return false
	}
	for _, r := range x.content.runs {
		if r.node > 0 && !r.display {
			return false
		}
	}
	for _, r := range x.content.runs {
		if m, ok := x.nodeOf(r).(*document.Math); ok {
			f.Put(converters.Make(f.Env, &document.MathBlock{Pos: x.Pos, TeX: m.TeX}))
		}
	}
	return true
}

// putQuote adds a paragraph to the quotation before it, or to a new one.
func (f *Flow) putQuote(x *Paragraph) {
	p := converters.Make(f.Env, &document.Paragraph{Pos: x.Pos, Inlines: f.Inlines(x, 0)})
	in := *f.into()
	if n := len(in); n > 0 && f.last == lastQuote {
		quote := in[n-1].(*document.Quote)
		quote.Blocks = append(quote.Blocks, p)
		quote.Lines.Last = max(quote.Lines.Last, x.Pos.Lines.Last)
	} else {
		f.Put(converters.Make(f.Env, &document.Quote{Pos: x.Pos, Blocks: []document.Block{p}}))
		f.last = lastQuote
	}
}

// putDefinition adds a term or what is said of it.
func (f *Flow) putDefinition(x *Paragraph) {
	var list *document.DefinitionList
	in := *f.into()
	if n := len(in); n > 0 && f.last == lastDefinition {
		list = in[n-1].(*document.DefinitionList)
	} else {
		list = converters.Make(f.Env, &document.DefinitionList{Pos: x.Pos})
		f.Put(list)
		f.last = lastDefinition
	}
	n := len(list.Definitions)
	if x.Kind == Term {
		if n == 0 || len(list.Definitions[n-1].Details) > 0 {
			list.Definitions = append(list.Definitions, converters.Make(f.Env, document.Definition{}))
			n++
		}
		d := &list.Definitions[n-1]
		d.Terms = append(d.Terms, f.headingInlines(x))
		return
	}
	p := converters.Make(f.Env, &document.Paragraph{Pos: x.Pos, Inlines: f.Inlines(x, 0)})
	d := &list.Definitions[n-1]
	d.Details = append(d.Details, []document.Block{p})
}

// isCode reports whether a paragraph is lines of code. One with a label is not.
func (f *Flow) isCode(x *Paragraph, blank bool) bool {
	mayGuess := !blank && f.cell == nil && !f.lists.isFresh()
	return (x.Kind == Code || x.Kind == Listing || mayGuess && x.isMono()) && !x.isLabelled()
}

// isMono reports whether all of a paragraph's text is code by its font, which
// means code unless the whole document is set so, or all of it is italic.
func (x *Paragraph) isMono() bool {
	from := int32(0)
	for _, r := range x.content.runs {
		if r.node != 0 || !r.code && len(bytes.TrimSpace(x.content.text[from:r.end])) > 0 {
			return false
		}
		from = r.end
	}
	return len(x.content.runs) > 0 && !x.all(document.Emphasis)
}

// putCode adds lines of code, to the block of those before it. They are meant
// where their style says so. What is a listing on its own stays alone, unless
// Word has changed the document: there a new line is a new paragraph.
func (f *Flow) putCode(x *Paragraph) {
	text := strings.TrimRight(string(x.content.text), " \t\n")
	broken := strings.IndexByte(text, '\n') >= 0
	alone := x.Kind == Listing && !f.Edited
	meant := x.Kind == Code || x.Kind == Listing
	if f.last == lastCode && f.code.meant == meant && !alone && !(broken && f.code.broken) {
		f.code.add(text, broken, x.Pos)
		return
	}
	if text == "" {
		return
	}
	block := converters.Make(f.Env, &document.CodeBlock{Pos: x.Pos})
	f.Put(block)
	f.last = lastCode
	f.code = openCode{block: block, lines: append(f.code.lines[:0], text...), broken: broken, meant: meant}
	if !meant {
		f.mono.guess(block)
	}
	for _, n := range x.content.nodes { // the mark of a note is behind the code
		if ref, ok := n.(*document.NoteRef); ok {
			f.Put(converters.Make(f.Env, &document.Paragraph{Pos: x.Pos, Inlines: []document.Inline{ref}}))
		}
	}
}

// isRule reports whether a paragraph is a line of dashes across the page.
func isRule(x *Paragraph) bool {
	if len(x.content.text) < 3 || len(x.content.text) > 400 || len(x.content.nodes) > 0 {
		return false
	}
	switch x.content.text[0] {
	case '-', '_', '*', '=', 0xe2:
	default:
		return false
	}
	text := strings.TrimSpace(string(x.content.text))
	for _, mark := range [...]string{"-", "_", "*", "=", "—", "–", "─"} {
		if n := len(mark); strings.HasPrefix(text, mark) && strings.Trim(text, mark) == "" {
			return len(text) >= 5*n || len(text) >= 3*n && x.Align == document.AlignCenter
		}
	}
	return false
}
