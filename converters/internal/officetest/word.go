package officetest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Word writes a document of Word 97 ([MS-DOC]) from a description: a line for each
// paragraph, in the order of the text.
//
//	p1 0b460100: text     a paragraph of style 1, with changes of its properties
//	c0 162401: text       the same as a cell of a table, r0 as the end of a row
//	footnote: text        the text of the next footnote, whose sign is \x02
//	endnote: text         the same of an endnote, behind all footnotes
//	comment Ann: text     the same of a comment, whose sign is \x05
//	header 1: text        the text of a header or footer, from 0 (2.3.3)
//	list 0 4 %1.          a list: the kinds, first numbers and texts of its levels
//
// {350801|text} is text with changes of its properties; the text is as in a Go string.
// Styles are: 0 Normal, 1 to 3 headings, 4 Quote, 5 HTML Preformatted; fonts are: 0 Times,
// 1 Symbol, 2 Courier New, 3 Wingdings.
func Word(description string) ([]byte, error) {
	w := &wordFile{}
	for line := range strings.Lines(description) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := w.line(line); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return w.file(), nil
}

// wordRun is text with changes.
type wordRun struct {
	text    []uint16
	changes []byte
}

// wordPara is a paragraph.
type wordPara struct {
	style   uint16
	changes []byte
	runs    []wordRun
}

// wordFile is a document while it is made. Its stories are in the order of the file.
type wordFile struct {
	stories [8][][]wordPara // by story and text
	authors []string
	lists   [][]string
}

func (w *wordFile) line(line string) error {
	if rest, ok := strings.CutPrefix(line, "list "); ok {
		w.lists = append(w.lists, strings.Fields(rest))
		return nil
	}
	head, text, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("no colon")
	}
	text = strings.TrimPrefix(text, " ")
	words := strings.Fields(head)
	p, mark, story := wordPara{}, "\r", 0
	switch words[0] {
	case "footnote", "endnote", "comment", "header":
		story = map[string]int{"footnote": 1, "header": 2, "comment": 4, "endnote": 5}[words[0]]
		if story == 4 {
			w.authors = append(w.authors, words[1])
		}
	default:
		n, err := strconv.Atoi(words[0][1:])
		if err != nil {
			return err
		}
		p.style = uint16(n)
		switch words[0][0] {
		case 'c':
			mark = "\x07"
		case 'r':
			mark, p.changes = "\x07", []byte{0x16, 0x24, 1, 0x17, 0x24, 1}
		}
		if len(words) > 1 {
			more, err := hex.DecodeString(words[1])
			if err != nil {
				return err
			}
			p.changes = append(p.changes, more...)
		}
	}
	var err error
	if p.runs, err = runsOf(text, mark); err != nil {
		return err
	}
	texts := &w.stories[story]
	if story == 0 && len(*texts) > 0 {
		(*texts)[0] = append((*texts)[0], p)
	} else {
		*texts = append(*texts, []wordPara{p})
	}
	return nil
}

// runsOf reads the runs of a paragraph.
func runsOf(text, mark string) ([]wordRun, error) {
	var runs []wordRun
	add := func(text string, changes []byte) error {
		plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err == nil && plain != "" {
			runs = append(runs, wordRun{utf16.Encode([]rune(plain)), changes})
		}
		return err
	}
	for {
		before, rest, ok := strings.Cut(text, "{")
		if err := add(before, nil); err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		inside, behind, _ := strings.Cut(rest, "}")
		changes, plain, _ := strings.Cut(inside, "|")
		b, err := hex.DecodeString(changes)
		if err != nil {
			return nil, err
		}
		if err := add(plain, b); err != nil {
			return nil, err
		}
		text = behind
	}
	return append(runs, wordRun{text: utf16.Encode([]rune(mark))}), nil
}

const textStart = 1024 // where the text begins in the main stream

// wordTables are the parts of the stream of tables, by their places in the head.
type wordTables struct {
	head, data []byte
}

func (t *wordTables) put(part int, data []byte) {
	at := 0x9A + 8*part
	binary.LittleEndian.PutUint32(t.head[at:], uint32(len(t.data)))
	binary.LittleEndian.PutUint32(t.head[at+4:], uint32(len(data)))
	t.data = append(t.data, data...)
}

