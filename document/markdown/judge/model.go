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
	notes    notes
	ids      map[string]bool // of headings
}

// notes holds the notes of a document, and how those are numbered that it refers to.
type notes struct {
	prefix  string
	bodies  []*document.Note
	numbers map[string]int // -1 for one that is written, and that nothing refers to
	queue   []*document.Note
}

// Model returns what a reader should see of a document.
func Model(doc *document.Document, opts markdown.WriteOptions) *Page {
	m := &modeller{opts: opts, notes: notes{prefix: opts.NotePrefix, numbers: map[string]int{}}, ids: map[string]bool{}}
	document.Walk(doc.Blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			if text := document.InlineText(b.Inlines); slug(text) {
				m.ids[b.ID], m.ids[markdown.Slug(text)] = true, true
			}
		case *document.Note, *document.Table, *document.Annotation:
			m.notes.collect(b)
			return false
		}
		return true
	})
	m.blocks(doc.Blocks, "")
	m.writeNotes()
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
func (n *notes) collect(b document.Block) {
	document.Walk([]document.Block{b}, func(b document.Block) bool {
		if note, ok := b.(*document.Note); ok {
			n.bodies = append(n.bodies, note)
		}
		return true
	})
}

func slug(s string) bool {
	return strings.ContainsFunc(strings.TrimSpace(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
	})
}

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
		m.page.leaf(path, "rule", "")
	case *document.DefinitionList:
		m.definitions(b, path)
	case *document.Note:
	case *document.Annotation:
		m.annotation(b, path)
	case *document.MathBlock:
		if tex := space(clean(b.TeX)); tex != "" {
			m.page.Math = true
			m.page.leaf(path, "p", "$$"+tex+"$$")
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
		m.page.leaf(path, "p", text)
	default:
		m.page.leaf(path, "h"+strconv.Itoa(min(level, 6)), text)
	}
}

func (m *modeller) paragraph(text, path string) {
	if text != "" {
		m.page.leaf(path, "p", text)
	}
}

func (m *modeller) code(lang, text, path string) {
	kind := "code"
	if lang != "" && len(lang) <= 32 && strings.Trim(lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#._-") == "" {
		kind += " " + lang
	}
	m.page.leaf(path, kind, codeText(clean(text)))
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
	m.page.leaf(path, "item", "")
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
		m.page.leaf(path, "item", "")
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

// writeNotes lays out the notes: by number, then what nothing refers to.
func (m *modeller) writeNotes() {
	m.quiet = true
	next := 0
	for written := 0; ; {
		if written < len(m.notes.queue) {
			n := m.notes.queue[written]
			written++
			m.page.leaf("^", "note", m.notes.label(written))
			before := len(m.page.Leaves)
			m.blocks(n.Blocks, "^")
			if len(m.page.Leaves) == before {
				m.page.leaf("^", "p", "(empty)")
			}
			continue
		}
		for next < len(m.notes.bodies) && (m.notes.numbers[m.notes.bodies[next].ID] != 0 && m.notes.byID(m.notes.bodies[next].ID) == m.notes.bodies[next]) {
			next++
		}
		if next == len(m.notes.bodies) {
			return
		}
		n := m.notes.bodies[next]
		if m.notes.byID(n.ID) == n {
			m.notes.numbers[n.ID] = -1
		}
		next++
		label := "Footnote:"
		if n.Kind == document.Endnote {
			label = "Endnote:"
		}
		m.page.leaf("-", "item", "")
		m.led(label, n.Blocks, "-")
	}
}

func (n *notes) byID(id string) *document.Note {
	for _, body := range n.bodies {
		if body.ID == id {
			return body
		}
	}
	return nil
}

// refer returns the mark of the note that has an ID: "" where none has, or where it has
// been written as one that nothing refers to.
func (n *notes) refer(id string) string {
	body := n.byID(id)
	if body == nil || n.numbers[id] < 0 {
		return ""
	}
	if n.numbers[id] == 0 {
		n.queue = append(n.queue, body)
		n.numbers[id] = len(n.queue)
	}
	return "[^" + n.label(n.numbers[id]) + "]"
}

func (n *notes) label(number int) string {
	if n.prefix == "" {
		return strconv.Itoa(number)
	}
	return n.prefix + "-" + strconv.Itoa(number)
}
