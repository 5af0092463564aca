package pptx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// maxLids bounds the lids of a slide that are looked at.
const maxLids = 64

// addLid notes a shape if it is a lid: a rectangle in one colour, or a
// photograph, of which no part is transparent.
func (p *painter) addLid(sh *shape) {
	if p.moving || len(p.lids) >= maxLids || !sh.frame.Known || sh.hidden {
		return
	}
	switch sh.kind {
	case kindShape:
		if !sh.fill.Covers() || !p.isRectangle(sh) || sh.fill.Kind != drawing.PaintSolid && !p.isOpaque(sh) {
			return
		}
	case kindPicture:
		if !p.isPhotograph(sh) {
			return
		}
	default:
		return
	}
	p.lids = append(p.lids, lid{sh.frame, sh.at})
}

// isRectangle reports whether a shape has four corners, which may be round.
func (p *painter) isRectangle(sh *shape) bool {
	geometry := p.s.Child(p.s.Child(sh.node, drawing.P, "spPr"), drawing.A, "prstGeom")
	switch p.s.Attr(geometry, xmlread.None, "prst") {
	case "rect", "roundRect", "flowChartProcess", "flowChartAlternateProcess", "round1Rect", "round2SameRect", "round2DiagRect", "snip1Rect", "snip2SameRect", "snip2DiagRect", "snipRoundRect", "bevel":
		return true
	}
	return false
}

// isOpaque reports whether a shape is filled with a gradient or a pattern of which no
// colour is transparent.
func (p *painter) isOpaque(sh *shape) bool {
	properties := p.s.Child(sh.node, drawing.P, "spPr")
	for _, kind := range []string{"gradFill", "pattFill"} {
		if fill := p.s.Child(properties, drawing.A, kind); fill != 0 {
			return !p.hasAlpha(fill)
		}
	}
	return false
}

// hasAlpha reports whether an element says how transparent a colour in it is.
func (p *painter) hasAlpha(n xmlread.NodeID) bool {
	for c := p.s.First(n); c != 0; c = p.s.Next(c) {
		if !p.s.IsText(c) && (strings.HasPrefix(p.s.Name(c).Local, "alpha") || p.hasAlpha(c)) {
			return true
		}
	}
	return false
}

// isPhotograph reports whether a picture is of a kind that knows of no
// transparency, and is not made transparent.
func (p *painter) isPhotograph(sh *shape) bool {
	blip := p.s.Child(p.s.Child(sh.node, drawing.P, "blipFill"), drawing.A, "blip")
	for c := p.s.First(blip); c != 0; c = p.s.Next(c) {
		if strings.HasPrefix(p.s.Name(c).Local, "alpha") || p.s.Name(c).Local == "clrChange" {
			return false
		}
	}
	target := strings.ToLower(p.s.target(p.s.Attr(blip, drawing.R, "embed")))
	return strings.HasSuffix(target, ".jpg") || strings.HasSuffix(target, ".jpeg")
}

// isCovered reports whether a shape lies behind a lid. On a slide that moves,
// lids may go away.
func (p *painter) isCovered(sh *shape) bool {
	for i := range p.lids {
		l := &p.lids[i]
		if l.at > sh.at && l.frame.Contains(sh.frame) {
			return true
		}
	}
	return false
}
