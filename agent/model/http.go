package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// Endpoint is where a protocol is spoken. The zero value of every field but
// URL works.
type Endpoint struct {
	Provider string       // its name, for errors
	URL      string       // base, such as https://api.example.com/v1
	Key      string       // "" for a server that asks for none
	KeyFrom  string       // the variable that held it, for errors
	Client   *http.Client // default: one with the timeouts below
	// Tries is how often a request is sent while it fails in a way that may
	// pass. Default: 4. What began to come is never asked for again.
	Tries int
	// Wait is how long the first pause between two tries is; each further one
	// is twice as long. Default: 1 s.
	Wait time.Duration
	// Idle is how long a server may be silent. Default: 2 minutes.
	Idle time.Duration
	// Thinks remembers of models, by name, whether they begin answers with a thought
	// that no mark opens. Default: that is found out in each answer.
	Thinks *sync.Map
	// Window is how many tokens its models take, as the user says; 0 where they do not.
	Window int
	// KeepAlive is how long Ollama keeps a model loaded, in its words.
	KeepAlive string
	// Old says that a server of the Chat Completions protocol knows the limit of
	// an answer by its old name, max_tokens.
	Old bool
}

// Bounds of pauses and of what is read of an error's text.
const (
	maxPause  = time.Minute
	maxRefuse = 64 << 10 // bytes
)

func (e Endpoint) filled() Endpoint {
	if e.Client == nil {
		e.Client = &http.Client{CheckRedirect: noRedirect}
	}
	if e.Tries <= 0 {
		e.Tries = 4
	}
	if e.Wait <= 0 {
		e.Wait = time.Second
	}
	if e.Idle <= 0 {
		e.Idle = 2 * time.Minute
	}
	e.URL = strings.TrimRight(e.URL, "/")
	return e
}

// headers are those of a request whose key is a bearer token.
func (e Endpoint) headers(accept string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {accept}}
	if e.Key != "" {
		h.Set("Authorization", "Bearer "+e.Key)
	}
	return h
}

// noRedirect keeps a server from sending the key elsewhere.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// exchange is one request to an endpoint and how its answer is read.
type exchange struct {
	at      Endpoint
	path    string
	header  http.Header
	body    []byte
	refused func(body []byte) (word, message string) // reads the text of an error
	read    func(s *stream, yield func(Event) bool) error
	// whole reads an answer that is not streamed; nil where the protocol has none.
	whole func(body []byte, yield func(Event) bool) error
	// thinker is the model whose text may have thoughts in it, "" where the protocol
	// keeps them apart.
	thinker string
}

// events sends the request, again where that may help, and yields the answer.
// A server that asks for more patience than there is gets none.
func (x *exchange) events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for try := 1; ; try++ {
			begun, stopped := false, false
			err := x.once(ctx, func(e Event) bool {
				begun = true
				stopped = !yield(e, nil)
				return !stopped
			})
			if err == nil || stopped {
				return
			}
			var failed *Error
			if !errors.As(err, &failed) || begun || try >= x.at.Tries || ctx.Err() != nil || !failed.Passes() || failed.After > maxPause {
				if failed != nil {
					failed.Tries = try
				}
				yield(Event{}, ended(ctx, err))
				return
			}
			if err := x.pause(ctx, try, failed.After); err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}

// ended prefers the context's error to what its end looks like from below.
func ended(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// pause waits before the next try: as long as the server asks, or twice as
// long each time with some chance in it, so that many do not come at once.
func (x *exchange) pause(ctx context.Context, try int, asked time.Duration) error {
	wait := min(x.at.Wait<<(try-1), maxPause)
	wait = wait/2 + rand.N(wait/2+1)
	timer := time.NewTimer(max(wait, asked))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// errIdle is why an exchange is ended that says nothing any more.
var errIdle = errors.New("the server has been silent for too long")

// once sends the request one time.
func (x *exchange) once(ctx context.Context, yield func(Event) bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(x.at.Idle, func() { cancel(errIdle) })
	defer watch.Stop()
	resp, err := x.send(ctx)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body := &awake{r: resp.Body, watch: watch, idle: x.at.Idle}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "text/html" || kind == "application/json" && x.whole == nil {
		text, _ := io.ReadAll(io.LimitReader(body, maxRefuse))
		return x.noAnswer(kind, text)
	}
	a := &answered{x: x, yield: yield}
	if kind == "application/json" {
		err = a.whole(body)
	} else {
		err = a.stream(newStream(body))
	}
	var said *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &said):
		said.Message = x.hide(said.Message)
		return said
	case errors.Is(err, errLongLine) || errors.Is(err, errLongAnswer) || errors.As(err, new(*broken)):
		return &Error{Provider: x.at.Provider, Kind: KindBroken, Message: x.hide(err.Error())}
	}
	return x.lost(ctx, err)
}

