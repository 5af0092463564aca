package dom

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

// Mode is how a page is read before anything in it says more.
type Mode uint8

const (
	QuirksMode   Mode = iota // as old browsers did, until a doctype comes
	StandardMode             // part of a page that is taken to have a doctype
	XMLMode                  // XHTML, in which "/>" closes any element
)

// ModeOf returns how a source is read.
func ModeOf(in converters.Input, src string) Mode {
	head := strings.TrimSpace(src[:min(len(src), 512)])
	switch {
	case in.Fragment:
		return StandardMode
	case converters.Extension(in.Name) == "xhtml" || strings.HasPrefix(head, "<?xml"):
		return XMLMode
	}
	return QuirksMode
}
