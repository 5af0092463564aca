package docx

import (
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// levelCount is how many levels a list has (17.9.6).
const levelCount = 9

// levelDef is one level of a list.
type levelDef struct {
	given   bool
	start   int32
	format  string
	text    string // with %1 to %9 for the numbers of levels
	style   string // of paragraphs that are of this level
	restart int8   // -1 usual, 0 never, n behind a number of level n
	legal   bool   // all numbers are decimal
	left    int32
	hasLeft bool
}

// listDef is what several lists share: their levels and their counters.
type listDef struct {
	levels   [levelCount]levelDef
	link     string // a style whose list is meant
	counts   [levelCount]int32
	counting [levelCount]bool
	last     int32 // the list that counted last
}

// listUse is a list: a definition, with levels of its own.
type listUse struct {
	abstract  string
	overrides []levelOverride
}

// levelOverride changes one level of a definition for one list.
type levelOverride struct {
	level    int8
	start    int32
	hasStart bool
	used     bool // the start was counted from
	def      *levelDef
}

// lists are the lists of a document, which are read when the first one is
// asked for; a definition is read when it is used.
type lists struct {
	reader  *reader
	read    bool
	s       *xmlread.Scanner
	mark    xmlread.Mark
	offsets map[string]int // by definition: where it is
	defs    map[string]*listDef
	uses    map[int32]*listUse
	err     error // the first one that reading gave
}

// load reads the part with the lists (17.9).
func (l *lists) load() {
	if l.read {
		return
	}
	l.read = true
	if part := l.reader.pkg.Part(l.reader.main, "numbering"); part != "" {
		l.err = l.reader.readNumbering(part)
	}
}

// readNumbering notes where definitions are, and reads the lists.
func (r *reader) readNumbering(part string) error {
	s, err := r.pkg.Scan(part, r.spaces)
	if err != nil {
		return err
	}
	l := &r.lists
	l.s, l.offsets, l.defs, l.uses = s, map[string]int{}, map[string]*listDef{}, map[int32]*listUse{}
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			return err
		}
		if kind != xmlread.Start || s.Space() != nsW {
			continue
		}
		switch s.Local() {
		case "abstractNum":
			if len(l.offsets) == 0 {
				l.mark = s.Mark()
			}
			id, _ := s.Attr(nsW, "abstractNumId")
			if _, twice := l.offsets[id]; !twice {
				l.offsets[id] = s.Offset()
			}
			if err = r.charge(nodesList, document.Pos{}); err == nil {
				err = s.SkipFast()
			}
		case "num":
			err = r.readUse(s)
		case "numPicBullet":
			err = s.SkipFast()
		}
		if err != nil {
			return err
		}
	}
}

// list returns a definition (17.9.1) by its id, or nil.
func (l *lists) list(id string) *listDef {
	if def, ok := l.defs[id]; ok || l.err != nil {
		return def
	}
	offset, ok := l.offsets[id]
	if !ok {
		return nil
	}
	def := &listDef{}
	l.defs[id] = def
	if l.err = l.reader.charge(nodesLevels, document.Pos{}); l.err != nil {
		return nil
	}
	if l.err = l.s.Return(l.mark, offset); l.err != nil {
		return nil
	}
	l.err = each(l.s, func() error {
		switch {
		case is(l.s, "lvl"):
			return readLevel(l.s, &def.levels)
		case is(l.s, "numStyleLink"):
			def.link = value(l.s)
		}
		return l.s.Skip()
	})
	return def
}

// readLevel reads one level (17.9.6).
func readLevel(s *xmlread.Scanner, into *[levelCount]levelDef) error {
	text, _ := s.Attr(nsW, "ilvl")
	n, ok := number(text)
	if !ok || n < 0 || n >= levelCount {
		return s.Skip()
	}
	def := levelDef{given: true, format: "decimal", restart: -1}
	err := each(s, func() error {
		switch s.Local() {
		case "start":
			def.start, _ = number(value(s))
		case "numFmt":
			def.format = value(s)
			if f, ok := s.Attr(nsW, "format"); ok && def.format == "custom" {
				def.format = f
			}
		case "lvlText":
			def.text = value(s)
		case "lvlRestart":
			if n, ok := number(value(s)); ok {
				def.restart = int8(min(max(n, 0), levelCount))
			}
		case "isLgl":
			def.legal = toggled(s)
		case "pStyle":
			def.style = value(s)
		case "AlternateContent":
			return levelFormat(s, &def)
		case "pPr":
			return each(s, func() error {
				if is(s, "ind") {
					var p pars
					indent(s, &p)
					def.left, def.hasLeft = p.left, p.hasLeft
				}
				return s.Skip()
			})
		}
		return s.Skip()
	})
	into[n] = def
	return err
}

// levelFormat reads a format for which there is a substitute.
func levelFormat(s *xmlread.Scanner, def *levelDef) error {
	return each(s, func() error {
		if s.Local() != "Choice" {
			return s.Skip()
		}
		return each(s, func() error {
			if f, ok := s.Attr(nsW, "format"); ok && is(s, "numFmt") {
				def.format = f
			}
			return s.Skip()
		})
	})
}

// readUse reads a list (17.9.15).
func (r *reader) readUse(s *xmlread.Scanner) error {
	if err := r.charge(nodesList, document.Pos{}); err != nil {
		return err
	}
	text, _ := s.Attr(nsW, "numId")
	id, ok := number(text)
	use := &listUse{}
	if _, twice := r.lists.uses[id]; ok && !twice {
		r.lists.uses[id] = use
	}
	return each(s, func() error {
		switch {
		case is(s, "abstractNumId"):
			use.abstract = value(s)
		case is(s, "lvlOverride"):
			return r.readOverride(s, use)
		}
		return s.Skip()
	})
}

// readOverride reads how a list differs from its definition (17.9.8).
func (r *reader) readOverride(s *xmlread.Scanner, use *listUse) error {
	text, _ := s.Attr(nsW, "ilvl")
	n, ok := number(text)
	if !ok || n < 0 || n >= levelCount || len(use.overrides) >= levelCount {
		return s.Skip()
	}
	o := levelOverride{level: int8(n)}
	var levels [levelCount]levelDef
	err := each(s, func() error {
		switch {
		case is(s, "startOverride"):
			o.start, o.hasStart = number(value(s))
		case is(s, "lvl"):
			return readLevel(s, &levels)
		}
		return s.Skip()
	})
	if err != nil {
		return err
	}
	if levels[n].given {
		def := levels[n] // alone: the others would stay, too
		o.def = &def
	}
	use.overrides = append(use.overrides, o)
	return r.charge(nodesList, document.Pos{})
}
