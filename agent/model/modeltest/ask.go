package modeltest

import (
	"encoding/json"
	"net/http"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// Protocol is one that the server speaks. It tells by the path which one is
// meant.
type Protocol string

// The protocols, by the types of providers that speak them.
const (
	OpenAI    Protocol = "openai-compatible"
	Anthropic Protocol = "anthropic"
)

// Protocols returns both.
func Protocols() []Protocol { return []Protocol{OpenAI, Anthropic} }

// Ask is a request, as the server read it.
type Ask struct {
	Protocol  Protocol
	N         int // from 1
	Header    http.Header
	Body      []byte // as it came
	Model     string
	System    string
	Tools     []Tool
	Messages  []Message
	MaxTokens int // 0 where the request does not say
}

// Tool is a tool of a request.
type Tool struct {
	Name, Description string
	Schema            json.RawMessage
}

// Message is what one side said. The results of tools are told by the user, in
// either protocol.
type Message struct {
	Role    string
	Text    string
	Images  []string // in Base64
	Calls   []Call
	Results []Result
}

// Call is a tool that is called. Arguments are sent as they are, JSON or not.
type Call struct{ ID, Name, Arguments string }

// Result is what a call gave.
type Result struct{ ID, Text string }

// Last returns the text that the user said last.
func (a *Ask) Last() string {
	if len(a.Messages) == 0 {
		return ""
	}
	return a.Messages[len(a.Messages)-1].Text
}

// Tokens estimates what the request costs: all that it says and what it takes to
// say it. The answer is not counted.
func (a *Ask) Tokens() int {
	n := tokens.Estimate(a.System)
	for _, t := range a.Tools {
		n += tokens.Estimate(t.Name) + tokens.Estimate(t.Description) + tokens.Estimate(string(t.Schema))
	}
	for _, m := range a.Messages {
		n += perMessage + tokens.Estimate(m.Text)
		for _, c := range m.Calls {
			n += tokens.Estimate(c.Name) + tokens.Estimate(c.Arguments)
		}
		for _, r := range m.Results {
			n += perMessage + tokens.Estimate(r.Text)
		}
	}
	return n
}

// perMessage is what templates put around a message, in tokens.
const perMessage = 4
