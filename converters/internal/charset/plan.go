package charset

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters/internal/charset/magic"
)

// plan looks at the whole input and decides how to read it.
func plan(s *source, hint Hint) (*reading, Result, error) {
	first, err := s.at(0, headSize)
	if err != nil {
		return nil, Result{}, err
	}
	head := first
	if s.r != nil { // the next look overwrites it
		head = bytes.Clone(first)
	}
	if what := magic.Describe(head); what != "" {
		return nil, Result{}, &NotTextError{What: what}
	}
	mark := readMark(head, s.n)
	if mark.codec != nil && mark.codec.wide.width > 0 {
		ok, err := mark.plausible(s)
		if err != nil || ok {
			return settled(mark.codec, mark), Result{Name: mark.codec.name, Margin: Certain, BOM: true}, err
		}
	}
	sweep, err := s.sweep(mark.size)
	if err != nil {
		return nil, Result{}, err
	}
	if c := sweep.verdict(head[min(len(head), int(mark.size)):]); c != nil {
		if h := hint.codec(); h != nil && h.name == "HZ-GB-2312" && bytes.Contains(head, []byte("~{")) {
			c = h
		}
		p := settled(c, mark)
		p.plain = c.name == "UTF-8"
		return p, certain(c, mark, hint), nil
	}
	if hint == "" {
		hint = Declared(head)
	}
	return survey(s, mark, sweep, hint)
}

func settled(c *codec, m mark) *reading { return &reading{codec: c, start: m.size} }

func certain(c *codec, m mark, hint Hint) Result {
	return Result{Name: c.name, Margin: Certain, BOM: m.codec == c, Hinted: hint.codec() == c}
}

// survey decides about an input that is neither clean UTF-8 nor ISO-2022-JP.
func survey(s *source, m mark, sw sweep, hint Hint) (*reading, Result, error) {
	c, err := s.census(m.size)
	if err != nil {
		return nil, Result{}, err
	}
	samples, err := s.samples(c)
	if err != nil {
		return nil, Result{}, err
	}
	if w := c.wide(samples, sw); w != nil && (sw.nul || !sw.valid) { // UTF-8 without a NUL is never wide
		return settled(w, m), certain(w, m, hint), nil
	}
	if what := c.notText(sw); what != "" {
		return nil, Result{}, &NotTextError{What: what}
	}
	if sw.valid {
		utf8 := codecNamed("UTF-8")
		p := settled(utf8, m)
		p.plain = true
		return p, certain(utf8, m, hint), nil
	}
	return c.choose(s, samples, m, hint)
}

// choose picks between damaged UTF-8 and the legacy encodings.
func (c *census) choose(s *source, samples []sample, m mark, hint Hint) (*reading, Result, error) {
	if hint == "" && m.codec != nil {
		hint = Hint(m.codec.name)
	}
	v := verdict{codec: codecNamed("UTF-8"), margin: Certain - 1}
	if !c.mostlyUTF8() {
		v = theModel().contest(samples, hint)
	}
	best := v.codec
	if best.name == "Johab" {
		return nil, Result{}, &NotTextError{What: "Johab text"}
	}
	res := Result{
		Name:      best.name,
		Margin:    v.margin,
		Uncertain: v.uncertain,
		BOM:       m.codec == best,
		Hinted:    hint.codec() == best,
	}
	p := settled(best, m)
	if best.single() {
		res.Replaced, p.counted = c.meaningless(best), true
		p.size = c.textSize(best)
	}
	if best.name != "UTF-8" {
		return p, res, nil
	}
	foreign, err := s.foreign(m.size, hint)
	if foreign != nil {
		p.foreign, res.Foreign = foreign, foreign.name
	}
	return p, res, err
}

// verdict is the codec that the sweep alone settles, or nil.
func (sw *sweep) verdict(head []byte) *codec {
	switch {
	case !sw.valid, sw.nul, !sw.high && sw.kr > 0:
		return nil
	case !sw.high && sw.jp > 0:
		return codecNamed("ISO-2022-JP")
	case controls(head)*20 > len(head):
		return nil
	}
	return codecNamed("UTF-8")
}
