package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// readLayout reads a style:page-layout.
func (p *pages) readLayout(s *xmlread.Scanner, sheet *paper.Sheet) error {
	l := layout{wide: usualWidth, high: usualHeight}
	name := s.Value(ns.Style, "name")
	length := func(name string, to *float64) {
		if v, ok := s.Attr(ns.Fo, name); ok {
			*to, _ = readLength(v)
		}
	}
	err := s.Each(func() error {
		switch s.Local() {
		case "page-layout-properties":
			length("page-width", &l.wide)
			length("page-height", &l.high)
			for _, to := range [...]*float64{&l.Left, &l.Top, &l.Right, &l.Bottom} {
				length("margin", to)
			}
			length("margin-left", &l.Left)
			length("margin-top", &l.Top)
			length("margin-right", &l.Right)
			length("margin-bottom", &l.Bottom)
		case "header-style", "footer-style":
			to, between := &l.head, "margin-bottom"
			if s.Local() == "footer-style" {
				to, between = &l.foot, "margin-top"
			}
			return s.Each(func() error {
				room, high := 0.0, 0.0
				length(between, &room)
				length("min-height", &high)
				if v, ok := s.Attr(ns.Svg, "height"); ok {
					high, _ = readLength(v)
				}
				*to = max(high, room)
				return s.Skip()
			})
		}
		return s.Skip()
	})
	const leastPage = 72
	if l.wide >= leastPage && l.high >= leastPage {
		p.layouts[name] = l
		sheet.Height = max(sheet.Height, l.high)
	}
	return err
}

// readMasters reads the master pages, with the shapes in their headers.
func (r *reader) readMasters() error {
	s := r.s
	return s.Each(func() error {
		if s.Space() != ns.Style || s.Local() != "master-page" {
			return s.Skip()
		}
		name := s.Value(ns.Style, "name")
		m := master{layout: s.Value(ns.Style, "page-layout-name")}
		if r.pages.first == "" || name == "Standard" {
			r.pages.first = name
		}
		r.pages.masters[name] = m
		r.pages.set(r.sheet, name)
		err := s.Each(func() error {
			local := s.Local()
			if shown, ok := s.Attr(ns.Style, "display"); s.Space() != ns.Style || ok && shown == "false" || local != "header" && local != "footer" {
				return s.Skip()
			}
			flow := r.sheet.Body()
			if flow.Paged = false; local == "header" {
				m.head = true
			} else {
				m.foot = true
				flow.Y = r.sheet.Height - r.sheet.Margin.Bottom
			}
			sheet := r.sheet
			r.sheet = &paper.Sheet{Width: sheet.Width, Height: sheet.Height, Margin: sheet.Margin}
			r.pages.over, r.pages.inHead = nil, true
			err := r.flow(&flow, 0)
			m.over = append(m.over, r.pages.over...)
			r.sheet, r.pages.inHead = sheet, false
			return err
		})
		r.pages.masters[name] = m
		r.pages.over = nil
		return err
	})
}

// set makes the pages that follow those of a master page, "" for the usual one.
func (p *pages) set(sheet *paper.Sheet, name string) {
	if _, ok := p.masters[name]; !ok {
		name = p.first
	}
	m := p.masters[name]
	l, ok := p.layouts[m.layout]
	if !ok {
		return
	}
	p.over = m.over
	sheet.Width, sheet.Margin = l.wide, l.Rect
	if m.head {
		sheet.Margin.Top += l.head
	}
	if m.foot {
		sheet.Margin.Bottom += l.foot
	}
	sheet.Margin.Bottom += sheet.Height - l.high
}

// begin begins a paragraph that may be the first of a page.
func (r *reader) begin(f *paper.Flow, name string, looks *look) {
	if !f.Paged {
		return
	}
	st, _ := r.styles.find(key{"paragraph", name})
	if strings.TrimSpace(st.master) != "" {
		r.pages.set(r.sheet, st.master)
		f.Left, f.Width = r.sheet.Margin.Left, r.sheet.Column()
		if !r.begun {
			f.Y = r.sheet.Margin.Top
		}
	}
	if r.begun && (st.master != "" || looks[newPage] > 0) {
		r.sheet.NextPage(f)
	}
	r.begun = true
}

// maxOver bounds the shapes that each page has, and maxCovered the pages.
const (
	maxOver    = 64
	maxCovered = 1 << 10
)

// cover draws what is on each page on those up to a place.
func (p *pages) cover(sheet *paper.Sheet, f *paper.Flow) {
	for top := sheet.PageOf(f.Y); f.Paged && p.covered < maxCovered && float64(p.covered)*sheet.Height <= top; p.covered++ {
		y := float64(p.covered) * sheet.Height
		for _, o := range p.over {
			sheet.Cover(paper.Rect{Left: o.Left, Top: y + o.Top, Right: o.Right, Bottom: y + o.Bottom}, y, o.level)
		}
	}
}
