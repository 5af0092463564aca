package xls

import (
	"encoding/binary"
	"fmt"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/crypt"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// The versions of the format (2.4.21).
const (
	biff5 = 0x0500
	biff8 = 0x0600
)

// readWorkbook reads what all sheets share.
func (b *book) readWorkbook() error {
	r := &records{raw: b.raw}
	if !r.next() || r.kind != recBegin {
		return converters.Corrupt(document.Pos{}, "not a workbook of Excel 5 or newer: its stream begins with another record")
	}
	switch version := r.short(0); version {
	case biff8:
	case biff5:
		b.old = true
	default:
		return converters.Corrupt(document.Pos{}, "the workbook is of a version that is not read: %#x", version)
	}
	b.page, _ = codepage.Of(1252)
	b.styles.codes = map[int]string{}
	for r.next() && r.kind != recEnd {
		if err := b.env.Step(b.ctx, int64(len(r.body))/16+1, document.Pos{}); err != nil {
			return err
		}
		if err := b.shareRecord(r); err != nil {
			return err
		}
	}
	if len(b.sheets) == 0 { // a bare stream may be one sheet
		b.sheets = []*worksheet{b.newSheet("Sheet1")}
	}
	return nil
}

// shareRecord reads a record of what sheets share.
func (b *book) shareRecord(r *records) error {
	switch r.kind {
	case recLocked:
		return b.unlock(r)
	case recPage:
		b.page, _ = codepage.Of(r.short(0))
	case recEpoch:
		if r.short(0) != 0 {
			b.epoch = numfmt.Epoch1904
		}
	case recFont:
		b.readFont(r)
		return b.node(1)
	case recFormat:
		b.readFormat(r)
		return b.node(2)
	case recNumberCode:
		b.readCode(r)
		return b.node(2)
	case recPalette:
		b.styles.readPalette(r.body)
	case recSheet:
		return b.readSheet(r)
	case recShared:
		return b.readShared(r)
	}
	return nil
}

// lockedBlock is how many bytes of the stream have the same key (2.2.10).
const lockedBlock = 1024

// unlock decrypts the records behind the one that says how they are locked (2.4.117).
func (b *book) unlock(r *records) (err error) {
	const what = "workbook"
	var key *crypt.Key
	switch body := r.body; {
	case b.old:
		key, err = crypt.Obfuscated(b.env, what, body)
	case r.short(0) == 0 && len(body) > 2:
		key, err = crypt.Obfuscated(b.env, what, body[2:])
	case len(body) > 2:
		key, err = crypt.Legacy(b.ctx, b.env, what, body[2:], lockedBlock)
	default:
		return converters.Corrupt(document.Pos{}, "the workbook does not say how it is locked")
	}
	if err != nil {
		return err
	}
	for rest := *r; rest.next(); {
		from := 0
		switch rest.kind {
		case recBegin, recLocked, recUser, recFileLock, recInterface, recRevisions, recRevision:
			continue // are never locked
		case recSheet:
			from = min(4, len(rest.body)) // nor is the place of a sheet
		}
		key.Record(rest.body[from:], rest.at-len(rest.body)+from, len(rest.body))
	}
	return b.env.Step(b.ctx, int64(len(r.raw))/16, document.Pos{})
}

// node counts something that is held.
func (b *book) node(n int64) error {
	return b.env.Spend(converters.LimitNodes, n, document.Pos{})
}

// readCode reads the code of a number format (2.4.126).
func (b *book) readCode(r *records) {
	if len(r.body) < 3 {
		return
	}
	n, at := int(r.body[2]), 3
	if !b.old {
		n, at = r.short(2), 4
	}
	p := pieces{rest: [][]byte{r.body[min(at, len(r.body)):]}}
	b.styles.codes[r.short(0)] = b.plainText(&p, n)
}

// readSheet reads the name of a sheet, and where it is (2.4.28).
func (b *book) readSheet(r *records) error {
	if len(r.body) < 8 {
		return nil
	}
	p := pieces{rest: [][]byte{r.body[7:]}}
	name := b.plainText(&p, int(r.body[6]))
	if name == "" {
		name = fmt.Sprintf("Sheet%d", len(b.sheets)+1)
	}
	sh := b.newSheet(name)
	sh.at, sh.hidden, sh.what = int(binary.LittleEndian.Uint32(r.body)), r.body[4]&3 != 0, r.body[5]
	b.sheets = append(b.sheets, sh)
	return b.node(16)
}

func (b *book) newSheet(name string) *worksheet {
	sh := &worksheet{book: b, rows: map[uint32]sheet.RowFlags{}, texts: map[uint16]string{}}
	sh.grid = b.stored.NewSheet(name, sh)
	return sh
}

// readShared reads the table of shared texts (2.4.265).
func (b *book) readShared(r *records) error {
	p := r.whole()
	p.skip(4)
	count := p.long()
	var buf []byte
	for i := 0; i < count && !p.isOver(); i++ {
		n := p.short()
		units, runs := p.richText(n)
		if err := b.env.Step(b.ctx, int64(n)/16+1, document.Pos{}); err != nil {
			return err
		}
		if err := b.node(1); err != nil {
			return err
		}
		text, rich := b.marked(buf[:0], units, runs)
		buf = text
		s := sharedText{size: uint32(len(text)), flags: plainFlag(text), empty: isBlank(text)}
		if rich {
			s.flags = sheet.Rich
		}
		var err error
		if s.at, err = b.stored.Texts.Put(text); err != nil {
			return err
		}
		b.shared = append(b.shared, s)
	}
	return nil
}

// isBlank reports whether a text shows nothing.
func isBlank(text []byte) bool {
	for _, c := range text {
		if c > ' ' {
			return false
		}
	}
	return true
}
