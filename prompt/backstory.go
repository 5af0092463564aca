package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// chapter is the smallest thing that has an id: a source of a backstory, a
// context file, a stretch of a text that was written by hand.
type chapter struct {
	section string
	id      string // the first 12 digits of the digest of its text
	path    string // of its file; empty where it is a stretch of one
	title   string
	lead    string // the heading above it, with the line ends behind it
	text    string // without line ends at its end
	tokens  int    // of chat templates that were broken in it, in code
	origin  *Origin
}

// Origin is where a generated backstory has the chapter of a source.
type Origin struct {
	Offset int    `json:"o"` // in bytes
	Length int    `json:"n"`
	Broken bool   `json:"b,omitempty"` // the library has another text: see [Origin.Text]
	Format string `json:"f"`           // of the source
	Digest string `json:"d,omitempty"` // SHA-256 of it; empty where it is of an earlier version, which is no longer there
	Size   int64  `json:"s"`           // of it
	// Keywords are what the source says of itself, and is found by.
	Keywords string `json:"-"`
}

// Text returns the text that the library has, of what the backstory has.
func (o *Origin) Text(raw string) string {
	if o.Broken {
		raw, _ = broken(raw)
	}
	return raw
}

// broken breaks the tags of a chapter and the tokens of chat templates, which the
// writer of backstories leaves in code, and counts these.
func broken(raw string) (text string, tokens int) {
	text, tokens = chattoken.Break(raw)
	return breakTags(text), tokens
}

// idDigits is how many digits of a digest an id has.
const idDigits = 12

// The levels of headings in a generated backstory: its label, and the file
// headings of its chapters.
const (
	labelLevel = 2
	fileLevel  = 3
)

// backstory is a backstory.md that was taken apart.
type backstory struct {
	label     string
	generated bool   // it is, byte for byte, what its manifest describes
	reason    string // why it is not taken for generated, where it has a manifest
	chapters  []chapter
	secrets   []Note // on chapters that have one
}

// cutBackstory takes a backstory apart. A generated one is checked against its
// manifest first: the layout, and the digest of every chapter. Any other is taken for written by hand: its headings are lowered,
// and it is cut at the highest of them.
func (c *cleaner) cutBackstory(file profile.File, rawManifest []byte, label string) backstory {
	b := backstory{label: label}
	if rawManifest != nil {
		if b.reason = b.generatedBy(file.Text, rawManifest); b.reason == "" {
			b.generated = true
			tokens := 0
			for i := range b.chapters {
				tokens += b.chapters[i].tokens
			}
			c.noteTokens(file.Path, tokens)
			c.notes = append(c.notes, b.secrets...)
			return b
		}
		c.note(file.Path, b.reason+": it is taken for written by hand")
	}
	b.label, b.chapters = label, c.material(file.Path, file.Text).nest(labelLevel).chapters(idBackstory)
	return b
}

// generatedBy takes a text apart along a manifest and says why it cannot.
func (b *backstory) generatedBy(text string, raw []byte) (reason string) {
	m, err := manifest.Load(raw)
	switch {
	case err != nil:
		return err.Error()
	case m.IsForeign():
		return "its manifest is Coqui's and cannot vouch for it"
	case m.Newer() != nil:
		return m.Newer().Error()
	case len(m.Files) == 0:
		return "it is not what the last build wrote"
	}
	var gate gate.Gate
	if gate.Text(text) != text {
		return "it holds characters that no build writes"
	}
	rest, ok := strings.CutPrefix(text, markdown.HeadingLine(labelLevel, m.Label)+"\n\n")
	first := true
	for i := range m.Files {
		f := &m.Files[i]
		if !f.HasChapter() {
			continue
		}
		if !first && ok {
			rest, ok = strings.CutPrefix(rest, "\n")
		}
		first = false
		var c chapter
		if c, rest, ok = cutChapter(f, text, rest, ok); !ok {
			b.chapters = nil
			return "it is not what the last build wrote"
		}
		b.chapters = append(b.chapters, c)
		if kinds := f.Secrets(); kinds != "" {
			b.secrets = append(b.secrets, Note{Source: c.path, Message: "text reads like a secret: " + kinds, Secrets: kinds, Fact: true})
		}
	}
	if !ok || rest != "" {
		b.chapters = nil
		return "it is not what the last build wrote"
	}
	b.label = m.Label
	return ""
}

// cutChapter cuts the chapter of an entry from the start of the rest of a text.
func cutChapter(f *manifest.Entry, all, rest string, ok bool) (chapter, string, bool) {
	c := chapter{section: idBackstory, path: "/" + f.Path, lead: markdown.FileHeading(fileLevel, "/"+f.Path) + "\n"}
	if ok {
		rest, ok = strings.CutPrefix(rest, c.lead)
	}
	n := int(f.Chapter.Length)
	if n > 0 && ok {
		c.lead += "\n"
		rest, ok = strings.CutPrefix(rest, "\n")
	}
	if !ok || n < 0 || n > len(rest) {
		return c, rest, false
	}
	raw := rest[:n]
	digest := textDigest(raw)
	if digest != f.Chapter.Digest {
		return c, rest, false
	}
	c.id = digest[:idDigits]
	c.text, c.tokens = broken(raw)
	c.origin = &Origin{Offset: len(all) - len(rest), Length: n, Broken: c.text != raw, Format: f.Format, Size: f.SizeBytes, Keywords: f.Chapter.Keywords}
	if f.Status == manifest.StatusOK {
		c.origin.Digest = f.SHA256
	}
	rest = rest[n:]
	if n > 0 {
		rest, ok = strings.CutPrefix(rest, "\n")
	}
	return c, rest, ok
}

// chapters cuts the text at the highest of its headings.
func (p *prose) chapters(section string) []chapter {
	list, text := p.stretches(), p.text
	var out []chapter
	for _, cut := range cutAt(list, highest(list)) {
		whole := join(cut)
		body := strings.TrimRight(text[whole.from:whole.to], "\n")
		if strings.TrimSpace(body) != "" {
			out = append(out, chapter{section: section, id: textDigest(body)[:idDigits], title: whole.title, text: body})
		}
	}
	return out
}
