package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/converters/xlsx/style"
	"github.com/seed353dc258/backstory/document"
)

// value reads a v element. What is usual is one text up to the end tag.
func (r *reader) value() error {
	s := r.scanner
	depth := s.Depth
	k, err := s.Next()
	if err != nil {
		return err
	}
	if k == sml.End {
		return r.show(s.Text)
	}
	text := append([]byte(nil), s.Text...)
	if k == sml.Start {
		if err := s.Skip(); err != nil {
			return err
		}
	}
	for s.Depth >= depth {
		if k, err = s.Next(); err != nil || k == sml.EOF {
			return err
		}
		text = append(text, s.Text...)
		if k == sml.Start {
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	return r.show(text)
}

// show keeps what a value looks like. A formula without a result has no value,
// unless its result is an empty text.
func (r *reader) show(raw []byte) error {
	r.color = 0
	if len(r.formula) > 0 && r.typ != sml.TypeText && len(trimSpace(raw)) == 0 {
		return r.unvalued()
	}
	switch r.typ {
	case sml.TypeShared:
		return r.sharedText(raw)
	case sml.TypeText:
		r.buf = sml.Decode(r.buf[:0], raw)
		if alt, ok := r.cellImage(); ok {
			return r.picture(alt)
		}
		return r.text(r.buf, 0)
	case sml.TypeBool:
		text := "FALSE"
		if v := strings.TrimSpace(string(raw)); v != "0" && v != "false" {
			text = "TRUE"
		}
		return r.keep([]byte(text), sheet.Value|sheet.Plain)
	case sml.TypeError:
		if v, ok := r.richValue(); ok {
			if v.picture {
				return r.picture(v.text)
			}
			return r.text([]byte(v.text), 0)
		}
		r.buf = sml.Decode(r.buf[:0], raw)
		return r.keep(r.buf, sheet.Value)
	case sml.TypeDate:
		return r.date(raw)
	}
	return r.number(raw)
}

// unvalued keeps a formula whose result the file does not hold.
func (r *reader) unvalued() error {
	r.losses.Lose(lost.Value, r.pos())
	return r.keep(nil, sheet.Formula)
}

// sharedText keeps a shared string.
func (r *reader) sharedText(raw []byte) error {
	i, ok := sml.Digits(trimSpace(raw))
	if !ok || i >= len(r.shared) {
		r.losses.Lose(lost.String, r.pos())
		return nil
	}
	shared := &r.shared[i]
	if shared.empty && len(r.formula) == 0 {
		return nil
	}
	if f := r.styles.At(r.style); !f.Text || f.Struck || f.Font.HasSymbols() || shared.faint || len(r.formula) > 0 {
		return r.text(r.unveiled([]byte(r.Texts.Get(shared.at)), shared.faint), shared.flags)
	}
	if err := r.Texts.Spend(int64(shared.size)); err != nil {
		return err
	}
	return r.push(sheet.Cell{At: shared.at, Flags: shared.flags})
}

// text keeps a text by its format.
func (r *reader) text(text []byte, f sheet.Flags) error {
	format := r.styles.At(r.style)
	if f&sheet.Rich == 0 && format.Font.HasSymbols() {
		text = []byte(format.Font.Text(string(text)))
	}
	if format.Text {
		return r.keep(text, f|plainFlag(text))
	}
	r.color = format.Show.TextColor()
	out := format.Show.AppendText(nil, string(text))
	if sml.IsBlank(out) {
		return r.keep(text, f|style.Blank|plainFlag(text))
	}
	return r.keep(out, f|plainFlag(out))
}

// unveiled takes the marks of text that cannot be seen out of a text, and the
// text itself: where it is too small, or white on a white ground.
func (r *reader) unveiled(text []byte, faint bool) []byte {
	if !faint {
		return text
	}
	out := make([]byte, 0, len(text))
	for how := visible.Shown; len(text) > 0; {
		end := 1
		for end < len(text) && (text[end] < sheet.FirstMark || text[end] > sheet.LastMark) {
			end++
		}
		run := text[:end]
		text = text[end:]
		if run[0] >= sheet.FirstMark && run[0] <= sheet.LastMark {
			if how = r.hidesRun(run[0]); run[0] == sml.MarkFaint || run[0] == sml.MarkTiny {
				run[0] = sml.MarkPlain
			}
		}
		if how != visible.Shown && !sml.IsBlank(run[1:]) {
			r.losses.Hide(how, r.pos())
			switch r.losses.When(how) {
			case converters.DropHidden:
				continue
			case converters.MarkHidden:
				run[0] = sheet.LastMark
			}
		}
		out = append(out, run...)
	}
	return out
}

// hidesRun says how a run is hidden that begins with a mark.
func (r *reader) hidesRun(mark byte) visible.Way {
	switch {
	case mark == sml.MarkTiny:
		return visible.Size
	case mark == sml.MarkFaint && r.styles.At(r.style).White:
		return visible.Color
	}
	return visible.Shown
}

func plainFlag(text []byte) sheet.Flags {
	if sheet.IsPlain(text) {
		return sheet.Plain
	}
	return 0
}

// date keeps a date of ISO 8601, which is how strict workbooks may write it.
func (r *reader) date(raw []byte) error {
	r.buf = sml.Decode(r.buf[:0], raw)
	text := strings.TrimSuffix(strings.TrimSpace(string(r.buf)), "Z")
	text = strings.TrimSuffix(text, ".000")
	if day, ok := strings.CutSuffix(text, "T00:00:00"); ok {
		text = day
	}
	text = strings.Replace(text, "T", " ", 1)
	return r.keep([]byte(text), sheet.Value|sheet.Time|plainFlag([]byte(text)))
}

// number keeps a number by its format.
func (r *reader) number(raw []byte) error {
	raw = trimSpace(raw)
	format := r.styles.At(r.style)
	if format.General && simple(raw) {
		return r.keep(raw, sheet.Value|sheet.Plain)
	}
	n, ok := numfmt.ParseNumber(raw)
	if !ok {
		r.buf = sml.Decode(r.buf[:0], raw)
		return r.keep(r.buf, plainFlag(r.buf))
	}
	r.color = format.Show.Color(&n)
	if format.Show.IsPlain(&n) {
		r.losses.Plain(r.pos())
	}
	f := sheet.Value
	if format.Date {
		f |= sheet.Time
	}
	r.buf = format.Show.Append(r.buf[:0], &n, r.epoch)
	if len(r.buf) == 0 && !n.IsZero() {
		r.buf = numfmt.AppendGeneral(r.buf, &n)
		f |= style.Blank
	}
	return r.keep(r.buf, f|plainFlag(r.buf))
}

// simple reports whether a number is an integer that General shows as it is
// written.
func simple(raw []byte) bool {
	b := raw
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 15 || b[0] == '0' && len(raw) > 1 {
		return false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func trimSpace(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// keep stores the text of the cell, with its formula where that is asked for.
func (r *reader) keep(text []byte, f sheet.Flags) error {
	if len(r.formula) > 0 && (f&sheet.Formula != 0 || r.formulas) {
		f = (f | sheet.Formula) &^ sheet.Plain
		text = append(append(append(slices.Clip(text), sheet.FormulaMark), '='), r.formula...)
	} else if sml.IsBlank(text) {
		return nil
	}
	if f&sheet.Rich == 0 && r.styles.At(r.style).Struck {
		f = (f | sheet.Rich) &^ sheet.Plain
		text = append([]byte{sml.MarkStruck}, text...)
	}
	at, err := r.Texts.Add(text)
	if err != nil {
		return err
	}
	return r.push(sheet.Cell{At: at, Flags: f})
}

// push adds the cell to the row.
func (r *reader) push(c sheet.Cell) error {
	if err := r.env.Spend(converters.LimitCells, 1, document.Pos{Part: r.part}); err != nil {
		return err
	}
	f := r.styles.At(r.style)
	looks := f.Flags
	if r.color > 0 {
		looks = r.styles.FlagsWith(f, r.color)
		r.color = 0
	}
	c.Flags |= looks
	c.Col = uint16(r.at.Col)
	r.cellsOf = append(r.cellsOf, c)
	return nil
}

// pos returns the place of the cell.
func (r *reader) pos() document.Pos { return r.At(r.at) }
