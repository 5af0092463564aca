package xml

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// foldedDump converts with trees that are folded in some way, and returns what
// comes of it.
func foldedDump(t *testing.T, name, text string, how xmlread.Fold) string {
	t.Helper()
	r, err := converters.NewRegistry(newConverter(how), html.New(), docx.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
	doc, err := r.Convert(context.Background(), converters.Input{Name: name, SectionReader: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}, env)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString(document.Dump(doc))
	for _, w := range env.Warnings() {
		b.WriteString(w.Code + " " + w.Message + " " + w.Pos.String() + "\n")
	}
	return b.String()
}

// A document reads the same however its tree is folded: nothing remembers a
// node that has been folded again.
func TestFoldedTreesReadTheSame(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(content).Files {
			if !strings.HasPrefix(f.Name, "in.") {
				continue
			}
			text := string(f.Data)
			want := foldedDump(t, f.Name, text, xmlread.Fold{})
			for _, how := range []xmlread.Fold{{Keep: 1, Bytes: 1}, {Keep: 3, Bytes: 64}, {Keep: 8, Bytes: 1}} {
				if diff := cmp.Diff(want, foldedDump(t, f.Name, text, how)); diff != "" {
					t.Errorf("%s, %v: %s", file, how, diff)
				}
			}
		}
	}
}

// Long documents of every vocabulary, with what is asked for behind what is
// folded, read the same.
func TestLongDocumentsReadTheSame(t *testing.T) {
	const many = 400
	rep := func(s string) string { return strings.Repeat(s, many) }
	word := "<w:wordDocument xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml' xmlns:aml='http://schemas.microsoft.com/aml/2001/core'>"
	for name, text := range map[string]string{
		"feed.atom": "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x'>" + rep("<entry><title>a</title><x:y/><summary>s</summary><z/></entry>\n") +
			"<q/><title>late</title><subtitle>said late</subtitle></feed>",
		"feed.rss": "<rss><channel>" + rep("<item><title>a</title><description>&lt;b>x&lt;/b></description><odd/></item>") + "<description>late</description><link>https://e.org</link></channel></rss>",
		"jats.xml": "<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body>" +
			rep("<sec><title>A</title><p>b <fn><p>note</p></fn> c</p><label>l</label></sec><table-wrap><caption><title>c</title></caption><table><tr><td>1</td></tr></table></table-wrap>") +
			"<disp-quote>" + rep("<p>q</p>") + "</disp-quote></body><back><ref-list>" + rep("<ref><mixed-citation>r</mixed-citation></ref>") + "</ref-list></back></article>",
		"text.xml":  "<article><front/><body><p>" + rep("x<!-- --> <![CDATA[y]]>z ") + rep("<bold>b</bold> ") + "</p></body></article>",
		"odd.xml":   "<article><front/><body><odd>" + rep("<graphic id='a'/><deep/>\n") + "</odd></body></article>",
		"book.dbk":  "<book xmlns='http://docbook.org/ns/docbook'>" + rep("<para>x <emphasis>y</emphasis></para><itemizedlist><listitem><para>z</para></listitem></itemizedlist>") + "<odd>" + rep("<deep/>") + "text</odd></book>",
		"list.opml": "<opml><head><title>t</title></head><body>" + rep("<outline text='a'><outline text='b'/></outline><odd/>") + "</body></opml>",
		"word.xml": word + "<w:styles>" + rep("<w:style w:styleId='x'/>") + "<w:style w:styleId='h'><w:name w:val='heading 2'/></w:style></w:styles><w:body>" +
			rep("<w:p><w:hlink w:bookmark='m'><w:r><w:t>to</w:t></w:r></w:hlink></w:p><w:p><w:r><w:t>x</w:t></w:r></w:p>") +
			"<w:p><w:pPr><w:pStyle w:val='h'/></w:pPr><aml:annotation w:type='Word.Bookmark.Start' w:name='m'/><w:r><w:t>head</w:t></w:r></w:p>" +
			rep("<w:p/>") + "<w:sectPr><w:hdr><w:p><w:r><w:t>top</w:t></w:r></w:p></w:hdr></w:sectPr></w:body></w:wordDocument>",
		"table.xml": word + "<w:body><w:tbl>" + rep("<w:tr>"+strings.Repeat("<w:tc><w:p/></w:tc>", 9)+"<w:tc><w:p/><w:p/><w:p/><w:tcPr><w:gridSpan w:val='2'/></w:tcPr></w:tc><w:trPr><w:tblHeader/></w:trPr></w:tr>") +
			"</w:tbl></w:body></w:wordDocument>",
	} {
		want := foldedDump(t, name, text, xmlread.Fold{})
		for _, how := range []xmlread.Fold{{Keep: 1, Bytes: 1}, {Keep: 3, Bytes: 64}, {Keep: maxNear, Bytes: 1 << 10}} {
			if diff := cmp.Diff(want, foldedDump(t, name, text, how)); diff != "" {
				t.Errorf("%s, %v: %s", name, how, diff)
			}
		}
	}
}
