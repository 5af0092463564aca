package lint

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/lint/order"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// maxPlaces is how many places are told of one code in one source.
const maxPlaces = 20

// maxRaw is how much of a text is read again for its lines, in bytes.
const maxRaw = 64 << 20

// run is one target while it is looked at.
type run struct {
	*Linter
	target  *Target
	sources []*source
	wanted  []int          // sources of which words are asked for
	codes   map[int]string // of the words, by index in wanted
	of      []*source      // by index in wanted
	allows  []Allow        // in comments
}

// ask has a source converted once more, for the words that a code tells of.
func (r *run) ask(s *source, code string) {
	for i := len(r.of) - 1; i >= 0 && r.of[i] == s; i-- {
		if r.codes[i] == code {
			return
		}
	}
	r.codes[len(r.of)] = code
	r.wanted, r.of = append(r.wanted, s.index), append(r.of, s)
}

// textOf returns the whole text of a chapter, which it then holds.
func textOf(c *ingest.Chapter) (string, error) {
	if c.Long == nil || c.Text != "" {
		return c.Text, nil
	}
	var b strings.Builder
	if _, err := io.Copy(&b, c.Long.Reader()); err != nil {
		return "", err
	}
	c.Text = b.String()
	return c.Text, nil
}

// source is one source while it is looked at.
type source struct {
	run        *run
	path, name string
	index      int // in the list of the target
	findings   []Finding
	build      map[string]int // labels of the text that a build makes, by their words
	raw        string         // its bytes, where it is a text of UTF-8
	read       bool           // raw was asked for
	leaks      map[string]bool
}

// leaked returns the secrets that were found in the source.
func (s *source) leaked() map[string]bool {
	if s.leaks == nil {
		s.leaks = map[string]bool{}
	}
	return s.leaks
}

// add adds a finding.
func (s *source) add(f Finding) {
	f.File, f.Count, f.own = s.run.target.Name(s.path), max(f.Count, 1), s.run.target.Own
	if f.Weight == 0 {
		f.Weight = WeightOf(f.Code)
	}
	f.Words, f.Message = shown(masked(f.Words)), masked(f.Message)
	s.findings = append(s.findings, f)
}

// take looks at what became of a source.
func (s *source) take(o *ingest.Outcome) error {
	if o.Chapter == nil {
		s.failed(o)
		return nil
	}
	text, err := textOf(o.Chapter)
	if err != nil {
		return err
	}
	defer func() { s.raw, s.read = "", false }()
	if may := s.run.target.Allows; may != nil && may(s.path) && !isOutput(s.path) {
		for _, a := range Comments(s.run.target.Name(s.path), s.text()) {
			if s.run.Counts == nil || s.run.Counts(&a) {
				s.run.allows = append(s.run.allows, a)
			}
		}
	}
	for _, w := range o.Chapter.Warnings {
		s.warning(w)
	}
	for _, l := range append(rawLeaks(s.path, s.text(), s.leaked()), chapterLeaks(s.path, o.Chapter, s.leaked())...) {
		s.add(l.finding())
	}
	for _, w := range append(homoglyphsIn(text), wordingsIn(text)...) {
		f := Finding{Code: w.code, Message: w.message, Words: w.words}
		f.at(o.Chapter.PlaceAt(int64(w.offset)))
		s.add(f)
	}
	if labels := labelsOf(text); len(labels) > 0 {
		s.build = map[string]int{}
		for _, l := range labels {
			s.build[l.words]++
		}
		s.doubtful(o.Chapter, labels)
	}
	return nil
}

// failed adds the finding of a source that gives no text.
func (s *source) failed(o *ingest.Outcome) {
	for _, w := range o.Warnings {
		s.warning(w)
	}
	if o.Err == nil {
		return
	}
	s.add(Finding{Code: pipeline.ErrorCode(o.Err), Message: o.Err.Error()})
}

// warning adds what a conversion warns of; the words, where there are any, come later.
func (s *source) warning(w document.Warning) {
	if w.Code == secrets.Code {
		return // they are looked for, with their places
	}
	f := Finding{Code: w.Code, Message: w.Message, Count: w.Count}
	f.at(w.Pos)
	if strings.HasPrefix(w.Code, "char-u") {
		title, sample, _ := strings.Cut(w.Message, ": ")
		f.Message, f.Words = title, sample
		if s.characters(f) {
			return
		}
	}
	s.add(f)
	if words(w.Code) {
		s.run.ask(s, w.Code)
	}
}

// characters adds a finding for each line of a text that has what f finds, and reports
// whether there is one.
func (s *source) characters(f Finding) bool {
	lines := linesWith(s.text(), f.Code)
	for i, l := range lines {
		one := f
		one.at(document.LineSpan(l.number, l.number))
		one.Words, one.Count = l.Sample, l.Count
		if l.Severity == gate.High {
			one.Weight = Lost
		}
		if i == maxPlaces-1 && len(lines) > maxPlaces {
			one.Count, one.Message = len(lines)-i, fmt.Sprintf("%s; and in %d more lines", f.Message, len(lines)-i-1)
		}
		if i < maxPlaces {
			s.add(one)
		}
	}
	return len(lines) > 0
}

