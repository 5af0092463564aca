package model

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/search"
)

// material is what a prompt has that can be quoted.
type material struct {
	passages []Passage
	whole    lazy // each passage is a chapter of it, under its heading
	own      lazy // without those of documents
}

// lazy is an index of some passages, which is made when it is asked first. Turns of
// several conversations may ask at once.
type lazy func() (*search.Index, []Passage)

func newMaterial(system string) *material {
	m := &material{passages: passages(system)}
	m.whole = indexOf(m.passages)
	m.own = indexOf(slices.DeleteFunc(slices.Clone(m.passages), func(p Passage) bool { return strings.HasPrefix(p.Source, "/") }))
	return m
}

func indexOf(list []Passage) lazy {
	return sync.OnceValues(func() (*search.Index, []Passage) {
		texts := make([]search.Chapter, len(list))
		for i, p := range list {
			texts[i].Text = p.Text
			if p.Heading != "" {
				texts[i].Text = "# " + p.Heading + "\n\n" + p.Text
			}
		}
		return search.New(texts, nil), list
	})
}

// answer returns the passages of an index that answer a question, the best first.
func (l lazy) answer(question string) (quotes []Passage) {
	index, list := l()
	for _, line := range search.Lines(question) {
		hits, answered := index.Quotes(search.Query{Text: line})
		if !answered {
			continue
		}
		for _, h := range hits {
			p := list[h.Chapter]
			p.Text, p.Code = strings.TrimPrefix(h.Text, "# "+p.Heading+"\n\n"), h.Code
			quotes = append(quotes, p)
		}
		break
	}
	return quotes
}

// question returns what is to be looked for.
func question(r *Request) string { return search.Question(said(r, maxSaid)) }

// Bounds of what is looked at and of what is quoted.
const (
	maxPassages = 50_000
	maxSaid     = 8    // things that the user said
	maxQuote    = 1200 // characters of one passage
	maxQuotes   = 3
)

// Answers are what the documents of a profile have on a question.
type Answers struct {
	Asked   string    // the question, without the name of who is asked
	Quotes  []Passage // the best first; none where nothing answers
	Nearest string    // where the passage is that comes nearest, of which that is all that is told
	Outline string    // what there is, in Markdown: of a question about the whole
	Unread  []string  // documents that have no text, each with what helps
	Only    bool      // nothing else is quoted: who answers says nothing of itself
}

// answer says what a profile has about the question that was asked last.
func answer(ctx context.Context, r *Request, found *material) string {
	if result := lastResult(r); result != "" {
		return "The tool gave:\n\n" + quote(result)
	}
	if who, ok := speaker(found.passages); ok && asksWho(asked(r)) {
		return "From " + who.Source + ":\n\n" + quote(who.Text)
	}
	question, all := question(r), Answers{}
	if r.Answer == nil {
		all.Quotes = found.whole.answer(question)
	} else {
		all = r.Answer(ctx, question)
		if all.Outline != "" {
			return all.Outline
		}
		var own []Passage
		if !all.Only {
			own = found.own.answer(cmp.Or(all.Asked, question))
		}
		for _, p := range own {
			if len(all.Quotes) < maxQuotes && !slices.ContainsFunc(all.Quotes, func(q Passage) bool { return strings.Contains(q.Text, p.Text) }) {
				all.Quotes = append(all.Quotes, p)
			}
		}
	}
	if len(all.Quotes) == 0 {
		return silence(&all)
	}
	quotes := make([]string, len(all.Quotes))
	for i, p := range all.Quotes {
		from := search.Where(p.Source, p.Place, p.Heading)
		if p.Dated != "" {
			from += " (" + p.Dated + ")"
		}
		quotes[i] = "From " + from + ":\n\n" + p.quote()
	}
	return strings.Join(quotes, "\n\n")
}

// nothing is how the answer begins where nothing answers a question.
const nothing = "Nothing in these documents answers that."

// In reports whether the text of an answer has one, and does not say that there is none.
func (Answers) In(text string) bool { return !strings.HasPrefix(text, nothing) }

// silence is the answer where nothing answers a question: what comes nearest, what could
// not be read, and that there is no model to say more.
func silence(all *Answers) string {
	text := nothing + " (Offline: quotes only; docs/chat.md says how to set a model.)"
	if all.Nearest != "" {
		text += "\n\nNearest, but not an answer: " + all.Nearest + "."
	}
	for _, line := range all.Unread {
		text += "\n\n" + line
	}
	return text
}

// speaker returns the passage that says who speaks.
func speaker(found []Passage) (Passage, bool) {
	for _, p := range found { // a file of the identity begins with what it is for
		if p.Source == identitySource && saysValue(p.Text) {
			return p, true
		}
	}
	if at := slices.IndexFunc(found, func(p Passage) bool { return p.Source == soulSource }); at >= 0 {
		return found[at], true
	}
	return Passage{}, false
}

// whos are the questions for who speaks, in small letters with single blanks.
var whos = []string{
	"who are you", "what are you", "what is your name", "what s your name", "wer bist du", "wer sind sie", "wie heißt du", "qui es tu", "qui êtes vous",
	"quién eres", "quien eres", "chi sei", "quem és", "quem é você", "wie ben jij", "wie ben je", "vem är du", "hvem er du", "kuka olet", "ki vagy",
	"cine ești", "kimsin", "кто ты", "من أنت", "你是谁", "あなたは誰ですか",
}

// asksWho reports whether a question is for who answers it, or is no question but a
// greeting, or thanks.
func asksWho(question string) bool {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) })
	text := strings.Join(words, " ")
	return slices.Contains(whos, text) || slices.Contains(greetings, text)
}

