package epub_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/epub"
	"github.com/seed353dc258/backstory/converters/html"
)

func TestConverter(t *testing.T) { convtest.Run(t, epub.New(), pages(), big(t)) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, epub.New(), pages()) }

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, epub.New(), pages()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, epub.New(), pages(), big(b)) }

// pages are the format of chapters.
func pages() convtest.Option { return convtest.With(html.New()) }

// big is a book whose chapter is long, and over what may pack as well as it likes.
func big(tb testing.TB) convtest.Option {
	return convtest.Big("big.epub", func() []byte {
		var note strings.Builder
		for i := 0; note.Len() < 11<<20; i += 7919 {
			note.WriteString(strconv.Itoa(i))
		}
		text := strings.Repeat("<h2>Part</h2><p>The quick brown fox jumps over <b>the lazy dog</b>.</p><table><tr><td>a</td><td>b</td></tr></table>", 3_000)
		return book(tb, "", "", "", "<!--"+note.String()+"-->"+text, nil)
	})
}
