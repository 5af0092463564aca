package dom

import "strings"

// start takes a start tag.
func (g *grower) start(tok *Token) {
	if g.stack.foreign() && !g.breaksOut(tok) {
		g.z.raw = TagNone
		g.insert(tok, !tok.closed)
		g.z.cdata = true
		return
	}
	switch t := tok.Tag; {
	case isPage(t):
		g.page(tok)
	case t.Is(Formatting):
		g.startFormat(tok)
	case isTablePart(t):
		g.startTablePart(tok)
	default:
		g.startPlain(tok)
	}
	g.z.cdata = g.xml || g.stack.foreign() || g.stack.prefixed()
}

// startPlain takes a start tag that is none of the others.
func (g *grower) startPlain(tok *Token) {
	t := tok.Tag
	g.implyEnds(t)
	if !t.Is(Block) {
		g.formats.reopen(len(g.stack.open))
	}
	if t == TagForm && g.stack.last[TagForm] >= 0 {
		return
	}
	closed := tok.closed && (g.xml || t == TagSvg || t == TagMath || strings.IndexByte(tok.Name, ':') >= 0)
	opens := !t.Is(Void) && !tok.lone && !closed
	g.insert(tok, opens)
	if !opens {
		g.z.raw = TagNone
	}
}

// isPage reports whether a tag is one of those that every page has.
func isPage(t Tag) bool {
	return t == TagHtml || t == TagBody || t == TagHead || t == TagFrameset
}

// page takes html, head and body, which always exist: a page that names them
// again changes nothing. Their attributes are kept on a leaf of the tree.
func (g *grower) page(tok *Token) {
	if tok.Tag == TagBody && g.t.Page.body == 0 {
		g.t.Page.body = g.t.Nodes.Len()
	}
	if len(tok.Attrs) == 0 || len(g.stack.open) > 0 {
		return
	}
	g.insert(tok, false)
	id := g.t.Nodes.Len() - 1
	switch {
	case tok.Tag == TagHtml && g.t.Page.HTML == 0:
		g.t.Page.HTML = id
	case tok.Tag == TagBody && g.t.Page.Body == 0:
		g.t.Page.Body = id
	}
}

// prefixed reports whether the innermost element has a prefix, as in XML that
// is in a page: there, CDATA sections are text.
func (s *stack) prefixed() bool {
	n := len(s.open)
	return n > 0 && s.open[n-1].tag == TagNone && strings.IndexByte(s.t.Name(s.open[n-1].node), ':') > 0
}

// foreign reports whether the position is in SVG or MathML, and not in a part
// of them that holds HTML.
func (s *stack) foreign() bool {
	at := max(s.last[TagSvg], s.last[TagMath])
	if at < 0 {
		return false
	}
	inside := max(s.last[TagForeignobject], s.last[TagDesc], s.last[TagMi], s.last[TagMo],
		s.last[TagMn], s.last[TagMs], s.last[TagMtext], s.last[TagAnnotationXml])
	return inside < at
}

// breaksOut reports whether a start tag cannot be in foreign content, and
// then leaves it (WHATWG HTML 13.2.6.5).
func (g *grower) breaksOut(tok *Token) bool {
	switch t := tok.Tag; {
	case t == TagA || t == TagTitle || t == TagDesc || t == TagFont || t == TagScript || t == TagStyle:
		return false
	case t.Is(Block), t.Is(Formatting), t == TagBody, t == TagBr, t == TagImg, t == TagSpan, t == TagSub, t == TagSup, t == TagVar, t == TagMeta:
		at := g.stack.last[TagSvg]
		if m := g.stack.last[TagMath]; at < 0 || m >= 0 && m < at {
			at = m
		}
		g.popTo(at)
		return true
	}
	return false
}

// implyEnds closes what a start tag cannot be in.
func (g *grower) implyEnds(t Tag) {
	if t.Is(Block) && t != TagLegend && t != TagOption && t != TagOptgroup && t != TagCaption {
		g.close(TagP, buttonScope)
	}
	switch t {
	case TagH1, TagH2, TagH3, TagH4, TagH5, TagH6:
		if IsHeading(g.stack.current()) {
			g.popTo(int32(len(g.stack.open)) - 1)
		}
	case TagLi:
		g.closeHard(TagLi, TagLi)
	case TagDd, TagDt:
		g.closeHard(TagDd, TagDt)
	case TagOption:
		g.closeCurrent(TagOption)
	case TagOptgroup:
		g.closeCurrent(TagOption)
		g.closeCurrent(TagOptgroup)
	case TagRb, TagRtc:
		g.closeCurrent(TagRb, TagRp, TagRt)
		g.closeCurrent(TagRtc)
	case TagRp, TagRt:
		g.closeCurrent(TagRb, TagRp, TagRt)
	case TagButton:
		g.close(TagButton, anyScope)
	}
}

// closeHard closes the nearest element that stops such searches, if it is one
// of two: a list item inside another ends it, through any div.
func (g *grower) closeHard(a, b Tag) {
	if n := len(g.stack.open); n > 0 {
		at := g.stack.open[n-1].hard
		if at >= 0 && (g.stack.open[at].tag == a || g.stack.open[at].tag == b) {
			g.popTo(at)
			g.close(TagP, buttonScope)
		}
	}
}

// closeCurrent closes the innermost element if it has one of the tags.
func (g *grower) closeCurrent(ts ...Tag) {
	for _, t := range ts {
		if g.stack.current() == t {
			g.popTo(int32(len(g.stack.open)) - 1)
			return
		}
	}
}

// end takes an end tag.
func (g *grower) end(tok *Token) {
	switch t := tok.Tag; {
	case isPage(t):
	case t == TagBr:
		g.start(&Token{Kind: StartToken, Tag: TagBr, Line: tok.Line})
	case t == TagP:
		g.close(TagP, buttonScope)
	case t == TagLi:
		g.close(TagLi, listScope)
	case IsHeading(t):
		if at := g.stack.heading(); at >= 0 {
			g.popTo(at)
		}
	case t.Is(Formatting):
		g.endFormat(t)
	case isTablePart(t):
		g.endTablePart(t)
	case t.Is(special) || t.Is(scope):
		g.close(t, anyScope)
	case t != TagNone:
		g.closeOrdinary(g.stack.last[t])
	default:
		if at, ok := g.stack.named[strings.ToLower(tok.Name)]; ok {
			g.closeOrdinary(at)
		}
	}
	g.z.cdata = g.xml || g.stack.foreign() || g.stack.prefixed()
}

// closeOrdinary closes an element that no special one may be in the way of.
func (g *grower) closeOrdinary(at int32) {
	if at >= 0 && at > g.stack.open[len(g.stack.open)-1].special {
		g.popTo(at)
	}
}

// heading returns where the innermost heading in reach is, whatever its level, or -1.
func (s *stack) heading() int32 {
	at := int32(-1)
	for t := TagH1; t <= TagH6; t++ {
		at = max(at, s.inScope(t, anyScope))
	}
	return at
}

// IsHeading reports whether a tag is one of h1 to h6.
func IsHeading(t Tag) bool { return TagH1 <= t && t <= TagH6 }
