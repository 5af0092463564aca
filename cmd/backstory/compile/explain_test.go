package compile_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// explained is a document under construction: what is in it, and where
// explain has to find it.
type explained struct {
	random *rand.Rand
	places map[string]string // by token
	under  []string          // of the headings so far
}

// token returns a word that is nowhere else.
func (e *explained) token(place string, args ...any) string {
	word := fmt.Sprintf("zq%06dx", len(e.places))
	e.places[word] = fmt.Sprintf(place, args...)
	return word
}

// head takes a heading of a level, from 1, and returns where it is itself.
func (e *explained) head(level int, title string) (under string) {
	e.under = e.under[:min(level-1, len(e.under))]
	under = e.path()
	e.under = append(e.under, title)
	return under
}

func (e *explained) path() string {
	if len(e.under) == 0 {
		return ""
	}
	return ", under " + strings.Join(e.under, " > ")
}

// body writes a text document of so many tokens: headings, paragraphs, empty
// ones, tables.
func (e *explained) body(n int, put func(kind string, level int, cells [][]string)) {
	paragraph, table := 0, 0
	for len(e.places) < n {
		switch k := e.random.IntN(10); {
		case k == 0:
			paragraph++
			level := 1 + e.random.IntN(min(3, len(e.under)+1))
			title := "Part " + strconv.Itoa(paragraph)
			under := e.head(level, title)
			word := e.token("paragraph %d%s", paragraph, under)
			e.under[len(e.under)-1] = title + " " + word
			put("heading", level, [][]string{{title + " " + word}})
		case k == 1:
			paragraph++
			put("paragraph", 0, [][]string{{""}})
		case k == 2:
			table++
			cells := [][]string{{"Port", "Miles"}}
			for row := range 2 + e.random.IntN(5) {
				cells = append(cells, []string{"Skarv", e.token("table %d, row %d%s", table, row+2, e.path())})
			}
			put("table", 0, cells)
			paragraph++ // tables that touch are one
			put("paragraph", 0, [][]string{{"Between."}})
		default:
			paragraph++
			put("paragraph", 0, [][]string{{"The log of day " + strconv.Itoa(paragraph) + " says " + e.token("paragraph %d%s", paragraph, e.path()) + "."}})
		}
	}
}

