package pdfium

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"
)

const (
	scratchSize = 4 << 10 // where functions write their answers
	maxString   = 1 << 20 // the longest string that is read, in bytes
)

// ErrTrap is the error of a call that did not return, and of all after it.
var ErrTrap = errors.New("reading needs more memory than a document may have, or went wrong")

// machine is an instance with what it takes to call it. The first trap ends
// it: every later call returns zero, and err says why.
type machine struct {
	ctx     context.Context
	memory  api.Memory
	known   functions
	stack   [12]uint64
	scratch uint32
	meter   *meter
	keys    map[string]uint64 // addresses of names that are asked for again
	fonts   map[uint64]*Font  // that were read, by their handles
	err     error
}

// functions are those of an instance, as far as they were called.
type functions struct {
	module   api.Module
	exported [functionCount]api.Function
	free     map[uint64][]api.Function // for a [jumper], by its kind and their place in the table
}

// machineKey is the key of a machine in the context of its calls, which has no other.
type machineKey struct{}

type callContext struct {
	context.Context
	machine *machine
}

// Value returns the machine. The runtime asks for other values with each call.
func (c callContext) Value(key any) any {
	if _, ok := key.(machineKey); ok {
		return c.machine
	}
	return nil
}

func newMachine(ctx context.Context, m api.Module, charge *meter) (*machine, error) {
	c := &machine{memory: m.Memory(), meter: charge, keys: map[string]uint64{}, fonts: map[uint64]*Font{}}
	c.known = functions{module: m, free: map[uint64][]api.Function{}}
	c.ctx = callContext{ctx, c}
	c.call(fnInit)
	c.scratch = c.alloc(scratchSize)
	return c, c.err
}

// call calls a function. Its arguments are integers, addresses, or numbers as
// api.EncodeF64 and F32 write them.
func (c *machine) call(f function, args ...uint64) uint64 {
	if c.err != nil {
		return 0
	}
	fn := c.known.named(f)
	if fn == nil {
		c.err = fmt.Errorf("%w: the module has no function %s", ErrTrap, functionNames[f])
		return 0
	}
	copy(c.stack[:], args)
	if err := fn.CallWithStack(c.ctx, c.stack[:max(len(args), 1)]); err != nil {
		// What PDFium says of it names addresses, so it is not told.
		c.err = cmp.Or(c.ctx.Err(), c.meter.err, ErrTrap)
		return 0
	}
	return c.stack[0]
}

// named returns a function of the module, or nil.
func (k *functions) named(f function) api.Function {
	fn := &k.exported[f]
	if *fn == nil {
		*fn = k.module.ExportedFunction(functionNames[f])
	}
	return *fn
}

// step charges the document for work.
func (c *machine) step(n int) error { return c.meter.step(n) }

// ok calls a function that returns a truth value.
func (c *machine) ok(f function, args ...uint64) bool { return uint32(c.call(f, args...)) != 0 }

// int calls a function that returns an integer.
func (c *machine) int(f function, args ...uint64) int { return int(int32(c.call(f, args...))) }

// ptr calls a function that returns an address or a handle.
func (c *machine) ptr(f function, args ...uint64) uint64 { return uint64(uint32(c.call(f, args...))) }

// at returns an address in the scratch area.
func (c *machine) at(offset uint32) uint64 { return uint64(c.scratch + offset) }

func (c *machine) f32(offset uint32) float64 {
	v, _ := c.memory.ReadFloat32Le(c.scratch + offset)
	return float64(v)
}

func (c *machine) i32(offset uint32) int {
	v, _ := c.memory.ReadUint32Le(c.scratch + offset)
	return int(int32(v))
}

// matrix reads a matrix from the scratch area.
func (c *machine) matrix() matrix {
	return matrix{c.f32(0), c.f32(4), c.f32(8), c.f32(12), c.f32(16), c.f32(20)}
}

func (c *machine) put(offset uint32, v uint32) { c.memory.WriteUint32Le(c.scratch+offset, v) }

// alloc returns the address of size bytes of the instance's memory.
func (c *machine) alloc(size int) uint32 {
	p := uint32(c.call(fnMalloc, uint64(size)))
	if p == 0 && c.err == nil {
		c.err = ErrTrap
	}
	return p
}

// key puts a string into the instance's memory, once, and returns its address. It
// is freed with the instance.
func (c *machine) key(s string) uint64 {
	if p, ok := c.keys[s]; ok {
		return p
	}
	p := c.alloc(len(s) + 1)
	if c.err != nil {
		return 0
	}
	c.memory.WriteString(p, s)
	c.memory.WriteByte(p+uint32(len(s)), 0)
	c.keys[s] = uint64(p)
	return uint64(p)
}

// vector returns what lies between two addresses, which are at an address, if it is not
// longer than most bytes. It changes with the instance's memory.
func (c *machine) vector(address uint64, most uint32) []byte {
	at, ok := c.memory.Read(uint32(address), 8)
	if !ok {
		return nil
	}
	from, to := binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
	if to < from || to-from > most {
		return nil
	}
	data, _ := c.memory.Read(from, to-from)
	return data
}

// f32In returns the number at an offset in what was read.
func f32In(data []byte, offset int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[offset:])))
}

// bytes reads what a function writes to a buffer: called with the buffer's
// address and its length as the last two arguments, it returns the length that
// it needs.
func (c *machine) bytes(f function, args ...uint64) []byte {
	n := int(uint32(c.call(f, append(args, c.at(0), scratchSize)...)))
	if n <= 0 || n > maxString || c.err != nil {
		return nil
	}
	if n <= scratchSize {
		b, _ := c.memory.Read(c.scratch, uint32(n))
		return append([]byte(nil), b...)
	}
	p := c.alloc(n)
	m := int(uint32(c.call(f, append(args, uint64(p), uint64(n))...)))
	b, _ := c.memory.Read(p, uint32(min(n, max(m, 0))))
	b = append([]byte(nil), b...)
	c.call(fnFree, uint64(p))
	return b
}

// text reads a string in UTF-16.
func (c *machine) text(f function, args ...uint64) string {
	return decode16(c.bytes(f, args...))
}

// decode16 returns a string in UTF-16 that may end with a zero.
func decode16(b []byte) string {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		u := uint16(b[i]) | uint16(b[i+1])<<8
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// decodeText returns a text string (PDF 32000-1, 7.9.2.2): UTF-16 or UTF-8 with
// its mark, or else a byte for a character, read as Latin-1.
func decodeText(b []byte) string {
	switch {
	case len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF:
		swapped := make([]byte, len(b)-2)
		for i := 2; i+1 < len(b); i += 2 {
			swapped[i-2], swapped[i-1] = b[i+1], b[i]
		}
		return decode16(swapped)
	case len(b) >= 2 && b[0] == 0xFF && b[1] == 0xFE:
		return decode16(b[2:])
	case len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF:
		return strings.ToValidUTF8(string(b[3:]), "\uFFFD")
	}
	runes := make([]rune, len(b))
	for i, x := range b {
		runes[i] = rune(x)
	}
	return string(runes)
}

// plain reads a string of bytes that ends with a zero.
func (c *machine) plain(f function, args ...uint64) string {
	b := c.bytes(f, args...)
	for i, x := range b {
		if x == 0 {
			b = b[:i]
			break
		}
	}
	return string(b)
}
