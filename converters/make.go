package converters

import "github.com/seed353dc258/backstory/document"

// made is the type of a block or an inline, or of what they have besides nodes of
// their own. Inlines are those of plain text.
type made interface {
	*document.Heading | *document.Paragraph | *document.List | *document.Table | *document.CodeBlock | *document.Quote |
		*document.ThematicBreak | *document.DefinitionList | *document.Note | *document.Annotation | *document.MathBlock |
		*document.Section | *document.Verbatim |
		*document.Text | *document.Styled | *document.Code | *document.Link | *document.Image | *document.Break |
		*document.NoteRef | *document.Math |
		document.Item | document.Definition | document.Row | []document.Inline
}

// Make returns a part of a document after it has charged it, without the nodes in it,
// to the source's budget of nodes. A converter makes nodes in no other way, which a test
// of the syntax sees to: one that says nothing of budgets ends at the limit all the same.
//
// A reader charges with [Env.Spend] what it holds besides. The two are counted apart, so
// that a tree and the document that is made of it may have as many nodes each.
func Make[T made](e *Env, part T) T {
	switch p := any(&part).(type) { // an interface that has a value allocates it
	case **document.Text, **document.Break, **document.Code, **document.Image, **document.NoteRef, **document.Math:
		e.charge(1)
	case *[]document.Inline:
		e.charge(len(*p))
	case **document.Styled, **document.Link, *document.Definition:
		e.charge(2)
	case *document.Item:
		e.charge(3) // a long list is held twice while it grows
	case *document.Row:
		e.charge(1 + len(p.Cells)) // as in [document.Weight]: tables of honest texts have many
	case **document.Heading, **document.Section:
		e.charge(4)
	case **document.Table:
		e.charge(5)
	default:
		e.charge(3)
	}
	return part
}

// overBudget is what ends a conversion in the middle of a call that returns no error.
// [Registry.Convert] returns its error.
type overBudget struct{ err error }

// fewNodes is how many nodes a converter may make whatever the limit: they are no
// danger, and a reader that charges what it reads says where it came to a low limit.
const fewNodes = 1 << 16

// charge counts what a converter makes, in nodes of about 40 bytes with what refers to
// them. What is made of a row while the document is written is of that row alone and
// costs nothing.
func (e *Env) charge(nodes int) {
	if e.given {
		return
	}
	e.made += int64(nodes)
	if e.made > max(e.Limits.Nodes, fewNodes) {
		panic(overBudget{&LimitError{Limit: LimitNodes, Value: e.made, Max: e.Limits.Nodes}})
	}
}

// Runs returns a builder of the inlines of paragraphs, whose nodes are charged as
// those of [Make] are.
func (e *Env) Runs() document.Runs { return document.Runs{Spend: e.charge} }

// Paragraph returns a paragraph, charged as [Make] does. Documents have many: one has no
// allocation of its own.
func (e *Env) Paragraph(pos document.Pos, inlines []document.Inline) *document.Paragraph {
	p := e.paragraphs.New()
	p.Pos, p.Inlines = pos, inlines
	return Make(e, p)
}

// PlainParagraph returns a paragraph of plain text, as [document.PlainParagraph] does.
func (e *Env) PlainParagraph(pos document.Pos, text string) *document.Paragraph {
	p := Make(e, document.PlainParagraph(pos, text))
	e.charge(len(p.Inlines))
	return p
}
