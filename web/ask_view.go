package web

import (
	"fmt"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
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
	head := g.Group{el("h1", say("ask.title")), el("p", attr("class", "faint"), say(map[bool]string{true: "ask.offline", false: "ask.model"}[profile.Offline]))}
	if len(b.Turns) > 0 {
		head = g.Group{
			el("h1", attr("class", "unseen"), say("ask.talk")),
			given(b.Earlier, func(to string) g.Node { return el("p", link(to, text("ask.earlier"))) }),
		}
	}
	next := b.form(profile)
	if b.Closed {
		next = el("p", attr("class", "faint"), spaced(say("ask.closed"), link(profile.Address, text("ask.new"))))
	}
	return el("section", attr("class", "talk"), head, el("div", attr("id", "turns"), g.Map(b.Turns, func(t turn) g.Node { return t.node(profile, b.Session) })), next)
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
		words = append(words, attr("data-"+strings.TrimPrefix(key, "ask."), text(key)))
	}
	return el("form",
		attr("class", "ask"), attr("method", "post"), attr("action", profile.Address+"ask"),
		attr("data-profile", profile.Key), attr("data-base", profile.Address), words,
		el("input", attr("type", "hidden"), attr("name", "session"), attr("value", b.Session)),
		el("label", attr("for", "question"), say(label)),
		el("textarea", attr("id", "question"), attr("name", "question"), attr("rows", "3"), attr("required"), attr("maxlength", "1048576"), g.If(!asked, attr("autofocus")), plain(b.Question)),
		el("p", attr("class", "buttons"), spaced(
			el("button", say("ask.send")),
			el("button", attr("type", "button"), attr("id", "stop"), attr("hidden"), say("ask.stop")),
			g.If(asked, link(profile.Address, text("ask.new"))))))
}

// node shows a question with its answer.
func (t turn) node(profile *named, session string) g.Node {
	number := fmt.Sprint(t.Number)
	return el("article",
		attr("class", "turn"), attr("id", "turn-"+number), g.If(t.Running, attr("data-running", number)),
		el("h2", attr("class", "question"), plain(t.Question)),
		el("div", attr("class", "answer"), g.If(t.Running, attr("aria-live", "polite")), g.Map(blocks(t.Pieces), block.node)),
		g.If(t.Running, el("p", attr("class", "status faint"), attr("role", "status"), say("ask.writing"))),
		given(t.Error, func(s string) g.Node { return el("p", attr("class", "wrong"), attr("role", "alert"), plain(s)) }),
		g.If(len(t.Sources) > 0, el("ol", attr("class", "sources"), attr("aria-label", text("ask.sources")), g.Map(t.Sources, quoted.node))),
		g.If(t.Input > 0 || t.Output > 0, el("p", attr("class", "cost faint"), plain(fmt.Sprintf("%s %d + %d", text("ask.tokens"), t.Input, t.Output)))),
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
		again = el("a", attr("href", profile.Address+"?question="+url.QueryEscape(t.Question)), say("ask.again"))
	}
	return el("p", attr("class", "faint buttons"), spaced(
		el("a", attr("href", fmt.Sprintf("%sask/%s/turn/%d", profile.Address, session, t.Number)), say("request.title")), again, branch))
}

// node shows a quote, or text as it was said.
func (b block) node() g.Node {
	if !b.Quote {
		return g.Map(b.Lines, func(l spoken) g.Node { return g.Group{g.Map(l.Pieces, piece.node), plain("\n")} })
	}
	return el("blockquote", g.Map(b.paragraphs(), func(p spoken) g.Node {
		if p.Heading {
			return el("p", el("strong", g.Map(p.Pieces, piece.node)))
		}
		return el("p", g.Map(p.Pieces, piece.node))
	}))
}

// node shows a part of an answer, with a link to where a source says it.
func (p piece) node() g.Node {
	switch {
	case p.Missing:
		return el("span", attr("class", "missing"), attr("title", text("ask.missing")), plain(p.Text))
	case p.Mark == 0:
		return plain(p.Text)
	}
	said := el("span", attr("class", "said"), plain(p.Text))
	if p.Inner {
		return said
	}
	mark := el("span", attr("class", "mark"), plain(fmt.Sprintf("[%d]", p.Mark)))
	if p.Address != "" {
		mark = el("a", attr("class", "mark"), attr("href", p.Address), attr("aria-label", fmt.Sprintf("%s %d", text("ask.source"), p.Mark)), plain(fmt.Sprintf("[%d]", p.Mark)))
	}
	return g.Group{said, mark}
}

// node shows a source of an answer.
func (q quoted) node() g.Node {
	var mark g.Node
	if q.Mark > 0 {
		mark = el("span", attr("class", "mark"), plain(fmt.Sprintf("[%d]", q.Mark)))
	}
	return el("li", spaced(mark, link(q.Address, q.Where)))
}
