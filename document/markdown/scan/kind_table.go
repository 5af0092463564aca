package scan

// scanKindNames holds the names of the kinds.
var scanKindNames = [...]string{
	KindDocument:      "document",
	KindFrontMatter:   "front matter",
	KindParagraph:     "paragraph",
	KindHeading:       "heading",
	KindThematicBreak: "thematic break",
	KindBlockQuote:    "block quote",
	KindList:          "list",
	KindItem:          "item",
	KindCodeBlock:     "code block",
	KindHTMLBlock:     "HTML block",
	KindTable:         "table",
	KindTableRow:      "table row",
	KindTableCell:     "table cell",
	KindDefinition:    "definition",
	KindFootnote:      "footnote",
	KindFolded:        "folded",
	KindText:          "text",
	KindSoftBreak:     "soft break",
	KindHardBreak:     "hard break",
	KindCodeSpan:      "code span",
	KindEmphasis:      "emphasis",
	KindStrong:        "strong",
	KindStrike:        "strike",
	KindLink:          "link",
	KindImage:         "image",
	KindAutolink:      "autolink",
	KindBareLink:      "bare link",
	KindHTML:          "HTML",
	KindEntity:        "entity",
	KindEscape:        "escape",
	KindFootnoteRef:   "footnote reference",
}

// scanStarts marks the characters that a block's first line can begin with,
// other than a paragraph's. A table's delimiter row begins with - : or |.
var scanStarts = [256]bool{
	'>': true, '#': true, '`': true, '~': true, '<': true, '=': true, '-': true,
	'+': true, '*': true, '_': true, '[': true, '|': true, ':': true,
	'0': true, '1': true, '2': true, '3': true, '4': true,
	'5': true, '6': true, '7': true, '8': true, '9': true,
	' ': true, '\t': true, '\n': true, // never plain: indentation and blank lines
}
