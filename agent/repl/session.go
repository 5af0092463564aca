package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// maxSessions is how many sessions a list shows.
const maxSessions = 50

func (s *Shell) cmdNew(ctx context.Context, title string) error {
	question := "close this session and begin another?"
	if s.profile != nil {
		question = fmt.Sprintf("close the session of %s and begin another?", oneline.Safe(s.profile.Name()))
	}
	if yes, err := s.confirm(question); !yes || err != nil {
		return err
	}
	made, err := s.Host.Manager.New(ctx, s.scope, session.Want{})
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
		if err := s.Host.Manager.Rename(ctx, s.scope, made.Session.ID, title); err != nil {
			return err
		}
	}
	return s.say("%s", made.Line())
}

func (s *Shell) cmdSessions(ctx context.Context, args string) error {
	f := store.Filter{Limit: maxSessions}
	if args != "all" {
		f.Status = store.Active
	}
	list, err := s.Host.Manager.List(ctx, s.scope, f)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		mark := " "
		if one.ID == s.sessionID() {
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

func (s *Shell) cmdResume(ctx context.Context, id string) error {
	if id == "" {
		return usage("resume")
	}
	if err := s.resume(ctx, id); err != nil {
		return err
	}
	return s.say("session %s", s.sessionID())
}

func (s *Shell) cmdReopen(ctx context.Context, id string) error {
	if id == "" {
		return usage("reopen")
	}
	found, err := s.Host.Manager.Find(ctx, s.scope, id)
	if err != nil {
		return err
	}
	if found.Profile != s.scope.Profile() {
		return &session.ProfileError{Session: found}
	}
	if yes, err := s.confirm("close this session and go on with the other?"); !yes || err != nil {
		return err
	}
	r, err := s.Host.Manager.Reopen(ctx, s.scope, found.ID)
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

func (s *Shell) cmdBranch(ctx context.Context, args string) error {
	upTo, id := 0, s.sessionID()
	if args != "" {
		n, err := strconv.Atoi(args)
		if err != nil {
			return usage("branch")
		}
		upTo = n
	}
	made, err := s.Host.Manager.Branch(ctx, s.scope, id, upTo)
	if err != nil {
		return err
	}
	if err := s.open(ctx, made); err != nil {
		return err
	}
	return s.say("session %s has what was said in %s up to message %d", made.ID, id, made.Since)
}

func (s *Shell) cmdCompact(ctx context.Context, _ string) error {
	done, err := s.talk.Compact(ctx)
	if err != nil {
		return err
	}
	return s.say("%s", done.Line())
}

func (s *Shell) cmdExport(ctx context.Context, file string) error {
	as := session.Markdown
	if strings.HasSuffix(file, ".json") {
		as = session.JSON
	}
	if file == "" {
		return s.Host.Manager.Export(ctx, s.scope, s.sessionID(), as, s.Out)
	}
	var text bytes.Buffer
	if err := s.Host.Manager.Export(ctx, s.scope, s.sessionID(), as, &text); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file", file)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return s.say("wrote %s", oneline.Safe(file))
}

func (s *Shell) cmdDelete(ctx context.Context, id string) error {
	if id == "" {
		return usage("delete")
	}
	found, err := s.Host.Manager.Find(ctx, s.scope, id)
	switch {
	case err != nil:
		return err
	case found.Profile != s.scope.Profile():
		return &session.ProfileError{Session: found}
	case found.ID == s.sessionID():
		return errors.New("this is the session that goes on: /new begins another first")
	}
	if yes, err := s.confirm(fmt.Sprintf("delete session %s with its %d messages?", found.ID, found.Seq)); !yes || err != nil {
		return err
	}
	if err := s.Host.Manager.Delete(ctx, s.scope, found.ID); err != nil {
		return err
	}
	return s.say("deleted session %s", found.ID)
}

func (s *Shell) sessionIDs() []string {
	list, err := s.Host.Manager.List(context.Background(), s.scope, store.Filter{Limit: maxSessions})
	if err != nil {
		return nil
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}
