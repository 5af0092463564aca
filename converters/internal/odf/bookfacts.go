package odf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// named reads the names of ranges and expressions (9.4.11).
func (b *book) named() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start || b.s.Space() != nsTable || len(b.names) >= sheet.MaxFacts {
			continue
		}
		n := namedRange{}
		n.name, _ = b.s.Attr(nsTable, "name")
		switch b.s.Local() {
		case "named-range":
			n.refers, _ = b.s.Attr(nsTable, "cell-range-address")
			n.refers = strings.ReplaceAll(n.refers, "$", "")
		case "named-expression":
			n.refers, _ = b.s.Attr(nsTable, "expression")
			if n.refers = formulaText(n.refers); !strings.Contains(n.refers, `"`) {
				n.refers = strings.ReplaceAll(n.refers, "$", "")
			}
		}
		n.refers = strings.ReplaceAll(n.refers, ":.", ":")
		if n.name != "" && n.refers != "" && !madeByProgram(n) {
			b.names = append(b.names, n)
		}
	}
}

// madeByProgram reports whether a name is one that programs make for
// themselves, or leads nowhere any more.
func madeByProgram(n namedRange) bool {
	return strings.HasPrefix(n.name, "_") || strings.HasPrefix(n.name, "Excel_BuiltIn_") || strings.Contains(n.refers, "#REF!")
}

// facts returns what a sheet has besides its cells: frozen panes, names.
func (sh *worksheet) facts() []string {
	var list []string
	for _, n := range sh.names {
		of, _, _ := readCell(n.refers)
		if of == sh.Name || sh.number == 1 && (of == "" || !sh.isSheet(of)) {
			list = append(list, n.name+" = "+n.refers)
		}
	}
	return sheet.AppendFacts(sh.AppendFrozen(nil), "Names", list, len(list))
}

func (b *book) isSheet(name string) bool {
	return slices.ContainsFunc(b.sheets, func(sh *worksheet) bool { return sh.Name == name })
}

// settings reads which rows and columns of sheets are frozen, which stands
// with the settings of the view.
func (b *book) settings() error {
	const part = "settings.xml"
	if b.depth > 0 || !b.src.has(part) {
		return nil
	}
	text, err := b.src.text(part)
	if err == nil && strings.Contains(text, "SplitMode") && strings.Contains(text, ">2<") { // 2 is frozen
		err = b.views(b.src.scan(part, text))
	}
	return b.unread(err, document.Pos{Part: part})
}

// views reads the settings of the sheets in a view.
func (b *book) views(s *xmlread.Scanner) error {
	b.frozen = map[string]sheet.Place{}
	name := ""
	var mode, at sheet.Place
	in := &reader{doc: b.doc, s: s}
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			return err
		}
		local := ""
		if kind == xmlread.Start || kind == xmlread.End {
			local = s.Local()
		}
		switch {
		case kind == xmlread.Start && local == "config-item-map-entry":
			name, mode, at = attrNamed(s, "name"), sheet.Place{}, sheet.Place{}
		case kind == xmlread.End && local == "config-item-map-entry":
			if mode.Row != 2 { // 2 is frozen, 1 is split
				at.Row = 0
			}
			if mode.Col != 2 {
				at.Col = 0
			}
			if name != "" && at != (sheet.Place{}) {
				b.frozen[name] = at
			}
			name = ""
		case kind == xmlread.Start && local == "config-item":
			item := attrNamed(s, "name")
			if !strings.Contains(item, "Split") {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
			text, err := in.plainText()
			if err != nil {
				return err
			}
			n, _ := strconv.Atoi(text)
			n = min(max(n, 0), sheet.MaxColumns)
			switch item {
			case "VerticalSplitMode":
				mode.Row = n
			case "HorizontalSplitMode":
				mode.Col = n
			case "VerticalSplitPosition":
				at.Row = n
			case "HorizontalSplitPosition":
				at.Col = n
			}
		}
	}
}

// attrNamed returns the value of an attribute of whatever namespace.
func attrNamed(s *xmlread.Scanner, local string) string {
	for i := range s.Attrs() {
		if s.AttrName(i).Local == local {
			v, _ := s.AttrValue(i)
			return v
		}
	}
	return ""
}

// formulaText returns a formula as a person writes it: without the prefix that
// names its grammar, references without brackets.
func formulaText(formula string) string {
	if prefix, rest, ok := strings.Cut(formula, ":"); ok && len(prefix) <= 6 && strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz") == "" {
		formula = rest
	}
	var out strings.Builder
	quoted := false
	for i := 0; i < len(formula); i++ {
		c := formula[i]
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && (c == '[' || c == ']') {
			if c == '[' && i+1 < len(formula) && formula[i+1] == '.' {
				i++
			}
			continue
		}
		if !quoted && c == '.' && i > 0 && formula[i-1] == ':' {
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}
