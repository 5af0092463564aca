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
	node := &r.tree.Nodes[n]
	if r.tree.Truncated || r.hides.name != "" || r.mdx && r.isModule(n) || r.odd && plain.HasOddLine(r.source[node.Start:node.End]) {
		return false
	}
	return r.begins(n) && r.clean(n)
}

// begins reports whether a block may be the first of a run, or is not.
func (r *reader) begins(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	indented := node.Start > 0 && r.source[node.Start-1] != '\n'
	return r.output.run.open || !indented && node.Kind != scan.KindThematicBreak
}

// clean reports whether nothing in a block has to change.
func (r *reader) clean(n scan.NodeID) bool {
	if !r.cleanSelf(n) {
		return false
	}
	for c := r.tree.Nodes[n].First; c != 0; c = r.tree.Nodes[c].Next {
		if !r.clean(c) {
			return false
		}
	}
	return true
}

// cleanSelf reports it of a block without those in it.
func (r *reader) cleanSelf(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	switch node.Kind {
	case scan.KindParagraph:
		return !likeTable(r.source[node.Start:node.End]) && r.cleanInlines(n)
	case scan.KindTableCell:
		return r.cleanInlines(n)
	case scan.KindThematicBreak:
		return node.Mark != '-' || !r.behindPipe(node.Start)
	case scan.KindCodeBlock:
		return node.Mark == 0 || node.Closed && r.cleanFence(n)
	case scan.KindTableRow:
		return !node.Excess && !r.likeNoRow(node)
	case scan.KindTable:
		return endsAtBlank(r.source[:node.End], r.source[node.End:])
	case scan.KindItem: // readers differ on what an empty item takes in
		return node.First != 0 && !r.isBox(node.First)
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
func (r *reader) likeNoRow(row *scan.Node) bool {
	text := r.source[row.Start:row.End]
	if row.Header && text[0] != '|' && (r.tree.Nodes[row.Parent].Parent != 0 || !strings.Contains(text, "|")) {
		return true
	}
	return strings.Contains(text, `\|`) || strings.Trim(text, "= \t") == ""
}

// isBox reports whether a block's first line is a checkbox, of an item that is
// empty then for some readers.
func (r *reader) isBox(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	line, _, _ := strings.Cut(r.source[node.Start:node.End], "\n")
	switch strings.TrimRight(line, " \t") {
	case "[ ]", "[x]", "[X]":
		return true
	}
	return false
}

// behindPipe reports whether a pipe is in the line before the one of an
// offset. Some readers take a rule there for the second line of a table.
func (r *reader) behindPipe(at int32) bool {
	before := r.source[:at]
	before = before[:max(strings.LastIndexByte(before, '\n'), 0)]
	return strings.Contains(before[strings.LastIndexByte(before, '\n')+1:], "|")
}

// cleanFence reports whether fenced code has a plain info string and no special
// token.
func (r *reader) cleanFence(n scan.NodeID) bool {
	return plainInfo(r.tree.Info(n)) && !chattoken.Has(r.tree.Text(n))
}

// plainInfo reports whether an info string is a language's name, with nothing
// behind it that could be more than a hint.
func plainInfo(info string) bool {
	return strings.Trim(info, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#._-") == "" && len(info) <= 32
}

// cleanInlines reports whether the text of a leaf may stay: it has no image,
// HTML, reference or footnote, also of the kind that is in the line
// (^[…]), and its links lead where links may lead.
func (r *reader) cleanInlines(n scan.NodeID) bool {
	if node := &r.tree.Nodes[n]; r.hasChatToken(n) || strings.Contains(r.source[node.Start:node.End], "^[") || strings.Contains(r.source[node.Start:node.End], "$") && veils(r.source[node.Start:node.End]) || label.In(r.source[node.Start:node.End]) {
		return false
	}
	if r.isOver(n) {
		return false
	}
	r.tree.InlineParts(n, &r.leaves.look, partTokens)
	r.leaves.looked = 0
	for parts := 0; r.leaves.look.Next(); parts++ {
		if parts == 0 && !r.leaves.look.More() {
			r.leaves.looked = n
		}
		if !r.cleanPart() {
			return false
		}
	}
	return !r.leaves.look.Torn
}

// cleanPart reports that of a part of a leaf.
func (r *reader) cleanPart() bool {
	for i := range r.leaves.look.Nodes {
		in := &r.leaves.look.Nodes[i]
		switch in.Kind {
		case scan.KindHTML, scan.KindImage, scan.KindFootnoteRef:
			return false
		case scan.KindLink, scan.KindAutolink, scan.KindBareLink:
			if link := &r.leaves.look.Links[in.Link]; link.Def != 0 || !markdown.IsTarget(link.Dest) {
				return false
			}
		}
	}
	return true
}

// hasChatToken reports whether the text of a leaf holds a special token. None
// goes over a line's end, so that the source tells as much as the text; but in
// a cell a backslash before a pipe goes.
func (r *reader) hasChatToken(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	if node.Kind == scan.KindTableCell {
		return chattoken.Has(r.tree.Text(n))
	}
	return chattoken.Has(r.source[node.Start:node.End])
}
