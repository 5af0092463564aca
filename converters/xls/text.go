package xls

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
)

// Flags of a text (2.5.293).
const (
	textWide  = 1
	textExtra = 4
	textRuns  = 8
)

// run is from where on a text has a font.
type run struct{ from, font int }

// richText reads a text of BIFF8 whose length is known, with its runs. The reader is at
// the flags.
func (p *pieces) richText(n int) (units []uint16, runs []run) {
	flags := p.byte()
	count, extra := 0, 0
	if flags&textRuns != 0 {
		count = p.short()
	}
	if flags&textExtra != 0 {
		extra = p.long()
	}
	units = p.units(n, flags&textWide != 0)
	for range count {
		if p.isOver() {
			break
		}
		runs = append(runs, run{p.short(), p.short()})
	}
	p.skip(extra)
	return units, runs
}

// units reads characters. Where they go on in another record, that says anew whether they
// have one byte or two (2.5.293).
func (p *pieces) units(n int, wide bool) []uint16 {
	var out []uint16
	for len(out) < n && len(p.rest) > 0 {
		if len(p.rest[0]) == 0 {
			if p.rest = p.rest[1:]; len(p.rest) > 0 {
				wide = p.byte()&textWide != 0
			}
			continue
		}
		b := p.rest[0]
		switch {
		case !wide:
			k := min(n-len(out), len(b))
			for _, c := range b[:k] {
				out = append(out, uint16(c))
			}
			p.rest[0] = b[k:]
		case len(b) == 1: // half a character
			p.rest[0] = nil
		default:
			k := min(n-len(out), len(b)/2)
			for i := range k {
				out = append(out, uint16(b[2*i])|uint16(b[2*i+1])<<8)
			}
			p.rest[0] = b[2*k:]
		}
	}
	return out
}

// plainText reads a text whose length is known: of BIFF8 with its flags, or bytes in the
// code page of the workbook.
func (b *book) plainText(p *pieces, n int) string {
	if b.old {
		return b.decode(p.bytes(n))
	}
	units, _ := p.richText(n)
	return string(clean(nil, units))
}

// bytes reads bytes.
func (p *pieces) bytes(n int) []byte {
	var out []byte
	for len(out) < n && !p.isOver() {
		k := min(n-len(out), len(p.rest[0]))
		out = append(out, p.rest[0][:k]...)
		p.rest[0] = p.rest[0][k:]
	}
	return out
}

// decode returns the text of bytes in the code page of the workbook.
func (b *book) decode(raw []byte) string {
	d := codepage.Decoder{Page: b.page}
	text := d.Unfinished(d.Decode(nil, raw, true))
	return string(clean(nil, utf16.Encode([]rune(string(text)))))
}

// clean appends a text, with line ends as they are here and without other characters that
// show nothing.
func clean(to []byte, units []uint16) []byte {
	for i := 0; i < len(units); i++ {
		c := rune(units[i])
		switch {
		case c == '\r' && i+1 < len(units) && units[i+1] == '\n':
			continue
		case c == '\r':
			c = '\n'
		case c < ' ' && c != '\n' && c != '\t':
			continue
		case utf16.IsSurrogate(c):
			var next rune
			if i+1 < len(units) {
				next = rune(units[i+1])
			}
			if c = utf16.DecodeRune(c, next); c != utf8.RuneError {
				i++
			}
		}
		to = utf8.AppendRune(to, c)
	}
	return to
}

// marked appends a text with marks where its runs are struck, raised or lowered, and
// returns whether there are any.
func (b *book) marked(to []byte, units []uint16, runs []run) ([]byte, bool) {
	at, rich := 0, false
	for i, r := range runs {
		if r.from < at || r.from > len(units) {
			break
		}
		to = clean(to, units[at:r.from])
		at = r.from
		mark := b.styles.mark(r.font)
		if mark != sml.MarkPlain || rich {
			to, rich = append(to, mark), true
		}
		if end := len(units); i+1 == len(runs) {
			to = clean(to, units[at:end])
			at = end
		}
	}
	return clean(to, units[at:]), rich
}

// plainFlag returns the flag of a text that needs nothing escaped.
func plainFlag(text []byte) sheet.Flags {
	if sheet.IsPlain(text) {
		return sheet.Plain
	}
	return 0
}
