package html

import "strings"

// start takes a start tag.
func (g *grower) start(tok *token) {
	if g.foreign() && !g.breaksOut(tok) {
		g.z.raw = tagNone
		g.insert(tok, !tok.closed)
		g.z.cdata = true
		return
	}
	switch t := tok.tag; {
	case t == tagHtml || t == tagBody || t == tagHead || t == tagFrameset:
		g.page(tok)
	case t.is(formatting):
		g.startFormat(tok)
	case isTablePart(t):
		g.startTablePart(tok)
	default:
		g.implyEnds(t)
		if !t.is(block) {
			g.reopen()
		}
		if t == tagForm && g.last[tagForm] >= 0 {
			return
		}
		closed := tok.closed && (g.xml || t == tagSvg || t == tagMath || strings.IndexByte(tok.name, ':') >= 0)
		opens := !t.is(void) && !tok.lone && !closed
		g.insert(tok, opens)
		if !opens {
			g.z.raw = tagNone
		}
	}
	g.z.cdata = g.xml || g.foreign() || g.prefixed()
}

// page takes html, head and body, which always exist: a page that names them
// again changes nothing. Their attributes are kept on a leaf of the tree.
func (g *grower) page(tok *token) {
	if len(tok.attrs) == 0 || len(g.stack) > 0 {
		return
	}
	g.insert(tok, false)
	id := g.t.nodes.len() - 1
	switch {
	case tok.tag == tagHtml && g.t.html == 0:
		g.t.html = id
	case tok.tag == tagBody && g.t.body == 0:
		g.t.body = id
	}
}

// prefixed reports whether the innermost element has a prefix, as in XML that
// stands in a page: there, CDATA sections are text.
func (g *grower) prefixed() bool {
	n := len(g.stack)
	return n > 0 && g.stack[n-1].tag == tagNone && strings.IndexByte(g.t.name(g.stack[n-1].node), ':') > 0
}

// foreign reports whether the position is in SVG or MathML, and not in a part
// of them that holds HTML.
func (g *grower) foreign() bool {
	at := max(g.last[tagSvg], g.last[tagMath])
	if at < 0 {
		return false
	}
	inside := max(g.last[tagForeignobject], g.last[tagDesc], g.last[tagMi], g.last[tagMo],
		g.last[tagMn], g.last[tagMs], g.last[tagMtext], g.last[tagAnnotationXml])
	return inside < at
}

// breaksOut reports whether a start tag cannot stand in foreign content, and
// then leaves it (WHATWG HTML 13.2.6.5).
func (g *grower) breaksOut(tok *token) bool {
	switch t := tok.tag; {
	case t == tagA || t == tagTitle || t == tagDesc || t == tagFont || t == tagScript || t == tagStyle:
		return false
	case t.is(block), t.is(formatting), t == tagBody, t == tagBr, t == tagImg, t == tagSpan, t == tagSub, t == tagSup, t == tagVar, t == tagMeta:
		at := g.last[tagSvg]
		if m := g.last[tagMath]; at < 0 || m >= 0 && m < at {
			at = m
		}
		g.popTo(at)
		return true
	}
	return false
}

// implyEnds closes what a start tag cannot stand in.
func (g *grower) implyEnds(t tag) {
	if t.is(block) && t != tagLegend && t != tagOption && t != tagOptgroup && t != tagCaption {
		g.close(tagP, buttonScope)
	}
	switch t {
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		if isHeading(g.current()) {
			g.popTo(int32(len(g.stack)) - 1)
		}
	case tagLi:
		g.closeHard(tagLi, tagLi)
	case tagDd, tagDt:
		g.closeHard(tagDd, tagDt)
	case tagOption:
		g.closeCurrent(tagOption)
	case tagOptgroup:
		g.closeCurrent(tagOption)
		g.closeCurrent(tagOptgroup)
	case tagRb, tagRtc:
		g.closeCurrent(tagRb, tagRp, tagRt)
		g.closeCurrent(tagRtc)
	case tagRp, tagRt:
		g.closeCurrent(tagRb, tagRp, tagRt)
	case tagButton:
		g.close(tagButton, anyScope)
	}
}

// closeHard closes the nearest element that stops such searches, if it is one
// of two: a list item inside another ends it, through any div.
func (g *grower) closeHard(a, b tag) {
	if n := len(g.stack); n > 0 {
		at := g.stack[n-1].hard
		if at >= 0 && (g.stack[at].tag == a || g.stack[at].tag == b) {
			g.popTo(at)
			g.close(tagP, buttonScope)
		}
	}
}

// closeCurrent closes the innermost element if it has one of the tags.
func (g *grower) closeCurrent(ts ...tag) {
	for _, t := range ts {
		if g.current() == t {
			g.popTo(int32(len(g.stack)) - 1)
			return
		}
	}
}

// end takes an end tag.
func (g *grower) end(tok *token) {
	switch t := tok.tag; {
	case t == tagHtml || t == tagBody || t == tagHead || t == tagFrameset:
	case t == tagBr:
		g.start(&token{kind: startToken, tag: tagBr, line: tok.line})
	case t == tagP:
		g.close(tagP, buttonScope)
	case t == tagLi:
		g.close(tagLi, listScope)
	case isHeading(t):
		g.endHeading()
	case t.is(formatting):
		g.endFormat(t)
	case isTablePart(t):
		g.endTablePart(t)
	case t.is(special) || t.is(scope):
		g.close(t, anyScope)
	case t != tagNone:
		g.closeOrdinary(g.last[t])
	default:
		if at, ok := g.named[strings.ToLower(tok.name)]; ok {
			g.closeOrdinary(at)
		}
	}
	g.z.cdata = g.xml || g.foreign() || g.prefixed()
}

// closeOrdinary closes an element that no special one may stand in the way of.
func (g *grower) closeOrdinary(at int32) {
	if at >= 0 && at > g.stack[len(g.stack)-1].special {
		g.popTo(at)
	}
}

// endHeading closes the innermost heading, whatever its level.
func (g *grower) endHeading() {
	at := int32(-1)
	for t := tagH1; t <= tagH6; t++ {
		at = max(at, g.inScope(t, anyScope))
	}
	if at >= 0 {
		g.popTo(at)
	}
}

func isHeading(t tag) bool { return tagH1 <= t && t <= tagH6 }
