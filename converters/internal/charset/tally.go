package charset

import "sort"

// farDivisor is how much less pairs in ASCII words count: texts quote, and names are foreign.
const farDivisor = 4

// quoting is what it costs that the ASCII words of a text are English, and maxQuoting that they are of any other language.
const (
	quoting    = 4 * bit
	maxQuoting = 50 * bit
)

// gathered is what it costs that the words of a text beyond ASCII are of any languages, as names are.
const gathered = 3 * bit

// atHome is what it costs more where the text is in a language other than English for sure: that has its own letters.
const atHome = 7 * bit

// strange is what it costs that an English text with hardly any character beyond ASCII is in an encoding that English is not
// written in: one such text in 32 is.
const strange = 5 * bit

// minVisit is how long a text must be, in bytes, that can be told to be English.
const minVisit = 400

// aboutEnglish is by how much ASCII words may be likelier in another language and still be English: those of programs are.
const aboutEnglish = 15 * bit

// driftEach is by how much a pair of ASCII letters may be likelier in another language than in English for nothing: words of
// programs and tables, addresses and the like are in no language. A text of no more than sentence pairs is hardly a table.
const (
	driftEach price = 1
	sentence  price = 60
)

// visiting is what it costs that a text has another script and yet is mostly in ASCII.
const visiting = 5 * bit

// tallyOf counts the pairs of the samples. A sample begins and ends as if at a line's edge.
func (m *model) tallyOf(samples []sample) *tally {
	t := &tally{}
	total := 0
	for _, s := range samples {
		for _, b := range s.b {
			t.has[b] = true
		}
		t.bytes += high(s.b)
		total += len(s.b)
	}
	t.mostlyASCII = mostlyASCII(t.bytes, total)
	c := newPairCounter(&t.has)
	for _, s := range samples {
		c.add(s.b)
	}
	for _, p := range c.pairs() {
		switch {
		case p.pair.a|p.pair.b >= 0x80:
			t.high = append(t.high, p.pair)
		case p.near:
			t.near = append(t.near, p.pair)
		default:
			t.far = append(t.far, p.pair)
		}
	}
	sort.SliceStable(t.high, func(i, j int) bool { return t.high[i].n > t.high[j].n })
	t.around.look(samples, t.mostlyASCII)
	if t.mostlyASCII {
		t.listTriples(samples)
	}
	m.price(t)
	t.visited = t.visited && t.bytes*64 < total && total >= minVisit
	return t
}

// mostlyASCII says whether few bytes are beyond ASCII.
func mostlyASCII(beyond, total int) bool { return beyond*8 < total }

// pairCounter counts pairs of bytes, those of words with bytes beyond ASCII apart from the others. Bytes are numbered as
// they occur, so that few of them need little memory.
type pairCounter struct {
	number [256]int
	bytes  []byte
	counts []price
}

func newPairCounter(has *[256]bool) *pairCounter {
	c := &pairCounter{bytes: []byte{'\n'}}
	for b, ok := range has {
		if ok && b != '\n' {
			c.number[b] = len(c.bytes)
			c.bytes = append(c.bytes, byte(b))
		}
	}
	c.counts = make([]price, 2*len(c.bytes)*len(c.bytes))
	return c
}

func (c *pairCounter) add(b []byte) {
	last, k := 0, len(c.bytes)
	for len(b) > 0 {
		n, near := word(b)
		counts := c.counts[:k*k]
		if near {
			counts = c.counts[k*k:]
		}
		for _, x := range b[:n] {
			at := c.number[x]
			counts[last*k+at]++
			last = at
		}
		b = b[n:]
	}
}

// word is the length of the word at the start of b, with the one character after it, and whether it has bytes beyond
// ASCII.
func word(b []byte) (n int, near bool) {
	for n < len(b) {
		x := b[n]
		n++
		if x >= 0x80 {
			near = true
		} else if asciiClass(x) == 0 {
			break
		}
	}
	return n, near
}

// A countedPair is a pair and whether it stood in a word with bytes beyond ASCII.
type countedPair struct {
	pair pairCount
	near bool
}

func (c *pairCounter) pairs() []countedPair {
	var out []countedPair
	k := len(c.bytes)
	for i, n := range c.counts {
		if n > 0 {
			at := i % (k * k)
			out = append(out, countedPair{pairCount{c.bytes[at/k], c.bytes[at%k], n}, i >= k*k})
		}
	}
	return out
}

// price computes plain, and whether English is the likeliest language of the ASCII words. Among the letters of another script Latin words are English, and ASCII words may be English in
// any text; that they are of yet another language counts only so much against a reading.
func (m *model) price(t *tally) {
	t.plain = make([]price, len(m.languages))
	near := m.languages[english].asciiPairs(t.near)
	foreign := m.languages[english].asciiPairs(t.far)/farDivisor + quoting
	far := make([]price, len(m.languages))
	least, drift := foreign-quoting, t.drift()
	for k := range m.languages {
		if l := &m.languages[k]; l.writing == inLatin && l.tag != anyLanguage {
			far[k] = l.asciiPairs(t.far) / farDivisor
			far[k] = min(foreign, max(far[k], min(far[k]+drift, foreign-quoting)))
			least = min(least, far[k])
		}
	}
	m.habits(t, far, foreign)
	t.foreign = min(foreign, least+maxQuoting)
	t.visited = foreign-quoting-least <= aboutEnglish
	for k := range m.languages {
		l := &m.languages[k]
		switch {
		case l.tag == anyLanguage && l.writing == inLatin:
			t.plain[k] = min(l.asciiPairs(t.near), near+quoting) + least + gathered + min(foreign-quoting-least, atHome)
		case l.writing == inLatin:
			t.plain[k] = min(l.asciiPairs(t.near), near+quoting) + min(far[k], least+maxQuoting)
		default:
			t.plain[k] = near + t.foreign
			if t.mostlyASCII {
				t.plain[k] += visiting
			}
		}
	}
}

// drift is by how much the ASCII words may be likelier in another language than in English by chance.
func (t *tally) drift() price {
	var n price
	for _, p := range t.far {
		if asciiClass(p.a)|asciiClass(p.b) != 0 {
			n += p.n
		}
	}
	return max(0, n-sentence) * driftEach
}

func (l *language) asciiPairs(pairs []pairCount) price {
	var cost price
	for _, p := range pairs {
		cost += p.n * l.asciiPair(p.a, p.b)
	}
	return cost
}

// asciiPair is the cost of two ASCII characters in a language of Latin script.
func (l *language) asciiPair(a, b byte) price {
	ca, cb := asciiClass(a), asciiClass(b)
	if ca|cb == 0 {
		return 0
	}
	return price(l.own(ca, cb))
}

// asciiClass is the class that every Latin alphabet gives to an ASCII byte.
func asciiClass(b byte) int {
	if c := b | 0x20; 'a' <= c && c <= 'z' {
		return int(c-'a') + 1
	}
	return 0
}

// shared is the least that the ASCII pairs cost.
func (t *tally) shared() price {
	least := t.plain[english]
	for _, cost := range t.plain {
		least = min(least, cost)
	}
	return least
}
