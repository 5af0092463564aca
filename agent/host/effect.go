package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Effect is what a proposal does to the prompt of its profile, with all other
// files as they are now.
type Effect struct {
	Role    string           `json:"role"`
	Changes []prompt.Change  `json:"changes"` // sections that differ
	Diff    string           `json:"diff"`    // of the system texts
	Tokens  BeforeAfter[int] `json:"tokens"`  // of the prompt
	Limit   int              `json:"limit"`   // that the prompt may have, in tokens
	// LeftOut is what does not fit into the prompt.
	LeftOut BeforeAfter[[]prompt.Omission] `json:"left_out"`
	Samples []SampleEffect                 `json:"samples"`
	// Sessions are those of the user that had a prompt with the file as it was,
	// and with the file as it is to be; the newest, at most 100 of each.
	Sessions BeforeAfter[[]string] `json:"sessions"`
	Problem  string                `json:"problem,omitempty"` // why there is no prompt
}

// BeforeAfter is something without a proposal and with it.
type BeforeAfter[T any] struct {
	Before T `json:"before"`
	After  T `json:"after"`
}

// SampleEffect is what the offline provider answers to the prompt of a sample,
// without the samples in its prompt.
type SampleEffect struct {
	Path   string `json:"path"`
	Prompt string `json:"prompt"`
	BeforeAfter[string]
}

// The bounds of an effect.
const (
	maxEffectBytes    = 64 << 20 // of the files that are copied to compose a prompt
	maxEffectFiles    = 5_000
	maxEffectSamples  = 20
	maxEffectSessions = 100
)

// Effect composes the prompt of a proposal's profile with its file as it was and
// as it is to be. Nothing of the profile changes: its files are copied to a folder
// of their own, and built there where the file is a source; one profile at a time,
// however many ask. A prompt that cannot be composed is the Problem.
func (h *Host) Effect(ctx context.Context, sc scope.Scope, p store.Proposal) (e Effect, err error) {
	h, err = h.of(sc)
	if err != nil {
		return e, err
	}
	e = Effect{Changes: []prompt.Change{}, Samples: []SampleEffect{}}
	e.LeftOut = BeforeAfter[[]prompt.Omission]{[]prompt.Omission{}, []prompt.Omission{}}
	if e.Sessions, err = sessionsUnder(ctx, h.Store, sc, p.Change); err != nil {
		return e, err
	}
	if strings.HasPrefix(p.Target, store.ProposedMemories) {
		e.Problem = "it changes memories; the prompt that they lead to is not composed"
		return e, nil
	}
	first := h
	if h.first != nil {
		first = h.first
	}
	select { // one at a time: each copies a profile
	case first.effects <- struct{}{}:
		defer func() { <-first.effects }()
	case <-ctx.Done():
		return e, ctx.Err()
	}
	folder, err := os.MkdirTemp("", "backstory-effect-")
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	from, err := h.Profile(sc.Profile())
	if err != nil {
		return e, err
	}
	dir := filepath.Join(folder, from.Name())
	err = copyProfile(from, dir, profile.IsSource(p.Target))
	from.Close()
	if err != nil {
		e.Problem = err.Error()
		return e, nil
	}
	before, err := h.composeWith(ctx, sc, dir, p.Target, p.Change.Base)
	if err == nil {
		var after composition
		if after, err = h.composeWith(ctx, sc, dir, p.Target, p.Change.Result); err == nil {
			return e, e.compare(ctx, before, after)
		}
		err = fmt.Errorf("with the change there is no prompt: %w", err)
	}
	if ctx.Err() != nil {
		return e, err
	}
	e.Problem = strings.ReplaceAll(err.Error(), dir, from.Name())
	return e, nil
}

// sessionsUnder returns the sessions that had a prompt with either content.
func sessionsUnder(ctx context.Context, from store.Store, sc scope.Scope, c store.Change) (out BeforeAfter[[]string], err error) {
	list := func(digest string) []string {
		ids := []string{}
		if digest == "" || err != nil {
			return ids
		}
		var found []store.Session
		found, err = from.ListSessions(ctx, sc, store.Filter{Version: digest, Limit: maxEffectSessions})
		for _, s := range found {
			ids = append(ids, s.ID)
		}
		return ids
	}
	out = BeforeAfter[[]string]{list(c.Base), list(c.Result)}
	return out, err
}

// composition is a prompt, and the one to answer samples with.
type composition struct {
	epoch, bare *prompt.Epoch
	samples     []profile.Sample
}

