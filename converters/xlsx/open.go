package xlsx

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// open opens the package and reads what all sheets need.
func (b *book) open(in converters.Input) error {
	pkg, err := ooxml.Open(b.packed.ctx, b.env, in.SectionReader)
	if err != nil {
		return err
	}
	b.packed.pkg = pkg
	if b.packed.main, err = pkg.Main(b.packed.form.Main, b.packed.form.ContentTypes...); err != nil {
		return err
	}
	if strings.HasSuffix(b.packed.main, ".bin") && !b.packed.isMade(b.packed.main) {
		return &converters.CorruptError{
			Pos:    document.Pos{Part: b.packed.main},
			What:   "the workbook is in Excel's binary form",
			Remedy: "give it the extension .xlsb",
		}
	}
	if b.packed.parts, err = pkg.Relations(b.packed.main); err != nil {
		return err
	}
	b.packed.countParts()
	if err := b.packed.visit(b.packed.main, b.readWorkbook); err != nil {
		return err
	}
	if err := b.readStyles(); err != nil {
		return err
	}
	if part := b.packed.part("sharedStrings", "xl/sharedStrings.xml"); part != "" {
		return b.readStrings(part)
	}
	return nil
}

// countParts counts what of the workbook is never read.
func (p *packed) countParts() {
	for i := range p.parts.All {
		switch r := &p.parts.All[i]; r.Kind {
		case "vbaProject", "xlMacrosheet", "xlIntlMacrosheet":
			p.losses.Lose(lost.Macro, document.Pos{Part: r.Target})
		case "externalLink":
			p.losses.Lose(lost.External, document.Pos{Part: r.Target})
		}
	}
}

// part returns the part of a kind, or in a workbook without relationships the
// one with the name that programs usually give it; "" for none.
func (p *packed) part(kind, usual string) string {
	if part := p.pkg.Part(p.parts, kind); part != "" || len(p.parts.All) > 0 || !p.pkg.Has(usual) {
		return part
	}
	return usual
}

// readWorkbook reads the part of the workbook: sheets, names, the epoch.
func (b *book) readWorkbook(s *xmlread.Scanner) error {
	err := s.Walk(func() error {
		switch s.Local() {
		case "workbookPr":
			if sml.Bool(s.Value(xmlread.None, "date1904")) {
				b.epoch = numfmt.Epoch1904
			}
		case "sheet":
			return b.addSheet(s)
		case "definedName":
			return b.addName(s)
		case "extLst":
			return s.Skip()
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(b.sheets) == 0 {
		return &converters.CorruptError{What: "the workbook has no sheets", Empty: true}
	}
	b.names.settle(b.sheets)
	return nil
}

// addSheet notes a sheet. Its part is the target of its relationship; where
// that leads nowhere, it is the part with the sheet's number.
func (b *book) addSheet(s *xmlread.Scanner) error {
	sh := &worksheet{book: b}
	sh.clear(b.env.Gate.Line(strings.TrimSpace(s.Value(xmlread.None, "name"))))
	state, _ := s.Attr(xmlread.None, "state")
	sh.hidden = state == "hidden" || state == "veryHidden"
	id, _ := s.Attr(spaceRelations, "id")
	if id == "" {
		id = anyID(s)
	}
	if r, ok := b.packed.parts.ByID(id); ok && !r.External {
		sh.part = r.Target
	}
	if !b.packed.pkg.Has(sh.part) {
		sh.part = "xl/worksheets/sheet" + strconv.Itoa(len(b.sheets)+1) + cmp.Or(b.packed.form.Extension, ".xml")
	}
	if b.taken[sh.part] {
		sh.part = "" // a second sheet of one part has nothing to say
	}
	if b.taken == nil {
		b.taken = map[string]bool{}
	}
	b.taken[sh.part] = true
	b.sheets = append(b.sheets, sh)
	return b.env.Check(converters.LimitEntries, int64(len(b.sheets)), s.Pos())
}

// anyID returns the attribute id of whatever namespace, for workbooks whose
// namespaces are not declared as they should be.
func anyID(s *xmlread.Scanner) string {
	for i := range s.Attrs() {
		if n := s.AttrName(i); n.Local == "id" && n.Space != xmlread.None {
			v, _ := s.AttrValue(i)
			return v
		}
	}
	return ""
}

// addName notes a defined name, unless it is hidden or one that programs make.
func (b *book) addName(s *xmlread.Scanner) error {
	n := definedName{owner: -1}
	n.name, _ = s.Attr(xmlread.None, "name")
	hidden, _ := s.Attr(xmlread.None, "hidden")
	if at, ok := sml.AttrInt(s, "localSheetId"); ok {
		n.owner = at
	}
	text, err := s.InnerText()
	if err != nil {
		return err
	}
	if n.name == "_xlnm.Print_Titles" && n.owner >= 0 && n.owner < len(b.sheets) {
		b.sheets[n.owner].grid.Titles = titleRows(text)
	}
	if strings.HasPrefix(n.name, "_xl") {
		return nil
	}
	if sml.Bool(hidden) {
		b.losses.Hide(visible.Name, s.Pos())
		b.losses.ShowName(s.Pos(), n.name+" = "+text)
		if b.losses.When(visible.Name) == converters.DropHidden {
			return nil
		}
	}
	n.refers = strings.TrimSpace(text)
	b.names.list = append(b.names.list, n)
	return b.env.Spend(converters.LimitNodes, 1, s.Pos())
}

// readStyles reads the styles and, first, the theme that they refer to. Without
// them, numbers are shown as they are.
func (b *book) readStyles() error {
	st := &b.styles
	if part := b.packed.pkg.Part(b.packed.parts, "theme"); part != "" {
		err := b.packed.whole(part)
		if err == nil {
			err = b.packed.pkg.ReadHead(part, nil, func(s *xmlread.Scanner) (err error) {
				st.Theme, err = drawing.ReadTheme(s)
				return err
			})
		}
		if err = b.packed.tolerate(err); err != nil {
			return err
		}
	}
	if part := b.packed.part("styles", "xl/styles.xml"); part != "" {
		err := b.packed.visit(part, func(s *xmlread.Scanner) error { return st.Read(s, b.env) })
		if err = b.packed.tolerate(err); err != nil {
			return err
		}
	}
	return nil
}
