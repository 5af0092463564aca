package all_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

const (
	priceSize   = 64 << 20         // of an input, in full
	priceTime   = 7 * time.Second  // of the processor, for such an input and the process itself
	priceTimes  = 5                // as much as a page of short paragraphs, for a smaller input
	priceMemory = 256 << 20        // resident, at most
	priceRoom   = 16 << 10         // of an input, for what is around the shape
	priceLimit  = 192 << 20        // what a conversion keeps its heap below, if it can
	priceKept   = 16 << 20         // what takes memory whatever the limits: what is known of the characters of a line
	priceRules  = 40 << 20         // the same for the style rules of a page
	priceChild  = "PRICE_OF_SHAPE" // names a shape for the process that converts it
)

// shape is one input: what is repeated between what is before and behind it.
type shape struct {
	grammar int
	parts   [2]string // repeated one behind the other, then this
	closing string    // what is repeated as often behind all of that
}

// prices returns the grammars whose tokens are repeated.
func prices() []grammar {
	return slices.Concat(nested(), loose(), described())
}

// loose returns the grammars that are not of elements inside one another.
func loose() []grammar {
	words := strings.Fields
	single := func(name, before, after string, tokens ...string) grammar {
		g := grammar{name: name, before: before, after: after}
		for _, t := range tokens {
			g.elements = append(g.elements, [2]string{t, ""})
		}
		return g
	}
	mail := "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n"
	blocks := []string{"- a\n", "=\n", "===\n", "---\n", "***\n", "1. a\n", "1) ", "* ", "- ", "> ", ">\n", "a\n", "a\n\n", " \n", "\n", "\t", " ", "a", "é", "\u3000", "\x1b[1m", "\u202e", "\x00", "\xff", "[^1]: x\n", "[a]: b\n", "| a |\n", "- [ ] a\n", "-- \n", "•\u00a0a\n", "\r", "\f", "\u2028", "# a\n", "```\n", "    a\n", "<a>", "\\", "_a_ "}
	return []grammar{
		single("a.txt", "", "", blocks...),
		single("a.log", "", "", blocks...),
		single("a.md", "", "", blocks...),
		single("a.csv", "", "", append(words(`, ; " "" a "a" 'a', 1, 2020-01-01, "`), "\n", ",\n", "a,b\n", "\"\n", "\t", "a\tb\n", "|", "a|b\n", " ", "\r\n", "sep=;\n", "#a\n")...),
		single("a.tsv", "", "", "\t", "\n", "a\t", "\"", "a\n", "\t\n"),
		single("a.eml", mail+"\n", "", append([]string{"=\n", "=20\n", "> a\n", ">\n> ", "> > a\n>a\n", ">a\n\nb\n", "--x\n", "begin 644 a\n", "On x wrote:\n", "-- \n"}, blocks...)...),
		single("a.eml", mail+"Content-Transfer-Encoding: quoted-printable\n\n", "", "=\n", "=3D\n", "=41", "=0A", "=0A=", "=\n=0A", "=C3=A9", "==", "> =\n", "=20\n"),
		single("a.eml", mail+"Content-Transfer-Encoding: base64\n\n", "", "LSBhCg==", "PQo9Cj0K", "=", "\n", "YQ==\n", "!", "Cg=="),
		single("a.eml", mail+"Content-Type: multipart/mixed; boundary=x\n\n--x\n", "", "--x\n", "--x\n\n", "--x\n\na\n", "--x--\n", "--x\nContent-Type: text/html\n\n<p>a\n", "--x\nContent-Type: message/rfc822\n\nSubject: a\n\n", "--x\nContent-Type: multipart/mixed; boundary=x\n\n", "--x\nContent-Disposition: attachment; filename=a.txt\n\na\n", "--x\nContent-Type: multipart/related; boundary=y\n\n--y\n\na\n"),
		single("a.eml", mail, "", "X: y\n", "To: a\n", "To: =?utf-8?q?a?=\n", " =?utf-8?b?YQ==?=\n", "Cc: <a@b>,\n", "Subject: =?utf-8?q?=?\n", " a\n", "Content-Type: a/b; c*0=d;\n e*1*=f\n", "Content-Type: text/plain; charset=a\n", "References: <a@b>\n"),
		single("a.mbox", "From a@b Sat Jan  3 01:05:34 1996\n"+mail+"\n", "", "From a@b Sat Jan  3 01:05:34 1996\n", "From a@b Sat Jan  3 01:05:34 1996\nSubject: a\n\nb\n", ">From a\n", "\n"),
		single("a.srt", "", "", "1\n00:00:01,000 --> 00:00:02,000\na\n\n", "1\n", "00:00:01,000 --> 00:00:02,000\n", "\n", "<i>a</i>\n", "{\\an8}", "a\n", "-->"),
		single("a.vtt", "WEBVTT\n\n", "", "00:01.000 --> 00:02.000\na\n\n", "NOTE a\n\n", "STYLE\n::cue{color:red}\n\n", "<v a>", "<b>", "&amp;", "\n", "REGION\nid:a\n\n"),
		single("a.yaml", "", "", "a:\n", "- a\n", "- ", "? ", ": ", "&a ", "*a ", "!!str ", "# a\n", "---\n", "...\n", "'", "\"", "| \n", "[", "{", ",", "a: b\n", "\n", "%TAG ! a\n", "- &a [a]\n- *a\n", "? a\n: b\n"),
		single("a.json", "", "", "[", "{", "\"a\":", "1,", "\"", "\\u0041", "{\"a\":1}\n", "[],", "//a\n", "null", "\n", "-", "1e1"),
		single("a.jsonl", "", "", "{\"a\":1}\n", "[]\n", "1\n", "{\"a\":{\"b\":1}}\n", "\n", "{\"a\":\"b\",\"c\":[1,2]}\n"),
		single("a.sql", "", "", "`", "'", "\"", "[a ", "[a]] ", "(", ";", "--\n", "/*", "*/", "$", "$a$", "q'[", "a", " ", "\n", "``", "`a`", "`a``", "GO\n", "insert into t values (1);\n", "(1),", "insert into t values ", "\\", "E'", "#", "x''", "select 1;\n", "create table t (a int);\n", "0x", "1", "1,", "a.b", "begin ", "end;", "\\N\t", "/*!", "delimiter x\n", "delimiter ;\n", "copy t from stdin;\n", "\\.\n", "a`", "`\n", "[", "]", "]]", "a]]"),
		single("a.py", "", "", "a\n", "\"", "```\n", "`", "\n", "#", "\u202e", "\t"),
		single("a.ini", "", "", "[a]\n", "a=b\n", "=", ";a\n", "[", "\n", "a=b\\\n", "\"", " a\n"),
		single("a.toml", "", "", "[a]\n", "[[a]]\n", "a.b=1\n", "a=[", "\"\"\"", "#a\n", "a={", "'''"),
		single("a.properties", "", "", "a=b\n", "\\\n", "a:", "#", "\\u0041"),
		single("a.rtf", `{\rtf1 `, "}", words(`\par \line \tab \'e9 \u233? \cell \row \trowd\cellx1 \intbl \pard \b \page \sect \~ \\ \{ a\par \bin1 \uc9 \f1 \s1 \ls1 \ql a - \* \'`)...),
		single("a.tex", "", "", words(`\section{a} \begin{a} \end{a} $ $$ { } % \\ \item & \[ \( a`)...),
		single("a.rst", "", "", "===\n", "a\n===\n", ".. a::\n", "* a\n", "`a`_ ", "::\n", "|a|", "+--+\n"),
		single("a.adoc", "", "", "= a\n", "----\n", "* a\n", "|===\n", "[a]\n", "a::\n"),
		single("a.org", "", "", "* a\n", "- a\n", "|a|\n", "#+a\n"),
		single("a.ics", "BEGIN:VCALENDAR\n", "END:VCALENDAR\n", "BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n", "SUMMARY:a\n", "BEGIN:VEVENT\n", "ATTENDEE:mailto:a\n", "DESCRIPTION:\\n\\n\n", " a\n", "RRULE:FREQ=DAILY\n", "END:VEVENT\n"),
		single("a.vcf", "", "", "BEGIN:VCARD\nFN:a\nEND:VCARD\n", "BEGIN:VCARD\nNOTE:a\nEND:VCARD\n", "TEL:1\n", "NOTE:\\n\\n\n", "BEGIN:VCARD\n", "END:VCARD\n", " a\n"),
		{name: "a.epub", part: "a.xhtml", parts: []string{
			"META-INF/container.xml", `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
			"a.opf", `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
		}, before: `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p>`, after: "</body></html>", elements: append(tags("p li table td b h1 pre"), [2]string{"<p>a", "</p>"}, [2]string{"a<br/>", ""})},
		{name: "a.html", elements: append(tags("p div ul ol li table tr td th b i code pre blockquote h1 h2 select option optgroup svg text math mi mrow dl dt dd ruby rt details summary button meter noscript template span a script style textarea title iframe frameset caption colgroup col form label fieldset legend input img br hr wbr sub sup kbd mark small big font center nobr object video audio source map area article section nav header footer aside main figure figcaption dialog"), [][2]string{{"<!--", "-->"}, {"&", ";"}, {"&amp;", ""}, {"<", ">"}, {"<a b=", ">"}, {"<p style='color:red'>", "</p>"}, {"<p class='a b'>", "</p>"}, {"<p id=a>", "</p>"}, {"<td colspan=9 rowspan=9>", "</td>"}, {"<style>p{color:red}</style>", ""}, {"<style>", ".a{color:red}"}, {"<style>", "a>b "}, {"<style>", "@media a{"}, {"<![CDATA[", "]]>"}, {"<?", ">"}, {"<a href='#a'>", "</a>"}, {"<img alt=a>", ""}, {"<p style='", "a:b;"}, {"<a ", "b "}}...)},
	}
}

