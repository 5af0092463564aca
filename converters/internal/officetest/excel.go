package officetest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Excel writes a workbook of Excel 97 ([MS-XLS]) from a description. What is in front of
// the first sheet is what sheets share.
//
//	font 400 8 0 Arial    height in twips, colour, 1 for struck, name
//	xf 0 2 0 64           font, number format, pattern, colour of the ground
//	code 164 0.0 "m"      a number format
//	sheet 0 Name          0, or 1 for a hidden one
//	text A1 0 words       a cell with a shared text, its format first
//	number B1 0 1.5       a cell with a number
//	rec 00e5 0100…        any record
func Excel(description string) ([]byte, error) {
	w := &excelFile{}
	for line := range strings.Lines(description) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := w.line(line); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return Pack(Stream{"Workbook", padded(w.stream(), cutoff)}), nil
}

// excelFile is a workbook while it is made.
type excelFile struct {
	shared []byte
	sheets []excelSheet
	texts  []string
}

type excelSheet struct {
	name  string
	state byte
	body  []byte
}

func record(kind uint16, body ...byte) []byte {
	out := binary.LittleEndian.AppendUint16(nil, kind)
	return append(binary.LittleEndian.AppendUint16(out, uint16(len(body))), body...)
}

func shorts(all ...int) []byte {
	var out []byte
	for _, n := range all {
		out = binary.LittleEndian.AppendUint16(out, uint16(n))
	}
	return out
}

// wideText is a text with its flags, without its length.
func wideText(text string) []byte { return append([]byte{1}, wide(text)...) }

func units(text string) int { return len(utf16.Encode([]rune(text))) }

func (w *excelFile) line(line string) error {
	words := strings.SplitN(line, " ", 5)
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i])
		return n
	}
	to := &w.shared
	if n := len(w.sheets); n > 0 {
		to = &w.sheets[n-1].body
	}
	rest := func(n int) string {
		parts := strings.SplitN(line, " ", n+1)
		return parts[len(parts)-1]
	}
	switch words[0] {
	case "font":
		body := append(shorts(number(1), 8*number(3), number(2), 400, 0), make([]byte, 4)...)
		*to = append(*to, record(0x31, append(append(body, byte(units(rest(4)))), wideText(rest(4))...)...)...)
	case "xf":
		body := append(shorts(number(1), number(2)), make([]byte, 16)...)
		pattern, color, _ := strings.Cut(rest(3), " ")
		n, _ := strconv.Atoi(pattern)
		c, _ := strconv.Atoi(color)
		binary.LittleEndian.PutUint32(body[14:], uint32(n)<<26)
		binary.LittleEndian.PutUint16(body[18:], uint16(c|65<<7))
		*to = append(*to, record(0xE0, body...)...)
	case "code":
		*to = append(*to, record(0x41E, append(shorts(number(1), units(rest(2))), wideText(rest(2))...)...)...)
	case "sheet":
		w.sheets = append(w.sheets, excelSheet{name: rest(2), state: byte(number(1))})
	case "text", "number":
		return w.cell(to, words, rest(3))
	case "rec":
		kind, err := strconv.ParseUint(words[1], 16, 16)
		if err != nil {
			return err
		}
		body, err := hex.DecodeString(strings.ReplaceAll(rest(2), " ", ""))
		*to = append(*to, record(uint16(kind), body...)...)
		return err
	default:
		return fmt.Errorf("not known")
	}
	return nil
}

func (w *excelFile) cell(to *[]byte, words []string, value string) error {
	col := int(words[1][0] - 'A')
	row, err := strconv.Atoi(words[1][1:])
	if err != nil {
		return err
	}
	style, _ := strconv.Atoi(words[2])
	at := shorts(row-1, col, style)
	if words[0] == "number" {
		v, err := strconv.ParseFloat(value, 64)
		*to = append(*to, record(0x203, binary.LittleEndian.AppendUint64(at, math.Float64bits(v))...)...)
		return err
	}
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(value, `"`, `\"`) + `"`)
	*to = append(*to, record(0xFD, append(at, longs(uint32(len(w.texts)))...)...)...)
	w.texts = append(w.texts, text)
	return err
}

// maxRecord is how long a record is at most.
const maxRecord = 8224

// stream puts the records together.
func (w *excelFile) stream() []byte {
	begin := func(kind int) []byte { return record(0x809, append(shorts(0x600, kind), make([]byte, 12)...)...) }
	list := func(at []int) []byte {
		out := append(begin(5), w.shared...)
		for i, s := range w.sheets {
			body := append(longs(uint32(at[i])), s.state, 0, byte(units(s.name)))
			out = append(out, record(0x85, append(body, wideText(s.name)...)...)...)
		}
		return append(append(out, w.sharedTexts()...), record(10)...)
	}
	at := make([]int, len(w.sheets))
	total := len(list(at))
	var sheets []byte
	for i, s := range w.sheets {
		at[i] = total + len(sheets)
		sheets = append(append(append(sheets, begin(0x10)...), s.body...), record(10)...)
	}
	return append(list(at), sheets...)
}

// sharedTexts writes the table of texts, which goes on in other records where it is long:
// within a text, with its flags anew.
func (w *excelFile) sharedTexts() []byte {
	body := longs(uint32(len(w.texts)), uint32(len(w.texts)))
	kind, out := uint16(0xFC), []byte(nil)
	flush := func() {
		out = append(out, record(kind, body...)...)
		kind, body = 0x3C, nil
	}
	for _, t := range w.texts {
		if len(body)+3 > maxRecord {
			flush()
		}
		body = append(append(body, shorts(units(t))...), 1)
		for _, c := range utf16.Encode([]rune(t)) {
			if len(body)+2 > maxRecord {
				flush()
				body = []byte{1}
			}
			body = binary.LittleEndian.AppendUint16(body, c)
		}
	}
	flush()
	return out
}
