package pptx_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// The namespaces of a part, and the types of relationships.
const (
	names = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
		`xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	kinds    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	relsHead = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
)

// part is a part of a package.
type part struct{ name, text string }

// pack makes a package of parts.
func pack(parts []part) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.Create(p.name)
		if err != nil {
			panic(err)
		}
		if _, err := io.WriteString(f, p.text); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// slidePart returns the part of a slide with shapes.
func slidePart(shapes string) string {
	return `<p:sld ` + names + `><p:cSld><p:spTree>` + shapes + `</p:spTree></p:cSld></p:sld>`
}

// textShape returns a shape with paragraphs, each an a:p.
func textShape(holder string, paras string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="s"/><p:nvPr>` + holder + `</p:nvPr></p:nvSpPr><p:spPr/><p:txBody>` + paras + `</p:txBody></p:sp>`
}

// paragraph returns a paragraph with one run.
func paragraph(text string) string { return `<a:p><a:r><a:t>` + text + `</a:t></a:r></a:p>` }

// deckOf returns a presentation of slides, each given as the text of its part.
func deckOf(slides []string, more ...part) []byte {
	var ids, rels strings.Builder
	parts := make([]part, 0, len(slides)+2+len(more))
	for i, s := range slides {
		fmt.Fprintf(&ids, `<p:sldId r:id="r%d"/>`, i)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Type="%sslide" Target="slides/s%d.xml"/>`, i, kinds, i)
		parts = append(parts, part{fmt.Sprintf("ppt/slides/s%d.xml", i), s})
	}
	parts = append(parts,
		part{"ppt/presentation.xml", `<p:presentation ` + names + `><p:sldIdLst>` + ids.String() + `</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`},
		part{"ppt/_rels/presentation.xml.rels", relsHead + rels.String() + `</Relationships>`})
	return pack(append(parts, more...))
}

// bigDeck returns a presentation with titles, lists, a table and notes on each
// of its slides, and one part over 10 MiB.
func bigDeck(slides int) []byte {
	var texts []string
	var more []part
	for i := range slides {
		var body strings.Builder
		for j := range 12 {
			fmt.Fprintf(&body, `<a:p><a:pPr lvl="%d"><a:buChar char="•"/></a:pPr><a:r><a:rPr lang="en-GB" dirty="0"/><a:t>The keeper wrote the log at </a:t></a:r>`+
				`<a:r><a:rPr lang="en-GB" b="1"/><a:t>%d o’clock</a:t></a:r><a:r><a:t>, and the sea was calm.</a:t></a:r></a:p>`, j%3, j)
		}
		cells := strings.Repeat(`<a:tc><a:txBody>`+paragraph("one")+`</a:txBody></a:tc>`, 4)
		table := `<p:graphicFrame><p:xfrm><a:off x="0" y="900000"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData><a:tbl>` +
			strings.Repeat(`<a:tr>`+cells+`</a:tr>`, 5) + `</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
		texts = append(texts, slidePart(textShape(`<p:ph type="title"/>`, paragraph(fmt.Sprintf("Part %d", i+1)))+textShape("", body.String())+table))
		more = append(more, notesParts(i, fmt.Sprintf("What to say on slide %d.", i+1))...)
	}
	more[1].text += "<!-- " + noise(10<<20) + " -->"
	return deckOf(texts, more...)
}

// notesParts returns the speaker notes of a slide: its relationships, and the
// notes.
func notesParts(slide int, text string) []part {
	return []part{
		{fmt.Sprintf("ppt/slides/_rels/s%d.xml.rels", slide), relsHead + fmt.Sprintf(`<Relationship Id="n" Type="%snotesSlide" Target="../notes/n%d.xml"/></Relationships>`, kinds, slide)},
		{fmt.Sprintf("ppt/notes/n%d.xml", slide), `<p:notes ` + names + `><p:cSld><p:spTree>` + textShape(`<p:ph type="body"/>`, paragraph(text)) + `</p:spTree></p:cSld></p:notes>`},
	}
}

// noise returns text that packs badly, the same each time.
func noise(size int) string {
	b := make([]byte, size)
	state := uint32(1)
	for i := range b {
		state = state*1664525 + 1013904223
		b[i] = "abcd"[state>>30]
	}
	return string(b)
}