// Every format has its price, so that one that forgets its budgets is found: its
// records are repeated here, or in its own package where it runs in an engine, whose
// start would be most of the price.
func TestEveryFormatHasAPrice(t *testing.T) {
	const engine = "pdf"
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	priced := map[string]bool{}
	for _, g := range prices() {
		if c, ok := registry.ForName(g.name); ok {
			priced[c.Format().Name] = true
		}
	}
	for _, f := range registry.Formats() {
		if priced[f.Name] == (f.Name == engine) {
			t.Errorf("%s: add its shortest records to prices", f.Name)
		}
	}
}

// shapes returns every shape: each token alone, opened and closed, opened as
// often as it is closed behind, and every two tokens by turns.
func shapes(list []grammar, yield func(shape) bool) {
	for i, g := range list {
		for a, one := range g.elements {
			for _, s := range []shape{
				{i, [2]string{one[0], ""}, ""},
				{i, [2]string{one[0], one[1]}, ""},
				{i, [2]string{one[0] + g.between(), one[1]}, ""},
				{i, [2]string{one[0], ""}, one[1]},
				{i, [2]string{one[1], ""}, ""},
				{i, [2]string{one[1], one[0]}, ""},
			} {
				if s.parts[0]+s.parts[1] != "" && !yield(s) {
					return
				}
			}
			for _, other := range g.elements[:a] {
				for _, s := range []shape{
					{i, [2]string{one[0], other[0]}, ""},
					{i, [2]string{one[0] + one[1], other[0] + other[1]}, ""},
					{i, [2]string{one[0], other[0]}, other[1] + one[1]},
				} {
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// file makes an input of about a size.
func (s shape) file(list []grammar, size int) []byte {
	g := list[s.grammar]
	unit := s.parts[0] + s.parts[1]
	for n := max(1, size/max(1, len(unit)+len(s.closing))); ; {
		out := g.stored(g.before + strings.Repeat(unit, n) + strings.Repeat(s.closing, n) + g.after)
		if g.made == "" || n == 1 || len(out) <= size+size/10 {
			return out
		}
		n = max(1, n*size/len(out)) // a record is longer than the line that describes it
	}
}

// stored makes a file of its text, in a package that is not compressed if the
// format has one.
func (g *grammar) stored(text string) []byte {
	if text = made(g.made, text); g.part == "" {
		return []byte(text)
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for parts := append([]string{g.part, text}, g.parts...); len(parts) > 0; parts = parts[2:] {
		if part, err := w.CreateHeader(&zip.FileHeader{Name: parts[0], Method: zip.Store}); err == nil {
			_, _ = io.WriteString(part, parts[1])
		}
	}
	_ = w.Close()
	return packed.Bytes()
}

// made returns the file, or the part of one, that a text describes.
func made(kind, text string) string {
	switch kind {
	case "":
		return text
	case "msg": // of which the text is the body
		utf16 := make([]byte, 0, 2*len(text))
		for _, c := range []byte(text) {
			utf16 = append(utf16, c, 0)
		}
		properties := append(make([]byte, 32), 0x1F, 0, 0, 0x10, 6, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)
		return string(officetest.Pack(officetest.Stream{Name: "__properties_version1.0", Data: properties}, officetest.Stream{Name: "__substg1.0_1000001F", Data: utf16}))
	}
	b, err := officetest.Make(kind, []byte(text))
	if err != nil {
		panic(err)
	}
	return string(b)
}

// described returns the grammars of binary files, of which the tokens are lines that
// describe their records.
func described() []grammar {
	lines := func(name, kind, before, after string, tokens ...string) grammar {
		g := grammar{name: name, made: kind, before: before, after: after, texts: []string{""}}
		for _, t := range tokens {
			g.elements = append(g.elements, [2]string{t, ""})
		}
		return g
	}
	book := lines("a.xlsb", "bin", "129\n145\n0 u0 u0 h300 h0 b0 u0\n", "146\n130\n", "0 u1 u0 h300 h0 b0 u0\n", "1 u0 u0\n", "5 u0 u0 f1\n", "6 u0 u0 \"a\"\n", "2 u0 u0 u0\n", "176 u0 u0 u0 u0\n", "9999\n")
	book.part, book.parts = "xl/worksheets/sheet1.bin", []string{
		"_rels/.rels", relations + `officeDocument" Target="xl/workbook.bin"/></Relationships>`,
		"xl/_rels/workbook.bin.rels", relations + `worksheet" Target="worksheets/sheet1.bin"/></Relationships>`,
		"xl/workbook.bin", made("bin", "131\n143\n156 u0 u1 \"r1\" \"S\"\n144\n132\n"),
	}
	return []grammar{
		lines("a.doc", "doc", "p0: a\n", "", "p0: a\n", "p0:\n", "p1: a\n", "c0 162401: a\n", "r0 162401 172401:\n", "p0: {350801|a}\n", "p0: {|\\x13}\n", "p0: \\x02\nfootnote: a\n", "header 1: a\n", "list 0 4 %1.\n"),
		lines("a.xls", "xls", "font 200 8 0 Arial\nxf 0 0 0 64\nsheet 0 S\n", "", "number A1 0 1\n", "text A1 0 a\n", "sheet 0 S\n", "rec 00e5 0100 0000 0000 0000 0100\n", "rec 0201 0100 0000 0000\n", "rec 9999\n", "rec 0203 0100 0100 0000 000000000000f03f\n", "rec 001c 0100 0100 0000 0100 0300 00 416e6e 00\n"),
		lines("a.ppt", "ppt", "03e8 0\n 03e9 0 80160000 e0100000\n 0ff0 0\n  03f3 0 02000000 00000000 00000000 00010000 00000000\n03ee 0\n 040c 0\n  f002 0\n   f003 0\n    f004 0\n     f00a 0 01000000 05000000\n", "",
			"    f004 0\n     f00a 1 02000000 000a0000\n     f010 0 0000 0000 8016 e010\n     f00d 0\n      0f9f 0 04000000\n      0fa0 0 \"a\"\n", "    f004 0\n", "    f003 0\n", " 9999 0\n"),
		lines("a.msg", "msg", "", "", "a\r\n", "\r\n", "a", ">", "<p>"),
		book,
	}
}

// TestPriceOfOneShape is no test but the process that converts one shape.
func TestPriceOfOneShape(t *testing.T) {
	path := os.Getenv(priceChild)
	if path == "" {
		t.Skip("run by TestSoakPrice")
	}
	debug.SetMemoryLimit(priceLimit)
	debug.SetGCPercent(60)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	limits := converters.Limits{}.Filled()
	for _, l := range []converters.Limit{converters.LimitText, converters.LimitNodes, converters.LimitCells, converters.LimitSteps, converters.LimitPart, converters.LimitParts} {
		limits = limits.With(l, limits.Get(l)*min(priceSize, max(info.Size(), priceRoom))/priceSize)
	}
	env := converters.NewEnv(registry, limits, converters.Options{})
	in := converters.Input{Name: path, SectionReader: io.NewSectionReader(f, 0, info.Size())}
	doc, err := registry.Convert(t.Context(), in, env)
	if err == nil {
		_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	}
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Println("peak", strings.Fields(kib)[0])
		}
	}
	fmt.Println("ended with", err) // the parent prints it beside the price
}

// price is what converting one shape cost.
type price struct {
	time   time.Duration
	memory int64
	end    string
}

// priced converts an input in a process of its own.
func priced(t *testing.T, name string, content []byte) price {
	t.Helper()
	path := t.TempDir() + "/" + name
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(path)
	// A shell is between the two, since a process is said to have used what the one that started it had.
	cmd := exec.Command("sh", "-c", `"$0" "$1"; exit 0`, os.Args[0], "-test.run=^TestPriceOfOneShape$")
	cmd.Env = append(os.Environ(), priceChild+"="+path)
	out, _ := cmd.CombinedOutput()
	first, rest, _ := strings.Cut(string(out), "\n")
	end, _, _ := strings.Cut(rest, "\n")
	kib, err := strconv.ParseInt(strings.TrimPrefix(first, "peak "), 10, 64)
	if err != nil {
		t.Fatalf("%s", out)
	}
	return price{cmd.ProcessState.UserTime(), kib << 10, end}
}

// mended are shapes that once cost more than they may: by grammar, as prices gives them.
func mended() []shape {
	at := func(name, before string) int {
		return slices.IndexFunc(prices(), func(g grammar) bool { return g.name == name && strings.HasSuffix(g.before, before) })
	}
	docbook, equation := at("a.xml", `docbook.org/ns/docbook">`), at("a.docx", "<w:p><m:oMath>")
	return []shape{
		{docbook, [2]string{"<tbody></tbody>", "<footnote></footnote>"}, ""},
		{docbook, [2]string{"<anchor></anchor>", "<section></section>"}, ""},
		{docbook, [2]string{"<question></question>", "<warning></warning>"}, ""},
		{equation, [2]string{"<m:phant><m:e></m:e></m:phant>", "<m:borderBox><m:e></m:e></m:borderBox>"}, ""},
		{at("a.opml", ""), [2]string{"<outline>", "</outline>"}, ""},
		{at("a.vtt", "02.000\n"), [2]string{"<v Ann>x", "</v>"}, ""},
		{at("a.vtt", "WEBVTT\n\n"), [2]string{"STYLE\n::cue(.a .b){color:red}\n\n", ""}, "00:01.000 --> 00:02.000\na\n\n"},
		{at("a.rtf", ""), [2]string{`\{`, `\line`}, ""},
		{at("a.rtf", ""), [2]string{`{\*\x }`, `\trowd\cellx1 \cell\row `}, ""},
		{at("a.txt", ""), [2]string{"\u202e", "\t"}, ""},
		{at("a.jsonl", ""), [2]string{"1\nx", ""}, ""},
		{at("a.md", ""), [2]string{"\n- > ", "<a href=x>"}, ""},
		{at("a.md", ""), [2]string{"<pre>", "<a href=x>"}, ""},
		{at("a.rtf", ""), [2]string{`{\mrad{\me }}`, `{\mmath{\mr }}`}, ""},
		{at("a.xml", "<w:body>"), [2]string{"<w:p><w:r><w:t>x</w:t></w:r></w:p>", ""}, ""},
		{at("a.md", ""), [2]string{"\n> - ", "\n|a|\n|-|\n|"}, ""},
		{at("a.html", ""), [2]string{"<style>x", "@media a{"}, ""},
		{at("a.html", ""), [2]string{"<style>p{color:red}</style>", "<p id=a>"}, ""},
	}
}

// someShapes returns shapes: those that were mended, then many of the others, as many of
// each grammar.
func someShapes(list []grammar, many int, r *rand.Rand) []shape {
	of := make([][]shape, len(list))
	shapes(list, func(s shape) bool { of[s.grammar] = append(of[s.grammar], s); return true })
	out := mended()
	first := r.IntN(len(of))
	for i := range many {
		all := of[(first+i)%len(of)]
		out = append(out, all[r.IntN(len(all))])
	}
	return out
}

var priceTable = flag.String("price.table", "", "convert inputs of full size, and write the highest prices of each format to the end of this file")

// What an input costs is bounded, whatever its shape: the processor's time by its
// size, and the memory by the limits. Smaller inputs have limits that are as much
// smaller.
func TestSoakPrice(t *testing.T) {
	if testing.Short() {
		t.Skip("processes that convert are slow")
	}
	if runtime.GOOS != "linux" {
		t.Skip("this system does not say what a process used at most")
	}
	const many = 2000
	draws := soak.Size(t, many)
	part := int64(16)
	if draws >= many || *priceTable != "" {
		part = 1
	}
	list := prices()
	r := rand.New(rand.NewPCG(soak.Seed(t, 41), 0))
	plain := priced(t, "a.txt", []byte("word\n"))
	mostTime := priceTime
	if part > 1 { // machines differ, and what else they do: what is usual costs more there, too
		mostTime = priceTimes * priced(t, "a.html", bytes.Repeat([]byte("<p>a word</p>\n"), int(priceSize/part)/14)).time
	}
	var longest time.Duration
	worst := map[string]price{} // by format
	for _, s := range someShapes(list, draws, r) {
		g := list[s.grammar]
		p := priced(t, g.name, s.file(list, int(priceSize/part)-priceRoom))
		mostMemory := int64(priceMemory)
		if part > 1 {
			mostMemory = plain.memory + priceMemory/part + priceKept
			if g.name == "a.html" {
				mostMemory += priceRules
			}
		}
		for again := 0; again < 3 && part > 1 && p.memory > mostMemory; again++ {
			// What a process had at most differs with when it collected what it did not need any more.
			p.memory = min(p.memory, priced(t, g.name, s.file(list, int(priceSize/part)-priceRoom)).memory)
		}
		longest = max(longest, p.time)
		name := strings.TrimPrefix(g.name, "a.")
		w := worst[name]
		worst[name] = price{time: max(p.time, w.time), memory: max(p.memory, w.memory)}
		if p.time > mostTime || p.memory > mostMemory {
			t.Errorf("%s, %.40q: %q, then %q, of %d MiB: %s and %d MiB; at most %s and %d MiB expected; it %s",
				g.name, g.before, s.parts, s.closing, priceSize/part>>20, p.time, p.memory>>20, mostTime, mostMemory>>20, p.end)
		}
	}
	t.Logf("%s of the processor at most, of %s", longest, mostTime)
	if *priceTable != "" {
		writePrices(t, *priceTable, worst)
	}
}

// writePrices writes the highest prices in place of the table at the end of a file.
func writePrices(t *testing.T, path string, worst map[string]price) {
	const head = "| format | processor, s | memory, MiB |\n"
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(before), head)
	text += head + "| --- | ---: | ---: |\n"
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		text += fmt.Sprintf("| %s | %.1f | %d |\n", name, worst[name].time.Seconds(), worst[name].memory>>20)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
