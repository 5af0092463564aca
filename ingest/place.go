package ingest

import (
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// PlaceAt returns the place of an offset in the chapter's text. Where a stretch of
// text has as many lines as its place, the line is counted.
func (c *Chapter) PlaceAt(offset int64) document.Pos {
	i := sort.Search(len(c.Places), func(i int) bool { return c.Places[i].Offset > offset }) - 1
	if i < 0 {
		return document.Pos{}
	}
	place := c.Places[i]
	end := int64(len(c.Text))
	if i+1 < len(c.Places) {
		end = c.Places[i+1].Offset
	}
	return narrow(place, c.Text, min(offset, int64(len(c.Text))), min(end, int64(len(c.Text))))
}

// narrow counts on from the start of a place: rows of a table are one on a
// line, and other text has a line for each line of its source if it has as
// many, between the lines of a fence or not.
func narrow(place markdown.Place, text string, offset, end int64) document.Pos {
	pos := place.Pos
	before := int32(strings.Count(text[place.Offset:offset], "\n"))
	if pos.Rows.First > 0 {
		lines := pos.Lines.Last - pos.Lines.First + 1
		pos.Rows = document.Span{First: pos.Rows.First + before, Last: pos.Rows.Last + before}
		if pos.Lines.First > 0 {
			pos.Lines = document.Span{First: pos.Lines.First + before*lines, Last: pos.Lines.Last + before*lines}
		}
		return pos
	}
	whole := strings.TrimRight(text[place.Offset:end], "\n")
	all, span := int32(strings.Count(whole, "\n"))+1, pos.Lines.Last-pos.Lines.First+1
	if all == span+2 && before > 0 && (strings.HasPrefix(whole, "```") || strings.HasPrefix(whole, "~~~")) {
		all, before = span, min(before, span)-1
	}
	switch each := span / all; {
	case pos.Lines.First == 0 || span%all != 0:
	case each == 1 || strings.HasPrefix(strings.TrimLeft(whole, "> "), "|"): // rows have as many lines each
		first := pos.Lines.First + before*each
		pos.Lines = document.Span{First: first, Last: first + each - 1}
	}
	return pos
}

// HeadingsAbove returns the headings that an offset of the chapter's text is under,
// the outermost first.
func (c *Chapter) HeadingsAbove(offset int64) []string {
	var path []string
	var levels []int
	fence, at := "", 0
	for line := range strings.Lines(c.Text) {
		if at > int(offset) {
			break
		}
		last := at+len(line) > int(offset) // it is under no heading of its level
		at += len(line)
		line = strings.TrimRight(line, "\n")
		if mark := fenceOf(line); fence != "" {
			if strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
			continue
		} else if mark != "" {
			fence = mark
			continue
		}
		title := strings.TrimLeft(line, "#")
		level := len(line) - len(title)
		if level == 0 || level > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		for len(levels) > 0 && levels[len(levels)-1] >= level {
			path, levels = path[:len(path)-1], levels[:len(levels)-1]
		}
		if !last {
			path, levels = append(path, strings.TrimSpace(title)), append(levels, level)
		}
	}
	return path
}

// fenceOf returns the marks that a line of Markdown begins a code block with,
// or "".
func fenceOf(line string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, mark)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}
