package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// DocBook marks what an edition no longer says with revisionflag="deleted". That
// may be any element: a paragraph, a word in it, an item, a row, a title.

// revisionFlag is the attribute that does it.
const revisionFlag = "revisionflag"

// isDeleted reports whether an element is left out as deleted.
func (p *prose) isDeleted(n xmlread.NodeID) bool {
	return p.revised && p.deleted.When(visible.Deleted) != converters.KeepHidden && p.Attr(n, xmlread.None, revisionFlag) == "deleted"
}

// deletes is isDeleted for what is being read. It counts what is deleted, shown
// or not.
func (p *prose) deletes(n xmlread.NodeID) bool {
	if !p.revised || p.Attr(n, xmlread.None, revisionFlag) != "deleted" {
		return false
	}
	p.deleted.Hide(visible.Deleted, p.Pos(n))
	return p.deleted.When(visible.Deleted) != converters.KeepHidden
}

// deletedText returns what stands for a deleted element: nothing, or its text as
// such.
func (p *prose) deletedText(n xmlread.NodeID) string {
	if p.deleted.When(visible.Deleted) != converters.MarkHidden {
		return ""
	}
	if text := xmlread.Collapse(p.reader.All(n)); text != "" {
		return "[hidden: " + text + "]"
	}
	return ""
}

// putDeleted has what stands for a deleted element follow what is being read.
func (p *prose) putDeleted(n xmlread.NodeID) {
	if text := p.deletedText(n); text != "" {
		p.keepNote(document.PlainParagraph(p.Pos(n), text))
	}
}

// elements calls visit for each child element that is not deleted.
func (p *prose) elements(n xmlread.NodeID, visit func(xmlread.NodeID) error) error {
	if !p.revised {
		return p.reader.Elements(n, visit)
	}
	return p.reader.Elements(n, func(c xmlread.NodeID) error {
		if p.deletes(c) {
			p.putDeleted(c)
			return nil
		}
		return visit(c)
	})
}

// All returns the characters in an element that are not deleted.
func (p *prose) All(n xmlread.NodeID) string {
	if !p.revised {
		return p.reader.All(n)
	}
	var b strings.Builder
	p.gather(&b, n)
	return b.String()
}

func (p *prose) gather(b *strings.Builder, n xmlread.NodeID) {
	b.WriteString(p.Text(n))
	for c := p.First(n); c != 0; c = p.Next(c) {
		if p.deletes(c) {
			b.WriteString(p.deletedText(c))
		} else {
			p.gather(b, c)
		}
	}
}

// words returns the characters that All does with their white space collapsed.
func (p *prose) words(n xmlread.NodeID) string { return xmlread.Collapse(p.All(n)) }
