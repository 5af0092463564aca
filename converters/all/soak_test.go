package all_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

// grammar makes well-formed files of one format: random elements inside and
// behind one another, often many of one kind.
type grammar struct {
	name          string
	before, after string
	part          string      // of a package that holds the text; "" for none
	parts         []string    // the others, each a name and its content
	elements      [][2]string // what opens and what closes
	texts         []string
	places        [][2]string // where elements can stand, beside the text itself
	set           string      // between two elements
	made          string      // what the text describes, for [officetest.Make]; "" where it is the text itself
}

const (
	relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	openText  = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>`
)

// tags returns elements by their names.
func tags(names string) (out [][2]string) {
	for n := range strings.FieldsSeq(names) {
		out = append(out, [2]string{"<" + n + ">", "</" + n + ">"})
	}
	return out
}

func grammars() []grammar {
	words := []string{"word", "a b", "é&amp;", " ", "12"}
	return []grammar{
		{name: "a.html", elements: tags("p div ul ol li table tr td th b i code pre blockquote h1 h2 select option optgroup svg text math mi mrow dl dt dd ruby rt details summary button meter noscript template span"), texts: words},
		{name: "a.xml", before: "<r>", after: "</r>", elements: tags("a b para section item list title row"), texts: words},
		{name: "a.xml", before: `<article xmlns="http://docbook.org/ns/docbook">`, after: "</article>", elements: tags("para section title itemizedlist listitem emphasis table row entry note footnote"), texts: words},
		{name: "a.json", before: "[0", after: "]", set: ",", elements: [][2]string{{"[0", "]"}, {`{"a":0`, "}"}, {`{"b":[1`, "]}"}}, texts: []string{"1", `"x\n"`, "null"}},
		{name: "a.rtf", before: `{\rtf1 `, after: "}", elements: [][2]string{{"{", "}"}, {`{\b `, "}"}, {`{\footnote `, "}"}, {`\trowd\cellx1 `, `\cell\row `}, {`{\pntext `, "}"}, {`{\*\x `, "}"}, {`{\field{\fldrslt `, "}}"}, {"", `\par `}}, texts: []string{"word ", `\'e9`, `\u233?`, `\tab `}},
		{name: "a.md", elements: [][2]string{{"\n> ", "\n"}, {"\n- ", "\n"}, {"\n1. ", "\n"}, {"*", "*"}, {"**", "**"}, {"[", "](x)"}, {"`", "`"}, {"\n# ", "\n"}, {"|", "|\n"}, {"<b>", "</b>"}, {"\n```\n", "\n```\n"}, {"[^1]", "\n\n[^1]: x\n"}}, texts: []string{"word", " ", "\n", "\n\n", "    "}},
		{name: "a.yaml", before: "- 0\n", elements: [][2]string{{"- [", "1]\n"}, {"- {a: [", "1]}\n"}}, texts: []string{"1, ", "x, "}},
		{name: "a.csv", set: ",", elements: [][2]string{{`"`, `"`}, {"", "\n"}}, texts: []string{"a", "1.5", ""}},
		{name: "a.sql", elements: [][2]string{{"insert into t values (1", ");\n"}, {"create table t (a int", ");\n"}, {"-- ", "\n"}, {"/*", "*/"}}, texts: []string{",1", ",'x'", ""}},
		{name: "a.vtt", before: "WEBVTT\n\n00:01.000 --> 00:02.000\n", elements: append(tags("b i u c ruby rt"), [2]string{"", "\n\n00:03.000 --> 00:04.000\n"}), texts: words},
		{name: "a.py", elements: [][2]string{{"f(", ")"}, {"`", "`"}, {"", "\n"}}, texts: words},
		{name: "a.ini", elements: [][2]string{{"[", "]\n"}, {"a=", "\n"}}, texts: words},
		{name: "a.ipynb", before: `{"cells":[{"cell_type":"raw","source":"x"}`, after: `]}`, set: ",", elements: [][2]string{{`{"cell_type":"code","source":"a","outputs":[{"output_type":"stream","text":"x"}`, "]}"}}, texts: []string{`{"cell_type":"markdown","source":["- a\n"]}`, "1"}},
		{
			name: "a.docx", part: "word/document.xml", parts: []string{"_rels/.rels", relations + `officeDocument" Target="word/document.xml"/></Relationships>`},
			before: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`, after: "</w:body></w:document>",
			elements: tags("w:p w:r w:t w:tbl w:tr w:tc w:sdt w:sdtContent w:ins w:hyperlink w:txbxContent w:fldSimple w:smartTag"), texts: words,
		},
		{
			name: "a.odt", part: "content.xml", parts: []string{"mimetype", "application/vnd.oasis.opendocument.text"},
			before: openText, after: "</office:text></office:body></office:document-content>",
			elements: tags("text:p text:span text:list text:list-item text:section text:h text:a text:note text:note-body text:index-body table:table table:table-row table:table-cell"), texts: words,
		},
	}
}

// file makes a file of about as many pieces.
func (g *grammar) file(r *rand.Rand, pieces int) []byte {
	var b strings.Builder
	b.WriteString(g.before)
	var open []string
	for range pieces {
		switch n := r.IntN(10); {
		case n < 4 && len(open) < 200:
			e := g.elements[r.IntN(len(g.elements))]
			for range 1 + r.IntN(2)*r.IntN(1+r.IntN(20)) { // now and then, many inside one another
				b.WriteString(g.set + e[0])
				open = append(open, e[1])
			}
		case n < 7 && len(open) > 0:
			b.WriteString(open[len(open)-1])
			open = open[:len(open)-1]
		default:
			b.WriteString(g.set + g.texts[r.IntN(len(g.texts))])
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteString(open[i])
	}
	b.WriteString(g.after)
	return g.pack(b.String())
}

// pack makes a file of its text, in a package with the other parts if the
// format has one.
func (g *grammar) pack(text string) []byte {
	if g.part == "" {
		return []byte(text)
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for parts := append([]string{g.part, text}, g.parts...); len(parts) > 0; parts = parts[2:] {
		if part, err := w.Create(parts[0]); err == nil {
			_, _ = io.WriteString(part, parts[1])
		}
	}
	_ = w.Close()
	return packed.Bytes()
}

// Every well-formed file is converted or refused for what it is, with work and
// memory that its size accounts for.
func TestSoakWellFormedFiles(t *testing.T) {
	const (
		stepsEach = 256     // for a byte
		bytesEach = 2048    // that are allocated, for a byte
		free      = 8 << 20 // of both
	)
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	list := grammars()
	for seed := range soak.Size(t, 100_000) {
		r := rand.New(rand.NewPCG(uint64(seed), 18))
		g := &list[seed%len(list)]
		content := g.file(r, 1<<r.IntN(12))
		limits := converters.Limits{Steps: free + stepsEach*int64(len(content))}
		env := converters.NewEnv(registry, limits, converters.Options{Hidden: []string{"", "mark", "keep"}[r.IntN(3)]})
		in := converters.Input{Name: g.name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		doc, err := registry.Convert(t.Context(), in, env)
		if err == nil {
			_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: 1 << 24})
		}
		runtime.ReadMemStats(&after)
		var over *converters.LimitError
		switch {
		case errors.As(err, &over) && over.Limit != converters.LimitSteps, errors.Is(err, converters.ErrCorrupt):
		case err != nil:
			t.Errorf("seed %d, %s: %v", seed, g.name, err)
		}
		if took := int64(after.TotalAlloc - before.TotalAlloc); took > free+bytesEach*int64(len(content)) {
			t.Errorf("seed %d, %s of %d bytes: %d bytes are allocated", seed, g.name, len(content), took)
		}
	}
}
