package mapi

import (
	"context"
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/document"
)

// tnefMark begins what Outlook encloses as winmail.dat ([MS-OXTNEF], 2.1.3.1).
const tnefMark = 0x223E9F78

// The attributes that are read (2.1.3.1).
const (
	attrSubject  = 0x00018004
	attrBody     = 0x0002800C
	attrMessage  = 0x00069003 // properties
	attrCodePage = 0x00069007
	attrBegin    = 0x00069002 // of an attached file
	attrTitle    = 0x00018010
	attrData     = 0x0006800F
	attrAttached = 0x00069005 // properties of a file

	attrHead   = 9 // level, tag and length; a checksum of two bytes is behind the data
	attrCheck  = 2
	tnefHead   = 6
	classBytes = 16 // in front of an object, which interface it has
)

// TNEF reads the message of a winmail.dat, as far as it goes; nil where it is none.
func TNEF(ctx context.Context, env *converters.Env, b []byte) (*Message, error) {
	return readTNEF(ctx, env, b, 0)
}

func readTNEF(ctx context.Context, env *converters.Env, b []byte, depth int) (*Message, error) {
	if len(b) < tnefHead || binary.LittleEndian.Uint32(b) != tnefMark || depth > maxDepth {
		return nil, nil
	}
	m := &Message{Properties: NewProperties()}
	for b = b[tnefHead:]; len(b) >= attrHead; {
		tag, n := binary.LittleEndian.Uint32(b[1:]), int(binary.LittleEndian.Uint32(b[5:]))
		b = b[attrHead:]
		if n < 0 || n > len(b) {
			m.Cut = true
			break
		}
		if err := env.Step(ctx, int64(n)+attrHead, document.Pos{}); err != nil {
			return nil, err
		}
		if err := m.takeTNEF(ctx, env, tag, b[:n], depth); err != nil {
			return nil, err
		}
		b = b[min(n+attrCheck, len(b)):]
	}
	m.SetPages()
	for i := range m.Attached {
		m.Attached[i].Page = m.Page
	}
	return m, nil
}

// takeTNEF takes an attribute. What properties say counts more than attributes of old
// programs.
func (m *Message) takeTNEF(ctx context.Context, env *converters.Env, tag uint32, b []byte, depth int) error {
	text := Value{Type: TypeBytes, Raw: b}
	switch tag {
	case attrSubject:
		m.setOld(propSubject, text)
	case attrBody:
		m.setOld(propBody, text)
	case attrCodePage:
		if len(b) >= 4 {
			if page, ok := codepage.Of(int(binary.LittleEndian.Uint32(b))); ok {
				m.Page = page
			}
		}
	case attrMessage:
		m.readTNEF(b)
	case attrBegin:
		m.Attached = append(m.Attached, Attachment{Properties: NewProperties()})
		return env.Spend(converters.LimitNodes, partNodes, document.Pos{})
	}
	if len(m.Attached) == 0 {
		return nil
	}
	a := &m.Attached[len(m.Attached)-1]
	switch tag {
	case attrTitle:
		a.setOld(propShortFileName, text)
	case attrData:
		a.setOld(AttachedData, Value{Type: TypeBinary, Raw: b})
	case attrAttached:
		a.readTNEF(b)
		if v := a.Values[AttachedData]; v.Type == TypeObject && len(v.Raw) > classBytes {
			var err error
			a.Message, err = readTNEF(ctx, env, v.Raw[classBytes:], depth+1)
			return err
		}
	}
	return nil
}

// setOld sets a property that is not there yet.
func (p *Properties) setOld(id uint16, v Value) {
	if !p.Has(id) {
		p.Values[id] = v
	}
}

// readTNEF reads properties one behind the other (2.1.3.4), as far as they go.
func (p *Properties) readTNEF(b []byte) {
	r := tnefReader{b}
	for n := r.long(); n > 0 && len(r.rest) > 0; n-- {
		kind := uint16(r.short())
		id := uint16(r.short())
		if id >= 0x8000 { // it has a name
			r.take(16)
			if r.long() == 0 {
				r.take(4)
			} else {
				r.padded(r.long())
			}
		}
		raw := r.value(kind)
		if raw != nil && (IsRead(id) || kind == TypeLong || kind == TypeBool || kind == TypeTime) {
			p.Values[id] = Value{Type: kind, Raw: raw}
		}
	}
}

// tnefReader reads properties. At the end there are zeros.
type tnefReader struct{ rest []byte }

func (r *tnefReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest = nil
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// padded takes bytes that fill up units of four.
func (r *tnefReader) padded(n int) []byte {
	out := r.take(n)
	if n%4 != 0 {
		r.take(min(4-n%4, len(r.rest)))
	}
	return out
}

func (r *tnefReader) short() int {
	if b := r.take(2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

func (r *tnefReader) long() int {
	if b := r.take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// severalValues marks the type of a property that has several values.
const severalValues = 0x1000

// value takes the value of a property; of several the first.
func (r *tnefReader) value(kind uint16) []byte {
	single := kind &^ severalValues
	count := 1
	isLong := single == TypeBytes || single == TypeWide || single == TypeBinary || single == TypeObject
	if isLong || kind != single {
		count = r.long()
	}
	var first []byte
	for i := 0; i < count && len(r.rest) > 0; i++ {
		size := 4
		switch single {
		case TypeBytes, TypeWide, TypeBinary, TypeObject:
			size = r.long()
		case 0x0005, 0x0006, 0x0007, 0x0014, TypeTime: // numbers of eight bytes
			size = 8
		case 0x0048: // a GUID
			size = 16
		}
		if v := r.padded(size); i == 0 {
			first = v
		}
	}
	return first
}

// Inside returns the blocks of a message that is enclosed in a mail: the files alone, or
// its text, too. What is not read goes to the account of the mail.
func Inside(ctx context.Context, env *converters.Env, m *Message, attached *inner.Attached, pos document.Pos, files bool) (out []document.Block, err error) {
	w := &writer{ctx: ctx, env: env, inner: *attached}
	defer func() { *attached = w.inner }()
	if !files {
		if out, err = w.body(m, pos); err != nil {
			return nil, err
		}
	}
	for i := range m.Attached {
		more, err := w.attachment(m, &m.Attached[i], pos)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
