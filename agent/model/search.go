package model

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// passage is a piece of the prompt that can be quoted.
type passage struct {
	source  string // the file or part of the prompt that it is from
	heading string // that it stands under
	text    string
	terms   map[string]int // how often each is in it and its heading
	length  int            // of the terms, all counted
}

// Bounds of what is looked at and of what is quoted.
const (
	maxPassages = 50_000
	maxQuote    = 700 // bytes of one passage
	maxQuotes   = 3
)

// answer says what the prompt has about the question that was asked last.
func answer(r *Request) string {
	if result := lastResult(r); result != "" {
		return "The tool gave:\n\n" + quote(result)
	}
	var system strings.Builder
	for _, b := range r.System {
		system.WriteString(b.Text)
	}
	found := passages(system.String())
	question := asked(r)
	best := rank(found, question)
	if len(best) == 0 {
		return silence(found)
	}
	var b strings.Builder
	for i, p := range best {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("From " + p.source)
		if p.heading != "" {
			b.WriteString(", under “" + p.heading + "”")
		}
		b.WriteString(":\n\n" + quote(p.text))
	}
	return b.String()
}

// silence is the answer where nothing in the prompt has to do with a question:
// who speaks, and that there is no model to say more.
func silence(found []passage) string {
	const none = "Nothing that I was given speaks of that. There is no model to ask (the offline provider answers): I can only quote."
	if len(found) == 0 || found[0].source != soulSource {
		return none
	}
	return none + "\n\n" + quote(found[0].text)
}

// lastResult returns what a tool gave, where nothing was said since.
func lastResult(r *Request) string {
	if len(r.Messages) == 0 {
		return ""
	}
	text := ""
	for _, p := range r.Messages[len(r.Messages)-1].Parts {
		if p.Result != nil {
			text = p.Result.Text
		} else if p.Text != "" && unfenced(p.Text) != "" {
			return ""
		}
	}
	return text
}

// quote makes a block quote of a text, cut between words where it is long.
func quote(text string) string {
	if len(text) > maxQuote {
		cut := strings.LastIndexAny(text[:maxQuote], " \n")
		if cut < maxQuote/2 {
			cut = len(strings.ToValidUTF8(text[:maxQuote], ""))
		}
		text = strings.TrimSpace(text[:cut]) + " …"
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

// soulSource is what passages of the first section are from.
const soulSource = "the soul"

// passages cuts a system text into what may be quoted: the first section, which
// says who speaks, and all material, which stands between its tags. What stands
// outside are the rules of the program.
func passages(system string) []passage {
	c := cutter{source: soulSource, open: true}
	sections := 0
	for line := range strings.Lines(system) {
		line = strings.TrimRight(line, "\n")
		tag, opens := opening(line)
		switch {
		case c.closing != "" && line == c.closing:
			c.flush()
			c.closing, c.open = "", false
		case c.closing == "" && opens:
			c.flush()
			c.closing, c.open, c.source, c.heading = "</"+tag+">", true, c.title, ""
		case c.closing == "" && strings.HasPrefix(line, "## "):
			c.flush()
			sections++
			c.open, c.title, c.heading = sections == 1, strings.TrimSpace(line[3:]), ""
		default:
			c.line(line)
		}
		if len(c.out) >= maxPassages {
			break
		}
	}
	c.flush()
	return c.out
}

// cutter gathers the lines of a passage.
type cutter struct {
	out     []passage
	lines   []string
	source  string
	heading string
	title   string // of the section
	closing string // the line that ends the material, "" outside
	open    bool   // what stands here may be quoted
}

func (c *cutter) line(line string) {
	if !c.open {
		return
	}
	level := len(line) - len(strings.TrimLeft(line, "#"))
	switch {
	case level > 0 && level <= 6 && strings.HasPrefix(line[level:], " "):
		c.flush()
		title := strings.TrimSpace(line[level:])
		if path, ok := strings.CutPrefix(title, "File: "); ok && c.closing != "" {
			c.source, c.heading = path, ""
			return
		}
		c.heading = title
	case strings.TrimSpace(line) == "":
		c.flush()
	default:
		c.lines = append(c.lines, line)
	}
}

func (c *cutter) flush() {
	text := strings.TrimSpace(strings.Join(c.lines, "\n"))
	c.lines = c.lines[:0]
	if text == "" || !c.open {
		return
	}
	p := passage{source: c.source, heading: c.heading, text: text, terms: map[string]int{}}
	for _, term := range terms(text + "\n" + c.heading) {
		p.terms[term]++
		p.length++
	}
	c.out = append(c.out, p)
}

// rank returns the passages that have most to do with a question, by BM25
// (Robertson and Zaragoza 2009, with k1 = 1.2 and b = 0.75), the best first.
func rank(all []passage, question string) []passage {
	const k1, b = 1.2, 0.75
	wanted := terms(question)
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	length, in := 0, make([]int, len(wanted))
	for _, p := range all {
		length += p.length
		for i, term := range wanted {
			if p.terms[term] > 0 {
				in[i]++
			}
		}
	}
	type scored struct {
		at    int
		score float64
	}
	var list []scored
	mean := float64(length) / float64(max(len(all), 1))
	for at, p := range all {
		score := 0.0
		for i, term := range wanted {
			n := float64(p.terms[term])
			if n == 0 {
				continue
			}
			idf := math.Log(1 + (float64(len(all)-in[i])+0.5)/(float64(in[i])+0.5))
			score += idf * n * (k1 + 1) / (n + k1*(1-b+b*float64(p.length)/mean))
		}
		if score > 0 {
			list = append(list, scored{at, score})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var best []passage
	for _, s := range list {
		if len(best) == maxQuotes || s.score < list[0].score/2 {
			break
		}
		best = append(best, all[s.at])
	}
	return best
}

// terms returns the words of a text by which it is found: in small letters,
// without an English ending, without those that every text has. Where no spaces
// stand between words, each pair of characters is one.
func terms(text string) []string {
	var out []string
	var word []rune
	flush := func() {
		if w := stem(string(word)); w != "" && !stopWords(w) {
			out = append(out, w)
		}
		word = word[:0]
	}
	var before rune // a character of a script without spaces
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			flush()
			if before != 0 {
				out = append(out, string([]rune{before, r}))
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			word = append(word, unicode.ToLower(r))
		case r == '\'' || r == '’':
		default:
			flush()
		}
		before = 0
	}
	flush()
	return out
}

// stem takes the commonest endings of English words off, so that a question
// finds what is told in another form.
func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "s"} {
		if root, ok := strings.CutSuffix(word, ending); ok && len(root) >= 4 {
			return root
		}
	}
	return word
}

func stopWords(word string) bool {
	_, found := slices.BinarySearch(stopTable[:], word)
	return found
}
