package inline

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Whether a delimiter opens or closes depends on the characters beside it
// (CommonMark 6.2), and readers do not agree on what punctuation is. So what
// has been written is read again by CommonMark's own rule, in three readings,
// and a style that is not read as it was meant is left out.

// misread returns the atoms of the styles in what was written that are not read as
// they were meant, in order: if the last round has come, of all where one is not.
func (s *emphasis) misread(buf []byte, last bool) []int {
	s.wrong = s.wrong[:0]
	if !s.styled {
		return nil
	}
	s.findPartners()
	for _, reading := range emphReadings {
		s.joinRuns(buf, reading)
		s.compare()
		if s.sameToAll || len(s.wrong) > 0 && !last {
			break
		}
	}
	if last && len(s.wrong) > 0 {
		s.wrong = s.wrong[:0]
		for _, m := range s.marks {
			if m.size > 0 {
				s.wrong = append(s.wrong, m.atom)
			}
		}
	}
	slices.Sort(s.wrong)
	return s.wrong
}

// joinRuns joins the marks into runs and finds what each may do.
func (s *emphasis) joinRuns(buf []byte, how emphReading) {
	runs := s.runs[:0]
	end := -1
	for i := range s.marks {
		m := &s.marks[i]
		if m.size == 0 {
			runs = append(runs, emphRun{char: m.char})
			m.run, end = len(runs)-1, -1
			continue
		}
		if n := len(runs) - 1; end == m.pos && runs[n].char == m.char {
			runs[n].size += m.size
			runs[n].left += m.size
		} else {
			runs = append(runs, emphRun{char: m.char, size: m.size, left: m.size})
		}
		m.run, end = len(runs)-1, m.pos+m.size
	}
	s.runs, s.sameToAll = runs, true
	for i := range s.marks {
		m := s.marks[i]
		if m.size == 0 {
			continue
		}
		run := &runs[m.run]
		if from := m.pos; i == 0 || s.marks[i-1].run != m.run {
			run.opens, run.shuts = emphRoles(buf, from, from+run.size, how)
			s.sameToAll = s.sameToAll && emphIsSure(buf, from, from+run.size)
		}
	}
}

// emphIsSure reports whether all readings agree on what the run buf[from:to]
// may do: on ASCII they do, but for tildes, which one looks through.
func emphIsSure(buf []byte, from, to int) bool {
	return (from == 0 || buf[from-1] < '~') && (to == len(buf) || buf[to] < '~')
}

// emphRoles returns what the run buf[from:to] may do.
func emphRoles(buf []byte, from, to int, how emphReading) (opens, shuts bool) {
	left, right := from, to
	if from > 0 && buf[from] == '~' && buf[from-1] == '~' {
		return false, false // goldmark does not look whether the one before is escaped
	}
	if how.through && buf[from] != '~' {
		for left > 0 && buf[left-1] == '~' {
			left--
		}
		for right < len(buf) && buf[right] == '~' {
			right++
		}
	}
	before, after := rune('\n'), rune('\n')
	if left > 0 {
		before, _ = utf8.DecodeLastRune(buf[:left])
	}
	if right < len(buf) {
		after, _ = utf8.DecodeRune(buf[right:])
	}
	b, a := emphSide(before, how), emphSide(after, how)
	opens = a != escSpace && (a != escPunct || b != escLetter)
	shuts = b != escSpace && (b != escPunct || a != escLetter)
	return opens, shuts
}

func emphSide(r rune, how emphReading) escSide {
	switch {
	case how.through && (r == 0x85 || r == 0x2028 || r == 0x2029):
		return escLetter
	case unicode.IsSpace(r):
		return escSpace
	case r < utf8.RuneSelf && escIsPunct(byte(r)), unicode.IsPunct(r), how.symbols && unicode.IsSymbol(r):
		return escPunct
	}
	return escLetter
}

