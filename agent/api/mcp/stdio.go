package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is how long a message may be, in bytes. Tools take no files, so that
// none is near it.
const maxMessage = 4 << 20

// ServeStdio answers messages, one a line, until there are no more or the context
// ends. A line that is no message is answered with an error and passed over: what
// a client's logger spills into the pipe ends nothing.
func ServeStdio(ctx context.Context, s *sdk.Server, in io.ReadCloser, out io.WriteCloser) error {
	to := &sharedWriter{WriteCloser: out}
	from := &messages{Closer: in, lines: bufio.NewReaderSize(in, 64<<10), out: to}
	err := s.Run(ctx, &sdk.IOTransport{Reader: from, Writer: to, MaxLineLength: maxMessage + 1})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// sharedWriter writes one message at a time, for several writers.
type sharedWriter struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *sharedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}

// messages reads the lines that are messages.
type messages struct {
	io.Closer
	lines *bufio.Reader
	out   io.Writer
	rest  []byte // of a line that is handed over
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil {
			return 0, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if wrong := m.check(line); wrong != nil {
			if _, err := m.out.Write(refusal(wrong)); err != nil {
				return 0, err
			}
			continue
		}
		m.rest = append(line, '\n')
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// errLong is the answer to a line that is too long.
var errLong = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "a message may have 4 MiB"}

// line reads a line. Of one that is too long the first part alone is kept.
func (m *messages) line() ([]byte, error) {
	var line []byte
	for {
		piece, err := m.lines.ReadSlice('\n')
		if len(line) <= maxMessage {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)):
			return nil, err
		default:
			return line, nil
		}
	}
}

// check says what is wrong with a line.
func (m *messages) check(line []byte) *jsonrpc.Error {
	switch {
	case len(line) > maxMessage:
		return errLong
	case !json.Valid(line):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON"}
	case line[0] == '[':
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "batches are not taken: send one message a line"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is not a message of JSON-RPC 2.0"}
	}
	return nil
}

// refusal is the answer to a line whose id is not known.
func refusal(err *jsonrpc.Error) []byte {
	text, _ := json.Marshal(struct { // which it always can
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, err})
	return append(text, '\n')
}
