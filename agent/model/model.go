// Package model speaks with language models: one request in, a stream of
// events out, whoever answers.
//
//   - answered.go: an answer without the thoughts of the model, which is never empty
//   - ollama.go: the protocol of Ollama
//   - image.go: what people show
//   - embed.go: vectors for texts
//   - anthropic.go, anthropic_read.go, openai.go, openai_read.go, openai_call.go: the two
//     protocols that nearly all servers speak
//   - caps_table.go, price.go: what models can do, and what they cost
//   - offline.go, search.go, script.go: answers without any model, from the documents, the
//     prompt itself or by a script
//   - http.go: sending a request, with retries, and reading the answer
//   - window_table.go, error.go: what may go wrong, and whether to try again
//   - sse.go: server-sent events
//   - text.go: models that know nothing of tools
//   - wish.go: what clients ask of an answer
//   - guard.go: no special token of a chat template is sent whole, and the two sides take
//     turns, whatever failed
//   - json.go: the canonical bytes of a request
//   - model.go: requests, events and what a provider is
//
// The bytes of a request depend on the request alone, so that two requests
// with a common beginning have a common prefix on the wire: a provider's cache
// lives on that.
package model

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/seed353dc258/backstory/agent/model/picture"
)

// Request is one question to a model, with all that it is to know.
type Request struct {
	Model     string    `json:"model"`
	System    []Block   `json:"system"` // in order; the whole system text is all of them, one behind the other
	Tools     []Tool    `json:"tools"`  // sorted by name
	Messages  []Message `json:"messages"`
	MaxTokens int       `json:"max_tokens"`      // of the answer; 0 means what the provider takes for granted
	Window    int       `json:"-"`               // tokens that the model takes, for a provider that loads it; 0 is not known
	Wishes    Wishes    `json:"wishes,omitzero"` // what a provider's API has no place for is left out: see [Caps]
	// Answer says what the documents of a profile have on a question. It is for a
	// provider that quotes, and is not sent. Nil: what is in the system text counts.
	Answer func(ctx context.Context, question string) Answers `json:"-"`
}

// Block is a part of the system text.
type Block struct {
	Text string `json:"text"`
	// Cache says that the text up to here is likely to be sent again.
	Cache bool `json:"cache"`
}

// Blocks returns texts as blocks, each of which is likely to be sent again.
func Blocks(texts []string) []Block {
	out := make([]Block, len(texts))
	for i, text := range texts {
		out[i] = Block{Text: text, Cache: true}
	}
	return out
}

// Tool is a tool that a model may call.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // of its arguments, an object in JSON Schema
}

// Role says who speaks.
type Role string

// The roles of messages. The results of tools are told by the user.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is what one side said. Of each part one of text, image, call and result is
// set.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
	Cache bool   `json:"cache"` // see [Block]
}

// Part is a piece of a message: text, an image, a call, or the result of one.
type Part struct {
	Text   string         `json:"text,omitempty"`
	Image  *picture.Image `json:"image,omitempty"`
	Class  Class          `json:"class,omitempty"` // of the text; it is not sent
	Call   *Call          `json:"call,omitempty"`
	Result *Result        `json:"result,omitempty"`
}

// Class says what a text of a user's message is. The zero value is what the user
// said; all else is never taken for their words.
type Class string

// The classes of texts that the user did not say.
const (
	Head      Class = "head"      // what the program puts in front of a turn
	File      Class = "file"      // a file that the user named
	Stdin     Class = "stdin"     // standard input
	Skill     Class = "skill"     // what skills say
	Retrieved Class = "retrieved" // passages that were looked up
	Program   Class = "program"   // what a client program says above the conversation
)

// Said returns the words of the one who speaks in a message, without what came
// with them.
func (m Message) Said() string {
	text := ""
	for _, p := range m.Parts {
		if p.Class == "" {
			text += p.Text
		}
	}
	return text
}

// Call is a tool that the model wants called.
type Call struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // an object
	// Wrong is what the model gave for arguments that are not an object; it is
	// told of that, and Arguments is empty, since no provider takes it back.
	Wrong string `json:"wrong,omitempty"`
}

// Result is what a call gave.
type Result struct {
	CallID string `json:"call_id"`
	Text   string `json:"text"`
	Failed bool   `json:"failed,omitempty"`
}

// Event is a step of an answer. Exactly one field is set.
type Event struct {
	Text string `json:"text,omitempty"` // the next piece of the answer
	// Thought says that so many bytes of the text, from its end, were thought, and
	// are no part of the answer.
	Thought int    `json:"thought,omitempty"`
	Call    *Call  `json:"call,omitempty"`  // a whole call
	Usage   *Usage `json:"usage,omitempty"` // once, before the end
	Stop    Stop   `json:"stop,omitempty"`  // the last event
}

// Stop says why an answer ended.
type Stop string

// The reasons for an end.
const (
	StopEnd     Stop = "end"     // the model was done
	StopCalls   Stop = "calls"   // it waits for the results of its calls
	StopLength  Stop = "length"  // the answer is as long as it may be
	StopRefused Stop = "refused" // the model or its provider would not
)

// Usage is what an exchange cost, in tokens. Input does not count what was
// read from a cache or written to it.
type Usage struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
}

// Caps is what a model can do.
type Caps struct {
	Window    int  // tokens of prompt and answer together
	MaxOutput int  // tokens of an answer
	Limited   bool // MaxOutput goes with every request, as the user or the protocol wants
	Tools     ToolMode
	Images    bool // it takes images
	// Wishes are the names of the [Wishes] that its API has a place for.
	Wishes []string
	// Guessed says that the window is what is certain, since nobody knows it.
	Guessed bool
	// Unsure says that what is said first may turn out to be thought (see
	// [Event.Thought]).
	Unsure bool
}

// Provider answers requests.
type Provider interface {
	// Name is what configurations call it.
	Name() string
	// Caps says what a model can do, by a table; of one that is not known,
	// what is safe to take for granted.
	Caps(model string) Caps
	// Encode returns the bytes that are sent. Equal requests have equal bytes.
	Encode(*Request) ([]byte, error)
	// Stream sends a request and yields what comes back. An error is the last
	// thing that it yields; it is an [*Error], or the context's. Without one
	// the last event has a Stop.
	Stream(ctx context.Context, r *Request) iter.Seq2[Event, error]
}

// Passage is a piece of a text that can be quoted.
type Passage struct {
	Source  string // the file or part of the prompt that it is from
	Place   string // in it, in words; "" is not known
	Heading string // that it is under
	Dated   string // of when it is, where another one has something else; "" is not known
	Text    string
	Code    bool // the text is code: no Markdown
}

// ToolMode says how a model is told of tools.
type ToolMode string
