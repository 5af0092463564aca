package numfmt

import "math"

// ShortNumber returns a number of four bytes ([MS-XLS] 2.5.219): the upper half of a float,
// or an integer, either perhaps a hundred times too large.
func ShortNumber(v uint32) float64 {
	f := math.Float64frombits(uint64(v&^3) << 32)
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// ErrorName returns what a cell shows of an error by its number ([MS-XLS] 2.5.10).
func ErrorName(code byte) string {
	switch code {
	case 0x00:
		return "#NULL!"
	case 0x07:
		return "#DIV/0!"
	case 0x0F:
		return "#VALUE!"
	case 0x17:
		return "#REF!"
	case 0x1D:
		return "#NAME?"
	case 0x24:
		return "#NUM!"
	case 0x2B:
		return "#GETTING_DATA"
	}
	return "#N/A"
}
