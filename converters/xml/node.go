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
func (p *prose) sibling(n xmlread.NodeID, local string) xmlread.NodeID {
	return p.named(p.Parent(n), local)
}

// named returns the first child element with one of the local names that is not
// deleted, among those that come first, or 0.
func (p *prose) named(n xmlread.NodeID, locals ...string) xmlread.NodeID {
	for c, near := p.First(n), 0; c != 0 && near < maxNear; c = p.Next(c) {
		if p.IsText(c) {
			continue
		}
		near++
		for _, local := range locals {
			if p.Name(c).Local == local && !p.isDeleted(c) {
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

// warn reports what was hidden.
func (p *prose) warn() {
	p.deleted.Warn(p.Env)
	p.unseen.Warn(p.Env, warnUnseen, unseenTitle)
}

// role returns what an element means. One that the table does not have is
// part of a line where text is in it, among what comes first, else a group.
func (p *prose) role(n xmlread.NodeID) role {
	name := p.Name(n)
	if name.Space == vocab.NsMathML {
		if mathml.IsUnseen(strings.ToLower(name.Local)) {
			return roleUnseen
		}
		return roleFormula
	}
	if r := p.roles[name.Local]; r != roleUnknown {
		switch {
		case r == roleMono && name.Local == "code" && p.holdsBlocks(p.Parent(n)):
			return roleCode
		case r == roleLabelled && p.isLine(p.Parent(n)):
			return roleFootnote
		case r == roleImage && p.named(n, "caption", "label") != 0:
			return roleCaptioned
		}
		return r
	}
	return p.guessed(n)
}

// guessed returns what an element means that is not in the table.
func (p *prose) guessed(n xmlread.NodeID) role {
	inLine := p.isLine(p.Parent(n))
	for c, near := p.First(n), 0; c != 0 && near < maxNear; c = p.Next(c) {
		near++
		switch {
		case !p.IsText(c):
			r := p.roles[p.Name(c).Local]
			inLine = inLine && (r == roleUnknown || !isBlock(r))
		case strings.TrimSpace(p.Text(c)) != "":
			return roleInline
		}
	}
	if inLine {
		return roleInline
	}
	return roleGroup
}

// isDeleted reports whether an element is left out as deleted.
func (p *prose) isDeleted(n xmlread.NodeID) bool {
	return p.revised && p.deleted.When(visible.Deleted) != converters.KeepHidden && p.Attr(n, xmlread.None, revisionFlag) == "deleted"
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
		if !p.deletes(c) { // what has no styles has no labels
			p.gather(b, c)
		}
	}
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

// deletedText returns what a label says of a deleted element, or "".
func (p *prose) deletedText(n xmlread.NodeID) string {
	if p.deleted.Drops(visible.Deleted) {
		return ""
	}
	return xmlread.Collapse(p.reader.All(n))
}

// words returns the characters that All does with their white space collapsed.
func (p *prose) words(n xmlread.NodeID) string { return xmlread.Collapse(p.All(n)) }

// revisionFlag is the attribute that does it.
const revisionFlag = "revisionflag"

// titleOf returns the title of an element, which is in it or in what it says
// of itself, or 0.
func (p *prose) titleOf(n xmlread.NodeID) xmlread.NodeID {
	title, known := p.titleIDs[n]
	if !known { // what is in one element asks again and again
		title = p.findTitle(n)
		if len(p.titleIDs) >= maxTitles {
			clear(p.titleIDs)
		}
		p.titleIDs[n] = title
	}
	return title
}

// maxTitles is of how many elements the titles are remembered.
const maxTitles = 64

func (p *prose) findTitle(n xmlread.NodeID) xmlread.NodeID {
	if title := p.named(n, "title"); title != 0 {
		return title
	}
	info := p.named(n, "info", "chapterinfo", "sectioninfo", "prefaceinfo", "appendixinfo", "partinfo", "sect1info", "objectinfo", "blockinfo")
	if info == 0 {
		return 0
	}
	return p.named(info, "title")
}

// maxNear is how many child elements are looked at for one with a name:
// titles and labels come first. Nobody looks at more for what is around them:
// that would take time for each of very many.
const maxNear = 64

// holdsBlocks reports whether an element holds blocks, not text.
func (p *prose) holdsBlocks(n xmlread.NodeID) bool {
	switch p.roles[p.Name(n).Local] {
	case roleSection, roleGroup, roleFigure, roleQuote, roleAside:
		return true
	}
	return false
}

// isLine reports whether an element holds a line of text, or the cell of a table:
// a note of JATS is in one where it is said, or among others at the end.
func (p *prose) isLine(n xmlread.NodeID) bool {
	switch name := p.Name(n).Local; name {
	case "td", "th", "xref":
		return true
	default:
		r := p.roles[name]
		return r == rolePara || r == roleTitle || r != roleUnknown && !isBlock(r) && r != roleDrop
	}
}

// ownID returns the name of an element of DocBook: xml:id, or id before version 5.
func (p *prose) ownID(n xmlread.NodeID) string {
	if p.Name(n).Local != "footnote" {
		return "" // in JATS, marks say what they mean
	}
	for i := range p.Attrs(n) {
		if name, value := p.AttrAt(n, i); name.Local == "id" {
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
