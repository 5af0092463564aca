package rtf

// trail takes the second byte of a character of two bytes that stands in the
// source as it is, where that byte means something to RTF: the backslash in ソ,
// the brace in 本. Some programs escape that byte, some do not.
func (r *reader) trail() {
	if len(r.pending) != 1 || r.decoder.page.double == nil || r.rawUTF8 || !r.have(1) {
		return
	}
	r.have(trailAhead)
	ahead := r.src[r.at:min(len(r.src), r.at+trailAhead)]
	c := ahead[0]
	switch c {
	case '{', '}':
	case '\\':
		if !isRawTrail(ahead) {
			return
		}
	default:
		return
	}
	text, err := r.decoder.page.double.NewDecoder().Bytes([]byte{r.pending[0], c})
	if err != nil || string(text) == "\uFFFD" {
		return
	}
	r.at++
	r.pending = r.pending[:0]
	r.put(text)
}

// trailAhead is how far trail looks, in bytes.
const trailAhead = 40

// isRawTrail reports whether the backslash that a text begins with is part of a
// character, as far as what follows it shows: it is not if it begins a control
// word or escapes what follows.
func isRawTrail(text []byte) bool {
	n := 0
	for n < len(text) && text[n] == '\\' {
		n++
	}
	switch known := isKnownWord(text[n:]); n {
	case 1:
		return !known && n < len(text) && text[n] != '\'' && text[n] != '{' && text[n] != '}' && text[n] != '*' && text[n] != '~'
	case 2:
		return known // the second one begins the word
	}
	return false
}

// isKnownWord reports whether a control word of two letters and more that means
// something stands at the begin of a text.
func isKnownWord(text []byte) bool {
	n, hash := 0, uint32(0)
	for n < len(text) && isLetter(text[n]) {
		hash = hash*wordFactor + uint32(text[n])
		n++
	}
	return n >= 2 && wordOf(hash, text[:n]) != wUnknown
}
