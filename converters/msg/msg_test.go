package msg_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/eml"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/converters/msg"
	"github.com/seed353dc258/backstory/converters/rtf"
	"github.com/seed353dc258/backstory/converters/text"
)

// inside are the formats that a message may have inside, of those that are tried here.
func inside() convtest.Option {
	return convtest.With(eml.New(), html.New(), rtf.New(), text.New())
}

func TestConverter(t *testing.T) {
	convtest.Run(t, msg.New(), inside(), convtest.Big("big.msg", func() []byte { return letter(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, msg.New(), inside()) }

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, msg.New(), inside()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, msg.New(), inside(), convtest.Big("big.msg", func() []byte { return letter(4 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, msg.New(), inside()) }

// letter returns a message of about size bytes.
func letter(size int) []byte {
	line := "A line of a long message, which says nothing that matters.\r\n> And one that is quoted.\r\n\r\n"
	return officetest.Pack(
		officetest.Stream{Name: "__properties_version1.0", Data: make([]byte, 32)},
		officetest.Stream{Name: "__substg1.0_0037001E", Data: []byte("A long message")},
		officetest.Stream{Name: "__substg1.0_1000001E", Data: []byte(strings.Repeat(line, size/len(line)))},
	)
}
