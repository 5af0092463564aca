package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// formula reads a math:math inside a paragraph.
func (x inliner) formula(run wordtext.Run) error {
	tex, err := x.r.readTeX()
	if tex != "" {
		run.Link = nil
		x.putMath(tex, run)
	}
	return err
}

// putMath adds a formula, which is on lines of its own where it is alone in its
// paragraph.
func (x inliner) putMath(tex string, run wordtext.Run) {
	run.Display = x.r.inside == 0
	x.p.node(converters.Make(x.r.doc.env, &document.Math{TeX: tex}), run)
}

// readTeX reads a formula in MathML, whose start tag is the event, as LaTeX.
func (r *reader) readTeX() (string, error) {
	n, err := mathNode(r.s, func() error { return r.hold(holdMath) })
	if err != nil {
		return "", err
	}
	return mathml.TeX(n), nil
}

// mathNode reads an element of MathML. The notation of StarMath, which is
// beside it, is left out.
func mathNode(s *xmlread.Scanner, hold func() error) (*mathml.Node, error) {
	if err := hold(); err != nil {
		return nil, err
	}
	n := &mathml.Node{Name: strings.ToLower(s.Local())}
	for i := range s.Attrs() {
		value, err := s.AttrValue(i)
		if err != nil {
			return nil, err
		}
		n.Attrs = append(n.Attrs, mathml.Attr{Name: s.AttrName(i).Local, Value: value})
	}
	var text []byte
	for {
		kind, err := s.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case xmlread.Text:
			if text, err = s.AppendText(text); err != nil {
				return nil, err
			}
		case xmlread.Start:
			child, err := mathNode(s, hold)
			if err != nil {
				return nil, err
			}
			if !isStarMath(child) {
				n.Children = append(n.Children, child)
			}
		case xmlread.End, xmlread.EOF:
			n.Text = string(text)
			return n, nil
		}
	}
}

// isStarMath reports whether an element is an annotation in StarMath.
func isStarMath(n *mathml.Node) bool {
	if n.Name != "annotation" {
		return false
	}
	for _, a := range n.Attrs {
		if a.Name == "encoding" && strings.HasPrefix(a.Value, "StarMath") {
			return true
		}
	}
	return false
}
