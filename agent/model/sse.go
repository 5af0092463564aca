package model

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// How much an answer may have, in bytes.
const (
	maxLine   = 4 << 20  // of one line, in which a whole call may stand
	maxAnswer = 64 << 20 // of all lines
)

var (
	errLongLine   = errors.New("a line of the answer is over the limit of 4 MiB")
	errLongAnswer = errors.New("the answer is over the limit of 64 MiB")
)

// message is a server-sent event (HTML Living Standard, 9.2).
type message struct {
	event string // its type, "" where none is named
	data  string // its lines, with line feeds between them
}

// stream reads server-sent events.
type stream struct {
	from *bufio.Reader
	text []byte // of the line that is read; valid until the next
	left int64  // bytes that may still come
	cr   bool   // the last line ended in CR: an LF behind it belongs to that
	any  bool   // a line was read
	last string // the data of the last event, for errors
}

func newStream(r io.Reader) *stream {
	return &stream{from: bufio.NewReaderSize(r, 16<<10), left: maxAnswer}
}

// next returns the next event that has data. The end is io.EOF; an event that
// the end cuts is given where its lines are whole, since many servers leave the
// blank line behind the last one out. A line that is JSON is an event of its own,
// as servers send them that know nothing of server-sent events.
func (s *stream) next() (message, error) {
	var m message
	var data []string
	for {
		line, err := s.line()
		if err == io.EOF && data != nil {
			return s.given(m, data), nil
		}
		if err != nil {
			return message{}, err
		}
		if line == "" {
			if m.event != "" && data != nil || strings.Join(data, "") != "" {
				return s.given(m, data), nil
			}
			m, data = message{}, nil
			continue
		}
		if line[0] == '{' && data == nil {
			return s.given(m, []string{line}), nil
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			m.event = value
		case "data":
			data = append(data, value)
		}
	}
}

func (s *stream) given(m message, data []string) message {
	m.data = strings.Join(data, "\n")
	if strings.HasPrefix(m.data, "{") {
		s.last = m.data
	}
	return m
}

// line returns the next line, which LF, CRLF or CR ends. It does not wait for
// what follows a CR: that may come with the next event only. What the end cuts
// is not a line, unless it is the whole data of an event. Every byte is looked at once, however small the pieces are in
// which it comes.
func (s *stream) line() (string, error) {
	s.text = s.text[:0]
	for {
		piece, err := s.piece()
		if err == io.EOF && isWhole(s.text) {
			line := string(s.text)
			s.text = s.text[:0]
			return line, nil
		}
		if err != nil {
			return "", err
		}
		end := bytes.IndexAny(piece, "\r\n")
		size := end
		if end < 0 {
			size = len(piece)
		}
		if len(s.text)+size > maxLine {
			return "", errLongLine
		}
		s.text = append(s.text, piece[:size]...)
		if end < 0 {
			s.skip(size)
			continue
		}
		s.cr = piece[end] == '\r'
		s.skip(end + 1)
		if s.left < 0 {
			return "", errLongAnswer
		}
		if !s.any {
			s.any = true
			return string(bytes.TrimPrefix(s.text, []byte("\xef\xbb\xbf"))), nil
		}
		return string(s.text), nil
	}
}

// piece returns what has come of the rest, at least one byte.
func (s *stream) piece() ([]byte, error) {
	if _, err := s.from.Peek(1); err != nil {
		return nil, err
	}
	piece, err := s.from.Peek(s.from.Buffered())
	if s.cr {
		s.cr = false
		if piece[0] == '\n' {
			s.skip(1)
			return s.piece()
		}
	}
	return piece, err
}

// skip passes over bytes that were looked at.
func (s *stream) skip(n int) {
	n, _ = s.from.Discard(n) // they are there
	s.left -= int64(n)
}

// isWhole reports whether a line that has no end is all of one with data.
func isWhole(line []byte) bool {
	data := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("data:")))
	return len(data) > 0 && data[0] == '{' && json.Valid(data)
}
