package model

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search"
)

// material is what a prompt has that can be quoted.
type material struct {
	passages []Passage
	index    *search.Index // each passage is a chapter of it, under its heading
}

func newMaterial(system string) *material {
	m := &material{passages: passages(system)}
	texts := make([]search.Chapter, len(m.passages))
	for i, p := range m.passages {
		texts[i].Text = p.Text
		if p.Heading != "" {
			texts[i].Text = "# " + p.Heading + "\n\n" + p.Text
		}
	}
	m.index = search.New(texts, nil)
	return m
}

// minQuoted is the score of the last passage that is quoted beside that of the
// first one.
const minQuoted = 0.5

// minCovered is which share of a question a quote has at least ([search.Index.Cover]).
// What has less shares a common word with it, but says nothing of it.
const minCovered = 0.25

// nearest returns the passages that have most to do with a question, the best
// first, each with that part of its text alone that is quoted.
func (m *material) nearest(question string, most int) []Passage {
	var list []Passage
	seen, best := map[int]bool{}, 0.0
	for _, h := range m.index.Find(question, search.MaxHits) {
		best = max(best, h.Score)
		if len(list) == most || h.Score < minQuoted*best {
			break
		}
		if seen[h.Chapter] {
			continue
		}
		seen[h.Chapter] = true
		p := m.passages[h.Chapter]
		p.Begin, p.Whole = h.Begin, p.Text
		text := h.Text
		if len(p.Text) <= maxWhole {
			text = p.Text
		}
		part, begin := focus(text, question)
		if begin != "" {
			p.Begin = begin
		}
		p.Text = part
		if m.covers(question, p.Heading+"\n"+p.Text) {
			list = append(list, p)
		}
	}
	return list
}

// covers reports whether a quote has enough of a question, or of the one that it
// follows up, which is a line before it.
func (m *material) covers(question, quote string) bool {
	for line := range strings.Lines(question) {
		if m.index.Cover(line, quote) >= minCovered {
			return true
		}
	}
	return false
}

// maxWhole is how long a text is that is quoted whole, in bytes. Of a longer one
// the sentence is quoted that has most to do with the question, with those beside it.
const maxWhole = 400

// focus returns that part of a text, and the sentence, which is in one line; it is
// empty where there is none. The row of a table has its header already.
func focus(text, question string) (part, sentence string) {
	if strings.HasPrefix(text, "|") || strings.Contains(text, "```") {
		return text, ""
	}
	parts := sentences(text)
	list := make([]search.Chapter, len(parts))
	for i := range parts {
		list[i].Text = parts[i]
	}
	found := search.New(list, nil).Nearest(question, 1, 0)
	if len(found) == 0 {
		return text, ""
	}
	sentence = strings.TrimSpace(parts[found[0]])
	if len(text) <= maxWhole {
		return text, sentence
	}
	first, last := found[0], found[0]
	size := len(parts[first])
	joins := func(i int) bool {
		if i < 0 || i >= len(parts) || size+len(parts[i]) > maxWhole {
			return false
		}
		size += len(parts[i])
		return true
	}
	for grew := true; grew; {
		grew = false
		if joins(last + 1) { // what follows says more of it than what was before
			last, grew = last+1, true
		}
		if joins(first - 1) {
			first, grew = first-1, true
		}
	}
	text = strings.TrimSpace(strings.Join(parts[first:last+1], ""))
	if first > 0 {
		text = "… " + text
	}
	if last < len(parts)-1 {
		text += " …"
	}
	return text, sentence
}

// sentences cuts a text behind its sentences and lines. Together they are the text.
func sentences(text string) (parts []string) {
	from := 0
	for i, r := range text {
		next := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？':
		case '.', '!', '?':
			if next < len(text) && text[next] != ' ' && text[next] != '\n' {
				continue
			}
		default:
			continue
		}
		parts = append(parts, text[from:next])
		from = next
	}
	if from < len(text) {
		parts = append(parts, text[from:])
	}
	return parts
}

// question returns what is to be looked for.
func question(r *Request) string { return search.Question(said(r, maxSaid)) }

// Bounds of what is looked at and of what is quoted.
const (
	maxPassages = 50_000
	maxSaid     = 8   // things that the user said
	maxQuote    = 700 // bytes of one passage
	maxQuotes   = 3
)

// answer says what the prompt has about the question that was asked last.
func answer(ctx context.Context, r *Request, found *material) string {
	if result := lastResult(r); result != "" {
		if called(r) != searchTool {
			return "The tool gave:\n\n" + quote(result)
		}
		if text := found.quoted(result, question(r)); text != "" {
			return text
		}
		return noPassage
	}
	if who, ok := speaker(found.passages); ok && asksWho(asked(r)) {
		return "From " + who.Source + ":\n\n" + quote(who.Text)
	}
	best := found.nearest(question(r), maxQuotes)
	if len(best) == 0 {
		return noPassage
	}
	places := make([]string, len(best))
	if r.Places != nil {
		copy(places, r.Places(ctx, best))
	}
	quotes := make([]string, len(best))
	for i, p := range best {
		quotes[i] = "From " + search.Where(p.Source, places[i], p.Heading) + ":\n\n" + quote(p.Text)
	}
	return strings.Join(quotes, "\n\n")
}

// noPassage is the answer where nothing in the prompt has to do with a question.
const noPassage = "No passage in this profile matches. (Offline: quotes only; docs/chat.md says how to set a model.)"

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

// asksWho reports whether a question is for who answers it.
func asksWho(question string) bool {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.Contains(whos, strings.Join(words, " "))
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
	if len(text) > maxQuote {
		cut := strings.LastIndexAny(text[:maxQuote], " \n")
		if cut < maxQuote/2 {
			cut = len(strings.ToValidUTF8(text[:maxQuote], ""))
		}
		text = strings.TrimSpace(text[:cut]) + " …"
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
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

// called returns the name of the tool that the last results are of, where it is
// one alone.
func called(r *Request) string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		name := ""
		for _, p := range r.Messages[i].Parts {
			switch {
			case p.Call == nil:
			case name != "":
				return ""
			default:
				name = p.Call.Name
			}
		}
		if name != "" {
			return name
		}
	}
	return ""
}

// searchTool is the tool that finds more than what is in a prompt.
const searchTool = "backstory_search"