// file puts the streams together.
func (w *wordFile) file() []byte {
	t := &wordTables{head: make([]byte, textStart)}
	for _, f := range []struct{ at, value int }{{0, 0xA5EC}, {2, 0xC1}, {6, 0x409}, {10, flagsOfWord}, {32, 14}, {62, 22}, {152, 0x6C}} {
		binary.LittleEndian.PutUint16(t.head[f.at:], uint16(f.value))
	}
	var text []byte
	var chars, paras []fkpRun
	refs := map[uint16][]uint32{}
	var starts [8][]uint32
	place := func() uint32 { return uint32(len(text) / 2) }
	for story, texts := range w.stories {
		first := place()
		for _, paragraphs := range texts {
			starts[story] = append(starts[story], place()-first)
			for _, p := range paragraphs {
				from := textStart + len(text)
				for _, r := range p.runs {
					at := textStart + len(text)
					for _, c := range r.text {
						if story == 0 && (c == 2 || c == 3 || c == 5) {
							refs[c] = append(refs[c], place())
						}
						text = binary.LittleEndian.AppendUint16(text, c)
					}
					chars = append(chars, fkpRun{at, textStart + len(text), r.changes})
				}
				paras = append(paras, fkpRun{from, textStart + len(text), append(binary.LittleEndian.AppendUint16(nil, p.style), p.changes...)})
			}
		}
		if n := place() - first; story < 7 {
			binary.LittleEndian.PutUint32(t.head[0x4C+4*story:], n)
			starts[story] = append(starts[story], n, n)
		}
	}
	main := padded(append(t.head, text...), 512)
	t.put(1, wordStyles())
	t.put(15, wordFonts())
	t.put(33, wordPieces(place()))
	main = t.pages(main, 12, 1, chars)
	main = t.pages(main, 13, 13, paras)
	t.notes(refs, starts, w.authors)
	w.putLists(t)
	copy(main, t.head)
	return Pack(Stream{"WordDocument", padded(main, cutoff)}, Stream{"1Table", padded(t.data, cutoff)})
}

const flagsOfWord = 0x0200 // the tables are in 1Table

// notes puts the places of notes and their texts. The sign of an endnote is 3.
func (t *wordTables) notes(refs map[uint16][]uint32, starts [8][]uint32, authors []string) {
	for _, n := range []struct {
		sign             uint16
		refs, text, size int
		story            int
	}{{2, 2, 3, 2, 1}, {3, 46, 47, 2, 5}, {5, 4, 5, 30, 4}} {
		all := refs[n.sign]
		if len(all) == 0 {
			continue
		}
		places := longs(append(all, 1<<20)...)
		for i := range all {
			d := make([]byte, n.size)
			if n.size == 30 {
				binary.LittleEndian.PutUint16(d[20:], uint16(i))
			}
			places = append(places, d...)
		}
		t.put(n.refs, places)
		t.put(n.text, longs(starts[n.story]...))
	}
	var owners []byte
	for _, a := range authors {
		owners = append(owners, counted(a)...)
	}
	t.put(36, owners)
	if s := starts[2]; len(s) > 2 {
		t.put(11, longs(append(make([]uint32, 6), s...)...))
	}
}

func wordPieces(n uint32) []byte {
	plex := append(longs(0, n), 0, 0)
	plex = append(plex, longs(textStart)...)
	plex = append(plex, 0, 0)
	return append(append([]byte{2}, longs(uint32(len(plex)))...), plex...)
}

func wordStyles() []byte {
	names := []struct {
		name string
		kind uint16
	}{{"Normal", 0}, {"heading 1", 1}, {"heading 2", 2}, {"heading 3", 3}, {"Quote", 0xFFE}, {"HTML Preformatted", 0xFFE}}
	head := make([]byte, 18)
	binary.LittleEndian.PutUint16(head, uint16(len(names)))
	binary.LittleEndian.PutUint16(head[2:], 10)
	out := append(binary.LittleEndian.AppendUint16(nil, uint16(len(head))), head...)
	for i, n := range names {
		std := make([]byte, 10)
		binary.LittleEndian.PutUint16(std, n.kind)
		binary.LittleEndian.PutUint16(std[2:], 0xFFF<<4|1)
		binary.LittleEndian.PutUint16(std[4:], 2)
		std = append(append(std, counted(n.name)...), 0, 0)
		std = append(std, 2, 0, byte(i), 0, 0, 0)
		out = append(binary.LittleEndian.AppendUint16(out, uint16(len(std))), std...)
	}
	return out
}

