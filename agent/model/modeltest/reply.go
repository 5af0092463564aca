package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Reply is an answer: its pieces of text, then its calls, then the end.
type Reply struct {
	Chunks []string
	Calls  []Call
	// Stop is why it ends, in the words of the protocol. Default: that it was
	// done, or that it waits for its calls.
	Stop string
	// Input and Output are what it cost, in tokens. Default: an estimate.
	Input, Output, CacheRead int
	// Cut drops the connection behind the chunks and calls.
	Cut bool
	// Before is called before each chunk, with its number from 0, and once
	// behind the last: a test may wait there.
	Before func(chunk int)
	// Status makes it a refusal, with the body as it is.
	Status int
	Header map[string]string
	Body   string
}

// Says answers with text, in pieces.
func Says(chunks ...string) Reply { return Reply{Chunks: chunks} }

// CallsTool answers with one call.
func CallsTool(name, arguments string) Reply {
	return Reply{Calls: []Call{{ID: "call_" + name, Name: name, Arguments: arguments}}}
}

// Refuses answers with an error.
func Refuses(status int, body string) Reply { return Reply{Status: status, Body: body} }

// write sends a reply.
func (p Reply) write(w http.ResponseWriter, r *http.Request, a *Ask) {
	for name, value := range p.Header {
		w.Header().Set(name, value)
	}
	if p.Status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(p.Status)
		io.WriteString(w, p.Body)
		return
	}
	if p.Input == 0 {
		p.Input = a.Tokens()
	}
	if p.Output == 0 {
		p.Output = len(strings.Join(p.Chunks, ""))/4 + 1
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := stream{w, r}
	if a.Protocol == Anthropic {
		p.anthropic(out)
	} else {
		p.openAI(out)
	}
}

func (p *Reply) before(chunk int) {
	if p.Before != nil {
		p.Before(chunk)
	}
}

// stream writes server-sent events.
type stream struct {
	w http.ResponseWriter
	r *http.Request
}

func (s stream) send(event, data string) {
	if event != "" {
		event = "event: " + event + "\n"
	}
	io.WriteString(s.w, event+"data: "+data+"\n\n")
	s.w.(http.Flusher).Flush()
}

// sendf sends an event with texts in it as JSON.
func (s stream) sendf(event, format string, values ...any) {
	for i, v := range values {
		if text, ok := v.(string); ok {
			values[i] = quote(text)
		}
	}
	s.send(event, fmt.Sprintf(format, values...))
}

func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		return strconv.Quote(text)
	}
	return string(raw)
}

// cut drops the connection.
func cut() { panic(http.ErrAbortHandler) }

func (p *Reply) openAI(s stream) {
	for i, text := range p.Chunks {
		p.before(i)
		s.sendf("", `{"choices":[{"index":0,"delta":{"content":%s}}]}`, text)
	}
	p.before(len(p.Chunks))
	for i, c := range p.Calls {
		s.sendf("", `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":%s,"type":"function","function":{"name":%s,"arguments":%s}}]}}]}`,
			i, c.ID, c.Name, c.Arguments)
	}
	if p.Cut {
		cut()
	}
	stop := p.Stop
	if stop == "" {
		stop = "stop"
		if len(p.Calls) > 0 {
			stop = "tool_calls"
		}
	}
	s.sendf("", `{"choices":[{"index":0,"delta":{},"finish_reason":%s}]}`, stop)
	s.sendf("", `{"choices":[],"usage":{"prompt_tokens":%d,"completion_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}}`,
		p.Input+p.CacheRead, p.Output, p.CacheRead)
	s.send("", "[DONE]")
}

func (p *Reply) anthropic(s stream) {
	s.sendf("message_start", `{"type":"message_start","message":{"role":"assistant","usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":1}}}`,
		p.Input, p.CacheRead)
	at := 0
	if len(p.Chunks) > 0 {
		s.send("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
		for i, text := range p.Chunks {
			p.before(i)
			s.sendf("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`, text)
		}
	}
	p.before(len(p.Chunks))
	if p.Cut && len(p.Calls) == 0 {
		cut()
	}
	if len(p.Chunks) > 0 {
		s.send("content_block_stop", `{"type":"content_block_stop","index":0}`)
		at++
	}
	for i, c := range p.Calls {
		s.sendf("content_block_start", `{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":%s,"name":%s,"input":{}}}`, at+i, c.ID, c.Name)
		s.sendf("content_block_delta", `{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":%s}}`, at+i, c.Arguments)
		s.sendf("content_block_stop", `{"type":"content_block_stop","index":%d}`, at+i)
	}
	if p.Cut {
		cut()
	}
	stop := p.Stop
	if stop == "" {
		stop = "end_turn"
		if len(p.Calls) > 0 {
			stop = "tool_use"
		}
	}
	s.sendf("message_delta", `{"type":"message_delta","delta":{"stop_reason":%s},"usage":{"output_tokens":%d}}`, stop, p.Output)
	s.send("message_stop", `{"type":"message_stop"}`)
}
