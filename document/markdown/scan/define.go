package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// takeDefinitions makes nodes of the definitions at the start of the open
// paragraph (CommonMark 4.7), and returns how many lines they take.
func (f *scanLeaf) takeDefinitions(in *scanOpen, line int32) int {
	spans := f.l.t.spans[f.span:]
	text := f.l.t.join(spans, "\n")
	taken := 0
	for text != "" && text[0] == '[' {
		ref, ok := lexical.Define(text)
		f.l.t.steps += ref.End + 1
		if !ok {
			break
		}
		n := strings.Count(text[:ref.End], "\n")
		if ref.End == len(text) {
			n = len(spans) - taken
		}
		f.addDefinition(in, ref, spans[taken:taken+n], line+int32(taken))
		taken += n
		text = text[ref.End:]
	}
	return taken
}

// addDefinition makes the node of a definition on the lines spans.
func (f *scanLeaf) addDefinition(in *scanOpen, ref lexical.Reference, spans []Span, line int32) {
	first, last := spans[0], &spans[len(spans)-1]
	_, end := lexical.Trim(f.l.src, int(last.Start), int(last.End))
	last.End = int32(end)
	id := f.l.t.addTo(in, Node{
		Kind: KindDefinition, Number: int32(len(f.l.t.defs)),
		Extent: Extent{Start: first.Start, End: int32(end), Line: line, LastLine: line + int32(len(spans)) - 1},
		spanAt: int32(f.span) + line - f.node.Line, spanLen: int32(len(spans)),
	})
	if f.defined || f.sparing && f.l.t.labelsHeld() > f.held {
		return
	}
	d := Definition{
		Node: id, Label: ref.Label, HasTitle: ref.HasTitle,
		Dest: lexical.Unescape(ref.Dest), Title: lexical.Unescape(ref.Title),
	}
	if f.l.t.labels == nil {
		f.l.t.labels = make(map[string]int32)
	}
	key := lexical.Label(ref.Label)
	if _, ok := f.l.t.labels[key]; ok {
		if f.sparing {
			return
		}
	} else {
		f.l.t.labels[key] = int32(len(f.l.t.defs))
		d.Used = true
	}
	f.l.t.defs = append(f.l.t.defs, d)
}