func wordFonts() []byte {
	fonts := []struct {
		name        string
		id, charset byte
	}{{"Times New Roman", 0x16, 0}, {"Symbol", 0x16, 2}, {"Courier New", 0x35, 0}, {"Wingdings", 2, 2}}
	out := []byte{byte(len(fonts)), 0, 0, 0}
	for _, f := range fonts {
		b := make([]byte, 39)
		b[0], b[3] = f.id, f.charset
		b = append(append(b, wide(f.name)...), 0, 0)
		out = append(append(out, byte(len(b))), b...)
	}
	return out
}

// fkpRun is a stretch of the main stream with changes.
type fkpRun struct {
	from, to int
	changes  []byte
}

// pages adds the pages of stretches to the main stream, and the table of them.
func (t *wordTables) pages(main []byte, part, width int, runs []fkpRun) []byte {
	var starts, numbers []uint32
	for len(runs) > 0 {
		page, n := make([]byte, 512), 0
		free := 510
		for n < len(runs) {
			size := (len(runs[n].changes) + 3) &^ 1
			if 4*(n+2)+width*(n+1) > free-size {
				break
			}
			free -= size
			n++
		}
		free = 510
		for i, r := range runs[:n] {
			binary.LittleEndian.PutUint32(page[4*i:], uint32(r.from))
			binary.LittleEndian.PutUint32(page[4*i+4:], uint32(r.to))
			if len(r.changes) == 0 {
				continue
			}
			free -= (len(r.changes) + 3) &^ 1
			page[4*(n+1)+i*width] = byte(free / 2)
			switch {
			case width == 1:
				page[free] = byte(len(r.changes))
				copy(page[free+1:], r.changes)
			case len(r.changes)%2 == 1:
				page[free] = byte(len(r.changes)+1) / 2
				copy(page[free+1:], r.changes)
			default:
				page[free+1] = byte(len(r.changes) / 2)
				copy(page[free+2:], r.changes)
			}
		}
		page[511] = byte(n)
		starts, numbers = append(starts, uint32(runs[0].from)), append(numbers, uint32(len(main)/512))
		if runs = runs[n:]; len(runs) == 0 {
			starts = append(starts, binary.LittleEndian.Uint32(page[4*n:]))
		}
		main = append(main, page...)
	}
	t.put(part, append(longs(starts...), longs(numbers...)...))
	return main
}

// putLists puts the lists, each with nine levels, of which those behind the last one are
// as that one is.
func (w *wordFile) putLists(t *wordTables) {
	if len(w.lists) == 0 {
		return
	}
	lists := binary.LittleEndian.AppendUint16(nil, uint16(len(w.lists)))
	uses := longs(uint32(len(w.lists)))
	var levels []byte
	for i, l := range w.lists {
		lists = append(append(lists, longs(uint32(i+1), 0)...), make([]byte, 20)...)
		uses = append(append(uses, longs(uint32(i+1))...), make([]byte, 12)...)
		for k := range 9 {
			at := min(3*k, len(l)-3)
			kind, _ := strconv.Atoi(l[at])
			start, _ := strconv.Atoi(l[at+1])
			b := make([]byte, 28)
			binary.LittleEndian.PutUint32(b, uint32(start))
			b[4] = byte(kind)
			text := l[at+2]
			for n := range 9 {
				text = strings.ReplaceAll(text, "%"+strconv.Itoa(n+1), string(rune(n)))
			}
			levels = append(append(levels, b...), counted(text)...)
		}
	}
	t.put(73, lists)
	t.data = append(t.data, levels...)
	for range w.lists {
		uses = append(uses, 0xFF, 0xFF, 0xFF, 0xFF)
	}
	t.put(74, uses)
}
