package openai

import (
	"cmp"
	"crypto/rand"
	"time"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
)

// completion is an answer, whole or a piece of it.
type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices" nullable:"false"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index    int     `json:"index"`
	Message  *answer `json:"message,omitempty"`
	Delta    *answer `json:"delta,omitempty"`
	Logprobs any     `json:"logprobs"`
	Finish   *string `json:"finish_reason"`
}

type answer struct {
	Role        string       `json:"role,omitempty"`
	Content     *string      `json:"content,omitempty"`
	Refusal     *string      `json:"refusal,omitempty"`
	ToolCalls   []toolCall   `json:"tool_calls,omitempty"`
	Annotations []annotation `json:"annotations,omitempty"`
}

// annotation says which source an answer quotes, and where: in characters.
type annotation struct {
	Type string   `json:"type"`
	URL  citation `json:"url_citation"`
}

type citation struct {
	Start int    `json:"start_index"`
	End   int    `json:"end_index"`
	URL   string `json:"url"`
	Title string `json:"title"`
	// What OpenAI's do not have.
	Path string `json:"path" doc:"of the source, as the backstory names it"`
	host.Place
}

type usage struct {
	Prompt     int           `json:"prompt_tokens"`
	Completion int           `json:"completion_tokens"`
	Total      int           `json:"total_tokens"`
	Details    promptDetails `json:"prompt_tokens_details"`
}

type promptDetails struct {
	Cached int `json:"cached_tokens"`
}

func usageOf(u model.Usage) *usage {
	in := u.Input + u.CacheRead + u.CacheWrite
	return &usage{Prompt: in, Completion: u.Output, Total: in + u.Output, Details: promptDetails{u.CacheRead}}
}

func newCompletion(name string) *completion {
	return &completion{ID: "chatcmpl-" + rand.Text(), Created: time.Now().Unix(), Model: name}
}

// finish says why an answer ended.
func finish(d *door.Done) *string {
	why := "stop"
	switch {
	case len(d.Calls) > 0:
		why = "tool_calls"
	case d.Stop == model.StopLength:
		why = "length"
	case d.Stop == model.StopRefused:
		why = "content_filter"
	}
	return &why
}

func callsOf(calls []model.Call, numbered bool) []toolCall {
	var all []toolCall
	for i, c := range calls {
		one := toolCall{ID: c.ID, Type: "function", Function: functionCall{c.Name, string(c.Arguments)}}
		if numbered {
			one.Index = &i
		}
		all = append(all, one)
	}
	return all
}

// annotations says what an answer of a model quotes.
func annotations(of, text string, sources []host.Source) []annotation {
	var all []annotation
	for _, s := range sources {
		c := citation{URL: door.SourceURL(of, s), Title: cmp.Or(s.Title, s.Path), Path: s.Path, Place: s.Place}
		c.Start, c.End = characters(text, s.Start), characters(text, s.End)
		all = append(all, annotation{"url_citation", c})
	}
	return all
}

// characters turns a place in bytes into one in characters.
func characters(text string, at int) int { return utf8.RuneCountInString(text[:min(at, len(text))]) }

// pieces are an answer and its events.
type pieces struct {
	*wire.Stream
	of        *completion
	withUsage bool
}

// Whole implements [door.Reply].
func (p *pieces) Whole(d *door.Done) any {
	c := p.of
	c.Object = "chat.completion"
	a := &answer{Role: "assistant", Content: &d.Text, ToolCalls: callsOf(d.Calls, false), Annotations: annotations(c.Model, d.Text, d.Sources)}
	if d.Text == "" && len(d.Calls) > 0 {
		a.Content = nil
	}
	c.Choices, c.Usage = []choice{{Message: a, Finish: finish(d)}}, usageOf(d.Usage)
	return c
}

// piece sends a part of the answer, or what it cost in place of one.
func (p *pieces) piece(cost *usage, list ...choice) {
	c := *p.of
	c.Object, c.Choices, c.Usage = "chat.completion.chunk", append([]choice{}, list...), cost
	_ = p.SendJSON("", c) // which the stream keeps
}

// Begin implements [door.Reply].
func (p *pieces) Begin() {
	p.piece(nil, choice{Delta: &answer{Role: "assistant", Content: new(string)}})
}

// Text implements [door.Reply].
func (p *pieces) Text(piece string) { p.piece(nil, choice{Delta: &answer{Content: &piece}}) }

// End implements [door.Reply].
func (p *pieces) End(d *door.Done) {
	last := answer{ToolCalls: callsOf(d.Calls, true), Annotations: annotations(p.of.Model, d.Text, d.Sources)}
	if last.ToolCalls != nil || last.Annotations != nil {
		p.piece(nil, choice{Delta: &last})
	}
	p.piece(nil, choice{Delta: &answer{}, Finish: finish(d)})
	if p.withUsage {
		p.piece(usageOf(d.Usage))
	}
	_ = p.Send("", "", []byte("[DONE]"))
}

// Fail implements [door.Reply].
func (p *pieces) Fail(body any) { _ = p.SendJSON("", body) }
