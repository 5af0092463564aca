package all_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

// honest makes files of one kind as people and programs write them: one record
// after the other, each with a mark that has to be in the text.
type honest struct {
	name          string
	before, after string
	record        func(w *writer, mark string)
	between       string
}

// writer writes words, and what is around them.
type writer struct {
	strings.Builder
	*rand.Rand
	n int // of the record
}

func (w *writer) words(n int) string {
	const all = "the a of and to report system user value change results of each year in which people read more than before data table model " +
		"server request company delivery on time with their new office while nobody was able to say why it had not been done earlier"
	list := strings.Fields(all)
	out := make([]string, 1+n/2+w.IntN(n))
	for i := range out {
		out[i] = list[w.IntN(len(list))]
	}
	return strings.Join(out, " ")
}

func (w *writer) say(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// file makes a file of about so many bytes, and returns its marks.
func (h *honest) file(r *rand.Rand, size int) (content string, marks []string) {
	w := &writer{Rand: r}
	w.WriteString(h.before)
	for w.n = 0; w.Len() < size-len(h.after); w.n++ {
		if w.n > 0 {
			w.WriteString(h.between)
		}
		marks = append(marks, fmt.Sprintf("mark%06dx", w.n))
		h.record(w, marks[w.n])
	}
	w.WriteString(h.after)
	return w.String(), marks
}

func honestFiles() []honest {
	return slices.Concat(honestProse(), honestData(), honestMarkup())
}

func honestProse() []honest {
	prose := func(w *writer, mark string) { w.say("%s. %s %s.\n\n", w.words(40), mark, w.words(40)) }
	readme := func(w *writer, mark string) {
		switch w.n % 8 {
		case 0:
			w.say("## %s %s\n\n%s\n\n", w.words(4), mark, w.words(30))
		case 1:
			w.say("%s [%s](https://example.org/%s), *%s* and `%s`.\n\n", w.words(20), w.words(3), mark, mark, w.words(2))
		case 2:
			w.say("- %s %s\n- **%s**: %s\n  - %s\n\n", mark, w.words(12), w.words(2), w.words(9), w.words(5))
		case 3:
			w.say("![%s %s](images/%d.png)\n\n%s\n\n", w.words(3), mark, w.n, w.words(30))
		case 4:
			w.say("| Name | Value | Note |\n|---|--:|---|\n| %s | %d | [%s](docs/x.md) |\n| %s | 2 | *%s* |\n\n", mark, w.IntN(1000), w.words(2), w.words(2), w.words(2))
		case 5:
			w.say("<details>\n<summary>%s</summary>\n<p>%s %s</p>\n</details>\n\n", w.words(4), mark, w.words(20))
		case 6:
			w.say("```go\nfunc %s() int { return %d }\n```\n\n> %s\n\n", mark, w.n, w.words(12))
		default:
			w.say("%s[^%d] <b>%s</b>.\n\n[^%d]: %s\n\n", w.words(20), w.n, mark, w.n, w.words(8))
		}
	}
	cue := func(point string) func(w *writer, mark string) {
		return func(w *writer, mark string) {
			s := 3 * w.n
			w.say("%d\n%02d:%02d:%02d%s000 --> %02d:%02d:%02d%s500\n%s\n%s\n\n", w.n+1, s/3600, s/60%60, s%60, point, s/3600, s/60%60, s%60+1, point, w.words(6), mark)
		}
	}
	return []honest{
		{name: "a.md", before: "# Title\n\n", record: readme},
		{name: "list.md", record: func(w *writer, mark string) { w.say("- [%s](%s.md) - %s\n", mark, mark, w.words(4)) }},
		{name: "table.md", before: "| a | b | c | d | e |\n|---|---|---|---|---|\n", record: func(w *writer, mark string) {
			w.say("| %s | %d | *%s* | [%s](x.md) | %d |\n", mark, w.IntN(10), w.words(1), w.words(1), w.IntN(100))
		}},
		{name: "a.mdx", before: "import X from './x'\n\n", record: func(w *writer, mark string) {
			if readme(w, mark); w.n%5 == 0 {
				w.say("<X name=\"%d\" />\n\n", w.n)
			}
		}},
		{name: "a.txt", record: prose},
		{name: "list.txt", record: func(w *writer, mark string) { w.say("- %s %s\n", mark, w.words(4)) }},
		{name: "a.log", record: func(w *writer, mark string) {
			w.say("2024-05-%02d 12:%02d:%02d INFO [%s] %s\n", 1+w.n%28, w.n/60%60, w.n%60, mark, w.words(8))
		}},
		{name: "a.srt", record: cue(",")},
		{name: "a.ics", record: func(w *writer, mark string) {
			w.say("BEGIN:VEVENT\nSUMMARY:%s\nDTSTART:20240305T090000Z\nDESCRIPTION:%s\\n\\n%s\n  %s\nEND:VEVENT\n", w.words(4), w.words(12), mark, w.words(12))
		}},
		{name: "a.vcf", record: func(w *writer, mark string) {
			w.say("BEGIN:VCARD\nFN:%s\nTEL:555 %d\nNOTE:%s %s\nEND:VCARD\n", w.words(2), w.n, mark, w.words(8))
		}},
		{name: "a.vtt", before: "WEBVTT\n\n", record: cue(".")},
		{name: "a.eml", before: "From: a@example.org\nSubject: a\n\n", record: prose},
		{name: "a.rst", record: prose},
		{name: "a.adoc", record: prose},
		{name: "a.org", record: prose},
		{name: "a.tex", record: prose},
		{name: "a.diff", record: func(w *writer, mark string) {
			w.say("--- a/%s\n+++ b/%s\n@@ -1,2 +1,2 @@\n-%s\n+%s\n %s\n", mark, mark, w.words(8), w.words(8), w.words(8))
		}},
		{name: "a.go", record: func(w *writer, mark string) {
			w.say("// %s %s.\nfunc %s(a, b int) int {\n\treturn a*%d + b\n}\n\n", mark, w.words(10), mark, w.IntN(99))
		}},
	}
}

func honestData() []honest {
	person := func(w *writer, mark string) {
		w.say(`{"id": %d, "name": "%s", "tags": ["%s", "%s"], "size": {"w": %d, "h": %.2f}, "ok": true, "note": "%s"}`, w.n, mark, w.words(1), w.words(1), w.IntN(999), w.Float64(), w.words(8))
	}
	row := func(sep string) func(w *writer, mark string) {
		return func(w *writer, mark string) {
			w.say("%s\n", strings.Join([]string{mark, "2024-01-02", w.words(2), fmt.Sprint(w.IntN(1000)), fmt.Sprintf("%.2f", 100*w.Float64()), "EUR", "paid"}, sep))
		}
	}
	note := func(w *writer, mark string) {
		switch w.n % 3 {
		case 0:
			w.say(`{"cell_type":"markdown","metadata":{},"source":["## %s\n","\n","%s *%s*\n","- %s\n"]}`, mark, w.words(30), w.words(2), w.words(5))
		case 1:
			w.say(`{"cell_type":"code","execution_count":%d,"metadata":{},"outputs":[],"source":["x = %s(%d)\n","print(x)\n","x.plot()"]}`, w.n, mark, w.n)
		default:
			w.say(`{"cell_type":"code","execution_count":%d,"metadata":{},"outputs":[{"output_type":"stream","name":"stdout","text":["%s %s\n","%s\n"]},{"output_type":"execute_result","execution_count":1,"metadata":{},"data":{"text/plain":["%d"],"text/html":["<table><tr><td>%s</td></tr></table>"]}}],"source":["f()"]}`,
				w.n, mark, w.words(6), w.words(9), w.n, w.words(2))
		}
	}
	return []honest{
		{name: "a.csv", before: "id,date,name,count,price,unit,state\n", record: row(",")},
		{name: "a.tsv", before: "id\tdate\tname\tcount\tprice\tunit\tstate\n", record: row("\t")},
		{name: "numbers.csv", before: "id,a,b,c,d,e\n", record: func(w *writer, mark string) {
			w.say("%s,%d,%d,%.1f,%d,%d\n", mark, w.IntN(10), w.IntN(10), w.Float64(), w.IntN(100), w.IntN(10))
		}},
		{name: "a.json", before: "[\n", between: ",\n", after: "\n]\n", record: person},
		{name: "a.jsonl", between: "\n", record: person},
		{name: "a.geojson", before: `{"type":"FeatureCollection","features":[`, between: ",", after: "]}", record: func(w *writer, mark string) {
			w.say(`{"type":"Feature","properties":{"name":"%s"},"geometry":{"type":"LineString","coordinates":[[%.4f,%.4f],[%.4f,%.4f],[%.4f,%.4f]]}}`, mark, w.Float64(), w.Float64(), w.Float64(), w.Float64(), w.Float64(), w.Float64())
		}},
		{name: "a.ipynb", before: `{"cells":[`, between: ",", after: `],"metadata":{},"nbformat":4,"nbformat_minor":5}`, record: note},
		{name: "a.yaml", record: func(w *writer, mark string) {
			w.say("- name: %s\n  image: \"r/%s:%d\"\n  env:\n    - {name: A, value: \"%d\"}\n    - name: B\n      value: %s\n", mark, w.words(1), w.n, w.n, w.words(5))
		}},
		{name: "a.toml", record: func(w *writer, mark string) {
			w.say("[[item]]\nname = \"%s\"\nsize = %d\ntags = [\"%s\", \"b\"]\n\n", mark, w.n, w.words(1))
		}},
		{name: "a.ini", record: func(w *writer, mark string) { w.say("[%s]\na = %s\nb = %d\n\n", mark, w.words(4), w.n) }},
		{name: "a.env", record: func(w *writer, mark string) { w.say("V%d=%s\n", w.n, mark) }},
		{name: "a.sql", before: "CREATE TABLE t (id INT, name VARCHAR(20), note TEXT, price DECIMAL(5,2));\n", record: func(w *writer, mark string) {
			w.say("INSERT INTO t (id, name, note, price) VALUES (%d, '%s', '%s', %.2f);\n", w.n, mark, w.words(8), w.Float64())
		}},
		{name: "numbers.sql", before: "INSERT INTO t (id, a, b, c, d, e) VALUES\n", between: ",\n", after: ";\n", record: func(w *writer, mark string) {
			w.say("('%s',%d,%d,%d,%d,%d)", mark, w.IntN(10), w.IntN(10), w.IntN(10), w.IntN(10), w.IntN(10))
		}},
	}
}

func honestMarkup() []honest {
	page := func(w *writer, mark string) {
		switch w.n % 4 {
		case 0:
			w.say("<h2 id=\"s%d\">%s</h2>\n<p>%s <a href=\"https://example.org/\">%s</a> <em>%s</em>.</p>\n", w.n, mark, w.words(20), w.words(2), w.words(1))
		case 1:
			w.say("<ul>\n<li>%s</li>\n<li>%s</li>\n</ul>\n", mark, w.words(8))
		case 2:
			w.say("<table><tr><th>A</th><th>B</th></tr><tr><td>%s</td><td>%d</td></tr></table>\n", mark, w.n)
		default:
			w.say("<div class=\"c\"><p>%s <b>%s</b></p><p>%s</p></div>\n", w.words(12), mark, w.words(12))
		}
	}
	return []honest{
		{name: "a.html", before: "<!DOCTYPE html><html><head><title>T</title></head><body>\n", after: "</body></html>\n", record: page},
		{name: "table.html", before: "<table>", after: "</table>", record: func(w *writer, mark string) {
			w.say("<tr><td>%s</td><td>%d</td><td>%s</td></tr>\n", mark, w.n, w.words(2))
		}},
		{name: "a.xhtml", before: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>`, after: "</body></html>\n", record: page},
		{name: "a.xml", before: "<items>\n", after: "</items>\n", record: func(w *writer, mark string) {
			w.say("  <item id=\"%d\"><name>%s</name><price unit=\"EUR\">%d</price><note>%s</note></item>\n", w.n, mark, w.IntN(99), w.words(8))
		}},
		{name: "a.rss", before: `<rss version="2.0"><channel><title>T</title>`, after: "</channel></rss>\n", record: func(w *writer, mark string) {
			w.say("<item><title>%s</title><link>https://example.org/%d</link><description>&lt;p&gt;%s&lt;/p&gt;</description></item>\n", mark, w.n, w.words(30))
		}},
		{name: "a.opml", before: `<opml version="2.0"><head><title>T</title></head><body>`, after: "</body></opml>\n", record: func(w *writer, mark string) {
			w.say("<outline text=\"%s\"><outline text=\"%s\" xmlUrl=\"https://example.org/%d\"/></outline>\n", mark, w.words(4), w.n)
		}},
		{name: "a.docbook", before: `<article xmlns="http://docbook.org/ns/docbook"><title>T</title>`, after: "</article>\n", record: func(w *writer, mark string) {
			w.say("<section><title>%s</title><para>%s <emphasis>%s</emphasis></para><itemizedlist><listitem><para>%s</para></listitem></itemizedlist></section>\n", mark, w.words(20), w.words(2), w.words(6))
		}},
		{name: "a.fodt", before: `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>`, after: "</office:text></office:body></office:document>", record: func(w *writer, mark string) {
			w.say("<text:h text:outline-level=\"1\">%s</text:h><text:p>%s <text:span>%s</text:span></text:p>\n", mark, w.words(30), w.words(3))
		}},
		{name: "a.fods", before: `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S">`, after: "</table:table></office:spreadsheet></office:body></office:document>", record: func(w *writer, mark string) {
			w.say("<table:table-row><table:table-cell office:value-type=\"string\"><text:p>%s</text:p></table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"%d\"><text:p>%d</text:p></table:table-cell></table:table-row>\n", mark, w.n, w.n)
		}},
		{name: "word.xml", before: `<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body>`, after: "</w:body></w:wordDocument>", record: func(w *writer, mark string) {
			w.say("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>%s</w:t></w:r><w:r><w:t> %s</w:t></w:r></w:p>\n", mark, w.words(20))
		}},
		{name: "a.rtf", before: `{\rtf1\ansi{\fonttbl{\f0 Times;}}`, after: "}", record: func(w *writer, mark string) {
			w.say("\\pard\\fs24 %s {\\b %s} %s\\par\n", w.words(20), mark, w.words(10))
		}},
	}
}

