package web

import (
	"fmt"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// talking is what the view of questions and answers shows.
type talking struct {
	Session  string
	Question string // that is typed already
	Closed   bool   // nothing more can be asked in it
	Turns    []turn
	Earlier  string // address of the view with all turns; empty where it shows them
	Running  int    // the turn that goes on; 0 for none
}

// turn is a question with its answer.
type turn struct {
	Number   int
	Question string
	Pieces   []piece
	Sources  []quoted
	Error    string
	Running  bool
	Last     int // the number of its last message; 0 for none
	Before   int // that of the last message before it; 0 for none
	Input    int
	Output   int
}

// piece is a part of an answer: one that a source says, one that none says, or another.
type piece struct {
	Text    string
	Mark    int // of its source; 0 for none
	Address string
	Missing bool
	Inner   bool // a later line has its mark
}

// node shows questions with their answers, and where the next one is asked.
func (b *talking) node(profile *named) g.Node {
	head := g.Group{h.H1(say("ask.title")), h.P(h.Class("faint"), say(map[bool]string{true: "ask.offline", false: "ask.model"}[profile.Offline]))}
	if len(b.Turns) > 0 {
		head = g.Group{
			h.H1(h.Class("unseen"), say("ask.talk")),
			given(b.Earlier, func(to string) g.Node { return h.P(link(to, text("ask.earlier"))) }),
		}
	}
	next := b.form(profile)
	if b.Closed {
		next = h.P(h.Class("faint"), spaced(say("ask.closed"), link(profile.Address, text("ask.new"))))
	}
	return h.Section(h.Class("talk"), head, h.Div(h.ID("turns"), g.Map(b.Turns, func(t turn) g.Node { return t.node(profile, b.Session) })), next)
}

// form returns the form of a question. Its script has its words from it.
func (b *talking) form(profile *named) g.Node {
	asked := len(b.Turns) > 0
	label := "ask.question"
	if asked {
		label = "ask.next"
	}
	words := g.Group{}
	for _, key := range []string{"ask.lost", "ask.signin", "ask.writing", "ask.tool", "ask.approve", "ask.allow", "ask.deny"} {
		words = append(words, h.Data(strings.TrimPrefix(key, "ask."), text(key)))
	}
	return h.Form(
		h.Class("ask"), h.Method("post"), h.Action(profile.Address+"ask"),
		h.Data("profile", profile.Key), h.Data("base", profile.Address), words,
		h.Input(h.Type("hidden"), h.Name("session"), h.Value(b.Session)),
		h.Label(h.For("question"), say(label)),
		h.Textarea(h.ID("question"), h.Name("question"), h.Rows("3"), h.Required(), h.MaxLength("1048576"), g.If(!asked, h.AutoFocus()), g.Text(b.Question)),
		h.P(h.Class("buttons"), spaced(
			h.Button(say("ask.send")),
			h.Button(h.Type("button"), h.ID("stop"), g.Attr("hidden"), say("ask.stop")),
			g.If(asked, link(profile.Address, text("ask.new"))))))
}

// node shows a question with its answer.
func (t turn) node(profile *named, session string) g.Node {
	number := fmt.Sprint(t.Number)
	return h.Article(
		h.Class("turn"), h.ID("turn-"+number), g.If(t.Running, h.Data("running", number)),
		h.H2(h.Class("question"), g.Text(t.Question)),
		h.Div(h.Class("answer"), g.If(t.Running, h.Aria("live", "polite")), g.Map(blocks(t.Pieces), block.node)),
		g.If(t.Running, h.P(h.Class("status faint"), h.Role("status"), say("ask.writing"))),
		given(t.Error, func(s string) g.Node { return h.P(h.Class("wrong"), h.Role("alert"), g.Text(s)) }),
		g.If(len(t.Sources) > 0, h.Ol(h.Class("sources"), h.Aria("label", text("ask.sources")), g.Map(t.Sources, quoted.node))),
		g.If(t.Input > 0 || t.Output > 0, h.P(h.Class("cost faint"), g.Text(fmt.Sprintf("%s %d + %d", text("ask.tokens"), t.Input, t.Output)))),
		g.If(!t.Running, t.more(profile, session)))
}

// more is what can be done with a turn: look at what the model was sent, ask once more, and
// go on from here in a session of its own.
func (t turn) more(profile *named, session string) g.Node {
	id := hidden("id", session)
	var branch g.Node
	if t.Last > 0 {
		branch = profile.button("branch", "", "ask.branch", id, hidden("message", fmt.Sprint(t.Last)))
	}
	again := profile.button("again", "", "ask.again", id, hidden("message", fmt.Sprint(t.Before)), hidden("question", t.Question))
	if t.Before == 0 {
		again = h.A(h.Href(profile.Address+"?question="+url.QueryEscape(t.Question)), say("ask.again"))
	}
	return h.P(h.Class("faint buttons"), spaced(
		h.A(h.Href(fmt.Sprintf("%sask/%s/turn/%d", profile.Address, session, t.Number)), say("request.title")), again, branch))
}

// node shows a quote, or text as it was said.
func (b block) node() g.Node {
	if !b.Quote {
		return g.Map(b.Lines, func(l spoken) g.Node { return g.Group{g.Map(l.Pieces, piece.node), g.Text("\n")} })
	}
	return h.BlockQuote(g.Map(b.paragraphs(), func(p spoken) g.Node {
		if p.Heading {
			return h.P(h.Strong(g.Map(p.Pieces, piece.node)))
		}
		return h.P(g.Map(p.Pieces, piece.node))
	}))
}

// node shows a part of an answer, with a link to where a source says it.
func (p piece) node() g.Node {
	switch {
	case p.Missing:
		return h.Span(h.Class("missing"), h.Title(text("ask.missing")), g.Text(p.Text))
	case p.Mark == 0:
		return g.Text(p.Text)
	}
	said := h.Span(h.Class("said"), g.Text(p.Text))
	if p.Inner {
		return said
	}
	mark := h.Span(h.Class("mark"), g.Text(fmt.Sprintf("[%d]", p.Mark)))
	if p.Address != "" {
		mark = h.A(h.Class("mark"), h.Href(p.Address), h.Aria("label", fmt.Sprintf("%s %d", text("ask.source"), p.Mark)), g.Text(fmt.Sprintf("[%d]", p.Mark)))
	}
	return g.Group{said, mark}
}

// node shows a source of an answer.
func (q quoted) node() g.Node {
	var mark g.Node
	if q.Mark > 0 {
		mark = h.Span(h.Class("mark"), g.Text(fmt.Sprintf("[%d]", q.Mark)))
	}
	return h.Li(spaced(mark, link(q.Address, q.Where)))
}
