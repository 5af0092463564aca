package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/label"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// stays reports whether a top-level block may be in the backstory byte for
// byte. The first block of a run must also not join the text before it: it
// begins at the margin, and is neither a rule, which at the head of a file
// would open front matter, nor indented code, which after a list would belong
// to its last item.
func (r *reader) stays(n scan.NodeID) bool {
	in := &r.in
	node := &in.tree.Nodes[n]
	if in.tree.Truncated || r.build.html.hides.name != "" || in.mdx && in.isModule(n) || in.odd && plain.HasOddLine(in.source[node.Start:node.End]) {
		return false
	}
	return r.begins(n) && r.clean.clean(n)
}

// begins reports whether a block may be the first of a run, or is not.
func (r *reader) begins(n scan.NodeID) bool {
	node := &r.in.tree.Nodes[n]
	indented := node.Start > 0 && r.in.source[node.Start-1] != '\n'
	return r.run.open || !indented && node.Kind != scan.KindThematicBreak
}

// clean reports whether nothing in a block has to change.
func (c *cleaner) clean(n scan.NodeID) bool {
	if !c.cleanSelf(n) {
		return false
	}
	for in := c.tree.Nodes[n].First; in != 0; in = c.tree.Nodes[in].Next {
		if !c.clean(in) {
			return false
		}
	}
	return true
}

// cleanSelf reports it of a block without those in it.
func (c *cleaner) cleanSelf(n scan.NodeID) bool {
	node := &c.tree.Nodes[n]
	switch node.Kind {
	case scan.KindParagraph:
		return !likeTable(c.source[node.Start:node.End]) && c.cleanInlines(n)
	case scan.KindTableCell:
		return c.cleanInlines(n)
	case scan.KindThematicBreak:
		return node.Mark != '-' || !c.behindPipe(node.Start)
	case scan.KindCodeBlock:
		return node.Mark == 0 || node.Closed && c.cleanFence(n)
	case scan.KindTableRow:
		return !node.Excess && !c.likeNoRow(node)
	case scan.KindTable:
		return endsAtBlank(c.source[:node.End], c.source[node.End:])
	case scan.KindItem: // readers differ on what an empty item takes in
		return node.First != 0 && !c.isBox(node.First)
	case scan.KindBlockQuote, scan.KindList, scan.KindFolded: // what was let go was clean
		return true
	}
	return false
}

// endsAtBlank reports whether a blank line follows a table, or nothing: readers
// differ on what else ends one.
func endsAtBlank(table, rest string) bool {
	if !strings.HasSuffix(table, "\n") {
		rest = strings.TrimPrefix(rest, "\n")
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Trim(line, "> \t") == ""
}

// likeTable reports whether a line of a paragraph looks like the second one of a
// table. Readers differ on what makes one: on the cells of the line before it,
// and on a line that continues a paragraph in a quote or an item without
// being marked as one of it.
func likeTable(text string) bool {
	for _, text, ok := strings.Cut(text, "\n"); ok; {
		var line string
		line, text, ok = strings.Cut(text, "\n")
		if strings.Contains(line, "-") && strings.Trim(line, "-:|> \t") == "" {
			return true
		}
	}
	return false
}

// likeNoRow reports whether readers differ on a row of a table: on where an
// escaped pipe parts it, on what underlines a heading elsewhere, and on a header
// without a pipe, or without one between it and the mark of an item.
func (i *input) likeNoRow(row *scan.Node) bool {
	text := i.source[row.Start:row.End]
	if row.Header && text[0] != '|' && (i.tree.Nodes[row.Parent].Parent != 0 || !strings.Contains(text, "|")) {
		return true
	}
	return strings.Contains(text, `\|`) || strings.Trim(text, "= \t") == ""
}

// isBox reports whether a block's first line is a checkbox, of an item that is
// empty then for some readers.
func (i *input) isBox(n scan.NodeID) bool {
	node := &i.tree.Nodes[n]
	line, _, _ := strings.Cut(i.source[node.Start:node.End], "\n")
	switch strings.TrimRight(line, " \t") {
	case "[ ]", "[x]", "[X]":
		return true
	}
	return false
}

// behindPipe reports whether a pipe is in the line before the one of an
// offset. Some readers take a rule there for the second line of a table.
func (i *input) behindPipe(at int32) bool {
	before := i.source[:at]
	before = before[:max(strings.LastIndexByte(before, '\n'), 0)]
	return strings.Contains(before[strings.LastIndexByte(before, '\n')+1:], "|")
}

// cleanFence reports whether fenced code has a plain info string and no special
// token.
func (i *input) cleanFence(n scan.NodeID) bool {
	return plainInfo(i.tree.Info(n)) && !chattoken.Has(i.tree.Text(n))
}

// plainInfo reports whether an info string is a language's name, with nothing
// behind it that could be more than a hint.
func plainInfo(info string) bool {
	return strings.Trim(info, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#._-") == "" && len(info) <= 32
}

// cleanInlines reports whether the text of a leaf may stay: it has no image,
// HTML, reference or footnote, also of the kind that is in the line
// (^[…]), and its links lead where links may lead.
func (c *cleaner) cleanInlines(n scan.NodeID) bool {
	if node := &c.tree.Nodes[n]; c.hasChatToken(n) || strings.Contains(c.source[node.Start:node.End], "^[") || strings.Contains(c.source[node.Start:node.End], "$") && veils(c.source[node.Start:node.End]) || label.In(c.source[node.Start:node.End]) {
		return false
	}
	if c.account.isOver(c.input, n) {
		return false
	}
	c.tree.InlineParts(n, &c.look, partTokens)
	c.looked = 0
	for parts := 0; c.look.Next(); parts++ {
		if parts == 0 && !c.look.More() {
			c.looked = n
		}
		if !c.cleanPart() {
			return false
		}
	}
	return !c.look.Torn
}

// cleanPart reports that of a part of a leaf.
func (c *cleaner) cleanPart() bool {
	for i := range c.look.Nodes {
		in := &c.look.Nodes[i]
		switch in.Kind {
		case scan.KindHTML, scan.KindImage, scan.KindFootnoteRef:
			return false
		case scan.KindLink, scan.KindAutolink, scan.KindBareLink:
			if link := &c.look.Links[in.Link]; link.Def != 0 || !markdown.IsTarget(link.Dest) {
				return false
			}
		}
	}
	return true
}

// hasChatToken reports whether the text of a leaf holds a special token. None
// goes over a line's end, so that the source tells as much as the text; but in
// a cell a backslash before a pipe goes.
func (i *input) hasChatToken(n scan.NodeID) bool {
	node := &i.tree.Nodes[n]
	if node.Kind == scan.KindTableCell {
		return chattoken.Has(i.tree.Text(n))
	}
	return chattoken.Has(i.source[node.Start:node.End])
}
