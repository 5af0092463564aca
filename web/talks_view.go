package web

import (
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

type talkRow struct {
	Title, Address, Kind, Status string
	Messages                     int
	Updated                      time.Time
}

type memoryRow struct {
	store.Memory
	Address string // of the talk in which it was learned; empty for none
}

type talksBody struct {
	Talks    []talkRow
	Memories []memoryRow
	More     bool
}

// node lists sessions and memories.
func (b *talksBody) node(*named) g.Node {
	sessions, memories := h.P(h.Class("faint"), say("talks.empty")), h.P(h.Class("faint"), say("talks.nothing"))
	if len(b.Talks) > 0 {
		sessions = g.Group{
			h.Ul(h.Class("rows"), g.Map(b.Talks, talkRow.node)),
			g.If(b.More, h.P(h.Class("faint"), say("talks.more"))),
		}
	}
	if len(b.Memories) > 0 {
		memories = h.Ul(h.Class("rows"), g.Map(b.Memories, memoryRow.node))
	}
	return h.Section(h.Class("wide"), h.H1(say("talks.title")), sessions, h.H2(say("talks.memories")), memories)
}

// node shows a session in the list.
func (r talkRow) node() g.Node {
	about := fmt.Sprintf("%s UTC · %s · %s · %s", r.Updated.Format("2006-01-02 15:04"), plural(r.Messages, "talks.message", "talks.messages"), r.Kind, r.Status)
	return h.Li(spaced(link(r.Address, r.Title), faint(g.Text(about))))
}

// node shows a memory in the list.
func (m memoryRow) node() g.Node {
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
	return h.Li(
		h.Span(h.Class("passage"), g.Text(m.Text)),
		g.Text(" "),
		faint(g.Text(about), given(m.Address, func(to string) g.Node { return g.Group{g.Text(" · "), link(to, text("talks.from"))} })))
}
