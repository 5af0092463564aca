package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is how long a message may be, in bytes. Tools take no files, so that
// none is near it.
const maxMessage = 4 << 20

// drain is how long calls that are open when the input ends may still take.
const drain = 30 * time.Second

// ServeStdio answers messages, one a line, until there are no more or the context
// ends. Calls that were read before the end of the input are answered. A line that is not a message is answered with an error and passed over: what
// a client's logger spills into the pipe ends nothing.
func ServeStdio(ctx context.Context, s *sdk.Server, in io.ReadCloser, out io.WriteCloser) error {
	calls := &calls{open: map[any]bool{}, answered: make(chan struct{}, 1)}
	to := &sharedWriter{WriteCloser: out, calls: calls}
	from := &messages{Closer: in, lines: bufio.NewReaderSize(in, 64<<10), out: to, calls: calls, done: ctx.Done()}
	err := s.Run(ctx, &sdk.IOTransport{Reader: from, Writer: to, MaxLineLength: maxMessage + 1})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// calls are the requests that have no answer yet, by their ids.
type calls struct {
	mu       sync.Mutex
	open     map[any]bool
	answered chan struct{}
}

// saw takes note of a message, one that was read or one that was written.
func (c *calls) saw(message []byte) {
	m, err := jsonrpc.DecodeMessage(bytes.TrimSpace(message))
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m := m.(type) {
	case *jsonrpc.Request:
		if m.IsCall() {
			c.open[m.ID.Raw()] = true
		}
	case *jsonrpc.Response:
		delete(c.open, m.ID.Raw())
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
}

// wait returns when no call is open, when done is closed, or after [drain].
func (c *calls) wait(done <-chan struct{}) {
	end := time.After(drain)
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-done:
			return
		case <-end:
			return
		}
	}
}

// sharedWriter writes one message at a time, for several writers.
type sharedWriter struct {
	mu sync.Mutex
	io.WriteCloser
	calls *calls
}

func (w *sharedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.WriteCloser.Write(p)
	w.calls.saw(p)
	return n, err
}

// messages reads the lines that are messages.
type messages struct {
	io.Closer
	lines *bufio.Reader
	out   io.Writer
	rest  []byte // of a line that is handed over
	calls *calls
	done  <-chan struct{} // is closed when nobody waits for answers any more
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil {
			m.calls.wait(m.done)
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
		m.calls.saw(line)
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
