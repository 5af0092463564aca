package xlsx

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// richValue returns what the cell shows that is being read, if it has such a
// value.
func (w *cellWriter) richValue() (richValue, bool) {
	if w.rich == 0 {
		return richValue{}, false
	}
	d := w.book.richData()
	if w.rich > len(d.metadata) {
		return richValue{}, false
	}
	i := d.metadata[w.rich-1]
	if i < 0 || i >= len(d.values) {
		return richValue{}, false
	}
	return d.values[i], d.values[i].known
}

// richData reads the values of the workbook when they are asked for first.
// Where their parts are broken, the cells show the errors that they hold.
func (b *book) richData() *richData {
	if b.rich != nil {
		return b.rich
	}
	d := &richData{}
	b.rich = d
	var types []richType
	err := b.packed.visitKind("rdRichValueStructure", func(s *xmlread.Scanner) error { return readTypes(s, &types, b.env) })
	if err == nil {
		err = b.packed.visitKind("rdRichValue", func(s *xmlread.Scanner) error { return d.readValues(s, types, b.env) })
	}
	if err == nil {
		err = b.packed.visitKind("sheetMetadata", func(s *xmlread.Scanner) error { return d.readMetadata(s, b.env) })
	}
	if err != nil {
		*d = richData{}
		_ = b.packed.tolerate(err) // a limit that is passed is passed again soon
	}
	return d
}

// visitKind visits the part of a kind, if there is one.
func (p *packed) visitKind(kind string, read func(*xmlread.Scanner) error) error {
	if part := p.pkg.Part(p.parts, kind); part != "" {
		return p.visit(part, read)
	}
	return nil
}

// readTypes reads the structures of values.
func readTypes(s *xmlread.Scanner, types *[]richType, env *converters.Env) error {
	return s.Walk(func() error {
		switch s.Local() {
		case "s":
			name, _ := s.Attr(xmlread.None, "t")
			*types = append(*types, richType{picture: name == "_localImage" || name == "_webimage", text: -1})
		case "k":
			if len(*types) == 0 {
				return nil
			}
			t := &(*types)[len(*types)-1]
			name, _ := s.Attr(xmlread.None, "n")
			if t.picture && name == "Text" || !t.picture && name == "_DisplayString" {
				t.text = t.fields
			}
			t.fields++
		}
		return env.Spend(converters.LimitNodes, 1, s.Pos())
	})
}

// readValues reads the values.
func (d *richData) readValues(s *xmlread.Scanner, types []richType, env *converters.Env) error {
	t, field := richType{}, 0
	return s.Walk(func() error {
		switch s.Local() {
		case "rv":
			t, field = richType{text: -1}, 0
			if i, ok := sml.AttrInt(s, "s"); ok && i < len(types) {
				t = types[i]
			}
			d.values = append(d.values, richValue{picture: t.picture, known: t.picture})
		case "v":
			if field == t.text && len(d.values) > 0 {
				text, err := s.InnerText()
				if err != nil {
					return err
				}
				v := &d.values[len(d.values)-1]
				v.text = string(sml.Decode(nil, []byte(strings.ReplaceAll(text, "&", "&amp;"))))
				v.known = v.picture || v.text != ""
			}
			field++
		}
		return env.Spend(converters.LimitNodes, 1, s.Pos())
	})
}

// readMetadata reads which value a cell has (18.9): its number leads to a
// record, and that to a value.
func (d *richData) readMetadata(s *xmlread.Scanner, env *converters.Env) error {
	rich := -1 // the type of rich values, from 1
	types := 0
	inRich, inCells := false, false
	var values []int
	return s.Walk(func() error {
		switch s.Local() {
		case "metadataType":
			types++
			if s.Value(xmlread.None, "name") == "XLRICHVALUE" {
				rich = types
			}
		case "futureMetadata":
			inRich, inCells = s.Value(xmlread.None, "name") == "XLRICHVALUE", false
		case "rvb":
			if i, ok := sml.AttrInt(s, "i"); ok && inRich {
				values = append(values, i)
			}
		case "cellMetadata":
			inRich, inCells = false, false
		case "valueMetadata":
			inRich, inCells = false, true
		case "rc":
			if !inCells {
				return nil
			}
			t, _ := sml.AttrInt(s, "t")
			v, ok := sml.AttrInt(s, "v")
			if !ok || t != rich || v >= len(values) {
				d.metadata = append(d.metadata, -1)
			} else {
				d.metadata = append(d.metadata, values[v])
			}
		}
		return env.Spend(converters.LimitNodes, 1, s.Pos())
	})
}

// picture keeps a picture that is in the cell.
func (w *cellWriter) picture(alt string) error {
	return w.keep(append([]byte{sml.MarkImage}, alt...), sheet.Rich)
}

// cellImage returns the alternative text of the picture that the formula of WPS
// shows in the cell that is being read, and whether there is one.
func (w *cellWriter) cellImage() (alt string, ok bool) {
	const function = `DISPIMG("`
	i := bytes.Index(w.formula, []byte(function))
	if i < 0 {
		return "", false
	}
	name, _, ok := strings.Cut(string(w.formula[i+len(function):]), `"`)
	if !ok {
		return "", false
	}
	if w.book.images == nil {
		w.book.images = map[string]string{}
		err := w.book.packed.visitKind("cellImage", func(s *xmlread.Scanner) error {
			return s.Walk(func() error {
				if s.Local() != "cNvPr" {
					return nil
				}
				alt, _ := s.Attr(xmlread.None, "descr")
				w.book.images[s.Value(xmlread.None, "name")] = string(sml.Decode(nil, []byte(strings.ReplaceAll(alt, "&", "&amp;"))))
				return w.book.env.Spend(converters.LimitNodes, 1, s.Pos())
			})
		})
		_ = w.book.packed.tolerate(err) // the picture is shown without its text
	}
	return w.book.images[name], true
}