// doubtful gives the words to what is in the text of a build with a label, since most
// of it seems to be hidden.
func (s *source) doubtful(c *ingest.Chapter, labels []label) {
	at := slices.IndexFunc(s.findings, func(f Finding) bool { return f.Code == converters.WarnHiddenDoubtful })
	if at < 0 {
		return
	}
	s.spread(at, groupsOf(c, labels))
}

// show takes the text of a source in which what one code tells of is marked.
func (s *source) show(code string, o *ingest.Outcome) error {
	if o.Chapter == nil {
		return nil // it could be read a moment ago; its finding is there, without the words
	}
	text, err := textOf(o.Chapter)
	if err != nil {
		return err
	}
	var groups []group
	for _, w := range o.Chapter.Warnings {
		if w.Code == (converters.Options{}).Showing(code).Hidden {
			groups = append(groups, group{w.Pos, w.Message})
		}
	}
	build := map[string]int{}
	for words, n := range s.build {
		build[words] = n
	}
	labels := slices.DeleteFunc(labelsOf(text), func(l label) bool {
		if inText(code) {
			return l.maybe != isUnsure(code)
		}
		build[l.words]--
		return l.maybe || build[l.words] >= 0
	})
	groups = append(groups, groupsOf(o.Chapter, labels)...)
	for _, g := range groups {
		for _, l := range leaksIn(s.path, g.words, s.leaked(), func(int, int) (document.Pos, [2]int) { return g.pos, [2]int{} }) {
			s.add(l.finding())
		}
	}
	at := slices.IndexFunc(s.findings, func(f Finding) bool { return f.Code == code })
	if at >= 0 && len(groups) == 0 && slices.Contains(mayBeEmpty, code) {
		s.findings[at].Weight, s.findings[at].Message = Changed, s.findings[at].Message+"; there are no words in it"
	} else if at >= 0 {
		s.spread(at, groups)
	}
	return nil
}

// mayBeEmpty are the codes of content of pages that often has no words, such as a
// picture that counts visits.
var mayBeEmpty = []string{"hidden-element", "hidden-attribute", "hidden-style"}

// isUnsure reports whether nobody knows that what a code tells of is hidden.
func isUnsure(code string) bool {
	return strings.HasSuffix(code, "-unsure") || code == "condition-uncertain"
}

// group is words at one place.
type group struct {
	pos   document.Pos
	words string
}

// groupsOf returns the words of labels, those at one place together.
func groupsOf(c *ingest.Chapter, labels []label) (all []group) {
	for _, l := range labels {
		pos := c.PlaceAt(int64(l.offset))
		if n := len(all); n > 0 && all[n-1].pos == pos {
			all[n-1].words += " " + l.words
			continue
		}
		all = append(all, group{pos, l.words})
	}
	return all
}

// spread makes of a finding one for each place where its words are.
func (s *source) spread(at int, groups []group) {
	f := s.findings[at]
	if len(groups) == 0 {
		return
	}
	var all []Finding
	for _, g := range groups {
		one := f
		one.Count, one.Words = 1, shown(masked(g.words))
		if len(order.In(g.words)) > 0 {
			one.Message += "; it reads like an order to a model"
			if one.Weight == Changed && !isUnsure(f.Code) {
				one.Weight = Lost // such as a comment, which no reader sees
			}
		}
		if !g.pos.IsZero() {
			one.at(g.pos)
		}
		if len(all) == maxPlaces {
			last := &all[maxPlaces-1]
			last.Count++
			continue
		}
		all = append(all, one)
	}
	if more := all[len(all)-1].Count - 1; more > 0 {
		all[len(all)-1].Message += fmt.Sprintf("; and in %d more places", more)
	}
	s.findings = slices.Replace(s.findings, at, at+1, all...)
}

// text returns the bytes of a source as they are, where it is a text of UTF-8.
func (s *source) text() string {
	if s.read {
		return s.raw
	}
	s.read = true
	c, ok := s.run.Registry.ForName(s.name)
	if !ok || !c.Format().Text || s.run.target.Open == nil {
		return ""
	}
	f, err := s.run.target.Open(s.path)
	if err != nil {
		return ""
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxRaw+1))
	if err == nil && len(raw) <= maxRaw && utf8.Valid(raw) {
		s.raw = string(raw)
	}
	return s.raw
}

// isOutput reports whether a file is one that a build makes of others.
func isOutput(file string) bool {
	return path.Base(strings.ReplaceAll(file, `\`, "/")) == profile.OutputFile
}
