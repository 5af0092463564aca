package model

import (
	"bufio"
	"bytes"
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
	lines *bufio.Scanner
	left  int64 // bytes that may still come
	cr    bool  // the last line ended in CR: an LF behind it belongs to that
	any   bool  // a line was read
}

func newStream(r io.Reader) *stream {
	s := &stream{lines: bufio.NewScanner(r), left: maxAnswer}
	s.lines.Buffer(make([]byte, 0, 16<<10), maxLine)
	s.lines.Split(s.split)
	return s
}

// split ends lines at LF, CRLF and CR. It does not wait for what follows a CR:
// that may come with the next event only. What the end cuts is no line.
func (s *stream) split(data []byte, _ bool) (advance int, line []byte, err error) {
	from := 0
	if s.cr && len(data) > 0 {
		s.cr = false
		if data[0] == '\n' {
			from = 1
		}
	}
	i := bytes.IndexAny(data[from:], "\r\n")
	if i < 0 {
		return from, nil, nil
	}
	s.cr = data[from+i] == '\r'
	return from + i + 1, data[from : from+i], nil
}

// next returns the next event that has data. The end is io.EOF; an event that
// the end cuts is not given.
func (s *stream) next() (message, error) {
	var m message
	var data []string
	for {
		line, err := s.line()
		if err != nil {
			return message{}, err
		}
		if line == "" {
			if data != nil {
				m.data = strings.Join(data, "\n")
				return m, nil
			}
			m = message{}
			continue
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

func (s *stream) line() (string, error) {
	if !s.lines.Scan() {
		switch err := s.lines.Err(); {
		case err == nil:
			return "", io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			return "", errLongLine
		default:
			return "", err
		}
	}
	line := s.lines.Bytes()
	if s.left -= int64(len(line)) + 1; s.left < 0 {
		return "", errLongAnswer
	}
	if !s.any {
		s.any = true
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return string(line), nil
}
