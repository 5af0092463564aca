package xmlread

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Bounds of entities.
const (
	maxEntityDepth = 16     // inside one another
	maxExpansions  = 10_000 // in a document
)

// Expand returns a document without the internal subset of its document type, the
// entities that this declares put in their places (XML 4.4). What it says of elements
// and attributes is passed over. Nothing outside of the document is ever read: a
// reference to an external entity stays as it is written. A document without an
// internal subset is returned as it is. The error is a [converters.CorruptError], or
// a [converters.LimitError] for the limit text, which replacements are charged to.
func Expand(env *converters.Env, text string) (string, error) {
	open, end := subset(text)
	if open < 0 {
		return text, nil
	}
	x := &expander{env: env, general: map[string]string{}, params: map[string]string{}, at: cursor{src: text, line: 1}}
	x.at.from = open
	if end < 0 {
		return "", x.at.fault("the internal subset of the document type does not end")
	}
	if err := x.declarations(text[open+1:end], 0); err != nil {
		return "", err
	}
	// Blank lines keep the numbers of the lines behind them.
	x.out = append(make([]byte, 0, len(text)), text[:open]...)
	for range strings.Count(text[open:end], "\n") {
		x.out = append(x.out, '\n')
	}
	x.at.from = end
	if err := x.content(text[end+1:], 0); err != nil {
		return "", err
	}
	return held(x.out), nil
}

// subset returns where the internal subset of a document's type begins and ends, with
// its brackets: -1 where there is none, and no end where it has none.
func subset(text string) (open, end int) {
	at := 0
	for {
		at = skipSpace(text, at)
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "<?"):
			at = after(text, at, "?>")
		case strings.HasPrefix(rest, "<!--"):
			at = after(text, at, "-->")
		case strings.HasPrefix(rest, "<!DOCTYPE"):
			n := strings.IndexAny(rest, "[>")
			for quote := strings.IndexAny(rest, `"'`); quote >= 0 && quote < n; {
				close := strings.IndexByte(rest[quote+1:], rest[quote])
				if close < 0 {
					return -1, -1
				}
				past := quote + close + 2
				if n = strings.IndexAny(rest[past:], "[>"); n < 0 {
					return -1, -1
				}
				n += past
				if quote = strings.IndexAny(rest[past:], `"'`); quote >= 0 {
					quote += past
				}
			}
			if n < 0 || rest[n] == '>' {
				return -1, -1
			}
			return at + n, endOfSubset(text, at+n+1)
		default:
			return -1, -1
		}
		if at < 0 {
			return -1, -1
		}
	}
}

// after returns where a text continues behind a mark, or -1.
func after(text string, at int, mark string) int {
	n := strings.Index(text[at:], mark)
	if n < 0 {
		return -1
	}
	return at + n + len(mark)
}

// endOfSubset returns where the bracket is that ends a subset, or -1.
func endOfSubset(text string, at int) int {
	for at >= 0 && at < len(text) {
		switch rest := text[at:]; {
		case strings.HasPrefix(rest, "<!--"):
			at = after(text, at, "-->")
		case strings.HasPrefix(rest, "<?"):
			at = after(text, at, "?>")
		case rest[0] == '"' || rest[0] == '\'':
			n := strings.IndexByte(rest[1:], rest[0])
			if n < 0 {
				return -1
			}
			at += n + 2
		case rest[0] == ']':
			return at
		default:
			at++
		}
	}
	return -1
}

// expander puts entities in their places.
type expander struct {
	env     *converters.Env
	general map[string]string // what entities are; an external one is not there
	params  map[string]string // of parameter entities
	at      cursor            // for faults
	out     []byte
	count   int
}

// declarations reads the declarations of a subset, or of a parameter entity in it.
func (x *expander) declarations(text string, depth int) error {
	if depth > maxEntityDepth {
		return x.tooDeep()
	}
	for at := 0; at < len(text); {
		rest := text[at:]
		next := at + 1
		switch {
		case strings.HasPrefix(rest, "<!--"):
			next = after(text, at, "-->")
		case strings.HasPrefix(rest, "<?"):
			next = after(text, at, "?>")
		case strings.HasPrefix(rest, "<!ENTITY"):
			next = x.entity(text, at+len("<!ENTITY"))
		case rest[0] == '%':
			name, n := entityName(rest)
			if n == 0 {
				break
			}
			if err := x.expand(len(x.params[name])); err != nil {
				return err
			}
			if err := x.declarations(x.params[name], depth+1); err != nil {
				return err
			}
			next = at + n
		case strings.HasPrefix(rest, "<!"):
			next = after(text, at, ">")
		}
		if next < 0 {
			return x.at.fault("a declaration in the document type does not end")
		}
		at = next
	}
	return nil
}

