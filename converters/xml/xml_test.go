package xml_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/pptx"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/converters/xml"
)

// big is a catalogue of a megabyte.
func big() []byte {
	const entry = "  <book id=\"bk101\" lang='en'>\n    <author>Gambardella, Matthew</author>\n    <title>XML Developer&apos;s Guide</title>\n" +
		"    <price currency=\"EUR\">44.95</price>\n    <description>An in-depth look at <b>creating</b> applications.</description>\n  </book>\n"
	return []byte("<?xml version=\"1.0\"?>\n<catalog>\n" + strings.Repeat(entry, 1<<20/len(entry)) + "</catalog>\n")
}

func options() []convtest.Option {
	return []convtest.Option{convtest.With(docx.New(), html.New(), pptx.New(), xlsx.New()), convtest.Big("big.xml", big)}
}

// coqui: 59, 74, 75
func TestConverter(t *testing.T) { convtest.Run(t, xml.New(), options()...) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, xml.New(), options()...) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, xml.New(), options()...) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, xml.New(), options()...) }

// Registries and those who ask them tell converters apart by comparing them,
// which panics for a type that cannot be compared.
func TestConverterCanBeCompared(t *testing.T) {
	one, other := xml.New(), xml.New()
	if same := one; same != one || other == one {
		t.Error("a converter is not itself, or another one")
	}
}
