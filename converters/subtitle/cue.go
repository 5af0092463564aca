package subtitle

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// A paragraph ends where nobody speaks for maxPause milliseconds, and where
// it is as long as maxSpan.
const (
	maxPause = 2_000
	maxSpan  = 60_000
)

// read goes through the file.
func (r *reader) read() error {
	for first := true; ; first = false {
		lines, err := r.block()
		if err != nil {
			return err
		}
		if lines == nil {
			r.flush()
			return nil
		}
		if err := r.take(lines, first); err != nil {
			return err
		}
	}
}

// block returns the lines up to the next blank one, or nil at the end.
func (r *reader) block() ([]string, error) {
	var lines []string
	for r.rest != "" {
		line, rest, _ := strings.Cut(r.rest, "\n")
		if err := r.env.Step(r.ctx, int64(len(r.rest)-len(rest)), document.Pos{}); err != nil {
			return nil, err
		}
		voices := strings.Count(line, "<v") + strings.Count(line, "</v") // each may begin a paragraph
		if err := r.env.Spend(converters.LimitNodes, nodesPerLine+nodesPerVoice*int64(voices), document.LineSpan(r.after+1, r.after+1)); err != nil {
			return nil, err
		}
		r.rest = rest
		r.after++
		line = strings.TrimSpace(line)
		if line == "" && lines != nil {
			break
		}
		if line != "" {
			if lines == nil {
				r.line = r.after
			}
			lines = append(lines, line)
			r.until = r.after
		}
	}
	return lines, nil
}

// take reads a block: cues, of which one may follow the other without a blank
// line in files that are not quite right.
func (r *reader) take(lines []string, first bool) error {
	if first && strings.HasPrefix(lines[0], "WEBVTT") {
		if len(lines) > 1 {
			r.skip(warnNote, "notes and styles were left out", lines[1:])
		}
		return nil
	}
	at := slices.IndexFunc(lines, isTiming)
	if at < 0 {
		r.strange(lines)
		return nil
	}
	for at >= 0 {
		start, end, _ := timing(lines[at])
		id := ""
		if at > 0 {
			id = lines[at-1]
		}
		next := slices.IndexFunc(lines[at+1:], isTiming)
		text := lines[at+1:]
		if next >= 0 {
			next += at + 1
			text = lines[at+1 : next]
			if n := len(text); n > 0 && isNumber(text[n-1]) {
				text = text[:n-1]
			}
		}
		if err := r.cue(cue{start, end, id, text}); err != nil {
			return err
		}
		at = next
	}
	return nil
}

// strange counts a block without a time.
func (r *reader) strange(lines []string) {
	word, _, _ := strings.Cut(lines[0], " ")
	switch word {
	case "NOTE", "STYLE", "REGION":
		if word == "STYLE" {
			r.addStyle(lines[1:])
		}
		r.skip(warnNote, "notes and styles were left out", lines)
	default:
		if len(lines) > 1 || !isNumber(lines[0]) {
			r.skip(warnStray, "lines that belong to no cue were left out", lines)
		}
	}
}

func (r *reader) skip(code, what string, lines []string) {
	pos := document.LineSpan(r.line, r.line)
	r.env.Warn(document.Warning{Code: code, Message: what, Pos: pos})
	r.env.Show(code, pos, strings.Join(lines, " "))
}

// says returns the lines of a cue that have text, each with who speaks; a line in
// which several do is one for each.
func (c cue) says() (texts []phrase) {
	speaker := ""
	for _, line := range c.lines {
		texts, speaker = spoken(texts, line, speaker)
	}
	return texts
}

