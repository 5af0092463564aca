package secrets

import "strings"

const (
	maxGap    = 40  // between the parts of a secret: the end of a line, quotes, an indent
	maxPart   = 300 // of a secret
	minBroken = 16  // of a secret that is broken, in characters
)

// broken adds the secrets that are in two parts, at the end of a line and at the start of
// the next one, or with a blank between them, as a page breaks long words.
func (set *ruleSet) broken(name, text string, runs []run, all []Match) []Match {
	for i := range runs {
		first := &runs[i]
		if !first.digit && !first.mixed || first.end-first.start > maxPart {
			continue
		}
		next := gapBehind(text, first.end)
		end := next
		for end < len(text) && tokens[text[end]] && end-next < maxPart {
			end++
		}
		if next == first.end || first.end-first.start+end-next < minBroken || !isPart(text[next:end]) {
			continue
		}
		gap := next - first.end
		for _, m := range set.joined(name, text[first.start:first.end]+text[next:end]) {
			if m.Start += first.start; IsKind(m.Rule) && m.Start < first.end && m.End > first.end-first.start {
				m.End += first.start + gap
				all = append(all, m)
			}
		}
	}
	return all
}

// joined returns the secrets of a text that was put together.
func (set *ruleSet) joined(name, text string) []Match {
	return set.find(name, text, runsOf(text))
}

// gapBehind returns where the next part of a secret may begin whose first part ends there;
// the same place for none.
func gapBehind(text string, end int) int {
	blank := false
	for i := end; i < len(text) && i-end < maxGap; i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\n':
			blank = true
		case strings.IndexByte("\r\t\"'`\\>+|", c) < 0:
			if blank {
				return i
			}
			return end
		}
	}
	return end
}

// isPart reports whether characters may be the end of a secret, and are no word.
func isPart(text string) bool {
	lower, upper, digit := false, false, false
	for i := range len(text) {
		c := text[i]
		lower, upper, digit = lower || c >= 'a' && c <= 'z', upper || i > 0 && c >= 'A' && c <= 'Z', digit || c >= '0' && c <= '9'
	}
	return digit || lower && upper
}
