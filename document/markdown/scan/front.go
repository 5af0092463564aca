package scan

import (
	"encoding/json"
	"strings"
)

// frontMatter reads the front matter at the very start, if it is asked for,
// and returns the offset of the line behind it. YAML is between --- and
// --- or ..., TOML between +++ and +++; a blank line behind the first
// delimiter makes it a thematic break, and so does a missing end. JSON is an
// object with text behind it.
func (s *scanBlocks) frontMatter() int {
	first, body, ok := scanCutLine(s.src, 0)
	first = strings.TrimRight(first, " \t")
	switch {
	case !s.t.opts.FrontMatter || !ok:
		return 0
	case strings.HasPrefix(first, "{"):
		return frontObject(s)
	case first != "---" && first != "+++":
		return 0
	}
	for pos, lines := body, 0; pos < len(s.src); lines++ {
		line, next, _ := scanCutLine(s.src, pos)
		s.t.steps += len(line) + 1
		trimmed := strings.TrimRight(line, " \t")
		if trimmed == first || first == "---" && trimmed == "..." {
			s.addFrontMatter(first[0], body, pos+len(line), lines)
			return next
		}
		if lines == 0 && trimmed == "" {
			return 0
		}
		pos = next
	}
	return 0
}

// addFrontMatter makes the node of front matter with so many lines from body
// on, which ends at end: with the end delimiter, where there are some.
func (s *scanBlocks) addFrontMatter(mark byte, body, end, lines int) {
	s.lineNo = 1
	s.leaf.open(Node{Kind: KindFrontMatter, Mark: mark, Closed: true, Extent: extent(0, end)})
	for range lines {
		line, next, _ := scanCutLine(s.src, body)
		s.t.spans = append(s.t.spans, Span{Start: int32(body), End: int32(body + len(line))})
		body = next
	}
	if s.lineNo = int32(lines); mark != '{' {
		s.lineNo += 2
	}
	s.leaf.node.LastLine = s.lineNo
	s.prevEOL = end
	s.leaf.finish(s.stack.top(), s.leaf.node)
}

// maxFrontObject is how many bytes front matter in JSON may have.
const maxFrontObject = 64 << 10

// frontObject reads front matter in JSON.
func frontObject(s *scanBlocks) int {
	var object map[string]json.RawMessage
	d := json.NewDecoder(strings.NewReader(s.src[:min(len(s.src), maxFrontObject)]))
	if err := d.Decode(&object); err != nil || len(object) == 0 {
		return 0
	}
	end := int(d.InputOffset())
	s.t.steps += end
	line, next, _ := scanCutLine(s.src, end)
	if strings.TrimSpace(line) != "" || strings.TrimSpace(s.src[next:]) == "" {
		return 0 // a text, or data
	}
	lines := 1 + strings.Count(s.src[:end], "\n")
	s.addFrontMatter('{', 0, end, lines)
	return next
}

// scanCutLine returns the line at pos and the offset of the next one; ok is
// false if no line end follows.
func scanCutLine(src string, pos int) (line string, next int, ok bool) {
	if i := strings.IndexByte(src[pos:], '\n'); i >= 0 {
		return src[pos : pos+i], pos + i + 1, true
	}
	return src[pos:], len(src), false
}
