package all_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest"
)

// TestNamesThatLie reads documents under the names of others, and without an extension.
func TestNamesThatLie(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	docx := string(smallDocx(t, "The berth."))
	const (
		rtf    = `{\rtf1\ansi The berth.\par}`
		page   = "<html><body><p>The berth.</p></body></html>"
		tabs   = "Place\tDepth\nThe berth.\t4\n"
		mail   = "From: ida@example.org\nSubject: Hello\n\nThe berth.\n"
		saved  = "MIME-Version: 1.0\nContent-Type: text/html\n\n" + page
		word   = `<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>The berth.</w:t></w:r></w:p></w:body></w:wordDocument>`
		letter = "Dear Ida,\n\nThe berth.\n"
	)
	var wide strings.Builder
	wide.WriteString("\xff\xfe")
	for _, u := range utf16.Encode([]rune(tabs)) {
		wide.Write([]byte{byte(u), byte(u >> 8)})
	}
	workbook := string(lockWorkbook("VelvetSweatshop", "The berth."))
	for _, c := range []struct{ content, is, names string }{
		{docx, "docx", "a.doc a.xls a.pptx a.odt a.pdf a.rtf a.msg a"},
		{rtf, "rtf", "a.doc a.docx a.xls a.pdf a.odt a"},
		{page, "html", "a.doc a.xls a.docx a.xlsx a.ppt a.msg a.rtf a"},
		{workbook, "xls", "a.xlsx a.doc a.ods a.docx a"},
		{tabs, "csv", "a.xls"},
		{strings.ReplaceAll(tabs, "\t", ";"), "csv", "a.xls"},
		{tabs[:len(tabs)-1], "csv", "a.xls"}, // each length: none is cut
		{tabs + "\t", "csv", "a.xls"},
		{wide.String(), "csv", "a.xls"},
		{saved, "eml", "a.doc a.xls"},
		{mail, "eml", "a.msg"},
		{word, "xml", "a.doc"},
		{letter, "text", "a.doc"},
	} {
		for name := range strings.FieldsSeq(c.names) {
			got, err := ingest.Run(t.Context(), registry, ingest.Job{Name: name, Content: io.NewSectionReader(strings.NewReader(c.content), 0, int64(len(c.content)))})
			if err != nil || !strings.Contains(got.Text, "The berth.") {
				t.Errorf("%s as %s: %+v, %v", c.is, name, got, err)
				continue
			}
			if w := got.Warnings[0]; w.Code != converters.WarnContentDiffers || !strings.Contains(w.Message, "the file is "+c.is) {
				t.Errorf("%s as %s: the warnings are %+v", c.is, name, got.Warnings)
			}
		}
	}
}

// What is of no known format stays unread, whatever its name is.
func TestWhatIsNothingIsNotRead(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	noise := bytes.Repeat([]byte{0, 1, 0x80, 7}, 400)
	for name, want := range map[string]error{
		"a.doc": converters.ErrCorrupt, "a.xls": converters.ErrCorrupt, "a.docx": converters.ErrCorrupt, "a": converters.ErrUnsupported, "a.bin": converters.ErrUnsupported,
	} {
		_, err := ingest.Run(t.Context(), registry, ingest.Job{Name: name, Content: io.NewSectionReader(bytes.NewReader(noise), 0, int64(len(noise)))})
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	const text = "Only a text.\n"
	if _, err := ingest.Run(t.Context(), registry, ingest.Job{Name: "README", Content: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}); !errors.Is(err, converters.ErrUnsupported) {
		t.Errorf("a text without an extension: %v", err)
	}
}
