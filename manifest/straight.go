package manifest

import "strings"

// straight reads what our own writer writes: the keys in its order, its line
// breaks, no escapes. Entries are nearly all of a manifest, and nearly all of
// them are so; to look for exactly that takes a third of the time of reading
// any JSON. At the first byte that is otherwise it gives up, and the entry is
// read again by the reader.
type straight struct {
	b   string
	at  int
	bad bool
}

// next is the line break of an entry's members.
const next = ",\n            \""

// lit takes a text that has to come here.
func (s *straight) lit(text string) {
	if s.bad || !strings.HasPrefix(s.b[s.at:], text) {
		s.bad = true
		return
	}
	s.at += len(text)
}

// has takes a text if it comes here.
func (s *straight) has(text string) bool {
	if s.bad || !strings.HasPrefix(s.b[s.at:], text) {
		return false
	}
	s.at += len(text)
	return true
}

// str takes a string without escapes, up to its end.
func (s *straight) str() string {
	if s.bad {
		return ""
	}
	length := strings.IndexByte(s.b[s.at:], '"')
	if length < 0 || plainText(s.b[s.at:s.at+length]) < length {
		s.bad = true
		return ""
	}
	text := s.b[s.at : s.at+length]
	s.at += length + 1
	return text
}

// sum takes a string that is a SHA-256 in hexadecimal.
func (s *straight) sum() string {
	const length = 64
	if s.bad || len(s.b)-s.at <= length || s.b[s.at+length] != '"' || plainText(s.b[s.at:s.at+length]) < length {
		s.bad = true
		return ""
	}
	text := s.b[s.at : s.at+length]
	s.at += length + 1
	if strings.IndexByte(text, '"') >= 0 {
		s.bad = true
	}
	return text
}

// again takes a string that mostly is the one before.
func (s *straight) again(last string) string {
	if text := s.b[s.at:]; !s.bad && len(text) > len(last) && text[len(last)] == '"' && strings.HasPrefix(text, last) {
		s.at += len(last) + 1
		return last
	}
	return s.str()
}

// num takes a whole number of at most 18 digits.
func (s *straight) num() (n int64) {
	from := s.at
	for !s.bad && s.at < len(s.b) && isDecimal(s.b[s.at]) {
		n = 10*n + int64(s.b[s.at]-'0')
		s.at++
	}
	if digits := s.at - from; digits == 0 || digits > 18 || digits > 1 && s.b[from] == '0' {
		s.bad = true
	}
	return n
}

func isDecimal(c byte) bool { return c-'0' < 10 }

// straight reads an entry, if it is as our writer writes one that has no
// error.
func (r *reader) straight(e, last *Entry) bool {
	r.peek()
	s := straight{b: r.b, at: r.at}
	s.lit("{" + next[1:] + `relative_path": "`)
	e.Path = s.str()
	s.lit(next + `sha256": "`)
	e.SHA256 = s.sum()
	s.lit(next + `size_bytes": `)
	e.SizeBytes = s.num()
	if s.has(next + `modified_at": "`) {
		e.ModifiedAt = s.again(last.ModifiedAt)
	}
	s.lit(next + `token_estimate": `)
	e.TokenEstimate = int(s.num())
	s.lit(next + `status": "ok"` + next + `error": null` + next + `format": "`)
	e.Status, e.Format = StatusOK, s.again(last.Format)
	s.lit(next + `format_version": `)
	e.FormatVersion = int(s.num())
	s.lit(next + `key": "`)
	e.Key = s.sum()
	if s.has(next + `options_digest": "`) {
		e.OptionsDigest = s.again(last.OptionsDigest)
	}
	if s.has(next + `tokens": `) {
		e.Tokens = int(s.num())
	}
	s.lit(next + `chapter": {` + deeper + `length": `)
	e.Chapter.Length = s.num()
	s.lit("," + deeper + `digest": "`)
	e.Chapter.Digest = s.sum()
	s.lit("\n            }")
	if s.has(next + `warnings": [`) {
		e.Warnings = s.warnings(last.Warnings)
	}
	s.lit("\n        }")
	if s.bad {
		*e = Entry{}
		return false
	}
	r.at = s.at
	return true
}

// warnings takes the warnings of an entry, one at least, and the end of their
// list. Mostly they are like those of the entry before.
func (s *straight) warnings(like []Warning) []Warning {
	var all []Warning
	for again := true; again && !s.bad; again = s.has(",") {
		var w, last Warning
		if len(all) < len(like) {
			last = like[len(all)]
		}
		s.lit("\n                {\n                    \"" + `code": "`)
		w.Code = s.again(last.Code)
		s.lit(deepest + `count": `)
		w.Count = int(s.num())
		s.lit(deepest + `message": "`)
		w.Message = s.again(last.Message)
		if s.has(deepest + `place": "`) {
			w.Place = s.again(last.Place)
		}
		s.lit("\n                }")
		all = append(all, w)
	}
	s.lit("\n            ]")
	return all
}

// deepest is the line break of the members of a warning.
const deepest = ",\n                    \""

// deeper is the line break of the members of an entry's chapter.
const deeper = "\n                \""
