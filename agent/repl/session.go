package repl

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// maxSessions is how many sessions a list shows.
const maxSessions = 50

// sessions are those of a person with a profile, one of which goes on.
type sessions struct {
	*Terminal
	manager *session.Manager
	scope   scope.Scope
	id      string // of the one that goes on
}

func sessionsOf(s *Shell) *sessions {
	return &sessions{&s.Terminal, s.Host.Manager, s.at.scope, sessionID(s.at.talk)}
}

func cmdNew(ctx context.Context, s *Shell, title string) error {
	what := "close this session"
	if s.at.profile != nil {
		what = "close the session of " + oneline.Safe(s.at.profile.Name())
	}
	question := what + " and begin another? It is summed up and archived, and what was learned in it is kept as memories"
	if yes, err := s.confirm(question); !yes || err != nil {
		return err
	}
	made, err := s.Host.Manager.New(ctx, s.at.scope, session.Want{})
	for _, closed := range made.Closed {
		s.told(closed)
	}
	if err != nil {
		return err
	}
	if err := s.open(ctx, made.Session); err != nil {
		return err
	}
	if title != "" {
		if err := s.Host.Manager.Rename(ctx, s.at.scope, made.Session.ID, title); err != nil {
			return err
		}
	}
	return s.say("%s", made.Line())
}

func (o *sessions) list(ctx context.Context, args string) error {
	f := store.Filter{Limit: maxSessions}
	if args != "all" {
		f.Status = store.Active
	}
	list, err := o.manager.Store.ListSessions(ctx, o.scope, f)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		mark := " "
		if one.ID == o.id {
			mark = "*"
		}
		state := string(one.Status)
		if one.Reason != "" {
			state += " (" + one.Reason + ")"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\t%s\t%s\n", mark, one.ID, day(one.Updated), one.Kind, state, oneline.Safe(short(one.Title)))
	}
	return w.Flush()
}

func cmdResume(ctx context.Context, s *Shell, id string) error {
	if id == "" && !s.Person {
		return usage("resume")
	}
	if id == "" {
		var err error
		if id, err = sessionsOf(s).pick(ctx); id == "" || err != nil {
			return err
		}
	}
	found, err := sessionsOf(s).resumable(ctx, s.at.scope, id)
	if err == nil {
		err = s.open(ctx, found)
	}
	if err != nil {
		return err
	}
	return s.say("session %s", sessionID(s.at.talk))
}

// maxPicked is how many sessions a person is shown to pick one of.
const maxPicked = 9

// pick has a person pick one of the last sessions that can go on. Without one
// it is "".
func (o *sessions) pick(ctx context.Context) (string, error) {
	list, err := o.manager.Store.ListSessions(ctx, o.scope, store.Filter{Status: store.Active, Limit: maxSessions})
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(one store.Session) bool {
		return one.ID == o.id || one.Kind != store.Interactive && one.Kind != store.Branch
	})
	list = list[:min(len(list), maxPicked)]
	if len(list) == 0 {
		return "", o.say("there is no other session to go on with; /sessions all lists those that were closed")
	}
	for i, one := range list {
		if err := o.say("%d  %s  %s", i+1, day(one.Updated), oneline.Safe(short(cmp.Or(one.Title, one.ID)))); err != nil {
			return "", err
		}
	}
	line, err := o.In.Line(fmt.Sprintf("which one? [1-%d] ", len(list)))
	if errors.Is(err, input.ErrInterrupt) || errors.Is(err, io.EOF) {
		return "", nil
	}
	n, bad := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || bad != nil || n < 1 || n > len(list) {
		return "", err
	}
	return list[n-1].ID, nil
}

func cmdReopen(ctx context.Context, s *Shell, id string) error {
	if id == "" {
		return usage("reopen")
	}
	found, err := s.Host.Manager.Pick(ctx, s.at.scope, id)
	if errors.As(err, new(*session.UnknownError)) {
		return sessionsOf(s).unknown(err, id)
	}
	if err != nil {
		return err
	}
	if found.Profile != s.at.scope.Profile() {
		return &session.ProfileError{Session: found}
	}
	if yes, err := s.confirm("close this session and go on with the other?"); !yes || err != nil {
		return err
	}
	r, err := s.Host.Manager.Reopen(ctx, s.at.scope, found.ID)
	for _, closed := range r.Closed {
		s.told(closed)
	}
	if err != nil {
		return err
	}
	if err := s.open(ctx, r.Session); err != nil {
		return err
	}
	return s.say("session %s goes on", r.Session.ID)
}

func cmdBranch(ctx context.Context, s *Shell, args string) error {
	upTo, id := 0, sessionID(s.at.talk)
	if args != "" {
		n, err := strconv.Atoi(args)
		if err != nil {
			return usage("branch")
		}
		upTo = n
	}
	made, err := s.Host.Manager.Branch(ctx, s.at.scope, id, upTo)
	if err != nil {
		return err
	}
	if err := s.open(ctx, made); err != nil {
		return err
	}
	return s.say("session %s has what was said in %s up to message %d", made.ID, id, made.Since)
}

func cmdCompact(ctx context.Context, s *Shell, _ string) error {
	done, err := s.at.talk.Compact(ctx)
	if err != nil {
		return err
	}
	return s.say("%s", done.Line())
}

func (o *sessions) export(ctx context.Context, file string) error {
	as := session.Markdown
	if strings.HasSuffix(file, ".json") {
		as = session.JSON
	}
	if file == "" {
		return o.manager.Export(ctx, o.scope, o.id, as, o.Out)
	}
	var text bytes.Buffer
	if err := o.manager.Export(ctx, o.scope, o.id, as, &text); err != nil {
		return err
	}
	return o.newFile(file, text.Bytes())
}

func (o *sessions) delete(ctx context.Context, id string) error {
	if id == "" {
		return usage("delete")
	}
	found, err := o.manager.Find(ctx, o.scope, id)
	switch {
	case err != nil:
		return err
	case found.Profile != o.scope.Profile():
		return &session.ProfileError{Session: found}
	case found.ID == o.id:
		return errors.New("this is the session that goes on: /new begins another first")
	}
	if yes, err := o.confirm(fmt.Sprintf("delete session %s with its %d messages?", found.ID, found.Seq)); !yes || err != nil {
		return err
	}
	if err := o.manager.Delete(ctx, o.scope, found.ID); err != nil {
		return err
	}
	return o.say("deleted session %s", found.ID)
}

func (o *sessions) ids() []string {
	var ids []string
	for _, one := range o.last() {
		ids = append(ids, one.ID)
	}
	return ids
}

// last lists the last sessions; none where they cannot be read.
func (o *sessions) last() []store.Session {
	list, err := o.manager.Store.ListSessions(context.Background(), o.scope, store.Filter{Limit: maxSessions})
	if err != nil {
		return nil
	}
	return list
}

// unknown says where the sessions are, and which one may have been meant.
func (o *sessions) unknown(err error, name string) error {
	var titles []string
	for _, one := range o.last() {
		titles = append(titles, one.Title)
	}
	if near := suggest.Nearest(name, titles); near != "" {
		return fmt.Errorf("%w; did you mean %q? /sessions all lists them", err, near)
	}
	return fmt.Errorf("%w; /sessions all lists them", err)
}
