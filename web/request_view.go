package web

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
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
			return el("li", el("details", g.If(open, attr("open")), el("summary", el("span", attr("class", "name"), plain(label))), el("pre", attr("class", "passage"), plain(s))))
		})
	}
	return el("section",
		attr("class", "wide"),
		el("h1", say("request.title")),
		el("p", plain(about)),
		given(b.Digest, func(s string) g.Node {
			return el("p", attr("class", "faint"), say("request.digest"), plain(" "), code(s))
		}),
		el("p", link(b.Back, text("request.back"))),
		el("ol",
			attr("class", "sections"),
			fold(text("request.system"), b.System, false),
			fold(text("request.tools"), b.Tools, false),
			g.Map(b.Messages, func(m sent) g.Node { return fold(m.Role, m.Text, true) })),
		given(b.Diff, func(s string) g.Node {
			return g.Group{el("h2", say("request.diff")), el("pre", attr("class", "diff"), g.Map(strings.SplitAfter(s, "\n"), changed))}
		}))
}
