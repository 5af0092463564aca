package css

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// reader reads the part of CSS (css-syntax-3) that decides whether and how
// a text shows: style rules, also inside one another and in at-rules.
type reader struct {
	props.TextReader
	s      *Sheet
	unsure bool // nobody knows whether the rules hold
	depth  int  // at-rules, sheets and rules around
}

const (
	maxRules     = 50_000  // style rules that are kept
	maxCompounds = 400_000 // parts of their selectors
	maxDepth     = 32      // rules inside one another
)

// block reads rules up to the end of the block or of the source.
func (r *reader) block(depth int) {
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
			r.atRule(prelude, depth)
		case at:
			if name, rest := atName(prelude); name == "import" {
				r.imported(strings.TrimSpace(prelude[len(prelude)-len(rest):]))
			}
		case stop == '{':
			r.style(prelude, r.Body(), depth)
		}
	}
}

// skipMarks moves behind white space and the marks with which pages once hid
// sheets from browsers that knew none.
func (r *reader) skipMarks() {
	for {
		rest := strings.TrimLeft(r.Src[r.Pos:], " \n\t\r\f")
		r.Pos = len(r.Src) - len(rest)
		switch {
		case strings.HasPrefix(rest, "<!--"):
			r.Pos += len("<!--")
		case strings.HasPrefix(rest, "-->"):
			r.Pos += len("-->")
		default:
			return
		}
	}
}

// atRule reads an at-rule with a block.
func (r *reader) atRule(prelude string, depth int) {
	name, rest := atName(prelude)
	if name == "property" {
		dom.Put(&r.s.registered, strings.TrimSpace(prelude[1+len(name):]), true) // its case matters
	}
	holds := blockHolds(name, rest)
	if holds != isFalse && depth >= maxDepth {
		r.s.Full = true
	}
	if holds == isFalse || depth >= maxDepth {
		r.Body()
		return
	}
	outer := r.unsure
	r.unsure = outer || holds == unknown
	r.block(depth + 1)
	r.unsure = outer
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	name, rest = props.CutName(prelude[1:])
	return strings.ToLower(name), strings.TrimSpace(rest)
}

// imported reads the sheet of an @import. One at another address is not fetched.
func (r *reader) imported(rest string) {
	in := props.TextReader{Src: rest}
	in.Seek(" ")
	address, media := rest[:in.Pos], rest[in.Pos:]
	if props.HasPrefixFold(address, "url(") {
		address = strings.TrimSpace(strings.TrimSuffix(address[len("url("):], ")"))
	}
	css, ok := dataText(strings.Trim(address, `"'`))
	r.s.Foreign = r.s.Foreign || !ok
	if r.depth++; r.depth > maxDepth {
		r.s.Full = true
		return
	}
	r.s.read(media, css, r.unsure, r.depth)
}

// dataText returns the text that a data address holds (RFC 2397).
func dataText(address string) (string, bool) {
	if !props.HasPrefixFold(address, "data:") {
		return "", false
	}
	head, body, _ := strings.Cut(address, ",")
	if text, err := url.PathUnescape(body); err == nil {
		body = text
	}
	if strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Join(strings.Fields(body), ""), "="))
		return string(text), err == nil
	}
	return body, true
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *reader) style(prelude, body string, depth int) {
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body, depth+1)
	}
	made := rule{Declared: props.Declarations(body)}
	if made.IsEmpty() {
		return
	}
	var kept []rule
	unsure := r.unsure
	for text := range props.SplitOutside(prelude, ',') {
		var v verdict
		made.selector, v = r.s.readSelector(text)
		unsure = unsure || made.selector.unsure // of one that is none, the whole list is none
		switch {
		case v == invalid:
			return
		case v == skipped:
		case v == tooLong || len(r.s.Rules)+len(kept) >= maxRules || r.s.compounds >= maxCompounds:
			r.s.Full = true
		default:
			kept = append(kept, made)
		}
	}
	for i := range kept {
		kept[i].selector.unsure = unsure
		r.s.add(&kept[i])
	}
}

// nested adds the rules inside a rule (css-nesting-1), and returns what is
// left: its declarations. What the outer rule matches is not looked at.
func (r *reader) nested(outer, body string, depth int) string {
	if depth >= maxDepth {
		r.s.Full = true
		return ""
	}
	var own strings.Builder
	in := props.TextReader{Src: body}
	was := r.unsure
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		part := strings.TrimSpace(body[start:in.Pos])
		in.Pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inner, holds, list := in.Body(), unknown, outer
		if strings.HasPrefix(part, "@") {
			holds = blockHolds(atName(part))
		} else {
			list = within(part)
		}
		if r.unsure = was || holds == unknown; holds != isFalse {
			r.style(list, inner, depth)
		}
	}
	r.unsure = was
	return own.String()
}

// within returns the selectors of a rule inside another one, whatever that
// matches.
func within(inner string) string {
	var list []string
	for s := range props.SplitOutside(inner, ',') {
		if !strings.Contains(s, "&") {
			s = "* " + s
		}
		list = append(list, strings.ReplaceAll(s, "&", "*"))
	}
	return strings.Join(list, ",")
}
