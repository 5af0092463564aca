package ooxml_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

const (
	mainType   = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	sheetType  = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	office     = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	strict     = "http://purl.oclc.org/ooxml/officeDocument/relationships/"
	typesHead  = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`
	relsHead   = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	typesPart  = "[Content_Types].xml"
	mainTarget = relsHead + `<Relationship Id="a" Type="` + strict + `officeDocument" Target="/Office/Body.xml"/></Relationships>`
)

func section(t testing.TB, parts ...string) *io.SectionReader {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, parts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return io.NewSectionReader(bytes.NewReader(b.Bytes()), 0, int64(b.Len()))
}

func open(t testing.TB, parts ...string) (*ooxml.Package, *converters.Env) {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	p, err := ooxml.Open(context.Background(), env, section(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	return p, env
}

func TestTheMainPartIsFoundByWhatItIs(t *testing.T) {
	override := typesHead + `<Override PartName="/x/y.xml" ContentType="` + strings.ToUpper(mainType) + `"/></Types>`
	for _, c := range []struct {
		want  string
		parts []string
	}{
		{"Office/Body.xml", []string{"_rels/.rels", mainTarget, "office/body.xml", ""}},
		{"x/y.xml", []string{"_rels/.rels", mainTarget, typesPart, override, "x/y.xml", ""}},
		{"x/y.xml", []string{typesPart, override, "x/y.xml", "", "word/document.xml", ""}},
		{"word/document.xml", []string{"word/document.xml", ""}},
		{"", []string{"xl/workbook.xml", ""}},
		{"", []string{"_rels/.rels", strings.Replace(mainTarget, "/Office", "https://evil.example", 1)}},
	} {
		p, _ := open(t, c.parts...)
		got, err := p.Main("word/document.xml", mainType)
		if got != c.want || (c.want == "") != errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%v: %q, %v", c.parts, got, err)
		}
	}
}

func TestContentTypesAreOfPartsAndOfExtensions(t *testing.T) {
	p, _ := open(t, typesPart, typesHead+`<Default Extension="PNG" ContentType="image/png"/><Override PartName="/A/b.png" ContentType="Image/X"/></Types>`)
	for part, want := range map[string]string{"a/B.png": "image/x", "/c.png": "image/png", "d.jpg": "", "e": ""} {
		if got, err := p.ContentType(part); err != nil || got != want {
			t.Errorf("%s: %q, %v", part, got, err)
		}
	}
}

func TestADocumentsKindIsTold(t *testing.T) {
	list := typesHead + `<Override PartName="/word/document.xml" ContentType="` + mainType + `"/></Types>`
	for _, c := range []struct {
		content *io.SectionReader
		want    bool
	}{
		{section(t, typesPart, list), true},
		{section(t, typesPart, strings.Replace(list, mainType, sheetType, 1)), false},
		{section(t, typesPart, strings.Replace(list, mainType, mainType+"+x", 1)), false},
		{section(t, typesPart, typesHead+`</Types>`, "word/document.xml", ""), true},
		{section(t, typesPart, typesHead+`</Types>`, "xl/workbook.xml", ""), false},
		{section(t, "mimetype", mainType), false},
		{io.NewSectionReader(strings.NewReader("PK\x03\x04"), 0, 4), false},
		{io.NewSectionReader(strings.NewReader(""), 0, 0), false},
	} {
		if got := ooxml.Sniff(c.content, "word/document.xml", mainType); got != c.want {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

func TestTargetsAreSeenFromTheirPart(t *testing.T) {
	var rels strings.Builder
	rels.WriteString(relsHead)
	targets := []string{"styles.xml", "../customXml/item1.xml", "/word/a b.xml", "a%20b.xml", `media\image1.png`, "../../../../etc/passwd", "#_Toc1", "x.xml#y"}
	for i, target := range targets {
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Type="%sstyles" Target="%s"/>`, i, office, target)
	}
	rels.WriteString(`</Relationships>`)
	p, env := open(t, "word/_rels/document.xml.rels", rels.String(), "word/x.xml", "")
	r, err := p.Relations("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range r.All {
		got = append(got, x.Target+"#"+x.Fragment)
	}
	want := []string{"word/styles.xml#", "customXml/item1.xml#", "word/a b.xml#", "word/a b.xml#", "word/media/image1.png#", "etc/passwd#", "#_Toc1", "word/x.xml#y"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if x, ok := r.ByID("r1"); !ok || x.Kind != "styles" || x.Type != office+"styles" {
		t.Errorf("r1: %+v", x)
	}
	if _, ok := r.ByID("r99"); ok || p.Part(r, "styles") != "word/x.xml" || p.Part(r, "numbering") != "" {
		t.Error("a relationship that is not there is found, or one that is there is not")
	}
	if len(env.Warnings()) != 0 {
		t.Errorf("warnings: %v", env.Warnings())
	}
}

