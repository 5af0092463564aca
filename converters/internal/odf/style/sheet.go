package style

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// What is held counts as so many nodes of about 32 bytes.
const (
	styleNodes = 8
	levelNodes = 4 // a level of a list style
)

type styleKey struct {
	family Family
	name   string
}

// Sheet holds the styles that one part can use: its own automatic ones and
// those that are common to the document.
type Sheet struct {
	env      *converters.Env
	common   *Sheet // nil for the common one
	styles   map[styleKey]*Style
	lists    map[string]*ListStyle
	Outline  *ListStyle // of headings
	fonts    map[string]face
	formats  numberFormats
	defaults [FamilySection + 1]Style
	Pages    *pages // of the document
}

// pages is what the styles of a document say of pages.
type pages struct {
	Masters      []masterPage // in order
	masterBy     map[string]int
	PageSide     drawing.EMU // the longest side of a page, 0 where it is not known
	layouts      map[string]drawing.Frame
	HiddenLayers map[string]bool
	Furnished    bool            // a master page has headers or footers
	Tinted       bool            // a page has a ground of its own
	Used         map[string]bool // master pages that styles name
}

// masterPage is what is known of a master page.
type masterPage struct {
	Name, Layout, Next string
	Ground             visible.Paint // of slides
	Covered            bool          // it shows shapes on them
}

// NewSheet returns a stylesheet of a part without styles; the common one of the
// document, or nil where that is the one that is asked for.
func NewSheet(env *converters.Env, common *Sheet) *Sheet {
	st := &Sheet{env: env, common: common, styles: map[styleKey]*Style{}, lists: map[string]*ListStyle{}, formats: numberFormats{}}
	if common == nil {
		st.fonts = map[string]face{}
		st.Pages = &pages{masterBy: map[string]int{}, layouts: map[string]drawing.Frame{}, HiddenLayers: map[string]bool{}, Used: map[string]bool{}}
	} else {
		st.fonts, st.Pages = common.fonts, common.Pages
	}
	return st
}

// top returns the sheet of the common styles.
func (st *Sheet) top() *Sheet {
	if st.common != nil {
		return st.common
	}
	return st
}

// addMaster adds a master page.
func (p *pages) addMaster(m masterPage) {
	if _, ok := p.masterBy[m.Name]; !ok {
		p.masterBy[m.Name] = len(p.Masters)
	}
	p.Masters = append(p.Masters, m)
	size := p.layouts[m.Layout]
	p.PageSide = max(p.PageSide, size.W, size.H)
}

// Master returns a master page; the first one where none has the name.
func (p *pages) Master(name string) masterPage {
	if len(p.Masters) > 0 {
		return p.Masters[p.masterBy[name]]
	}
	return masterPage{Ground: visible.White} // as programs show it
}

// SizeOf returns the size of the pages that follow a master page, which may be
// unknown.
func (p *pages) SizeOf(master string) drawing.Frame {
	if len(p.Masters) == 0 {
		const side = 15 * drawing.Inch // more than programs take where nothing is said
		return drawing.Frame{W: side, H: side, Known: true}
	}
	return p.layouts[p.Master(master).Layout]
}

// List returns a list style by name, or nil.
func (st *Sheet) List(name string) *ListStyle {
	if ls := st.lists[name]; ls != nil {
		return ls
	}
	return st.top().lists[name]
}

// Find returns a style by name as it was read, or nil.
func (st *Sheet) Find(f Family, name string) *Style {
	if s := st.styles[styleKey{f, name}]; s != nil || name == "" {
		return s
	}
	return st.top().styles[styleKey{f, name}]
}

// Get returns a style with all that it inherits. The style of a name that
// nothing has is that of its family.
func (st *Sheet) Get(f Family, name string) *Style {
	s := st.Find(f, name)
	switch {
	case s == nil:
		return st.unknown(f, name)
	case s.state != 2:
		st.resolve(f, s)
	}
	return s
}

// IsMono reports whether the document's own font is of fixed width.
func (st *Sheet) IsMono() bool {
	return st.Standard(FamilyParagraph).Chars.On&Mono != 0 || st.Get(FamilyParagraph, "Standard").Chars.On&Mono != 0
}

// Standard returns the default style of a family.
func (st *Sheet) Standard(f Family) *Style { return &st.top().defaults[f] }

// unknown returns a style that is named and not defined, as programs do with
// Styles that every other program has: what its name says over the default of
// its family.
func (st *Sheet) unknown(f Family, name string) *Style {
	role, level := roleOf(f, name)
	if f != FamilyParagraph && f != FamilyText || role == roleNone && level == 0 {
		return st.Standard(f)
	}
	s := &Style{Role: role, Outline: int8(level), state: 2}
	s.inherit(st.Standard(f))
	st.styles[styleKey{f, name}] = s
	return s
}

// resolve fills in what a style and those above it inherit. A chain that
// leads back into itself ends there.
func (st *Sheet) resolve(f Family, s *Style) {
	var chain []*Style
	above := st.Standard(f)
	for ; s != nil && s.state == 0; s = st.Find(f, s.parent) {
		s.state = 1
		chain = append(chain, s)
	}
	if s != nil && s.state == 2 {
		above = s
	}
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].inherit(above)
		chain[i].state = 2
		above = chain[i]
	}
}
