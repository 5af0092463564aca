package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// sibling returns the element with a name beside another one, or 0.
func (e *elements) sibling(n xmlread.NodeID, local string) xmlread.NodeID {
	return e.named(e.Parent(n), local)
}

// named returns the first child element with one of the local names that is not
// deleted, among those that come first, or 0.
func (e *elements) named(n xmlread.NodeID, locals ...string) xmlread.NodeID {
	for c, near := e.First(n), 0; c != 0 && near < maxNear; c = e.Next(c) {
		if e.IsText(c) {
			continue
		}
		near++
		for _, local := range locals {
			if e.Name(c).Local == local && !e.isDeleted(c) {
				return c
			}
		}
	}
	return 0
}

// isBlock reports whether an element is on lines of its own.
func isBlock(r role) bool {
	switch r {
	case roleInline, roleDrop, roleLink, roleCitation, roleStrong, roleEmphasis, roleMono, roleSub, roleSup, roleStrike, roleBreak,
		roleFormula, roleFootnote, roleAlternatives, roleImage, roleJoined, roleElsewhere,
		roleSameNote, roleUnseen, roleArgument, roleChoice:
		return false
	}
	return true
}

// role returns what an element means. One that the table does not have is
// part of a line where text is in it, among what comes first, else a group.
func (e *elements) role(n xmlread.NodeID) role {
	name := e.Name(n)
	if name.Space == vocab.NsMathML {
		if mathml.IsUnseen(strings.ToLower(name.Local)) {
			return roleUnseen
		}
		return roleFormula
	}
	if r := e.roles[name.Local]; r != roleUnknown {
		switch {
		case r == roleMono && name.Local == "code" && e.holdsBlocks(e.Parent(n)):
			return roleCode
		case r == roleLabelled && e.isLine(e.Parent(n)):
			return roleFootnote
		case r == roleImage && e.named(n, "caption", "label") != 0:
			return roleCaptioned
		}
		return r
	}
	return e.guessed(n)
}

// guessed returns what an element means that is not in the table.
func (e *elements) guessed(n xmlread.NodeID) role {
	inLine := e.isLine(e.Parent(n))
	for c, near := e.First(n), 0; c != 0 && near < maxNear; c = e.Next(c) {
		near++
		switch {
		case !e.IsText(c):
			r := e.roles[e.Name(c).Local]
			inLine = inLine && (r == roleUnknown || !isBlock(r))
		case strings.TrimSpace(e.Text(c)) != "":
			return roleInline
		}
	}
	if inLine {
		return roleInline
	}
	return roleGroup
}

// isDeleted reports whether an element is left out as deleted.
func (e *elements) isDeleted(n xmlread.NodeID) bool {
	return e.deleted.any && e.deleted.When(visible.Deleted) != converters.KeepHidden && e.Attr(n, xmlread.None, revisionFlag) == "deleted"
}

// All returns the characters in an element that are not deleted.
func (e *elements) All(n xmlread.NodeID) string {
	if !e.deleted.any {
		return e.reader.All(n)
	}
	var b strings.Builder
	e.gather(&b, n)
	return b.String()
}

func (e *elements) gather(b *strings.Builder, n xmlread.NodeID) {
	b.WriteString(e.Text(n))
	for c := e.First(n); c != 0; c = e.Next(c) {
		if !e.deletes(c) { // what has no styles has no labels
			e.gather(b, c)
		}
	}
}

// deletes is isDeleted for what is being read. It counts what is deleted, shown
// or not.
func (e *elements) deletes(n xmlread.NodeID) bool {
	if !e.deleted.any || e.Attr(n, xmlread.None, revisionFlag) != "deleted" {
		return false
	}
	e.deleted.Hide(visible.Deleted, e.Pos(n))
	return e.deleted.When(visible.Deleted) != converters.KeepHidden
}

// deletedText returns what a label says of a deleted element, or "".
func (e *elements) deletedText(n xmlread.NodeID) string {
	if e.deleted.Drops(visible.Deleted) {
		return ""
	}
	return xmlread.Collapse(e.reader.All(n))
}

// words returns the characters that All does with their white space collapsed.
func (e *elements) words(n xmlread.NodeID) string { return xmlread.Collapse(e.All(n)) }