func TestTargetsOutsideAreCounted(t *testing.T) {
	rels := relsHead
	for i := range 40 {
		kind := []string{"hyperlink", "attachedTemplate", "image"}[i%3]
		rels += fmt.Sprintf(`<Relationship Id="r%d" Type="%s%s" Target="https://e.example/%d" TargetMode="External"/>`, i, office, kind, i)
	}
	p, env := open(t, "word/_rels/document.xml.rels", rels+`<Relationship Id="r0" Target="https://other.example/"/></Relationships>`)
	r, err := p.Relations("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	if x, ok := r.ByID("r0"); !ok || x.Target != "https://e.example/0" || !x.External {
		t.Errorf("r0: %+v", x)
	}
	if x, ok := r.First("image"); !ok || x.ID != "r2" || p.Part(r, "image") != "" {
		t.Errorf("image: %+v", x)
	}
	got := env.Warnings()
	for i := range got {
		got[i].Pos = document.Pos{}
	}
	if diff := cmp.Diff([]document.Warning{
		{Code: "external-target", Message: "a part outside of the document was not fetched (attachedTemplate)", Count: 13},
		{Code: "external-target", Message: "a part outside of the document was not fetched (image)", Count: 13},
	}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCorePropertiesAreRead(t *testing.T) {
	const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">` +
		`<d:title> A &amp; B </d:title><d:creator>C</d:creator><d:subject>S</d:subject><d:language>de</d:language><cp:keywords>k</cp:keywords>` +
		`<cp:lastModifiedBy>nobody</cp:lastModifiedBy><t:created>2020</t:created><t:modified>2021</t:modified></cp:coreProperties>`
	rels := relsHead + `<Relationship Id="a" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`
	p, _ := open(t, "_rels/.rels", rels, "docProps/core.xml", core)
	got, err := p.Core()
	want := document.Meta{Title: "A & B", Author: "C", Subject: "S", Keywords: "k", Created: "2020", Modified: "2021", Language: "de"}
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	p, _ = open(t, "_rels/.rels", rels)
	if got, err := p.Core(); err != nil || got != (document.Meta{}) {
		t.Errorf("no core properties: %+v, %v", got, err)
	}
}

func TestOneBranchOfAnAlternativeIsTaken(t *testing.T) {
	const text = `<a xmlns:mc="` + ooxml.Compatibility + `" xmlns:known="urn:k" xmlns:strange="urn:s">%s</a>`
	spaces := xmlread.NewSpaces([]string{ooxml.Compatibility}, []string{"urn:k"})
	for branches, want := range map[string]string{
		`<mc:Choice Requires="known">1</mc:Choice><mc:Choice Requires="known">2</mc:Choice><mc:Fallback>3</mc:Fallback>`: "1",
		`<mc:Choice Requires="known strange">1</mc:Choice><mc:Choice Requires="known">2</mc:Choice>`:                     "2",
		`<mc:Choice Requires="strange">1</mc:Choice><mc:Fallback>3</mc:Fallback>`:                                        "3",
		`<mc:Choice Requires="undeclared">1</mc:Choice>`:                                                                 "",
	} {
		env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
		s := xmlread.New(context.Background(), env, xmlread.Source{Text: fmt.Sprintf(text, branches), Spaces: spaces})
		var alternative ooxml.Alternative
		got := ""
		for {
			kind, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			if kind == xmlread.EOF {
				break
			}
			if kind == xmlread.Start && s.Space() == 1 && !alternative.Take(s, 2) {
				if err := s.Skip(); err != nil {
					t.Fatal(err)
				}
			}
			if kind == xmlread.Text {
				got += s.Raw()
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", branches, got, want)
		}
	}
}

func TestNamespacesOfBothKinds(t *testing.T) {
	want := []string{"http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main", "urn:more"}
	if diff := cmp.Diff(want, ooxml.Spaces("wordprocessingml/main", "urn:more")); diff != "" {
		t.Error(diff)
	}
}
