package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// cssReader reads the part of CSS (css-syntax-3) that decides whether and how
// a text shows: style rules, @media, @supports, @layer. All work is linear.
type cssReader struct {
	props.TextReader
	rules []rule
	full  bool // rules were left out
	depth int  // of the rule that is read in others
	made  int  // bytes of selectors of nested rules

	quirks  bool       // the page is read as old browsers read pages
	extra   dom.Extras // attributes that rules ask for
	layers  []string   // by their names, in the order of their first mention
	layer   int32      // of the rule that is read
	unnamed int        // layers without a name
	foreign bool       // a sheet is elsewhere
	frames  []keyframe
	scoped  string // what elements are besides that a scope is about
	scope   string // what is at its top

	lostFrames bool // more than are kept

	compounds int        // parts of selectors that were read
	late      []compound // what rules hide that are not kept
}

const (
	mostRules   = 50_000 // style rules that are kept
	deepestRule = 64     // at-rules inside one another

	mostCompounds = 400_000 // parts of their selectors
	mostLate      = 100_000 // rules that are not kept, but may hide

	deepestNested = 8 // style rules inside one another
)

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	decls    []props.Decl
	customs  []props.Variable
	layer    int32 // 0 is none
}

// readSheet adds the rules of a style sheet.
func (r *cssReader) readSheet(src string) {
	r.Src, r.Pos = props.StripComments(src), 0
	r.block(0, "")
}

// block reads rules up to the end of the block or of the source, which stand
// in a layer.
func (r *cssReader) block(depth int, layer string) {
	number := r.layerOf(layer)
	for r.Pos < len(r.Src) {
		if depth == 0 {
			r.skipMarks()
		}
		start := r.Pos
		stop := r.SeekOutside("{};")
		at := strings.HasPrefix(strings.TrimSpace(r.Src[start:r.Pos]), "@")
		for depth == 0 && (stop == '}' || stop == ';' && !at) {
			r.Pos++ // outside of all blocks neither ends a rule: they spoil the one that follows
			stop = r.SeekOutside("{};")
		}
		prelude := strings.TrimSpace(r.Src[start:r.Pos])
		r.Pos++
		switch {
		case stop == '}':
			return
		case at && stop == '{':
			r.atRule(prelude, depth, layer)
		case at:
			r.statement(prelude, depth, layer)
		case stop == ';' || stop == 0:
		default:
			r.layer = number
			r.style(prelude, r.Body())
		}
	}
}

// skipMarks moves behind white space and the marks with which pages once hid
// sheets from browsers that knew none.
func (r *cssReader) skipMarks() {
	for r.Pos < len(r.Src) {
		switch rest := r.Src[r.Pos:]; {
		case dom.IsSpace(rest[0]):
			r.Pos++
		case strings.HasPrefix(rest, "<!--"):
			r.Pos += len("<!--")
		case strings.HasPrefix(rest, "-->"):
			r.Pos += len("-->")
		default:
			return
		}
	}
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *cssReader) style(prelude, body string) {
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body)
	}
	made := rule{layer: r.layer}
	made.decls, made.customs = props.Declarations(body, r.quirks)
	if len(made.decls)+len(made.customs) == 0 {
		return
	}
	first := len(r.rules)
	for s := range props.SplitOutside(prelude, ',') {
		var v verdict
		if r.made += len(r.scoped); r.scoped != "" {
			s = r.inScope(s)
		}
		in := selectorReader{quirks: r.quirks, extra: r.extra, spent: &r.compounds}
		made.selector, v = in.selector(s)
		switch {
		case v == invalid:
			r.rules = r.rules[:first]
			return
		case v == skipped:
		case v == tooLong || len(r.rules) >= mostRules || r.compounds >= mostCompounds:
			r.leaveOut(&made)
		default:
			r.rules = append(r.rules, made)
		}
	}
}

// giveUp notes that rules were left out of which nobody knows what they hide.
func (r *cssReader) giveUp() {
	r.full = true
	if len(r.late) <= mostLate {
		r.late = append(r.late, compound{})
	}
}

// leaveOut notes what a rule that is not kept may hide: what its last part
// asks for is hidden, whatever stands around it.
func (r *cssReader) leaveOut(made *rule) {
	r.full = true
	surely, perhaps := made.hides()
	switch {
	case len(r.late) > mostLate || !surely && !perhaps:
	case len(made.selector.parts) == 0 || len(r.late) == mostLate:
		r.late = append(r.late, compound{}) // nobody knows what
	default:
		last := made.selector.parts[0]
		last.classes = last.classes[:min(1, len(last.classes))]
		r.late = append(r.late, compound{id: last.id, classes: last.classes, tag: last.tag})
	}
}

// hides reports whether a rule hides what it matches, and whether it may do so
// by the value of a variable. Another rule may add what a place or a size needs
// to hide, or the end of an animation.
func (r *rule) hides() (surely, perhaps bool) {
	var c cascade
	c.values[props.Position], c.values[props.OverflowX], c.values[props.OverflowY] = "fixed", "hidden", "hidden"
	c.apply(r.decls, 1, 1)
	if stays(c.values[props.AnimationFill]) {
		return true, c.mayHide
	}
	l := c.look(16, false)
	return l.Hides != visible.Shown || l.veils(), c.mayHide
}