func zipped(t *testing.T, parts ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: parts[i], Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func explainedDocx(t *testing.T, e *explained, n int) string {
	var b strings.Builder
	p := func(style, text string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	e.body(n, func(kind string, level int, cells [][]string) {
		switch kind {
		case "heading":
			b.WriteString(p("Heading"+strconv.Itoa(level), cells[0][0]))
		case "paragraph":
			b.WriteString(p("Normal", cells[0][0]))
		default:
			b.WriteString(`<w:tbl>`)
			for _, row := range cells {
				b.WriteString(`<w:tr><w:tc>` + p("Normal", row[0]) + `</w:tc><w:tc>` + p("Normal", row[1]) + `</w:tc></w:tr>`)
			}
			b.WriteString(`</w:tbl>`)
		}
	})
	var styles strings.Builder
	for level := 1; level <= 3; level++ {
		fmt.Fprintf(&styles, `<w:style w:type="paragraph" w:styleId="Heading%d"><w:name w:val="heading %d"/><w:pPr><w:outlineLvl w:val="%d"/></w:pPr></w:style>`, level, level, level-1)
	}
	const main = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	return zipped(t,
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
		"word/styles.xml", `<w:styles `+main+`>`+styles.String()+`</w:styles>`,
		"word/document.xml", `<w:document `+main+`><w:body>`+b.String()+`</w:body></w:document>`)
}

const odfNames = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.3"`

func explainedODF(t *testing.T, kind, body string) string {
	return zipped(t, "mimetype", "application/vnd.oasis.opendocument."+kind, "content.xml",
		`<office:document-content `+odfNames+`><office:body><office:`+kind+`>`+body+`</office:`+kind+`></office:body></office:document-content>`)
}

func odfTable(cells [][]string) string {
	var b strings.Builder
	b.WriteString(`<table:table table:name="T">`)
	for _, row := range cells {
		b.WriteString(`<table:table-row>`)
		for _, c := range row {
			b.WriteString(`<table:table-cell><text:p>` + c + `</text:p></table:table-cell>`)
		}
		b.WriteString(`</table:table-row>`)
	}
	b.WriteString(`</table:table>`)
	return b.String()
}

func explainedODT(t *testing.T, e *explained, n int) string {
	var b strings.Builder
	e.body(n, func(kind string, level int, cells [][]string) {
		switch kind {
		case "heading":
			fmt.Fprintf(&b, `<text:h text:outline-level="%d">%s</text:h>`, level, cells[0][0])
		case "paragraph":
			b.WriteString(`<text:p>` + cells[0][0] + `</text:p>`)
		default:
			b.WriteString(odfTable(cells))
		}
	})
	return explainedODF(t, "text", b.String())
}

func explainedRTF(_ *testing.T, e *explained, n int) string {
	var b strings.Builder
	b.WriteString(`{\rtf1\ansi{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\outlinelevel1 heading 2;}{\s3\outlinelevel2 heading 3;}}` + "\n")
	e.body(n, func(kind string, level int, cells [][]string) {
		switch kind {
		case "heading":
			fmt.Fprintf(&b, "\\pard\\s%d\\outlinelevel%d %s\\par\n", level, level-1, cells[0][0])
		case "paragraph":
			b.WriteString(`\pard\s0 ` + cells[0][0] + "\\par\n")
		default:
			for _, row := range cells {
				b.WriteString(`\trowd\cellx3000\cellx6000\pard\intbl ` + row[0] + `\cell ` + row[1] + "\\cell\\row\n")
			}
		}
	})
	return b.String() + "}"
}

// slides writes so many tokens on slides, in named shapes and tables.
func (e *explained) slides(n int, slide func(title string, shapes [][2]string, table [][]string)) {
	for number := 1; len(e.places) < n; number++ {
		title := "About " + e.token(`slide %d, shape "Title 1"`, number)
		var shapes [][2]string
		for i := range 1 + e.random.IntN(4) {
			name := fmt.Sprintf("Box %d", i+2)
			shapes = append(shapes, [2]string{name, "It says " + e.token("slide %d, shape %q", number, name) + "."})
		}
		table := [][]string{{"Port", "Miles"}}
		for row := range 2 {
			table = append(table, []string{"Skarv", e.token(`slide %d, shape "Grid", row %d`, number, row+2)})
		}
		slide(title, shapes, table)
	}
}

func explainedODP(t *testing.T, e *explained, n int) string {
	var b strings.Builder
	e.slides(n, func(title string, shapes [][2]string, table [][]string) {
		b.WriteString(`<draw:page draw:name="p"><draw:frame draw:name="Title 1" presentation:class="title"><draw:text-box><text:p>` + title + `</text:p></draw:text-box></draw:frame>`)
		for _, s := range shapes {
			b.WriteString(`<draw:frame draw:name="` + s[0] + `"><draw:text-box><text:p>` + s[1] + `</text:p></draw:text-box></draw:frame>`)
		}
		b.WriteString(`<draw:frame draw:name="Grid">` + odfTable(table) + `</draw:frame></draw:page>`)
	})
	return explainedODF(t, "presentation", b.String())
}

func explainedPPTX(t *testing.T, e *explained, n int) string {
	const (
		names  = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
		office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
		rels   = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	)
	parts := []string{
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
		"_rels/.rels", rels + `<Relationship Id="r1" Type="` + office + `officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
	}
	var list, links strings.Builder
	count := 0
	body := func(text string) string {
		return `<p:txBody><a:bodyPr/><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody>`
	}
	e.slides(n, func(title string, shapes [][2]string, table [][]string) {
		count++
		var b strings.Builder
		b.WriteString(`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title 1"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>` + body(title) + `</p:sp>`)
		for i, s := range shapes {
			fmt.Fprintf(&b, `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s"/><p:nvPr/></p:nvSpPr>%s</p:sp>`, i+3, s[0], body(s[1]))
		}
		b.WriteString(`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="99" name="Grid"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl>`)
		for _, row := range table {
			b.WriteString(`<a:tr>`)
			for _, c := range row {
				b.WriteString(`<a:tc><a:txBody><a:p><a:r><a:t>` + c + `</a:t></a:r></a:p></a:txBody></a:tc>`)
			}
			b.WriteString(`</a:tr>`)
		}
		b.WriteString(`</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`)
		fmt.Fprintf(&list, `<p:sldId id="%d" r:id="s%d"/>`, 255+count, count)
		fmt.Fprintf(&links, `<Relationship Id="s%d" Type="%sslide" Target="slides/slide%d.xml"/>`, count, office, count)
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", count), `<p:sld `+names+`><p:cSld><p:spTree>`+b.String()+`</p:spTree></p:cSld></p:sld>`)
	})
	parts = append(parts, "ppt/presentation.xml", `<p:presentation `+names+`><p:sldIdLst>`+list.String()+`</p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", rels+links.String()+`</Relationships>`)
	return zipped(t, parts...)
}

// explainedLines writes a text of lines, or of rows with a header.
func explainedLines(head, line, between string) func(*testing.T, *explained, int) string {
	return func(_ *testing.T, e *explained, n int) string {
		var b strings.Builder
		b.WriteString(head)
		for len(e.places) < n {
			b.WriteString(strings.ReplaceAll(line, "TOKEN", e.token("line %d", strings.Count(b.String(), "\n")+1)) + "\n")
			if e.random.IntN(3) == 0 {
				b.WriteString(between)
			}
		}
		return b.String()
	}
}

func explainedODS(t *testing.T, e *explained, n int) string {
	cells := [][]string{{"Port", "Note"}}
	for row := 2; len(e.places) < n; row++ {
		cells = append(cells, []string{"Skarv", e.token("row %d", row)})
	}
	return explainedODF(t, "spreadsheet", odfTable(cells))
}

// TestSoakExplainFindsTheParagraph asks where tokens came from in documents whose
// truth is known. One in a hundred may be missed.
func TestSoakExplainFindsTheParagraph(t *testing.T) {
	n := max(40, soak.Size(t, 500))
	for ext, write := range map[string]func(*testing.T, *explained, int) string{
		"docx": explainedDocx, "odt": explainedODT, "rtf": explainedRTF, "pptx": explainedPPTX, "odp": explainedODP, "ods": explainedODS,
		"txt":  explainedLines("", "The log says TOKEN here.", "\n"),
		"md":   explainedLines("# Log\n\n", "The *log* says TOKEN here.\n", "```\nsome code\n```\n\n"),
		"csv":  explainedLines("Port,Miles\n", "Skarv,TOKEN", ""),
		"tsv":  explainedLines("Port\tMiles\n", "Skarv\tTOKEN", ""),
		"json": explainedLines("[\n", ` "TOKEN",`, ""),
		"html": explainedLines("", "<p>The log says TOKEN here.</p>", "<h2>More</h2>\n"),
	} {
		t.Run(ext, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			e := &explained{random: rand.New(rand.NewPCG(uint64(n), 5)), places: map[string]string{}}
			text := write(t, e, n)
			if ext == "json" {
				text += " \"end\"\n]\n"
			}
			cmdtest.WriteFiles(t, "", map[string]string{"p/soul.md": "P.", "p/backstory/a." + ext: text})
			if doc, code := cmdtest.Answer(t, t.Context(), "", "build", "--json", "p"); code != cli.ExitDone {
				t.Fatalf("%v", doc)
			}
			doc, _ := cmdtest.Answer(t, t.Context(), "", "explain", "--json", "p", "--grep", "zq", "--limit", "0")
			missed, told := 0, 0
			for word, place := range e.places {
				found := ""
				for _, line := range doc["lines"].([]any) {
					if line := line.(map[string]any); strings.Contains(line["text"].(string), word) {
						found, _ = line["place"].(string)
					}
				}
				if ext == "rtf" { // which has lines, too
					before, after, _ := strings.Cut(found, ", line ")
					_, after, under := strings.Cut(after, ", under ")
					if found = before; under {
						found += ", under " + after
					}
				}
				if !strings.Contains(found+",", place+",") {
					if missed++; told < 3 {
						told++
						t.Logf("%s: %q; want %q", word, found, place)
					}
				}
			}
			if missed*100 > len(e.places) {
				t.Errorf("%d of %d tokens are not where they stand", missed, len(e.places))
			}
		})
	}
}
