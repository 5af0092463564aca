package web

import (
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	g "maragu.dev/gomponents"
)

type talkRow struct {
	ID, Title, Address, Kind, Status string
	Messages                         int
	Updated                          time.Time
}

type memoryRow struct {
	store.Memory
	Address string // of the talk in which it was learned; empty for none
}

type talksBody struct {
	Talks    []talkRow
	Memories []memoryRow
	More     bool
	Query    string
}

// node lists sessions and memories.
func (b *talksBody) node(profile *named) g.Node {
	sessions, memories := el("p", attr("class", "faint"), say("talks.empty")), el("p", attr("class", "faint"), say("talks.nothing"))
	if len(b.Talks) > 0 {
		sessions = g.Group{
			el("ul", attr("class", "rows"), g.Map(b.Talks, func(r talkRow) g.Node { return r.node(profile) })),
			g.If(b.More, el("p", attr("class", "faint"), say("talks.more"))),
		}
	}
	if len(b.Memories) > 0 {
		memories = el("ul", attr("class", "rows"), g.Map(b.Memories, func(m memoryRow) g.Node { return m.node(profile) }))
	}
	return el("section", attr("class", "wide"), el("h1", say("talks.title")),
		el("form", attr("class", "search"), attr("method", "get"), attr("action", profile.Address+"talks"), spaced(
			el("label", attr("for", "q"), say("talks.find")),
			el("input", attr("id", "q"), attr("name", "q"), attr("type", "search"), attr("value", b.Query), attr("maxlength", "1000")),
			el("button", say("found.search")))),
		sessions,
		el("h2", say("talks.memories")), memories,
		g.If(profile.Keep, more("talks.new", profile.button("remember", profile.Address+"talks", "talks.keep", hidden("profile", profile.Key), area("new", "text", "talks.words", "")))))
}

// node shows a session in the list.
func (r talkRow) node(profile *named) g.Node {
	about := fmt.Sprintf("%s UTC · %s · %s · %s", r.Updated.Format("2006-01-02 15:04"), plural(r.Messages, "talks.message", "talks.messages"), r.Kind, r.Status)
	do := g.Group{profile.button("rename-session", profile.Address+"talks", "talks.rename", hidden("id", r.ID), entry("name-"+r.ID, "title", "talks.name", r.Title))}
	if profile.Write {
		do = append(do, el("p", attr("class", "faint"), say("talks.gone")), profile.button("delete-session", profile.Address+"talks", "talks.delete", hidden("id", r.ID)))
	}
	return el("li", spaced(link(r.Address, r.Title), faint(plain(about)), link(r.Address+"/export", text("talks.export"))), g.If(profile.Keep, more("talks.change", do)))
}

// node shows a memory in the list.
func (m memoryRow) node(profile *named) g.Node {
	about := m.Created.Format("2006-01-02")
	if m.Area != "" {
		about = m.Area + " · " + about
	}
	if m.Pinned {
		about += " · " + text("talks.pinned")
	}
	if m.Promoted {
		about += " · " + text("talks.promoted")
	}
	id, back := hidden("id", m.ID), profile.Address+"talks"
	var confirm g.Node
	if !m.Promoted {
		confirm = profile.button("confirm-memory", back, "talks.confirm", id)
	}
	return el("li",
		el("span", attr("class", "passage"), plain(m.Text)),
		plain(" "),
		faint(plain(about), given(m.Address, func(to string) g.Node { return g.Group{plain(" · "), link(to, text("talks.from"))} })),
		g.If(profile.Keep, more("talks.change",
			confirm,
			profile.button("correct-memory", back, "talks.correct", id, area("text-"+m.ID, "text", "talks.words", m.Text)),
			profile.button("forget-memory", back, "talks.forget", id))))
}