// compare reads the runs and adds the atoms of every style that is read
// otherwise than meant.
func (s *emphasis) compare() {
	s.pair()
	s.meant = s.meant[:0]
	for i, m := range s.marks {
		if m.open {
			s.meant = append(s.meant, emphPair{m.run, s.marks[s.partner[i]].run, m.size})
		}
	}
	s.read, s.meant = emphSums(s.read), emphSums(s.meant)
	if slices.Equal(s.read, s.meant) {
		return
	}
	for i, m := range s.marks {
		if !m.open {
			continue
		}
		if shut := s.marks[s.partner[i]]; emphSum(s.read, m.run, shut.run) != emphSum(s.meant, m.run, shut.run) {
			s.wrong = append(s.wrong, m.atom, shut.atom)
		}
	}
}

// emphSums sorts pairs, and makes one of those of the same two runs.
func emphSums(pairs []emphPair) []emphPair {
	slices.SortFunc(pairs, emphPair.compare)
	out := pairs[:0]
	for _, p := range pairs {
		if n := len(out) - 1; n >= 0 && out[n].compare(p) == 0 {
			out[n].size += p.size
			continue
		}
		out = append(out, p)
	}
	return out
}

// emphSum returns how many delimiters two runs share.
func emphSum(sums []emphPair, open, shut int) int {
	i, ok := slices.BinarySearchFunc(sums, emphPair{open: open, shut: shut}, emphPair.compare)
	if !ok {
		return 0
	}
	return sums[i].size
}

// compare orders pairs by their runs.
func (p emphPair) compare(q emphPair) int {
	return cmp.Or(cmp.Compare(p.open, q.open), cmp.Compare(p.shut, q.shut))
}

// findPartners finds for each mark that opens the one that closes it.
func (s *emphasis) findPartners() {
	s.partner = append(s.partner[:0], make([]int, len(s.marks))...)
	stack := s.stack[:0]
	for i, m := range s.marks {
		switch {
		case m.size == 0:
		case m.open:
			stack = append(stack, i)
		default:
			s.partner[stack[len(stack)-1]] = i
			stack = stack[:len(stack)-1]
		}
	}
	s.stack = stack
}

// pair is CommonMark's way through delimiters ("process emphasis"). A
// link's text is read by itself.
func (s *emphasis) pair() {
	runs := s.runs
	pairs, stack, floors := s.read[:0], s.stack[:0], s.floors[:0] // stack: runs that may still open
	for i := range runs {
		switch runs[i].char {
		case emphLink:
			floors = append(floors, len(stack))
			continue
		case emphLinkEnd:
			n := len(floors) - 1
			stack, floors = stack[:floors[n]], floors[:n]
			continue
		}
		floor := 0
		if n := len(floors); n > 0 {
			floor = floors[n-1]
		}
		stack, pairs = emphClose(runs, stack, emphAt{i, floor}, pairs)
		if runs[i].opens && runs[i].left > 0 {
			stack = append(stack, i)
		}
	}
	s.read, s.stack, s.floors = pairs, stack, floors
}

// emphAt is a run and how deep in the stack it may look for an opener.
type emphAt struct{ run, floor int }

// emphClose pairs a run with the openers on the stack. An opener that does
// not match is passed over; the search is bounded, as what lies deeper than
// that would be a style that is left out anyway.
func emphClose(runs []emphRun, stack []int, at emphAt, pairs []emphPair) ([]int, []emphPair) {
	const reach = 64
	c := &runs[at.run]
	for c.shuts && c.left > 0 {
		found := -1
		for j := len(stack) - 1; j >= max(at.floor, len(stack)-reach); j-- {
			if emphMatch(&runs[stack[j]], c) {
				found = j
				break
			}
		}
		if found < 0 {
			break
		}
		o := &runs[stack[found]]
		n := 1
		if o.left >= 2 && c.left >= 2 {
			n = 2
		}
		pairs = append(pairs, emphPair{stack[found], at.run, n})
		o.left -= n
		c.left -= n
		stack = stack[:found+1]
		if o.left == 0 {
			stack = stack[:found]
		}
	}
	return stack, pairs
}

// emphMatch reports whether a run may open what another closes, by the rule
// of three for runs that may do both.
func emphMatch(o, c *emphRun) bool {
	if o.char != c.char {
		return false
	}
	if o.char == '~' {
		return o.size == c.size && o.left == o.size && c.left == c.size
	}
	return !o.shuts && !c.opens || (o.size+c.size)%3 != 0 || o.size%3 == 0 && c.size%3 == 0
}
