package xml

import (
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/document"
)

// role is what an element of an article means. One table serves JATS and
// DocBook: where they share a name, they share its meaning.
type role uint8

const (
	roleUnknown role = iota // inline where it has text, else a group
	roleGroup               // its content
	roleInline              // its content, in the line
	roleDrop                // nothing for a reader
	roleSection
	roleTitle
	rolePara
	roleLines // a paragraph whose line ends are meant
	roleBullets
	roleNumbers
	roleDefinitions
	roleQuote
	roleAside // a quote with a name: note, warning
	roleCode
	roleTable
	roleFigure // label, caption and picture
	roleImage
	roleFootnote
	roleReferences
	roleReference
	roleCitation // a reference in parts
	roleLink
	roleStrong
	roleEmphasis
	roleMono
	roleSub
	roleSup
	roleStrike
	roleBreak
	roleLabelled  // a note among others, with its mark in print before it
	roleJoined    // keys or menus, with a sign between them
	roleEntry     // of a glossary: a term and what is said of it
	roleCaptioned // a picture or a film with what is said below it
	roleElsewhere // is read where what it belongs to is
	roleFormula
	roleDisplay // a formula on a line of its own
	roleAlternatives
	roleSameNote // the mark of a note that is elsewhere, too
	roleUnseen   // a part of a formula that nobody sees
	roleSynopsis // how a command is called
	roleArgument // of it
	roleChoice   // arguments of which one is taken
	rolePrototype
)

// vocabularyRoles are the roles of elements by name, which nobody changes.
type vocabularyRoles struct{ jats, docbook map[string]role }

// theRoles returns the tables.
var theRoles = sync.OnceValue(func() *vocabularyRoles {
	t := &vocabularyRoles{roles(), roles()}
	for _, name := range strings.Fields("info articleinfo bookinfo chapterinfo sectioninfo prefaceinfo refmeta") {
		t.docbook[name] = roleDrop
	}
	t.docbook["mediaobject"] = roleImage
	t.docbook["mathphrase"] = roleInline
	t.docbook["cmdsynopsis"] = roleSynopsis
	t.docbook["arg"] = roleArgument
	t.docbook["group"] = roleChoice
	t.docbook["funcprototype"] = rolePrototype
	t.docbook["funcsynopsisinfo"] = roleCode
	t.docbook["alt"] = roleElsewhere
	t.docbook["refname"] = roleTitle
	return t
})

// roles returns the table that both vocabularies share.
func roles() map[string]role {
	table := map[string]role{}
	for _, line := range []struct {
		role  role
		names string
	}{
		{roleGroup, `body back front-stub app-group floats-group table-wrap-foot
			speech abstract trans-abstract sub-article response caption mediaobject imageobject textobject legend result`},
		{roleDrop, `object-id alt-title index-term indexterm remark xref-target anchor self-uri processing-meta milestone-start
			milestone-end x abbrev-journal-title titleabbrev colspec col colgroup spanspec imagedata videodata audiodata
			institution-id objectinfo notes-to-editor toc lot lof permissions`},
		{roleSection, `sec app ack ref-section section sect1 sect2 sect3 sect4 sect5 simplesect chapter part appendix preface
			article book refsect1 refsect2 refsect3 refsection dedication acknowledgements colophon bibliodiv glossdiv notes
			fn-group bio glossary index-div partintro refentry refsynopsisdiv`},
		{roleTitle, "title bridgehead"},
		{rolePara, `p para simpara formalpara verse-line attrib attribution answer question step glossdef
			license-p funding-statement refpurpose refname subtitle
			seg segtitle`},
		{roleLines, "literallayout address verse"},
		{roleBullets, "list itemizedlist simplelist qandaset segmentedlist calloutlist"},
		{roleNumbers, "orderedlist procedure substeps"},
		{roleDefinitions, "def-list variablelist glosslist"},
		{roleQuote, "disp-quote blockquote epigraph"},
		{roleAside, "note tip warning caution important sidebar"},
		{roleCode, "preformat programlisting screen synopsis code-block"},
		{roleTable, "table informaltable entrytbl"},
		{roleLabelled, "fn"},
		{roleJoined, "keycombo menuchoice"},
		{roleEntry, "glossentry"},
		{roleFigure, "fig fig-group table-wrap-group verse-group boxed-text statement supplementary-material table-wrap figure informalfigure example informalexample equation informalequation"},
		{roleImage, "graphic inline-graphic media inlinemediaobject"},
		{roleElsewhere, "alt-text long-desc"},
		{roleFootnote, "footnote"},
		{roleSameNote, "footnoteref"},
		{roleReferences, "ref-list bibliography"},
		{roleReference, "ref biblioentry bibliomixed"},
		{roleCitation, "element-citation"},
		{roleLink, "ext-link uri link ulink email"},
		{roleStrong, "bold b strong"},
		{roleEmphasis, `italic i em emphasis foreignphrase citetitle firstterm glossterm styled-content-italic`},
		{roleMono, `monospace code literal command filename option function parameter constant varname classname type
			computeroutput userinput systemitem envar replaceable markup tag sgmltag prompt methodname property token symbol
			interfacename structname structfield errorcode errorname returnvalue`},
		{roleSub, "sub subscript"},
		{roleSup, "sup superscript"},
		{roleStrike, "strike"},
		{roleBreak, "break br sbr"},
		{roleFormula, "inline-formula math tex-math mathphrase inlineequation"},
		{roleDisplay, "disp-formula"},
		{roleAlternatives, "alternatives"},
		{roleInline, `xref named-content styled-content sc underline roman sans-serif abbrev acronym phrase quote trademark
			label person-group collab institution country email-text keycap guimenu guisubmenu guimenuitem guibutton
			rb rt guilabel guiicon productname application citation cite citerefentry refentrytitle manvolnum author personname
			glosssee glossseealso`},
	} {
		for _, name := range strings.Fields(line.names) {
			table[name] = line.role
		}
	}
	return table
}

// styleOf returns the style that a role stands for.
func styleOf(r role) (document.Style, bool) {
	switch r {
	case roleStrong:
		return document.Strong, true
	case roleEmphasis:
		return document.Emphasis, true
	case roleStrike:
		return document.Strike, true
	case roleSub:
		return document.Subscript, true
	case roleSup:
		return document.Superscript, true
	default:
		return 0, false
	}
}
