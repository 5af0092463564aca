package judge

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// modeller lays a document out as docs/markdown.md says.
type modeller struct {
	opts     markdown.WriteOptions
	page     Page
	sections int
	quiet    bool
	comments int
	bodies   []*document.Note
	numbers  map[string]int
	queue    []*document.Note
	ids      map[string]bool // of headings
}

// Model returns what a reader should see of a document.
func Model(doc *document.Document, opts markdown.WriteOptions) *Page {
	m := &modeller{opts: opts, numbers: map[string]int{}, ids: map[string]bool{}}
	document.Walk(doc.Blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			if text := document.InlineText(b.Inlines); slug(text) {
				m.ids[b.ID], m.ids[markdown.Slug(text)] = true, true
			}
		case *document.Note, *document.Table, *document.Annotation:
			m.collect(b)
			return false
		}
		return true
	})
	m.blocks(doc.Blocks, "")
	m.notes()
	slices.SortStableFunc(m.page.Leaves, func(a, b Leaf) int { return noteOrder(a) - noteOrder(b) })
	return &m.page
}

// noteOrder puts the leaves of notes at the end, where readers show them.
func noteOrder(l Leaf) int {
	if strings.HasPrefix(l.Path, "^") {
		return 1
	}
	return 0
}

// collect finds notes where no headings are.
func (m *modeller) collect(b document.Block) {
	document.Walk([]document.Block{b}, func(b document.Block) bool {
		if n, ok := b.(*document.Note); ok {
			m.bodies = append(m.bodies, n)
		}
		return true
	})
}

func slug(s string) bool {
	return strings.ContainsFunc(strings.TrimSpace(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
	})
}

func (m *modeller) leaf(path, kind, text string) { m.page.leaf(path, kind, text) }

func (m *modeller) blocks(blocks []document.Block, path string) {
	for _, b := range blocks {
		m.block(b, path)
	}
}

func (m *modeller) block(b document.Block, path string) {
	switch b := b.(type) {
	case *document.Heading:
		m.heading(max(b.Level, 1)+m.opts.Base+m.sections, m.line(b.Inlines), path)
	case *document.Paragraph:
		m.paragraph(m.line(b.Inlines), path)
	case *document.List:
		m.list(b, path)
	case *document.Table:
		m.table(b, path)
	case *document.CodeBlock:
		m.code(b.Lang, b.Text, path)
	case *document.Quote:
		m.blocks(b.Blocks, path+">")
	case *document.ThematicBreak:
		m.leaf(path, "rule", "")
	case *document.DefinitionList:
		m.definitions(b, path)
	case *document.Note:
	case *document.Annotation:
		m.annotation(b, path)
	case *document.MathBlock:
		if tex := space(clean(b.TeX)); tex != "" {
			m.page.Math = true
			m.leaf(path, "p", "$$"+tex+"$$")
		}
	case *document.Section:
		m.section(b, path)
	case *document.Verbatim:
		for _, l := range Read(b.Text).Leaves {
			l.Path = path + l.Path
			m.page.Leaves = append(m.page.Leaves, l)
		}
	default:
		panic("judge: unknown block")
	}
}

func (m *modeller) heading(level int, text, path string) {
	switch {
	case text == "":
	case m.quiet:
		m.leaf(path, "p", text)
	default:
		m.leaf(path, "h"+strconv.Itoa(min(level, 6)), text)
	}
}

func (m *modeller) paragraph(text, path string) {
	if text != "" {
		m.leaf(path, "p", text)
	}
}

func (m *modeller) code(lang, text, path string) {
	kind := "code"
	if lang != "" && len(lang) <= 32 && strings.Trim(lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#._-") == "" {
		kind += " " + lang
	}
	m.leaf(path, kind, codeText(clean(text)))
}

func (m *modeller) section(b *document.Section, path string) {
	title := sectionTitle(b)
	sections := m.sections
	if title != "" {
		m.heading(m.opts.Base+1+m.sections, m.line(titleInlines(b, title)), path)
		if !m.quiet {
			m.sections++
		}
	}
	m.blocks(b.Blocks, path)
	m.sections = sections
}

// titleInlines returns the heading of a section, whose title may be in a label.
func titleInlines(b *document.Section, heading string) []document.Inline {
	if title := strings.TrimSpace(b.Title); b.Label != 0 && title != "" {
		return append(document.Plain(strings.TrimSuffix(heading, title)), b.Label.LabelText(title)...)
	}
	return document.Plain(heading)
}

func sectionTitle(b *document.Section) string {
	label := ""
	switch b.Kind {
	case document.SectionSheet:
		label = "Sheet"
	case document.SectionTable:
		label = "Table"
	case document.SectionSlide:
		label = "Slide"
		if b.Number > 0 {
			label += " " + strconv.Itoa(b.Number)
		}
	case document.SectionSpeakerNotes:
		return "Speaker Notes"
	case document.SectionPage:
		return ""
	}
	title := strings.TrimSpace(b.Title)
	if label != "" && title != "" {
		return label + ": " + title
	}
	return label + title
}

