package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// holder is a placeholder (ISO/IEC 29500-1, 19.3.1.36). Its kind is "" for a
// shape that is none.
type holder struct {
	kind   string // ST_PlaceholderType
	index  string
	frame  drawing.Frame
	fill   drawing.Paint
	levels *drawing.Levels
}

// readHolder reads the element p:nvPr of a shape.
func readHolder(t *xmlread.Tree, nvPr xmlread.NodeID) holder {
	ph := t.Child(nvPr, drawing.P, "ph")
	if ph == 0 {
		return holder{}
	}
	h := holder{kind: t.Attr(ph, xmlread.None, "type"), index: t.Attr(ph, xmlread.None, "idx")}
	if h.kind == "" {
		h.kind = "obj"
	}
	if h.index == "" {
		h.index = "0"
	}
	return h
}

// isTitle reports whether a placeholder holds the title of its slide.
func (h *holder) isTitle() bool { return h.kind == "title" || h.kind == "ctrTitle" }

// isFurniture reports whether a placeholder holds what every slide shows.
func (h *holder) isFurniture() bool {
	switch h.kind {
	case "dt", "ftr", "hdr", "sldNum":
		return true
	}
	return false
}

// family returns the kind under which a master has a placeholder.
func (h *holder) family() string {
	switch {
	case h.isTitle():
		return "title"
	case h.isFurniture(), h.kind == "sldImg":
		return h.kind
	}
	return "body"
}

// key is what a placeholder is found by.
type key struct {
	by   keyKind
	name string
}

type keyKind uint8

const (
	byFamily keyKind = iota
	byIndex
	byKind
)

// key is what placeholders of slide and layout have in common: the family of
// those that a slide has once, the index of the others.
func (h *holder) key() key {
	if f := h.family(); f != "body" {
		return key{byFamily, f}
	}
	return key{byIndex, h.index}
}
