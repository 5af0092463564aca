package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// takeDefinitions makes nodes of the definitions at the start of the open
// paragraph (CommonMark 4.7), and returns how many lines they take.
func (s *scanBlocks) takeDefinitions(line int32) int {
	spans := s.t.spans[s.leafSpan:]
	text := s.t.join(spans, "\n")
	taken := 0
	for text != "" && text[0] == '[' {
		ref, ok := lexical.Define(text)
		s.t.steps += ref.End + 1
		if !ok {
			break
		}
		n := strings.Count(text[:ref.End], "\n")
		if ref.End == len(text) {
			n = len(spans) - taken
		}
		s.addDefinition(ref, spans[taken:taken+n], line+int32(taken))
		taken += n
		text = text[ref.End:]
	}
	return taken
}

// addDefinition makes the node of a definition on the lines spans.
func (s *scanBlocks) addDefinition(ref lexical.Reference, spans []Span, line int32) {
	first, last := spans[0], &spans[len(spans)-1]
	_, end := lexical.Trim(s.src, int(last.Start), int(last.End))
	last.End = int32(end)
	id := s.addTo(s.top(), Node{
		Kind: KindDefinition, Number: int32(len(s.t.defs)),
		Extent: Extent{Start: first.Start, End: int32(end), Line: line, LastLine: line + int32(len(spans)) - 1},
		spanAt: int32(s.leafSpan) + line - s.leaf.Line, spanLen: int32(len(spans)),
	})
	if s.defined || s.sparing && s.t.labelsHeld() > s.held {
		return
	}
	d := Definition{
		Node: id, Label: ref.Label, HasTitle: ref.HasTitle,
		Dest: lexical.Unescape(ref.Dest), Title: lexical.Unescape(ref.Title),
	}
	if s.t.labels == nil {
		s.t.labels = make(map[string]int32)
	}
	key := lexical.Label(ref.Label)
	if _, ok := s.t.labels[key]; ok {
		if s.sparing {
			return
		}
	} else {
		s.t.labels[key] = int32(len(s.t.defs))
		d.Used = true
	}
	s.t.defs = append(s.t.defs, d)
}
