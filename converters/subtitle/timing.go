package subtitle

import "strings"

func isTiming(line string) bool {
	_, _, ok := timing(line)
	return ok
}

// timing reads a line such as "00:01:02,345 --> 00:01:04,000 align:start" and
// returns its times in milliseconds.
func timing(line string) (start, end int, ok bool) {
	before, after, found := strings.Cut(line, "-->")
	if !found {
		return 0, 0, false
	}
	after, _, _ = strings.Cut(strings.TrimSpace(after), " ")
	start, ok = moment(strings.TrimSpace(before))
	if !ok {
		return 0, 0, false
	}
	end, ok = moment(after)
	return start, end, ok
}

// moment reads a time: hours may be left out, the fraction has a comma or a
// dot.
func moment(s string) (ms int, ok bool) {
	s, fraction, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	for _, p := range parts {
		n, ok := digits(p)
		if !ok {
			return 0, false
		}
		ms = ms*60 + n
	}
	n := 0
	if fraction != "" {
		if n, ok = digits((fraction + "00")[:3]); !ok {
			return 0, false
		}
	}
	return ms*1000 + n, true
}

// digits reads one to four digits.
func digits(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}
