package wordml

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// loadLists reads the part with the lists (17.9).
func (l *lists) loadLists() {
	if l.read {
		return
	}
	l.read = true
	if part := l.parts.of("numbering"); part != "" {
		l.err = l.readNumbering(part)
	}
}

// readNumbering notes where definitions are, and reads the lists.
func (l *lists) readNumbering(part string) error {
	s, err := l.parts.Package.Scan(part, l.parts.Spaces)
	if err != nil {
		return err
	}
	l.s, l.offsets, l.defs, l.uses = s, map[string]int{}, map[string]*listDef{}, map[int32]*listUse{}
	return s.Walk(func() error {
		if s.Space() != NsW {
			return nil
		}
		switch s.Local() {
		case "abstractNum":
			if len(l.offsets) == 0 {
				l.mark = s.Mark()
			}
			id, _ := s.Attr(NsW, "abstractNumId")
			if _, twice := l.offsets[id]; !twice {
				l.offsets[id] = s.Offset()
			}
			if err := l.parts.Charge(nodesList); err != nil {
				return err
			}
			return s.SkipFast()
		case "num":
			return l.readUse(s)
		case "numPicBullet":
			return s.SkipFast()
		}
		return nil
	})
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
	if l.err = l.parts.Charge(nodesLevels); l.err != nil {
		return nil
	}
	if l.err = l.s.Return(l.mark, offset); l.err != nil {
		return nil
	}
	l.err = l.s.Each(func() error {
		switch {
		case Is(l.s, "lvl"):
			return readLevel(l.s, &def.levels)
		case Is(l.s, "numStyleLink"):
			def.link = Value(l.s)
		}
		return l.s.Skip()
	})
	return def
}

// readLevel reads one level (17.9.6).
func readLevel(s *xmlread.Scanner, into *[wordtext.ListLevels]levelDef) error {
	text, _ := s.Attr(NsW, "ilvl")
	n, ok := Number(text)
	if !ok || n < 0 || n >= wordtext.ListLevels {
		return s.Skip()
	}
	def := levelDef{given: true, ListLevel: wordtext.ListLevel{Format: "decimal", Restart: -1}}
	err := s.Each(func() error {
		switch s.Local() {
		case "start":
			def.Start, _ = Number(Value(s))
		case "numFmt":
			def.Format = Value(s)
			if f, ok := s.Attr(NsW, "format"); ok && def.Format == "custom" {
				def.Format = f
			}
		case "lvlText":
			def.Text = Value(s)
		case "lvlRestart":
			if n, ok := Number(Value(s)); ok {
				def.Restart = int8(min(max(n, 0), wordtext.ListLevels))
			}
		case "isLgl":
			def.Legal = Toggled(s)
		case "pStyle":
			def.style = Value(s)
		case "AlternateContent":
			return levelFormat(s, &def)
		case "pPr":
			return def.indent(s)
		}
		return s.Skip()
	})
	into[n] = def
	return err
}

// indent reads the indent of a level among the properties of its paragraphs.
func (def *levelDef) indent(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if Is(s, "ind") {
			var p Pars
			indent(s, &p)
			def.left, def.hasLeft = p.Left, p.has&givenLeft != 0
		}
		return s.Skip()
	})
}

// levelFormat reads a format for which there is a substitute.
func levelFormat(s *xmlread.Scanner, def *levelDef) error {
	return s.Each(func() error {
		if s.Local() != "Choice" {
			return s.Skip()
		}
		return s.Each(func() error {
			if f, ok := s.Attr(NsW, "format"); ok && Is(s, "numFmt") {
				def.Format = f
			}
			return s.Skip()
		})
	})
}

// readUse reads a list (17.9.15).
func (l *lists) readUse(s *xmlread.Scanner) error {
	if err := l.parts.Charge(nodesList); err != nil {
		return err
	}
	text, _ := s.Attr(NsW, "numId")
	id, ok := Number(text)
	use := &listUse{}
	if _, twice := l.uses[id]; ok && !twice {
		l.uses[id] = use
	}
	return s.Each(func() error {
		switch {
		case Is(s, "abstractNumId"):
			use.abstract = Value(s)
		case Is(s, "lvlOverride"):
			return l.readOverride(s, use)
		}
		return s.Skip()
	})
}

// readOverride reads how a list differs from its definition (17.9.8).
func (l *lists) readOverride(s *xmlread.Scanner, use *listUse) error {
	text, _ := s.Attr(NsW, "ilvl")
	n, ok := Number(text)
	if !ok || n < 0 || n >= wordtext.ListLevels || len(use.starts) >= wordtext.ListLevels {
		return s.Skip()
	}
	var levels [wordtext.ListLevels]levelDef
	err := s.Each(func() error {
		switch {
		case Is(s, "startOverride"):
			start, ok := Number(Value(s))
			if ok {
				use.starts = append(use.starts, wordtext.ListStart{Level: int8(n), Start: start})
			}
		case Is(s, "lvl"):
			return readLevel(s, &levels)
		}
		return s.Skip()
	})
	if err != nil {
		return err
	}
	if levels[n].given && use.own[n] == nil {
		def := levels[n] // alone: the others would stay, too
		use.own[n] = &def
	}
	return l.parts.Charge(nodesList)
}
