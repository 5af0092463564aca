package web

import (
	"net/http"

	"github.com/seed353dc258/backstory/agent/store"
)

// maxTalks is how many talks, and memories, are listed.
const maxTalks = 200

// talks lists the sessions of a profile and what it remembers.
func (p *Page) talks(w http.ResponseWriter, r *http.Request) error {
	o, err := p.open(r)
	if err != nil {
		return err
	}
	defer o.Close()
	v, err := p.of(r, o, "talks")
	if err != nil {
		return err
	}
	st, body := p.server.Store(), &talksBody{}
	found, err := st.ListSessions(r.Context(), o.scope, store.Filter{Limit: maxTalks + 1})
	if err != nil {
		return err
	}
	if body.More = len(found) > maxTalks; body.More {
		found = found[:maxTalks]
	}
	for _, s := range found {
		if s.Title == "" {
			s.Title = s.ID
		}
		body.Talks = append(body.Talks, talkRow{s.Title, at(o.key) + "ask/" + s.ID, string(s.Kind), string(s.Status), s.Seq, s.Updated})
	}
	memories, err := st.ListMemories(r.Context(), o.scope, false, maxTalks)
	if err != nil {
		return err
	}
	for _, m := range memories {
		one := memoryRow{Memory: m}
		if m.Session != "" {
			one.Address = at(o.key) + "ask/" + m.Session
		}
		body.Memories = append(body.Memories, one)
	}
	v.Body = body.node(v.Profile)
	p.show(w, http.StatusOK, v)
	return nil
}