// composeWith composes a prompt from the copy of a profile, one file of which has
// the content of a digest.
func (h *Host) composeWith(ctx context.Context, sc scope.Scope, dir, target, digest string) (c composition, err error) {
	p, err := profile.Open(dir)
	if err != nil {
		return c, err
	}
	defer p.Close()
	name := filepath.FromSlash(target)
	if digest == "" {
		if err = p.Root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
	} else {
		content, err := h.Store.Content(ctx, sc, digest)
		if err != nil {
			return c, err
		}
		if err := p.Root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return c, err
		}
		if err := p.Root.WriteFile(name, content, 0o600); err != nil {
			return c, err
		}
	}
	if profile.IsSource(target) && h.Rebuild != nil {
		if _, err := h.Rebuild(ctx, p); err != nil {
			return c, err
		}
	}
	i, err := profile.Load(h.current(), p)
	if err != nil {
		return c, err
	}
	s := store.Session{Kind: store.Interactive, Role: roleOf(i, target)}
	c.samples = slices.Concat(i.Own.Samples, i.Own.Examples)
	speaks := speaker{h, sc, i}
	cast, err := speaks.cast(ctx, s, nil)
	if err != nil {
		return c, err
	}
	c.epoch, c.bare = cast.Epoch, cast.Epoch
	if len(c.samples) > 0 {
		i.Own.Samples, i.Own.Examples = nil, nil
		if cast, err = speaks.cast(ctx, s, nil); err == nil {
			c.bare = cast.Epoch
		}
	}
	return c, err
}

// roleOf is the role whose file is changed, in whose prompt it shows; empty where
// it is not a role's.
func roleOf(i *profile.Identity, target string) string {
	for _, r := range i.Roles {
		if strings.HasSuffix("/"+r.File.Path, "/"+target) && path.Dir(target) == profile.RolesFolder && i.CheckRole(r.Name) == nil {
			return r.Name
		}
	}
	return ""
}

// compare says how two prompts differ, and what is answered with them.
func (e *Effect) compare(ctx context.Context, before, after composition) error {
	old, now := before.epoch, after.epoch
	e.Role, e.Limit = now.Role, now.Limit
	e.Changes = append(e.Changes, prompt.Compare(old, now)...)
	e.Tokens = BeforeAfter[int]{old.Tokens, now.Tokens}
	e.LeftOut = BeforeAfter[[]prompt.Omission]{old.LeftOut(), now.LeftOut()}
	if old.System != now.System {
		e.Diff = string(diff.Diff("before", []byte(old.System), "after", []byte(now.System)))
	}
	for _, s := range after.samples {
		if s.Prompt == "" || len(e.Samples) == maxEffectSamples {
			continue
		}
		one := SampleEffect{Path: s.File.Path, Prompt: s.Prompt}
		var err error
		if one.Before, err = answerOf(ctx, before.bare, s.Prompt); err == nil {
			one.After, err = answerOf(ctx, after.bare, s.Prompt)
		}
		if err != nil {
			return fmt.Errorf("answering %s: %w", s.File.Path, err)
		}
		e.Samples = append(e.Samples, one)
	}
	return nil
}

// answerOf is what the offline provider answers with a prompt, by no script.
func answerOf(ctx context.Context, e *prompt.Epoch, question string) (string, error) {
	r := &model.Request{
		Model: model.OfflineName, System: model.Blocks(e.Blocks()),
		Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: question}}}},
	}
	var b strings.Builder
	for event, err := range model.NewOffline(nil).Stream(ctx, r) {
		if err != nil {
			return "", err
		}
		b.WriteString(event.Text)
	}
	return strings.TrimSpace(b.String()), nil
}

// copyProfile copies the files of a profile that a prompt is composed of, and its
// sources where they are wanted. Links and hidden folders are left out.
func copyProfile(from *profile.Profile, dir string, sources bool) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	return fs.WalkDir(from.Root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || !sources && profile.IsSource(name+"/x")):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o700)
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files, bytes = files+1, bytes+info.Size()
		if files > maxEffectFiles || bytes > maxEffectBytes {
			return fmt.Errorf("the profile has more than %d files or %d MiB: apply the change to a copy of it, and compare with backstory prompt diff", maxEffectFiles, maxEffectBytes>>20)
		}
		content, err := plainfile.Read(from.Root, filepath.FromSlash(name), maxEffectBytes)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o600)
	})
}
