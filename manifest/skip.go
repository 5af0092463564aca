package manifest

// skip reads past any value and checks its grammar.
func (r *reader) skip(depth int) {
	if depth > maxDepth {
		r.fail()
		return
	}
	switch c := r.peek(); {
	case c == '"':
		r.text()
	case c == '{':
		r.members(func(string) { r.skip(depth + 1) })
	case c == '[':
		r.items(func() { r.skip(depth + 1) })
	case c == '-' || '0' <= c && c <= '9':
		r.number()
	case c == 't':
		r.word("true")
	case c == 'f':
		r.word("false")
	case c == 'n':
		r.word("null")
	default:
		r.fail()
	}
}

func (r *reader) word(w string) {
	if len(r.b)-r.at < len(w) || r.b[r.at:r.at+len(w)] != w {
		r.fail()
		return
	}
	r.at += len(w)
}

// number checks the grammar of RFC 8259, section 6.
func (r *reader) number() {
	r.accept("-")
	if !r.accept("0") && r.digits() == 0 {
		r.fail()
		return
	}
	if r.accept(".") && r.digits() == 0 {
		r.fail()
		return
	}
	if r.accept("eE") {
		r.accept("+-")
		if r.digits() == 0 {
			r.fail()
		}
	}
}

// accept consumes the next byte if it is one of set.
func (r *reader) accept(set string) bool {
	if r.at == len(r.b) {
		return false
	}
	for i := range len(set) {
		if r.b[r.at] == set[i] {
			r.at++
			return true
		}
	}
	return false
}

func (r *reader) digits() int {
	start := r.at
	for r.at < len(r.b) && '0' <= r.b[r.at] && r.b[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}
