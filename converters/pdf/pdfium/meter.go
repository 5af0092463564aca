package pdfium

import (
	"bytes"
	"context"
	"encoding/binary"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// PDFium reads a page in one call, and the content of a form as often as it is
// painted: operators that make no objects take neither memory nor anything else
// that could be counted from outside. So the module is made to tell of every
// content that it has read, of pages, forms and glyphs, by the end of the object
// that read it. Which function that is, and where the object has the size of the
// content, is known of this module alone: see the test.
const (
	contentEnd  = 3403 // the function, by its index
	contentSize = 44   // from the start of the object that it is given
)

// The import that takes the meter's place is one that is never called: a handler
// is never set. It takes two addresses.
const (
	unusedImport = "\x03env\x19UNSUPPORT_INFO_HANDLER_CB"
	meterImport  = "\x05meter\x07content"
	importCount  = 50 // functions that are imported have the first indices

	// callOfMeter is local.get 0, twice, and call of that import, the 31st.
	callOfMeter = "\x20\x00\x20\x00\x10\x1f"
)

// metered returns the module with a call of the meter at the start of contentEnd,
// and without what its memory holds at first; see [segment].
func metered(module []byte) ([]byte, error) {
	return rewrite(module, make([]byte, 0, len(module)), func(kind byte, section []byte) ([]byte, error) {
		switch kind {
		case wasmImport:
			return meteredImport(section)
		case wasmCode:
			return meteredCode(section)
		case wasmData, wasmDataCount:
			return nil, nil
		}
		return section, nil
	})
}

func meteredImport(section []byte) ([]byte, error) {
	if bytes.Count(section, []byte(unusedImport)) != 1 {
		return nil, errModule
	}
	return bytes.Replace(section, []byte(unusedImport), []byte(meterImport), 1), nil
}

func meteredCode(section []byte) ([]byte, error) {
	_, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, errModule
	}
	rest := section[n:]
	for range contentEnd - importCount {
		_, after, err := sized(rest)
		if err != nil {
			return nil, err
		}
		rest = after
	}
	body, after, err := sized(rest)
	if err != nil {
		return nil, err
	}
	at, err := variables(body)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(section)+len(callOfMeter)+binary.MaxVarintLen64)
	out = append(out, section[:len(section)-len(rest)]...)
	out = binary.AppendUvarint(out, uint64(len(body)+len(callOfMeter)))
	out = append(append(append(out, body[:at]...), callOfMeter...), body[at:]...)
	return append(out, after...), nil
}

// variables returns the length of the declarations that a body starts with: how
// many there are, and of each how often it holds and a type of one byte.
func variables(body []byte) (int, error) {
	count, at := binary.Uvarint(body)
	if at <= 0 {
		return 0, errModule
	}
	for range count {
		_, n := binary.Uvarint(body[at:])
		if at += n + 1; n <= 0 || at > len(body) {
			return 0, errModule
		}
	}
	return at, nil
}

// What reading operators costs, in steps. A file may hold so many times its
// size of them, compressed; a small one that has more paints the same again and
// again.
const (
	operatorsFor  = 8   // bytes of operators, for each byte of the file
	operatorsCost = 256 // for a byte beyond
)

// meter charges a document for the operators that are read.
type meter struct {
	step func(int) error
	left int   // bytes that cost little
	err  error // that ended it
}

// instantiateMeter gives the module its import.
func instantiateMeter(ctx context.Context, r wazero.Runtime) error {
	address := api.ValueTypeI32
	_, err := r.NewHostModuleBuilder("meter").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(contentRead), []api.ValueType{address, address}, nil).Export("content").
		Instantiate(ctx)
	return err
}

// contentRead charges for a content. It ends the call by a panic, which the
// runtime turns into an error.
func contentRead(ctx context.Context, module api.Module, stack []uint64) {
	c, ok := ctx.Value(machineKey{}).(*machine)
	size, known := module.Memory().ReadUint32Le(uint32(stack[0]) + contentSize)
	if !ok || !known {
		return
	}
	m := c.meter
	if m.err == nil {
		m.err = m.charge(int(size))
	}
	if m.err != nil {
		panic(m.err)
	}
}

func (m *meter) charge(size int) error {
	cheap := min(size, m.left)
	m.left -= cheap
	return m.step(cheap/operatorsFor + (size-cheap)*operatorsCost)
}
