package drawing

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Alt returns the alternative text of a drawing from the element with its
// properties (cNvPr, docPr), and whether the drawing is only decoration.
func Alt(t *xmlread.Tree, properties xmlread.NodeID) (text string, decorative bool) {
	text = AltText(t.Attr(properties, xmlread.None, "title"), t.Attr(properties, xmlread.None, "descr"))
	list := t.Child(properties, A, "extLst")
	for ext := t.First(list); ext != 0; ext = t.Next(ext) {
		if d := t.Child(ext, ADEC, "decorative"); d != 0 {
			decorative = Bool(t.Attr(d, xmlread.None, "val"))
		}
	}
	return text, decorative
}

// AltText returns the alternative text that the attributes title and descr
// make, on one line. A path to a file, which some versions of Office write, is
// the file's name alone.
func AltText(title, descr string) string {
	text := strings.Join(strings.Fields(descr), " ")
	if text == "" {
		text = strings.Join(strings.Fields(title), " ")
	}
	if i := strings.LastIndexAny(text, `\/`); i >= 0 && isPath(text) {
		text = text[i+1:]
	}
	return strings.Clone(text) // not a part of the whole source, which would be held by it
}

// isPath reports whether a text is the path of a file: of a drive, a share or
// from the root, or an address.
func isPath(text string) bool {
	switch {
	case len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/'),
		strings.HasPrefix(text, `\\`), strings.HasPrefix(text, "file:"),
		strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		return true
	}
	return strings.HasPrefix(text, "/") && !strings.Contains(text, " ")
}

// Bool returns the value of an attribute of the type boolean (ISO/IEC 29500-1,
// 22.9.2.7 with Transitional's words).
func Bool(value string) bool { return value == "1" || value == "true" || value == "on" }

// OneOfMany leaves one of pictures that follow one another and say nothing; how many
// there are is a warning's.
func OneOfMany(blocks []document.Block) []document.Block {
	return slices.CompactFunc(blocks, func(a, b document.Block) bool { return isSilent(a) && isSilent(b) })
}

// isSilent reports whether a block is a picture without an alternative text.
func isSilent(b document.Block) bool {
	p, ok := b.(*document.Paragraph)
	if !ok || len(p.Inlines) != 1 {
		return false
	}
	image, ok := p.Inlines[0].(*document.Image)
	return ok && image.Alt == ""
}
