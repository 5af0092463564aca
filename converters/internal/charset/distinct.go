package charset

// distinct returns the samples, those of a text that is mostly ASCII without the repetitions of the words that are not: a
// name that is in a text four times says no more about its encoding than one that is there once. A chart of
// characters says nothing, for they are there because of their codes.
func distinct(samples []sample) []sample {
	beyond, total := 0, 0
	for _, s := range samples {
		beyond += high(s.b)
		total += len(s.b)
	}
	if !mostlyASCII(beyond, total) {
		return samples
	}
	seen := map[string]bool{}
	out := make([]sample, len(samples))
	for i, s := range samples {
		out[i] = sample{b: once(uncharted(s.b), seen), first: s.first, last: s.last}
	}
	return out
}

// once returns b without the words beyond ASCII that were seen before.
func once(b []byte, seen map[string]bool) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		n := 1
		for n < len(b) && !parts(b[n-1]) {
			n++
		}
		word := b[:n]
		b = b[n:]
		if high(word) > 0 {
			if seen[string(word)] {
				continue
			}
			seen[string(word)] = true
		}
		out = append(out, word...)
	}
	return out
}

// parts says whether a byte is between words and is part of no character of several bytes in any encoding.
func parts(b byte) bool { return b < 0x40 && (b < '0' || b > '9') }

// chartRows is from how many bytes on, each a word of its own and a little above the one before, they are a chart.
const chartRows = 16

// uncharted returns b without the bytes beyond ASCII that a chart of them lists.
func uncharted(b []byte) []byte {
	var rows, listed []int
	for i := 1; i+1 < len(b); i++ {
		if b[i] < 0x80 || b[i-1] > ' ' || b[i+1] > ' ' {
			continue
		}
		if n := len(rows); n > 0 && (b[i] <= b[rows[n-1]] || b[i] > b[rows[n-1]]+4) {
			listed = chart(listed, rows)
			rows = rows[:0]
		}
		rows = append(rows, i)
	}
	if listed = chart(listed, rows); len(listed) == 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	last := 0
	for _, i := range listed {
		out = append(out, b[last:i]...)
		last = i + 1
	}
	return append(out, b[last:]...)
}

// chart appends rows to listed if they are a chart.
func chart(listed, rows []int) []int {
	if len(rows) < chartRows {
		return listed
	}
	return append(listed, rows...)
}