// An honest file of 8 MiB in any text format is converted whole, at the limits as
// they are. A smaller one has so much smaller limits.
func TestSoakHonestFilesAreConvertedWhole(t *testing.T) {
	const (
		full = 8 << 20
		tail = 256 << 10 // of text: what is kept of the end of a long table does not shrink
	)
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	size := min(soak.Size(t, full), full)
	share := func(l converters.Limit) int64 { return converters.Limits{}.Get(l) * int64(size) / full }
	limits := converters.Limits{
		Text: min(share(converters.LimitText)+tail, converters.Limits{}.Get(converters.LimitText)), Steps: share(converters.LimitSteps), Nodes: share(converters.LimitNodes), Cells: share(converters.LimitCells),
	}
	seen := map[string]bool{}
	for i, h := range honestFiles() {
		seen[strings.TrimPrefix(path.Ext(h.name), ".")] = true
		t.Run(h.name, func(t *testing.T) {
			content, marks := h.file(rand.New(rand.NewPCG(18, uint64(i))), size)
			env := converters.NewEnv(registry, limits, converters.Options{})
			in := converters.Input{Name: h.name, SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
			doc, err := registry.Convert(t.Context(), in, env)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if _, err := markdown.Write(&text, doc, markdown.WriteOptions{MaxChars: limits.Text}); err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for rest := text.String(); len(rest) > 0; {
				var found bool
				if _, rest, found = strings.Cut(rest, "mark"); found && len(rest) >= 7 {
					got["mark"+rest[:7]] = true
				}
			}
			for _, mark := range marks {
				if !got[mark] {
					t.Fatalf("%s of %d is not in the text", mark, len(marks))
				}
			}
		})
	}
	packages := []string{"doc", "docx", "epub", "msg", "odp", "ods", "odt", "pdf", "ppt", "pptx", "xls", "xlsb", "xlsx"}
	for _, f := range registry.Formats() {
		if !slices.Contains(packages, f.Name) && !slices.ContainsFunc(f.Extensions, func(e string) bool { return seen[e] }) {
			t.Errorf("there is no file of %s: add one to honestFiles, or the format to packages", f.Name)
		}
	}
}