// entity reads the declaration of an entity behind its key word, and returns where it
// ends, or -1. The first declaration of a name counts (XML 4.2).
func (x *expander) entity(text string, at int) int {
	at = skipSpace(text, at)
	table := x.general
	if at < len(text) && text[at] == '%' {
		table = x.params
		at = skipSpace(text, at+1)
	}
	end, _ := nameEnd(text, at)
	name := text[at:end]
	at = skipSpace(text, end)
	if at >= len(text) {
		return -1
	}
	if quote := text[at]; quote == '"' || quote == '\'' {
		n := strings.IndexByte(text[at+1:], quote)
		if n < 0 {
			return -1
		}
		if _, known := table[name]; !known && name != "" {
			table[name] = characters(text[at+1 : at+1+n])
		}
		return after(text, at+1+n, ">")
	}
	// An external one: its address may hold what looks like the end.
	for at < len(text) && text[at] != '>' {
		if c := text[at]; c == '"' || c == '\'' {
			n := strings.IndexByte(text[at+1:], c)
			if n < 0 {
				return -1
			}
			at += n + 1
		}
		at++
	}
	if at >= len(text) {
		return -1
	}
	return at + 1
}

// characters resolves the references to characters in the value of an entity (4.5).
func characters(value string) string {
	if !strings.Contains(value, "&#") {
		return value
	}
	var b strings.Builder
	for i := 0; i < len(value); {
		if strings.HasPrefix(value[i:], "&#") {
			if r, n := reference(value[i:]); n > 0 {
				b.WriteRune(r)
				i += n
				continue
			}
		}
		b.WriteByte(value[i])
		i++
	}
	return b.String()
}

// entityName returns the name of a reference that a text begins with, and how long the
// reference is; 0 where it is none.
func entityName(text string) (string, int) {
	end, _ := nameEnd(text, 1)
	if end == 1 || end >= len(text) || text[end] != ';' {
		return "", 0
	}
	return text[1:end], end + 1
}

// expand counts an expansion.
func (x *expander) expand(size int) error {
	if x.count++; x.count > maxExpansions {
		return x.at.fault("entities are used more than %d times", maxExpansions)
	}
	return x.env.Spend(converters.LimitText, int64(size), document.Pos{})
}

func (x *expander) tooDeep() error {
	return x.at.fault("entities are more than %d deep in one another", maxEntityDepth)
}

// content appends a part of the document, or the replacement of an entity in it.
func (x *expander) content(text string, depth int) error {
	if depth > maxEntityDepth {
		return x.tooDeep()
	}
	for at := 0; at < len(text); {
		n := strings.IndexAny(text[at:], "&<")
		if n < 0 {
			x.out = append(x.out, text[at:]...)
			return nil
		}
		x.out = append(x.out, text[at:at+n]...)
		at += n
		rest, next := text[at:], -1
		switch {
		case rest[0] == '&':
			var err error
			if next, err = x.reference(rest, depth, x.content); err != nil {
				return err
			}
			at += next
			continue
		case strings.HasPrefix(rest, "<!--"):
			next = after(text, at, "-->")
		case strings.HasPrefix(rest, "<![CDATA["):
			next = after(text, at, "]]>")
		case strings.HasPrefix(rest, "<?"):
			next = after(text, at, "?>")
		default:
			size, err := x.tag(rest, depth)
			if err != nil {
				return err
			}
			at += size
			continue
		}
		if next < 0 {
			next = len(text) // the scanner says what is wrong
		}
		x.out = append(x.out, text[at:next]...)
		at = next
	}
	return nil
}

// tag appends a tag, the entities in its attributes put in, and returns its length.
func (x *expander) tag(text string, depth int) (int, error) {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '>':
			x.out = append(x.out, c)
			return at + 1, nil
		case '"', '\'':
			n := strings.IndexByte(text[at+1:], c)
			if n < 0 {
				n = len(text) - at - 1
			}
			x.out = append(x.out, c)
			if err := x.value(text[at+1:at+1+n], depth); err != nil {
				return 0, err
			}
			if at += n + 1; at < len(text) {
				x.out = append(x.out, c)
			}
		default:
			x.out = append(x.out, c)
		}
	}
	return len(text), nil
}

// value appends the value of an attribute. Quotation marks of an entity in it do not
// end it (4.4.5).
func (x *expander) value(text string, depth int) error {
	if depth > maxEntityDepth {
		return x.tooDeep()
	}
	for at := 0; at < len(text); {
		n := strings.IndexByte(text[at:], '&')
		if n < 0 {
			n = len(text) - at
		}
		plain := text[at : at+n]
		if depth > 0 {
			plain = strings.NewReplacer(`"`, "&quot;", "'", "&apos;").Replace(plain)
		}
		x.out = append(x.out, plain...)
		if at += n; at == len(text) {
			break
		}
		size, err := x.reference(text[at:], depth, x.value)
		if err != nil {
			return err
		}
		at += size
	}
	return nil
}

// reference appends what the reference that a text begins with is, by put, and returns
// its length. One that is not declared stays.
func (x *expander) reference(text string, depth int, put func(string, int) error) (int, error) {
	name, size := entityName(text)
	replacement, ok := x.general[name]
	if size == 0 || !ok {
		x.out = append(x.out, text[:max(size, 1)]...)
		return max(size, 1), nil
	}
	if err := x.expand(len(replacement)); err != nil {
		return 0, err
	}
	return size, put(replacement, depth+1)
}

// named returns the character that HTML has by a name, which the document types
// of XHTML, DocBook and their like declare, too, or 0.
func named(reference string) rune {
	text := html.UnescapeString(reference)
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && r != '&' {
		return r
	}
	return 0
}
