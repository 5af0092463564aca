package judge

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/label"
)

// clean is text as it must be whatever it was: valid, with LF line ends and no
// other control characters than TAB.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r < ' ' && r != '\n' && r != '\t':
			return '\uFFFD'
		}
		return r
	}, s)
}

// line returns the text of inlines on one line.
func (m *modeller) line(inlines []document.Inline) string {
	l := &liner{m: m}
	l.add(inlines)
	if text := space(l.b.String()); text != "" {
		return text
	}
	m.page.links = nil
	return ""
}

// liner collects the text of a line.
type liner struct {
	m     *modeller
	b     strings.Builder
	link  bool
	notes strings.Builder
}

func (l *liner) add(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text:
			l.b.WriteString(clean(in.Value))
		case *document.Styled:
			if in.Style.IsLabel() {
				l.addLabel(in)
				continue
			}
			l.add(in.Inlines)
		case *document.Code:
			l.b.WriteString(clean(in.Value))
		case *document.Link:
			l.addLink(in)
		case *document.Image:
			if alt := space(clean(in.Alt)); alt != "" {
				l.b.WriteString("[image: " + alt + "]")
			} else {
				l.b.WriteString("[image]")
			}
		case *document.Break:
			l.b.WriteByte(' ')
		case *document.NoteRef:
			l.addNote(in.ID)
		case *document.Math:
			if tex := space(clean(in.TeX)); label.In(tex) {
				l.b.WriteString(tex)
			} else if tex != "" {
				l.m.page.Math = true
				l.b.WriteString("$" + tex + "$")
			}
		default:
			panic("judge: unknown inline")
		}
	}
}

// addLabel adds a label, and behind it the marks of notes in it.
func (l *liner) addLabel(in *document.Styled) {
	text := strings.TrimSpace(clean(document.LabelText(in.Inlines)))
	if text == "" {
		l.b.WriteByte(' ')
	} else {
		l.b.WriteString(in.Style.LabelStart() + text + "]")
	}
	l.addNotes(in.Inlines)
}

func (l *liner) addNotes(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Styled:
			l.addNotes(in.Inlines)
		case *document.Link:
			l.addNotes(in.Inlines)
		case *document.NoteRef:
			l.addNote(in.ID)
		}
	}
}

func (l *liner) addNote(id string) {
	mark := l.m.notes.refer(id)
	if l.link {
		l.notes.WriteString(mark)
		return
	}
	l.b.WriteString(mark)
}

func (l *liner) addLink(in *document.Link) {
	target, ok := l.m.target(in.URL)
	if !ok || l.link || label.At(document.InlineText(in.Inlines)) {
		l.add(in.Inlines)
		return
	}
	from := l.b.Len()
	at := len(l.m.page.links)
	l.m.page.links = append(l.m.page.links, target)
	l.link = true
	l.add(in.Inlines)
	l.link = false
	shown := space(l.b.String()[from:])
	if shown == "" {
		l.m.page.links = l.m.page.links[:at]
		if schemed.MatchString(target) {
			l.b.WriteString(encodeURL(in.URL))
		}
	} else if showsTarget(shown, target) {
		l.m.page.links = l.m.page.links[:at]
	}
	l.b.WriteString(l.notes.String())
	l.notes.Reset()
}

// encodeURL is a target with percent signs for what is no part of one.
func encodeURL(s string) string {
	var b strings.Builder
	for _, r := range clean(strings.TrimSpace(s)) {
		if !unicode.IsSpace(r) && !strings.ContainsRune("<>\\|`\"^{}", r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// target returns a target that is kept.
func (m *modeller) target(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if id, ok := strings.CutPrefix(s, "#"); ok {
		return "#", m.opts.Anchors && m.ids[id]
	}
	if strings.ContainsFunc(clean(s), func(r rune) bool { return unicode.IsControl(r) && r < 0x80 || r == '\uFFFD' }) {
		return "", false
	}
	if chattoken.Has(s) {
		return "", false
	}
	scheme, rest, _ := strings.Cut(s, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		if !isHost(rest) {
			return "", false
		}
		return plainURL(s), true
	case "mailto":
		return plainURL(s), rest != ""
	}
	s = strings.ReplaceAll(clean(s), `\`, "/")
	return plainURL(s), m.opts.Anchors && s != "" && !elsewhere.MatchString(s)
}

// isHost reports whether the text after http: names a host and no user.
func isHost(rest string) bool {
	u, err := url.Parse("http:" + strings.NewReplacer("%", "%25", `\`, "/").Replace(rest))
	if !strings.HasPrefix(rest, "//") || err != nil || u.User != nil || u.Hostname() == "" || strings.ContainsAny(u.Host, `<>" `) {
		return false
	}
	// Brackets are around an address of IPv6 and nowhere else.
	return !strings.ContainsAny(u.Host, "[]") || u.Host[0] == '[' && strings.Trim(u.Hostname(), "0123456789abcdefABCDEF:.") == ""
}

var (
	schemed   = regexp.MustCompile(`^[^/?#]*:`)
	elsewhere = regexp.MustCompile(`^([^/?#]*:|//)`)
)
