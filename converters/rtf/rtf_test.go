package rtf_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/rtf"
	"github.com/seed353dc258/backstory/document"
)

// TestConverter runs the suite. In Coqui's case 76 bold text loses its format;
// here it is bold.
//
// coqui: 76, 77
func TestConverter(t *testing.T) {
	convtest.Run(t, rtf.New(), convtest.With(page{}), convtest.Big("big.rtf", func() []byte { return letter(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, rtf.New(), convtest.With(page{})) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, rtf.New(), convtest.With(page{}), convtest.Big("big.rtf", func() []byte { return letter(8 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, rtf.New(), convtest.With(page{})) }

// page stands for the format html: it shows what it is given.
type page struct{}

func (page) Format() converters.Format {
	return converters.Format{Name: "html", Title: "Pages", Version: 1, Extensions: []string{"html"}}
}

func (page) Convert(_ context.Context, in converters.Input, _ *converters.Env) (*document.Document, error) {
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(content, []byte("<html")) {
		return nil, converters.Corrupt(document.Pos{}, "no page")
	}
	block := &document.CodeBlock{Pos: document.LineSpan(1, 1), Text: strings.TrimPrefix(string(content), "\uFEFF")}
	return &document.Document{Blocks: []document.Block{block}}, nil
}

// letter returns a file of about size bytes as Word writes it: headings,
// paragraphs with runs, lists and tables.
func letter(size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fswiss\fcharset204 Arial Cyr;}}` +
		`{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}` + "\n")
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, "\\pard\\plain \\s1\\outlinelevel0\\sb240\\f0\\fs32\\b Part %d\\par\n", i)
		for j := range 6 {
			fmt.Fprintf(&b, "\\pard\\plain \\ltrpar\\ql \\li0\\ri0\\sa160\\widctlpar\\f0\\fs22 {\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 \\insrsid%d The keeper wrote the log at }"+
				"{\\b\\insrsid7 nine}{\\insrsid7  o\\rquote clock, and the sea was calm that night, na\\'efve as it sounds.}{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2 \\u1084?\\u1080?\\u1088?}\\par\n", 1000+j)
		}
		for j := range 3 {
			fmt.Fprintf(&b, "{\\listtext\\pard\\plain %d.\\tab}\\pard\\plain \\li720\\fi-360\\ls1\\ilvl0 {\\f0 an item of the list}\\par\n", j+1)
		}
		for range 3 {
			b.WriteString("\\trowd\\trgaph108\\cellx3000\\cellx6000\\pard\\intbl {one}\\cell {two}\\cell\\row\n")
		}
	}
	b.WriteString("}")
	return b.Bytes()
}
