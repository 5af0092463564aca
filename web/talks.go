package web

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// exportTalk answers with a session as Markdown.
func exportTalk(w http.ResponseWriter, r *http.Request, o *opened) error {
	found, err := o.sessionIn(r, r.PathValue("session"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := o.server.Manager().Export(r.Context(), o.scope, found.ID, session.Markdown, &b); err != nil {
		return err
	}
	private(w)
	w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="session-`+found.ID+`.md"`)
	_, _ = w.Write(b.Bytes()) // who does not read it has gone
	return nil
}

// maxTalks is how many talks, and memories, are listed.
const maxTalks = 200

// listTalks lists the sessions of a profile and what it remembers.
func listTalks(r *http.Request, o *opened, v *view) error {
	st, body := o.server.Store(), &talksBody{Query: strings.TrimSpace(r.URL.Query().Get("q"))}
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
		if !strings.Contains(strings.ToLower(s.Title), strings.ToLower(body.Query)) {
			continue
		}
		body.Talks = append(body.Talks, talkRow{s.ID, s.Title, sessionAddress(o.key, s.ID), string(s.Kind), string(s.Status), s.Seq, s.Updated})
	}
	var memories []store.Memory
	if body.Query == "" {
		memories, err = st.ListMemories(r.Context(), o.scope, false, maxTalks)
	} else {
		memories, err = st.SearchMemories(r.Context(), o.scope, body.Query, false, maxTalks)
	}
	if err != nil {
		return err
	}
	for _, m := range memories {
		one := memoryRow{Memory: m}
		if m.Session != "" {
			one.Address = sessionAddress(o.key, m.Session)
		}
		body.Memories = append(body.Memories, one)
	}
	v.Body = body.node(v.Profile)
	return nil
}