// send sends the request, and returns an answer that is no error.
func (x *exchange) send(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.at.URL+x.path, bytes.NewReader(x.body))
	if err != nil {
		return nil, &Error{Provider: x.at.Provider, Kind: KindInvalid, Message: "the address of the server is not a URL"}
	}
	req.Header = x.header
	resp, err := x.at.Client.Do(req)
	if err != nil {
		return nil, x.lost(ctx, err)
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		return nil, x.refusal(resp)
	}
	return resp, nil
}

// awake pushes the end of patience away whenever something comes.
type awake struct {
	r     io.Reader
	watch *time.Timer
	idle  time.Duration
}

func (a *awake) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if n > 0 {
		a.watch.Reset(a.idle)
	}
	return n, err
}

// lost is the error of a connection. The URL that net/http puts in front of it
// may hold a password, so it goes.
func (x *exchange) lost(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, errIdle) {
		err = cause
	}
	var inner interface{ Unwrap() error }
	if errors.As(err, &inner) && strings.Contains(err.Error(), "://") && inner.Unwrap() != nil {
		err = inner.Unwrap()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the answer ended in the middle")
	}
	return &Error{Provider: x.at.Provider, Kind: KindConnection, Err: err}
}

// refusal reads an answer that is an error.
func (x *exchange) refusal(resp *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefuse))
	word, message := x.told(text)
	e := &Error{
		Provider: x.at.Provider, Status: resp.StatusCode, Message: message, After: after(resp.Header.Get("Retry-After")),
		KeyFrom: x.at.KeyFrom,
	}
	return e.judged(resp.StatusCode, word)
}

// noAnswer is the error of an answer that is none, although its status says so: an
// error in the words of the protocol, the page of a proxy, or a server that does not
// stream.
func (x *exchange) noAnswer(kind string, text []byte) error {
	word, message := x.told(text)
	e := &Error{Provider: x.at.Provider, Status: http.StatusOK, Kind: KindBroken, Message: "the answer is " + kind + " and no stream: " + message}
	if word != "" {
		e.judged(0, word)
	}
	return e
}

// told reads what a server says where it does not answer: the word for it, if there is
// one, and a message for people.
func (x *exchange) told(text []byte) (word, message string) {
	if word, message = x.refused(text); message == "" {
		message = string(text)
	}
	return word, x.hide(message)
}

// maxMessage is how much of a server's words is told, in bytes.
const maxMessage = 500

// hide takes the key out of what a server says of it, and what a terminal would
// obey.
func (x *exchange) hide(message string) string {
	if len(x.at.Key) >= 4 {
		message = strings.ReplaceAll(message, x.at.Key, "(key)")
	}
	return oneline.Message(message, maxMessage)
}

// after reads Retry-After (RFC 9110, 10.2.3): seconds, or a date.
func after(value string) time.Duration {
	if n, err := strconv.Atoi(value); err == nil {
		return max(0, time.Duration(min(n, 1<<20))*time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// broken is an answer that does not follow its protocol.
type broken struct{ what string }

func (b *broken) Error() string { return b.what }

// parse reads the JSON of an event.
func parse(data string, into any) error {
	if err := json.Unmarshal([]byte(data), into); err != nil {
		return &broken{fmt.Sprintf("an event is not the JSON that is expected: %v: %s", err, quoted(data))}
	}
	return nil
}

// maxQuoted is how much of a piece of an answer an error quotes, in bytes.
const maxQuoted = 200

// quoted is a piece of an answer as an error has it.
func quoted(piece string) string { return oneline.Message(piece, maxQuoted) }

// errEnd says that the last event of an answer was read.
var errEnd = errors.New("the answer is whole")

// each passes on the messages of a stream until one is the last, or nobody wants more.
func (s *stream) each(take func(message) error) error {
	for {
		m, err := s.next()
		if err == nil {
			err = take(m)
		}
		switch err {
		case nil:
		case errEnd, errEnough:
			return nil
		default:
			return err // io.EOF where what ends an answer did not come
		}
	}
}

// failing yields one error.
func failing(err error) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) { yield(Event{}, err) }
}

// errEnough ends the reading of an answer that nobody wants any more.
var errEnough = errors.New("enough")
