package wordml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// verbatim is the style of characters that pandoc links its style for code to.
// Of that, every paragraph is a listing, with breaks between its lines.
const verbatim = "VerbatimChar"

// readStyles reads the part with the styles (ISO/IEC 29500-1, 17.7).
func (defs *Definitions) readStyles(part string) error {
	if part == "" {
		return nil
	}
	s, err := defs.Parts.Package.Scan(part, defs.Parts.Spaces)
	if err != nil {
		return err
	}
	return s.Walk(func() error {
		if s.Space() != NsW {
			return nil
		}
		switch s.Local() {
		case "style":
			return defs.noteStyle(s)
		case "rPrDefault":
			return s.Each(func() error {
				if Is(s, "rPr") {
					return defs.Theme.readRunProps(s, &defs.styles.chars, nil)
				}
				return s.Skip()
			})
		case "latentStyles", "pPrDefault":
			return s.SkipFast()
		}
		return nil
	})
}

// noteStyle notes where a style is.
func (defs *Definitions) noteStyle(s *xmlread.Scanner) error {
	t := &defs.styles
	if t.s == nil {
		t.s, t.mark = s, s.Mark()
	}
	st := style{offset: s.Offset(), level: -1, marker: marker{level: -1}}
	st.id, _ = s.Attr(NsW, "styleId")
	st.chosen, _ = s.Attr(NsW, "type")
	if st.id == "" { // nothing can name it, so it applies to nothing
		return s.SkipFast()
	}
	if usual, ok := s.Attr(NsW, "default"); ok && IsOn(usual, true) {
		switch st.chosen {
		case "paragraph":
			t.first = st.id
		case "table":
			t.table = st.id
		}
	}
	if _, ok := t.byID[st.id]; !ok {
		t.byID[st.id] = int32(len(t.all))
		t.all = append(t.all, st)
	}
	if err := defs.Parts.Charge(nodesStyle); err != nil {
		return err
	}
	return s.SkipFast()
}

// readStyle reads a style that was noted.
func (defs *Definitions) readStyle(st *style) {
	t := &defs.styles
	if t.s == nil || t.err != nil || st.offset == 0 {
		return
	}
	s := t.s
	if t.err = s.Return(t.mark, st.offset); t.err != nil {
		return
	}
	name, link := "", ""
	t.err = s.Each(func() error {
		switch s.Local() {
		case "name":
			name = Value(s)
		case "link":
			link = Value(s)
		case "basedOn":
			st.base = Value(s)
		case "pPr":
			return defs.readParaProps(s, &st.pars, &st.marker, &st.level, nil)
		case "rPr":
			return defs.Theme.readRunProps(s, &st.chars, nil)
		case "tcPr", "tblPr":
			return defs.Theme.readShade(s, &st.shades[shadeAll])
		case "tblStylePr":
			kind, _ := s.Attr(NsW, "type")
			return defs.readPlace(s, st, kind)
		}
		return s.Skip()
	})
	st.named(name)
	if st.kind == wordtext.Code && link == verbatim {
		st.kind = wordtext.Listing
	}
	st.marker.style = st.id
}

// named adds what a style's name says. The names that Word gives its own
// styles are English in every language.
func (st *style) named(name string) {
	if name == "" {
		name = st.id
	}
	name = strings.ToLower(strings.TrimSpace(name))
	name, _, _ = strings.Cut(name, ",") // aliases
	st.caption = strings.Contains(name, "caption") || strings.Contains(name, "table heading")
	if st.chosen == "character" {
		if wordtext.IsCodeName(name) {
			st.chars.set(bitCode, true)
		}
		return
	}
	if level := wordtext.HeadingNamed(name); level >= 0 && st.level < 0 {
		st.level = level
	}
	if kind := wordtext.KindNamed(name); kind != wordtext.PlainText {
		st.kind = kind
	}
}

// find returns a style by its id, resolved, or nil.
func (defs *Definitions) find(id string) *style {
	t := &defs.styles
	i, ok := t.byID[id]
	if !ok {
		return nil
	}
	defs.resolve(i)
	return &t.all[i]
}

// resolve fills in what a style inherits (17.7.2). A style that is based on
// itself by a detour inherits nothing at the point where the circle closes.
func (defs *Definitions) resolve(i int32) {
	t := &defs.styles
	var chain []int32
	for t.all[i].state == styleRaw {
		t.all[i].state = styleOpen
		defs.readStyle(&t.all[i])
		chain = append(chain, i)
		base, ok := t.byID[t.all[i].base]
		if !ok {
			break
		}
		i = base
	}
	for n := len(chain) - 1; n >= 0; n-- {
		st := &t.all[chain[n]]
		if base, ok := t.byID[st.base]; ok && t.all[base].state == styleDone {
			st.inherit(&t.all[base])
		}
		st.state = styleDone
	}
}

// inherit takes from a base what a style does not say itself.
func (st *style) inherit(base *style) {
	if st.kind == wordtext.PlainText {
		st.kind = base.kind
	}
	if st.level < 0 {
		st.level = base.level
	}
	if !st.marker.set {
		st.marker.set, st.marker.num, st.marker.style = base.marker.set, base.marker.num, base.marker.style
	}
	if st.marker.level < 0 {
		st.marker.level = base.marker.level
	}
	pars, chars := base.pars, base.chars
	pars.over(&st.pars)
	chars.over(&st.chars)
	st.pars, st.chars = pars, chars
	st.caption = st.caption || base.caption
	for i, c := range base.shades {
		if st.shades[i] == 0 {
			st.shades[i] = c
		}
	}
}

// Open notes where the styles are. The errors are those of the scanner and of the
// budget, but for a part that can be spared.
func (defs *Definitions) Open() error {
	defs.styles.byID = map[string]int32{}
	defs.Theme.parts, defs.lists.parts = defs.Parts, defs.Parts
	part := defs.Parts.of("styles")
	return defs.Parts.Spare(part, defs.readStyles(part))
}

// ReadRun reads the properties of a run (17.3.2) and of its style over those of
// the text around.
func (defs *Definitions) ReadRun(s *xmlread.Scanner, look *Chars) error {
	var own Chars
	id := ""
	if err := defs.Theme.readRunProps(s, &own, &id); err != nil {
		return err
	}
	if id != "" {
		if c := defs.find(id); c != nil {
			look.toggle(&c.chars)
		} else if wordtext.IsCodeName(strings.ToLower(id)) {
			look.set(bitCode, true)
		}
	}
	look.over(&own)
	return nil
}
