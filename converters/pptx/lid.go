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
func (v *seen) addLid(s *source, sh *shape) {
	if v.moving || len(v.lids) >= maxLids || !sh.frame.Known || sh.hidden {
		return
	}
	switch sh.kind {
	case kindShape:
		if !sh.looks.fill.Covers() || !s.isRectangle(sh) || sh.looks.fill.Kind != drawing.PaintSolid && !s.isOpaque(sh) {
			return
		}
	case kindPicture:
		if !s.isPhotograph(sh) {
			return
		}
	default:
		return
	}
	v.lids = append(v.lids, lid{sh.frame, sh.progress.at})
}

// isRectangle reports whether a shape has four corners, which may be round.
func (src *source) isRectangle(sh *shape) bool {
	geometry := src.Child(src.Child(sh.node, drawing.P, "spPr"), drawing.A, "prstGeom")
	switch src.Attr(geometry, xmlread.None, "prst") {
	case "rect", "roundRect", "flowChartProcess", "flowChartAlternateProcess", "round1Rect", "round2SameRect", "round2DiagRect", "snip1Rect", "snip2SameRect", "snip2DiagRect", "snipRoundRect", "bevel":
		return true
	}
	return false
}

// isOpaque reports whether a shape is filled with a gradient or a pattern of which no
// colour is transparent.
func (src *source) isOpaque(sh *shape) bool {
	properties := src.Child(sh.node, drawing.P, "spPr")
	for _, kind := range []string{"gradFill", "pattFill"} {
		if fill := src.Child(properties, drawing.A, kind); fill != 0 {
			return !src.hasAlpha(fill)
		}
	}
	return false
}

// hasAlpha reports whether an element says how transparent a colour in it is.
func (src *source) hasAlpha(n xmlread.NodeID) bool {
	for c := src.First(n); c != 0; c = src.Next(c) {
		if !src.IsText(c) && (strings.HasPrefix(src.Name(c).Local, "alpha") || src.hasAlpha(c)) {
			return true
		}
	}
	return false
}

// isPhotograph reports whether a picture is of a kind that knows of no
// transparency, and is not made transparent.
func (src *source) isPhotograph(sh *shape) bool {
	blip := src.Child(src.Child(sh.node, drawing.P, "blipFill"), drawing.A, "blip")
	for c := src.First(blip); c != 0; c = src.Next(c) {
		if strings.HasPrefix(src.Name(c).Local, "alpha") || src.Name(c).Local == "clrChange" {
			return false
		}
	}
	target := strings.ToLower(src.links.target(src.Attr(blip, drawing.R, "embed")))
	return strings.HasSuffix(target, ".jpg") || strings.HasSuffix(target, ".jpeg")
}

// isCovered reports whether a shape lies behind a lid. On a slide that moves,
// lids may go away.
func isCovered(lids []lid, sh *shape) bool {
	for i := range lids {
		l := &lids[i]
		if l.at > sh.progress.at && l.frame.Contains(sh.frame) {
			return true
		}
	}
	return false
}