// cue adds the text of a cue to the paragraph, or begins a new one.
func (r *reader) cue(c cue) error {
	r.cued = true
	start, end := c.start, c.end
	if end <= start && r.hidden.Hide(visible.Time, document.LineSpan(r.line, r.line)) {
		return nil
	}
	texts := c.says()
	if len(texts) > 0 && r.style != "" {
		var err error
		if texts, err = r.seen(c); err != nil {
			return err
		}
	}
	if len(texts) == 0 {
		return nil
	}
	said := texts
	pause := start - r.open.end
	if len(r.open.run) > 0 && pause < maxPause {
		said = fresh(r.last, texts)
	}
	r.last = texts
	if len(r.open.run) == 0 || pause >= maxPause || start < r.open.begin || start-r.open.begin >= maxSpan {
		r.begins(start, texts[0].speaker)
	}
	for _, text := range said {
		if r.unread && text.label == 0 {
			r.hidden.Hide(visible.StyleUnsure, document.LineSpan(r.line, r.line))
			text.label = r.hidden.Label(visible.StyleUnsure)
		}
		if end <= start && text.label == 0 {
			text.label = r.hidden.Label(visible.Time)
		}
		if text.speaker != r.open.speaker {
			r.begins(start, text.speaker)
		}
		r.open.to = r.until
		r.say(text)
	}
	r.open.end = max(end, start)
	return nil
}

// begins begins a paragraph in which somebody speaks.
func (r *reader) begins(start int, speaker string) {
	r.flush()
	r.open.begin, r.open.from, r.open.to, r.open.speaker = start, r.line, r.until, speaker
}

// maxRepeat is how many lines live captions may repeat.
const maxRepeat = 8

// fresh returns the lines of a cue that are not at the end of the one
// before it.
func fresh(before, lines []phrase) []phrase {
	for n := min(len(before), len(lines), maxRepeat); n > 0; n-- {
		if slices.EqualFunc(before[len(before)-n:], lines[:n], phrase.same) {
			return lines[n:]
		}
	}
	return lines
}

const (
	// nodesPerLine is what a line takes of the limit of nodes: it is a text
	// and a break.
	nodesPerLine = 2
	// nodesPerVoice is what it takes more for each change of who speaks.
	nodesPerVoice = 6
	// maxLines is how many lines a paragraph has. One that goes on is cut in
	// two: what is written at once is bounded.
	maxLines = 1 << 14
)

// say adds a line to the paragraph.
func (r *reader) say(line phrase) {
	if len(r.open.run) > 2*maxLines {
		r.flush()
	}
	if len(r.open.run) > 0 {
		r.open.run = append(r.open.run, converters.Make(r.env, &document.Break{Soft: true}))
		r.open.run = append(r.open.run, line.inlines()...)
		return
	}
	at := "[" + clock(r.open.begin) + "] "
	if r.open.speaker != "" {
		at += r.open.speaker + ": "
	}
	if line.label == 0 {
		r.open.run = append(r.open.run, converters.Make(r.env, &document.Text{Value: at + line.text}))
		return
	}
	r.open.run = append(append(r.open.run, converters.Make(r.env, &document.Text{Value: at})), line.inlines()...)
}

// flush ends the paragraph.
func (r *reader) flush() {
	if len(r.open.run) > 0 {
		r.blocks = append(r.blocks, converters.Make(r.env, &document.Paragraph{Pos: document.LineSpan(r.open.from, r.open.to), Inlines: r.open.run}))
		r.open.run = nil
	}
}

// clock returns a time as hours, minutes and seconds.
func clock(ms int) string {
	s := ms / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// spoken appends the text of a line without tags, with who speaks by WebVTT's voice
// tags (4.2.2), and returns who speaks at its end. What looks like no tag of subtitles
// stays.
func spoken(texts []phrase, line, speaker string) ([]phrase, string) {
	var b strings.Builder
	add := func() {
		if text := strings.Join(strings.Fields(html.UnescapeString(b.String())), " "); text != "" {
			texts = append(texts, phrase{text: text, speaker: speaker})
		}
		b.Reset()
	}
	for line != "" {
		i := strings.IndexAny(line, "<{")
		if i < 0 {
			break
		}
		b.WriteString(line[:i])
		line = line[i:]
		size, who := tag(line)
		if who != "" || isVoiceEnd(line[:size]) {
			add()
			speaker = html.UnescapeString(who)
		}
		if size == 0 {
			b.WriteByte(line[0])
			size = 1
		}
		line = line[size:]
	}
	b.WriteString(line)
	add()
	return texts, speaker
}