// marker returns the text in front of an item, and whether the
// item is numbered.
func marker(s string) (literal string, number bool) {
	s = strings.TrimSpace(s)
	if digits := strings.TrimRight(s, ".)"); len(digits) == len(s)-1 && digits != "" && len(digits) <= 9 &&
		strings.Trim(digits, "0123456789") == "" {
		return "", true
	}
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return s, false
		}
	}
	return "", false
}

func (m *modeller) list(b *document.List, path string) {
	for _, item := range b.Items {
		lead, _ := marker(item.Marker)
		switch item.Task {
		case document.TaskOpen:
			lead = "[ ] " + lead
		case document.TaskDone:
			lead = "[x] " + lead
		}
		m.item(path+"-", func() { m.led(lead, item.Blocks, path+"-") })
	}
}

// item lays out an item; one with nothing in it is dropped.
func (m *modeller) item(path string, inside func()) {
	m.leaf(path, "item", "")
	n := len(m.page.Leaves)
	inside()
	if len(m.page.Leaves) == n {
		m.page.Leaves = m.page.Leaves[:n-1]
	}
}

// led lays out blocks with text in front of the first paragraph.
func (m *modeller) led(lead string, blocks []document.Block, path string) {
	if lead != "" {
		if p, rest := first(blocks); p != nil {
			m.paragraph(m.line(append([]document.Inline{&document.Text{Value: lead + " "}}, p.Inlines...)), path)
			blocks = rest
		} else {
			m.paragraph(space(clean(lead)), path)
		}
	}
	m.blocks(blocks, path)
}

// first takes the paragraph off that blocks begin with.
func first(blocks []document.Block) (*document.Paragraph, []document.Block) {
	if len(blocks) > 0 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			return p, blocks[1:]
		}
	}
	return nil, blocks
}

func (m *modeller) definitions(b *document.DefinitionList, path string) {
	path += "-"
	for _, d := range b.Definitions {
		head := terms(d)
		m.leaf(path, "item", "")
		if len(d.Details) == 1 {
			p, rest := first(d.Details[0])
			if p != nil {
				head = append(head, p.Inlines...)
			}
			m.paragraph(m.line(head), path)
			m.blocks(rest, path)
			continue
		}
		m.paragraph(m.line(head), path)
		for _, detail := range d.Details {
			m.item(path+"-", func() { m.blocks(detail, path+"-") })
		}
	}
}

func terms(d document.Definition) []document.Inline {
	var head []document.Inline
	for i, term := range d.Terms {
		if i > 0 {
			head = append(head, &document.Text{Value: ", "})
		}
		head = append(head, term...)
	}
	return append(head, &document.Text{Value: ": "})
}

func (m *modeller) commentLabel(b *document.Annotation) string {
	m.comments++
	s := "Comment " + strconv.Itoa(m.comments)
	var about []string
	for _, f := range []string{space(b.Author), space(b.Date), map[bool]string{true: "resolved"}[b.Resolved]} {
		if f != "" {
			about = append(about, f)
		}
	}
	if len(about) > 0 {
		s += " (" + strings.Join(about, ", ") + ")"
	}
	return clean(s) + ":"
}

func (m *modeller) annotation(b *document.Annotation, path string) {
	if m.opts.NoComments {
		return
	}
	quiet := m.quiet
	m.quiet = true
	m.led(m.commentLabel(b), b.Blocks, path+">")
	m.quiet = quiet
}

// notes lays out the notes: by number, then what nothing refers to.
func (m *modeller) notes() {
	m.quiet = true
	next := 0
	for written := 0; ; {
		if written < len(m.queue) {
			n := m.queue[written]
			written++
			m.leaf("^", "note", m.label(written))
			before := len(m.page.Leaves)
			m.blocks(n.Blocks, "^")
			if len(m.page.Leaves) == before {
				m.leaf("^", "p", "(empty)")
			}
			continue
		}
		for next < len(m.bodies) && (m.numbers[m.bodies[next].ID] != 0 && m.byID(m.bodies[next].ID) == m.bodies[next]) {
			next++
		}
		if next == len(m.bodies) {
			return
		}
		n := m.bodies[next]
		if m.byID(n.ID) == n {
			m.numbers[n.ID] = -1
		}
		next++
		label := "Footnote:"
		if n.Kind == document.Endnote {
			label = "Endnote:"
		}
		m.leaf("-", "item", "")
		m.led(label, n.Blocks, "-")
	}
}

func (m *modeller) byID(id string) *document.Note {
	for _, n := range m.bodies {
		if n.ID == id {
			return n
		}
	}
	return nil
}

func (m *modeller) label(n int) string {
	if m.opts.NotePrefix == "" {
		return strconv.Itoa(n)
	}
	return m.opts.NotePrefix + "-" + strconv.Itoa(n)
}
