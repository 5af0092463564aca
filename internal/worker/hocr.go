package worker

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

var errTooMuch = errors.New("it says more than there can be")

const (
	maxRecognized = 100_000 // words of a picture
	maxNesting    = 64
	maxWord       = 1 << 10 // bytes of a word
)

// hocrReader reads what tesseract says of a page, in hOCR 1.2: XHTML whose
// classes name lines and words, and whose titles their places.
type hocrReader struct {
	out   []converters.RecognizedWord
	line  hocrLine
	lines int
	word  *converters.RecognizedWord // that is open
	depth int
	open  int // the depth of the word that is open
	text  strings.Builder
}

// hocrLine is where a line is: its box, and its baseline as a slope and the
// distance from the lower left corner.
type hocrLine struct {
	x0, y1        float64
	slope, offset float64
	size          float64
}

// readHOCR returns the words of a page.
func readHOCR(b []byte) ([]converters.RecognizedWord, error) {
	r := &hocrReader{}
	d := xml.NewDecoder(bytes.NewReader(b))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return r.out, nil
		}
		if err == nil {
			err = r.token(token)
		}
		if err != nil {
			return nil, fmt.Errorf("reading what tesseract says: %w", err)
		}
	}
}

func (r *hocrReader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		r.depth++
		if r.depth > maxNesting || len(r.out) > maxRecognized {
			return errTooMuch
		}
		r.start(&t)
	case xml.EndElement:
		if r.word != nil && r.depth == r.open {
			r.end()
		}
		r.depth--
	case xml.CharData:
		if r.word != nil && r.text.Len()+len(t) <= maxWord {
			r.text.Write(t)
		}
	}
	return nil
}

// start takes the beginning of an element.
func (r *hocrReader) start(e *xml.StartElement) {
	var class, title string
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "class":
			class = a.Value
		case "title":
			title = a.Value
		}
	}
	switch class {
	case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat":
		box, base := numbers(title, "bbox", 4), numbers(title, "baseline", 2)
		r.line = hocrLine{x0: box[0], y1: box[3], slope: base[0], offset: base[1], size: numbers(title, "x_size", 1)[0]}
		r.lines++
	case "ocrx_word":
		if r.word != nil {
			return
		}
		box := numbers(title, "bbox", 4)
		l := &r.line
		r.word = &converters.RecognizedWord{
			X0: int(box[0]), Y0: int(box[1]), X1: int(box[2]), Y1: int(box[3]),
			Base: int(l.y1 + l.offset + l.slope*((box[0]+box[2])/2-l.x0)),
			Size: l.size, Line: max(r.lines-1, 0), Confidence: int(numbers(title, "x_wconf", 1)[0]),
		}
		r.open = r.depth
		r.text.Reset()
	}
}

// end takes the end of a word.
func (r *hocrReader) end() {
	if text := strings.TrimSpace(r.text.String()); text != "" {
		r.word.Text = text
		r.out = append(r.out, *r.word)
	}
	r.word = nil
}

// numbers returns the n numbers of a property of a title, such as "bbox 1 2 3 4",
// zeros where there are none.
func numbers(title, name string, n int) []float64 {
	const largest = 1 << 20
	out := make([]float64, n)
	for property := range strings.SplitSeq(title, ";") {
		fields := strings.Fields(property)
		if len(fields) != n+1 || fields[0] != name {
			continue
		}
		for i := range out {
			v, err := strconv.ParseFloat(fields[i+1], 64)
			if err == nil && v > -largest && v < largest {
				out[i] = v
			}
		}
		break
	}
	return out
}
