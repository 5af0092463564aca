package dom

import "strings"

// start takes a start tag.
func (g *Grower) start(tok *Token) {
	if g.foreign() && !g.breaksOut(tok) {
		g.z.raw = TagNone
		g.Insert(tok, !tok.closed)
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
	g.z.cdata = g.xml || g.foreign() || g.prefixed()
}

// startPlain takes a start tag that is none of the others.
func (g *Grower) startPlain(tok *Token) {
	t := tok.Tag
	g.implyEnds(t)
	if !t.Is(Block) {
		g.reopen()
	}
	if t == TagForm && g.last[TagForm] >= 0 {
		return
	}
	closed := tok.closed && (g.xml || t == TagSvg || t == TagMath || strings.IndexByte(tok.Name, ':') >= 0)
	opens := !t.Is(Void) && !tok.lone && !closed
	g.Insert(tok, opens)
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
func (g *Grower) page(tok *Token) {
	if tok.Tag == TagBody && g.T.Page.body == 0 {
		g.T.Page.body = g.T.Nodes.Len()
	}
	if len(tok.Attrs) == 0 || len(g.stack) > 0 {
		return
	}
	g.Insert(tok, false)
	id := g.T.Nodes.Len() - 1
	switch {
	case tok.Tag == TagHtml && g.T.Page.HTML == 0:
		g.T.Page.HTML = id
	case tok.Tag == TagBody && g.T.Page.Body == 0:
		g.T.Page.Body = id
	}
}

// prefixed reports whether the innermost element has a prefix, as in XML that
// is in a page: there, CDATA sections are text.
func (g *Grower) prefixed() bool {
	n := len(g.stack)
	return n > 0 && g.stack[n-1].tag == TagNone && strings.IndexByte(g.T.Name(g.stack[n-1].node), ':') > 0
}

// foreign reports whether the position is in SVG or MathML, and not in a part
// of them that holds HTML.
func (g *Grower) foreign() bool {
	at := max(g.last[TagSvg], g.last[TagMath])
	if at < 0 {
		return false
	}
	inside := max(g.last[TagForeignobject], g.last[TagDesc], g.last[TagMi], g.last[TagMo],
		g.last[TagMn], g.last[TagMs], g.last[TagMtext], g.last[TagAnnotationXml])
	return inside < at
}

// breaksOut reports whether a start tag cannot be in foreign content, and
// then leaves it (WHATWG HTML 13.2.6.5).
func (g *Grower) breaksOut(tok *Token) bool {
	switch t := tok.Tag; {
	case t == TagA || t == TagTitle || t == TagDesc || t == TagFont || t == TagScript || t == TagStyle:
		return false
	case t.Is(Block), t.Is(Formatting), t == TagBody, t == TagBr, t == TagImg, t == TagSpan, t == TagSub, t == TagSup, t == TagVar, t == TagMeta:
		at := g.last[TagSvg]
		if m := g.last[TagMath]; at < 0 || m >= 0 && m < at {
			at = m
		}
		g.popTo(at)
		return true
	}
	return false
}

// implyEnds closes what a start tag cannot be in.
func (g *Grower) implyEnds(t Tag) {
	if t.Is(Block) && t != TagLegend && t != TagOption && t != TagOptgroup && t != TagCaption {
		g.close(TagP, buttonScope)
	}
	switch t {
	case TagH1, TagH2, TagH3, TagH4, TagH5, TagH6:
		if IsHeading(g.current()) {
			g.popTo(int32(len(g.stack)) - 1)
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
func (g *Grower) closeHard(a, b Tag) {
	if n := len(g.stack); n > 0 {
		at := g.stack[n-1].hard
		if at >= 0 && (g.stack[at].tag == a || g.stack[at].tag == b) {
			g.popTo(at)
			g.close(TagP, buttonScope)
		}
	}
}

// closeCurrent closes the innermost element if it has one of the tags.
func (g *Grower) closeCurrent(ts ...Tag) {
	for _, t := range ts {
		if g.current() == t {
			g.popTo(int32(len(g.stack)) - 1)
			return
		}
	}
}

// end takes an end tag.
func (g *Grower) end(tok *Token) {
	switch t := tok.Tag; {
	case isPage(t):
	case t == TagBr:
		g.start(&Token{Kind: StartToken, Tag: TagBr, Line: tok.Line})
	case t == TagP:
		g.close(TagP, buttonScope)
	case t == TagLi:
		g.close(TagLi, listScope)
	case IsHeading(t):
		g.endHeading()
	case t.Is(Formatting):
		g.endFormat(t)
	case isTablePart(t):
		g.endTablePart(t)
	case t.Is(special) || t.Is(scope):
		g.close(t, anyScope)
	case t != TagNone:
		g.closeOrdinary(g.last[t])
	default:
		if at, ok := g.Named[strings.ToLower(tok.Name)]; ok {
			g.closeOrdinary(at)
		}
	}
	g.z.cdata = g.xml || g.foreign() || g.prefixed()
}

// closeOrdinary closes an element that no special one may be in the way of.
func (g *Grower) closeOrdinary(at int32) {
	if at >= 0 && at > g.stack[len(g.stack)-1].special {
		g.popTo(at)
	}
}

// endHeading closes the innermost heading, whatever its level.
func (g *Grower) endHeading() {
	at := int32(-1)
	for t := TagH1; t <= TagH6; t++ {
		at = max(at, g.inScope(t, anyScope))
	}
	if at >= 0 {
		g.popTo(at)
	}
}

// IsHeading reports whether a tag is one of h1 to h6.
func IsHeading(t Tag) bool { return TagH1 <= t && t <= TagH6 }
