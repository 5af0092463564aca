// Package order finds orders to a model in texts: what reads like an order to forget its
// rules, to tell what it was told, or to do what nobody asked for.
//
//   - read.go: a text, word by word
//   - sign.go: what is no word, such as addresses and the marks of roles
//   - grammar.go: the words that go on with an order
//   - letter.go: letters that look like others
//   - grammar_table.go, alike_table.go: the words, the orders, the letters
//
// That none is found proves nothing, and nothing is allowed because of it alone.
package order

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words of the tables for what is no word in a text.
const (
	sentenceEnd = "."
	colon       = ":"
	addressWord = "<url>"
	mailWord    = "<mail>"
	nameWord    = "<name>"   // of a tool, such as send_email
	roleWord    = "<role>"   // a mark by which a model knows who speaks
	beaconWord  = "<beacon>" // the address of a picture that is made to tell something
)

const (
	longestWord = 32 // that the tables have, in bytes
	mostRefused = 3  // how many words before an order may refuse it
)

// reader follows the orders of a grammar through a text, word by word.
type reader struct {
	grammar  *grammar
	text     string
	reached  []part
	number   int32               // of the next word
	sentence int32               // the number of its first word
	starts   [mostRefused][2]int // of the last words
	wait     *Order              // an order that the next word may refuse
	all      []Order
	word     []byte
	single   []byte // single letters with blanks between them
	begin    int    // of those
}

// Order is an order in a text.
type Order struct {
	Start, End int // of its words, as offsets
	form       int
}

// In returns the orders to a model that a text has, in order.
func In(text string) []Order {
	r := reader{grammar: theGrammar(), text: text, word: make([]byte, 0, longestWord)}
	r.reached = make([]part, r.grammar.parts)
	r.number, r.sentence = 1, 1
	r.read()
	return r.all
}

func (r *reader) read() {
	text := r.text
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case byteKinds[c] == inWord:
			i = r.latin(i)
		case c >= utf8.RuneSelf:
			i = r.other(i)
		case c == ':' || c == '@' || c == '<' || c == '[':
			i = r.sign(i)
		case c == '%' && i+2 < len(text) && text[i+1] == '2' && text[i+2] == '0': // a blank in an address
			i += 3
		case byteKinds[c] == atEnd && isEnd(text, i):
			r.end(i)
			i++
		default:
			i++
		}
	}
	r.end(len(text))
}

// What a byte is in a sentence.
const (
	inWord = 1 + iota
	atEnd
)

var byteKinds = func() (all [256]uint8) {
	for c := range all {
		switch b := byte(c); {
		case b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_':
			all[c] = inWord
		case strings.IndexByte(".!?;|\n", b) >= 0:
			all[c] = atEnd
		}
	}
	return all
}()

// isEnd reports whether a sentence ends at a byte: a mark before a blank, a line in front of an
// empty one or of a block, a cell of a table.
func isEnd(text string, at int) bool {
	rest := text[at+1:]
	switch text[at] {
	case '|':
		return true
	case '\n':
		rest = strings.TrimLeft(rest, " \t")
		return rest == "" || strings.IndexByte("\n\r#-*+>|`0123456789[", rest[0]) >= 0
	}
	return rest == "" || strings.IndexByte(" \t\r\n\"'*_)]`\\", rest[0]) >= 0
}

// sign takes what a sign begins that is no word: an address, the mark of a role, a colon.
func (r *reader) sign(at int) int {
	rest := r.text[at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "://"):
		end, word := at+addressLength(rest), addressWord
		if isBeacon(r.text[:at], r.text[at:end]) {
			word = beaconWord
		}
		r.take([]byte(word), at, end)
		return end
	case c == ':':
		r.take([]byte(colon), at, at+1)
	case c == '@':
		if at > 0 && byteKinds[r.text[at-1]] == inWord && len(rest) > 1 && byteKinds[rest[1]] == inWord {
			r.take([]byte(mailWord), at, at+1)
		}
	default:
		if n := roleAt(rest); n > 0 {
			r.take([]byte(roleWord), at, at+n)
			return at + n
		}
	}
	return at + 1
}

// latin takes the word of ASCII letters that begins there, and returns where it ends.
func (r *reader) latin(start int) int {
	end := r.spell(start)
	if end < len(r.text) && r.text[end] >= utf8.RuneSelf && isInside(r.text[end:]) {
		return r.other(start)
	}
	if end-start > longestWord || end < len(r.text) && r.text[end] == '+' {
		plain, n := encodedAt(r.text[start:])
		if found := In(plain); len(found) > 0 {
			r.all = append(r.all, Order{start, start + n, found[0].form})
		}
		end = max(end, start+n)
	}
	if end-start == 1 {
		r.letter(start)
	} else {
		r.spelled()
	}
	r.take(r.word, start, end)
	if bytes.IndexByte(r.word[1:], '_') >= 0 {
		r.number-- // it is what it is called, and a name
		r.take([]byte(nameWord), start, end)
	}
	return end
}