// revisionFlag is the attribute that does it.
const revisionFlag = "revisionflag"

// titleOf returns the title of an element, which is in it or in what it says
// of itself, or 0.
func (e *elements) titleOf(n xmlread.NodeID) xmlread.NodeID {
	title, known := e.titleIDs[n]
	if !known { // what is in one element asks again and again
		title = e.findTitle(n)
		if len(e.titleIDs) >= maxTitles {
			clear(e.titleIDs)
		}
		e.titleIDs[n] = title
	}
	return title
}

// maxTitles is of how many elements the titles are remembered.
const maxTitles = 64

func (e *elements) findTitle(n xmlread.NodeID) xmlread.NodeID {
	if title := e.named(n, "title"); title != 0 {
		return title
	}
	info := e.named(n, "info", "chapterinfo", "sectioninfo", "prefaceinfo", "appendixinfo", "partinfo", "sect1info", "objectinfo", "blockinfo")
	if info == 0 {
		return 0
	}
	return e.named(info, "title")
}

// maxNear is how many child elements are looked at for one with a name:
// titles and labels come first. Nobody looks at more for what is around them:
// that would take time for each of very many.
const maxNear = 64

// holdsBlocks reports whether an element holds blocks, not text.
func (e *elements) holdsBlocks(n xmlread.NodeID) bool {
	switch e.roles[e.Name(n).Local] {
	case roleSection, roleGroup, roleFigure, roleQuote, roleAside:
		return true
	}
	return false
}

// isLine reports whether an element holds a line of text, or the cell of a table:
// a note of JATS is in one where it is said, or among others at the end.
func (e *elements) isLine(n xmlread.NodeID) bool {
	switch name := e.Name(n).Local; name {
	case "td", "th", "xref":
		return true
	default:
		r := e.roles[name]
		return r == rolePara || r == roleTitle || r != roleUnknown && !isBlock(r) && r != roleDrop
	}
}

// each calls visit for each child element that is not deleted.
func (e *elements) each(n xmlread.NodeID, visit func(xmlread.NodeID) error) error {
	if !e.deleted.any {
		return e.reader.Elements(n, visit)
	}
	return e.reader.Elements(n, func(c xmlread.NodeID) error {
		if e.deletes(c) {
			e.deleted.passed(c)
			return nil
		}
		return visit(c)
	})
}

// ownID returns the name of an element of DocBook: xml:id, or id before version 5.
func (e *elements) ownID(n xmlread.NodeID) string {
	if e.Name(n).Local != "footnote" {
		return "" // in JATS, marks say what they mean
	}
	for i := range e.Attrs(n) {
		if name, value := e.AttrAt(n, i); name.Local == "id" {
			return value
		}
	}
	return ""
}

// say adds text in a style.
func (l *line) say(text string, styles document.Styles) {
	joined := xmlread.Collapse(text)
	if joined == "" {
		l.space = l.space || text != ""
		l.partIfLong()
		return
	}
	if l.any && (l.space || isSpace(text[0])) {
		at := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
		if at > 0 && text[at-1] == ' ' && strings.HasPrefix(text[at:], joined) {
			joined = text[at-1 : at+len(joined)] // as it is
		} else {
			joined = " " + joined
		}
	}
	l.space = isSpace(text[len(text)-1])
	l.any = true
	l.runs.Share(joined, styles)
	l.pieces++
	l.partIfLong()
}

// add adds a node.
func (l *line) add(node document.Inline, styles document.Styles) {
	if l.any && l.space {
		l.runs.Text(" ", styles)
	}
	l.any, l.space = true, false
	l.runs.Inline(node, styles)
	l.pieces++
	l.partIfLong()
}

// inlines returns what was collected and begins anew.
func (l *line) inlines() []document.Inline {
	l.any, l.space, l.pieces = false, false, 0
	return l.runs.Inlines()
}

// partIfLong parts a line that is very long. Space says that a blank is due.
func (l *line) partIfLong() {
	if l.part != nil && l.pieces >= vocab.MaxPieces && (l.space || l.pieces >= 2*vocab.MaxPieces) {
		l.part()
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// orNone keeps an empty attribute from being found in a list of words.
func orNone(s string) string {
	if s == "" {
		return "-none-"
	}
	return s
}
