package web

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// sent is a message of a request.
type sent struct{ Role, Text string }

// requestBody is what a model was sent in a turn.
type requestBody struct {
	Turn          int
	Back          string // the address of the turn
	Digest        string // of the bytes up to the question
	Input         int    // tokens, as the provider counts them
	Number        int    // of the prompt in its session
	Reason        string // why it was made
	Changed       []string
	System, Tools string
	Diff          string // from the prompt before it
	Messages      []sent

	from, summary int // messages: see store.Epoch
}

// node shows a request.
func (b *requestBody) node(*named) g.Node {
	about := fmt.Sprintf("%s %d · %s", text("request.prompt"), b.Number, b.Reason)
	if len(b.Changed) > 0 {
		about += ": " + strings.Join(b.Changed, ", ")
	}
	if b.Input > 0 {
		about += " · " + plural(b.Input, "prompt.token", "prompt.tokens")
	}
	fold := func(label, text string, open bool) g.Node {
		return given(text, func(s string) g.Node {
			return h.Li(h.Details(g.If(open, g.Attr("open")), h.Summary(h.Span(h.Class("name"), g.Text(label))), h.Pre(h.Class("passage"), g.Text(s))))
		})
	}
	return h.Section(
		h.Class("wide"),
		h.H1(say("request.title")),
		h.P(g.Text(about)),
		given(b.Digest, func(s string) g.Node { return h.P(h.Class("faint"), say("request.digest"), g.Text(" "), code(s)) }),
		h.P(link(b.Back, text("request.back"))),
		h.Ol(
			h.Class("sections"),
			fold(text("request.system"), b.System, false),
			fold(text("request.tools"), b.Tools, false),
			g.Map(b.Messages, func(m sent) g.Node { return fold(m.Role, m.Text, true) })),
		given(b.Diff, func(s string) g.Node {
			return g.Group{h.H2(say("request.diff")), h.Pre(h.Class("diff"), g.Map(strings.SplitAfter(s, "\n"), changed))}
		}))
}
