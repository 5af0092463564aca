package pdfium

import (
	"context"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// PDFium reads a page in one call, and the content of a form as often as it is
// painted: operators that make no objects take neither memory nor anything else
// that could be counted from outside. So the module tells of every content
// that it has read, of pages, forms and glyphs, by the end of the object that
// read it. Which function that is, and where the object has the size of the
// content, is known of this module alone: see the test.
const (
	contentEnd  = 3403 // the function, by its index
	contentSize = 44   // from the start of the object that it is given
)

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

// meterKey is the key of a document's meter in the context of its calls.
type meterKey struct{}

// meters tells meters of contents.
type meters struct{}

// NewFunctionListener listens to the end of contents alone: to no other
// function does it make a difference.
func (m meters) NewFunctionListener(f api.FunctionDefinition) experimental.FunctionListener {
	if f.Index() != contentEnd {
		return nil
	}
	return m
}

// Before charges for a content. It ends the call by a panic, which the runtime
// turns into an error.
func (meters) Before(ctx context.Context, module api.Module, _ api.FunctionDefinition, params []uint64, _ experimental.StackIterator) {
	m, ok := ctx.Value(meterKey{}).(*meter)
	size, known := module.Memory().ReadUint32Le(uint32(params[0]) + contentSize)
	if !ok || !known {
		return
	}
	if m.err == nil {
		m.err = m.charge(int(size))
	}
	if m.err != nil {
		panic(m.err)
	}
}

func (meters) After(context.Context, api.Module, api.FunctionDefinition, []uint64) {}

func (meters) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}

func (m *meter) charge(size int) error {
	cheap := min(size, m.left)
	m.left -= cheap
	return m.step(cheap/operatorsFor + (size-cheap)*operatorsCost)
}