// spell keeps the word of ASCII letters that begins there, in small letters and without
// apostrophes, and returns where it ends.
func (r *reader) spell(start int) int {
	r.word = r.word[:0]
	for i := start; i < len(r.text); i++ {
		c := r.text[i]
		if byteKinds[c] != inWord {
			if (c == '\'' || c == '\\' && strings.HasPrefix(r.text[i:], `\_`)) && i+1 < len(r.text) && byteKinds[r.text[i+1]] == inWord {
				continue
			}
			return i
		}
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if len(r.word) < longestWord {
			r.word = append(r.word, c)
		}
	}
	return len(r.text)
}

// letter keeps a single letter, since a word may be spelled so.
func (r *reader) letter(at int) {
	if len(r.single) == 0 {
		r.begin = at
	}
	if len(r.single) < longestWord {
		r.single = append(r.single, r.word[0])
	}
}

// spelled takes the word that single letters make.
func (r *reader) spelled() {
	const shortest = 4
	if len(r.single) >= shortest {
		r.take(r.single, r.begin, r.begin+1)
	}
	r.single = r.single[:0]
}

// isInside reports whether a text begins with what may be inside of a word.
func isInside(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return c == '’' || isOfWord(c)
}

func isOfWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsMark(c) || unicode.Is(unicode.Cf, c)
}

// isWritten reports whether a letter is of a script that sets no blanks between words.
func isWritten(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// other takes what begins there and has letters that are not ASCII, and returns where it ends.
func (r *reader) other(start int) int {
	c, size := utf8.DecodeRuneInString(r.text[start:])
	end := start + size
	switch {
	case isWritten(c):
		r.take([]byte(r.text[start:end]), start, end)
		return end
	case strings.ContainsRune("。！？；", c):
		r.end(start)
		return end
	case c >= utf8.RuneSelf && !isOfWord(c):
		return end
	}
	for end < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[end:])
		if isWritten(c) || c != '’' && !isOfWord(c) && !(c < utf8.RuneSelf && byteKinds[byte(c)] == inWord) {
			break
		}
		end += size
	}
	r.spelled()
	word := strings.Map(seen, r.text[start:end])
	if skeleton, ok := Skeleton(word); ok {
		word = skeleton
	}
	if word = plainWord(word); word != "" {
		r.take([]byte(word), start, end)
	}
	return end
}

// seen leaves out what no reader sees, and apostrophes.
func seen(c rune) rune {
	if c == '’' || unicode.Is(unicode.Cf, c) {
		return -1
	}
	return c
}

// take follows the orders with a word.
func (r *reader) take(word []byte, start, end int) {
	if r.wait != nil {
		if !r.grammar.behind[r.wait.form][string(word)] {
			r.all = append(r.all, *r.wait)
		}
		r.wait = nil
	}
	exact, begun := r.grammar.stepsOf(word)
	if exact == nil && begun == nil {
		if plain := unleet(word); plain != nil {
			exact, begun = r.grammar.stepsOf(plain)
		}
	}
	r.follow(exact, start, end)
	r.follow(begun, start, end)
	copy(r.starts[1:], r.starts[:])
	r.starts[0] = [2]int{start, end}
	r.number++
}

func (r *reader) follow(steps []step, start, end int) {
	for _, s := range steps {
		p := &r.reached[s.part]
		if s.part == r.grammar.offset[s.order] {
			if r.isRefused(s.order) {
				continue
			}
			*p = part{r.number, start}
		} else {
			before := r.reached[s.part-1]
			if before.number < r.sentence || before.number == r.number || r.number-before.number > s.gap {
				continue
			}
			*p = part{r.number, before.start}
		}
		if !s.last {
			continue
		}
		if f := (Order{p.start, end, s.order}); r.grammar.behind[s.order] != nil {
			r.wait = &f
		} else {
			r.all = append(r.all, f)
		}
	}
}

// isRefused reports whether what is in front of a word makes that no order.
func (r *reader) isRefused(order int) bool {
	refused, first := r.grammar.refused[order], r.grammar.first[order]
	if refused == nil && !first {
		return false
	}
	for i := range min(mostRefused, int(r.number-r.sentence)) {
		word := plainWord(strings.ReplaceAll(r.text[r.starts[i][0]:r.starts[i][1]], "'", ""))
		if refused[word] {
			return true
		}
		if first {
			return !r.grammar.frame[word]
		}
	}
	return false
}

// end ends a sentence.
func (r *reader) end(at int) {
	r.spelled()
	r.take([]byte(sentenceEnd), at, at)
	r.sentence = r.number
}