// greetings are words of politeness, in small letters with single blanks.
var greetings = []string{
	"hello", "hi", "hey", "hello there", "good morning", "good evening", "good afternoon", "thanks", "thank you", "thank you very much", "many thanks", "bye", "goodbye",
	"hallo", "guten tag", "guten morgen", "guten abend", "servus", "danke", "danke schön", "vielen dank", "tschüss", "auf wiedersehen",
	"bonjour", "bonsoir", "salut", "merci", "merci beaucoup", "au revoir", "hola", "buenos días", "buenas tardes", "gracias", "muchas gracias", "adiós",
	"ciao", "buongiorno", "buonasera", "grazie", "grazie mille", "arrivederci", "olá", "oi", "bom dia", "boa tarde", "obrigado", "obrigada", "goedemorgen", "goedendag", "dank je", "bedankt",
	"hej", "god morgon", "tack", "tack så mycket", "god morgen", "god dag", "tak", "mange tak", "hei", "takk", "tusen takk", "moi", "terve", "kiitos", "szia", "jó napot", "köszönöm",
	"bună", "bună ziua", "mulțumesc", "merhaba", "günaydın", "teşekkürler", "teşekkür ederim", "привет", "здравствуйте", "добрый день", "спасибо", "مرحبا", "شكرا", "你好", "您好", "谢谢", "こんにちは", "おはよう", "ありがとう", "ありがとうございます",
}

// saysValue reports whether a passage begins with a key and has a value: behind it,
// or in the indented line below.
func saysValue(text string) bool {
	first, rest, _ := strings.Cut(text, "\n")
	_, value, ok := strings.Cut(first, ":")
	return ok && (strings.Trim(value, "*_ ") != "" || strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t"))
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
	if runes := []rune(text); len(runes) > maxQuote {
		text = string(runes[:maxQuote])
		if cut := strings.LastIndexAny(text, " \n"); cut > len(text)/2 {
			text = text[:cut]
		}
		text = strings.TrimSpace(text) + " …"
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

// quote makes a block quote of a passage, of code in a fence.
func (p *Passage) quote() string {
	if !p.Code {
		return quote(p.Text)
	}
	fence := "```"
	for strings.Contains(p.Text, fence) {
		fence += "`"
	}
	return quote(fence) + "\n" + quote(p.Text) + "\n" + quote(fence)
}

// What passages of the sections are from that say who speaks.
const (
	soulSource     = "the soul"
	identitySource = "the identity"
)

// speakers are the headings of these sections in the layouts of OpenClaw and
// Moltis; the rules of the first begin its prompt.
var speakers = map[string]string{"SOUL.md": soulSource, "IDENTITY.md": identitySource, "Soul": soulSource}

// passages cuts a system text into what may be quoted: the sections that say who
// speaks, which in our layout is the first one, and all material, which is
// between its tags. What is outside are the rules of the program.
func passages(system string) []Passage {
	first := !strings.Contains(system, "\n## SOUL.md\n") && !strings.Contains(system, "\n## IDENTITY.md\n")
	c := cutter{source: soulSource, open: first}
	c.all = system
	for line := range strings.Lines(system) {
		c.from, c.next = c.next, c.next+len(line)
		line = strings.TrimSuffix(line, "\n")
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
			c.title, c.heading = strings.TrimSpace(line[3:]), ""
			if c.source, c.open = speakers[c.title], true; c.source == "" {
				c.source, c.open = soulSource, first
			}
			first = false
		default:
			c.line(line)
		}
		if len(c.out) >= maxPassages {
			break
		}
	}
	c.from = c.next
	c.flush()
	return c.out
}

// cutter gathers the lines of a passage, which are one behind the other.
type cutter struct {
	out     []Passage
	all     string
	from    int // where the line begins that is looked at
	next    int // and where the next one does
	begin   int // where the passage begins
	any     bool
	source  string
	heading string
	title   string // of the section
	closing string // the line that ends the material, "" outside
	open    bool   // what is here may be quoted
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
	case !c.any:
		c.begin, c.any = c.from, true
	}
}

// flush ends the passage before the line that is looked at.
func (c *cutter) flush() {
	if !c.any {
		return
	}
	c.any = false
	if text := strings.TrimSpace(c.all[c.begin:c.from]); text != "" {
		c.out = append(c.out, Passage{Source: c.source, Heading: c.heading, Text: text})
	}
}

// asked returns what the user said last, without what the program put in front
// of it.
func asked(r *Request) string {
	questions := said(r, 1)
	if len(questions) == 0 {
		return ""
	}
	return questions[0]
}

// opening returns the name of the tag that a line opens, if it is one of those
// that fence material.
func opening(line string) (string, bool) {
	tag, ok := strings.CutPrefix(line, "<")
	tag, closed := strings.CutSuffix(tag, ">")
	return tag, ok && closed && strings.HasPrefix(tag, "material-")
}

// said returns what the user said, the last first, at most so many times.
func said(r *Request, most int) (all []string) {
	for i := len(r.Messages) - 1; i >= 0 && len(all) < most; i-- {
		if r.Messages[i].Role != User {
			continue
		}
		var text []string
		for _, p := range r.Messages[i].Parts {
			if p.Text != "" && p.Class != Retrieved {
				text = append(text, p.Text)
			}
		}
		if len(text) > 0 {
			all = append(all, unfenced(strings.Join(text, "\n")))
		}
	}
	return all
}

// unfenced takes the blocks of material out of what a user says, each with the
// line that says what it is.
func unfenced(text string) string {
	var out []string
	closing := ""
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch tag, ok := opening(bare); {
		case closing != "":
			if bare == closing {
				closing = ""
			}
		case ok:
			closing = "</" + tag + ">"
			out = withoutLast(out)
		default:
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
