package scan

import (
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// Inline is an inline node. Nodes lie in document order; those inside a node
// follow it directly.
type Inline struct {
	Kind Kind
	Form Form  // how a link, an image, HTML or a bare link is written
	Skip int32 // index of the first node behind this one and its descendants
	// Start and End are byte offsets in the source.
	Start, End int32
	// Link is the index in [Inlines].Links of a link, an image, an autolink, a
	// bare link or a footnote reference; -1 for the others.
	Link int32
	// Text is what a node without descendants says: decoded for text, escapes,
	// entities and code spans, as written for HTML, the label of a footnote
	// reference, a line feed for a break.
	Text string
}

// Link says where a link, an image or a footnote reference leads.
type Link struct {
	Dest     string // decoded, not percent-encoded
	Title    string // decoded
	HasTitle bool
	Label    string // reference: as written, without brackets
	Def      NodeID // reference: the definition; 0 if the target stands inline
	DestAt   Span   // inline link: the destination in the source, without < and >
	TextEnd  int32  // link, image: offset of the bracket that ends the text
}

// Form is how an inline node is written.
type Form uint8

// The forms of links and images, of HTML and of bare links.
const (
	FormNone        Form = iota
	FormInline           // [text](destination)
	FormFull             // [text][label]
	FormCollapsed        // [text][]
	FormShortcut         // [text]
	FormOpenTag          // <tag>
	FormCloseTag         // </tag>
	FormComment          // <!-- -->
	FormInstruction      // <? ?>
	FormDeclaration      // <!D >
	FormCDATA            // <![CDATA[ ]]>
	FormURL              // a scheme and what follows
	FormWWW              // www.
	FormMail             // a mail address
)

// Tag returns the name of an HTML tag as written, or "".
func (n Inline) Tag() string {
	at := 1
	switch {
	case n.Kind != KindHTML:
		return ""
	case n.Form == FormCloseTag:
		at = 2
	case n.Form != FormOpenTag:
		return ""
	}
	return n.Text[at:lexical.TagName(n.Text, at)]
}
