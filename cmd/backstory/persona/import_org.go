package persona

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// orgJSON is the answer of import --org --json.
type orgJSON struct {
	Org      string            `json:"org"`
	Profiles []exchange.Report `json:"profiles"`
	Shared   int               `json:"shared"` // texts that all of its profiles know
	Notes    []exchange.Note   `json:"notes"`  // on what is in no profile
	Written  bool              `json:"written"`
}

// importOrg makes an organisation of what the input has. Its profiles are read once
// before anything is written, so that one that cannot be read costs nothing.
func importOrg(ctx context.Context, t *cli.Terminal, o *importOptions, reader exchange.Reader, in *exchange.Input) error {
	splitter, ok := reader.(exchange.Splitter)
	if !ok {
		return fmt.Errorf("--org: %s has no organisations", reader.Kind().Name)
	}
	slug, err := org.Slug(o.org)
	if err != nil {
		return fmt.Errorf("--org: %w", err)
	}
	whole, err := splitter.Split(in)
	if err != nil {
		return fmt.Errorf("importing %s: %w", oneline.Safe(in.Name), err)
	}
	answer := orgJSON{Org: slug}
	for _, m := range whole.Members {
		report, err := exchange.Preview(ctx, reader, m)
		if err != nil {
			return fmt.Errorf("importing %s: %w", oneline.Safe(path.Join(in.Name, profile.ProfilesFolder, m.Name)), err)
		}
		answer.Profiles = append(answer.Profiles, report)
		nameMember(whole, m, report.Name)
	}
	shared := make([]store.SharedEntry, len(whole.Facts))
	for i, f := range whole.Facts {
		shared[i] = store.SharedEntry{Text: f.Text, Pinned: f.Pinned}
	}
	if room := memory.Room(shared); room < len(shared) {
		whole.Note(exchange.Lost, fmt.Sprintf("what is shared, from text %d on", room+1), fmt.Sprintf("is more than %d bytes, or %d in one", memory.MaxBytes, memory.MaxEntry))
		shared = shared[:room]
	}
	answer.Shared, answer.Notes = len(shared), whole.Notes
	t.Answers(answer)
	showOrg(t, answer)
	if o.preview {
		return nil
	}
	if !o.yes {
		if err := t.Confirm("Make the organisation " + slug + "?"); err != nil {
			return err
		}
	}
	err = placeOrg(ctx, t, reader, whole, slug, shared)
	if errors.Is(err, host.ErrAlone) {
		err = errors.New("here is one profile, and no workspace: go to a folder that holds profiles/, or to an empty one")
	}
	if err != nil {
		return fmt.Errorf("importing %s: %w", oneline.Safe(in.Name), err)
	}
	answer.Written = true
	t.Answers(answer)
	t.Talk("made %s: %s, %s that they share\n", path.Join(profile.OrgsFolder, slug), cli.Plural(len(answer.Profiles), "profile"), cli.Plural(len(shared), "text"))
	t.Talk("next: read the souls, add members (backstory user --help), and talk: backstory chat --org %s\n", slug)
	return nil
}

// madeID is an id that a program made, which nobody would type: Nakama's folders are
// called so, and what people call them is in its database.
var madeID = pattern.Lazy(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// nameMember gives a profile whose folder has such a name that of its persona.
func nameMember(whole *exchange.Organisation, m *exchange.Input, name string) {
	if !madeID().MatchString(m.Name) {
		return
	}
	folder, taken := exchange.Slug(name), func(name string) bool {
		return slices.ContainsFunc(whole.Members, func(other *exchange.Input) bool { return other.Name == name })
	}
	to := folder
	for n := 2; taken(to); n++ {
		to = folder + "-" + strconv.Itoa(n)
	}
	whole.Note(exchange.Mapped, path.Join(profile.ProfilesFolder, m.Name), "becomes "+path.Join(profile.ProfilesFolder, to))
	m.Name = to
}

func showOrg(t *cli.Terminal, answer orgJSON) {
	for _, r := range answer.Profiles {
		ShowReport(t, r)
	}
	if !t.Answer.Asked && len(answer.Notes)+answer.Shared > 0 {
		fmt.Fprintf(t.Out, "%s: %s that all share\n", answer.Org, cli.Plural(answer.Shared, "text"))
		ShowNotes(t, answer.Notes)
	}
}

// placeOrg writes the profiles, has the store know them, and shares the texts.
func placeOrg(ctx context.Context, t *cli.Terminal, reader exchange.Reader, whole *exchange.Organisation, slug string, shared []store.SharedEntry) error {
	if err := workspace.Here(); err != nil {
		return err
	}
	var o workspace.Options
	return o.With(ctx, t, false, func(h *host.Host) error {
		err := h.OrgData().Place(ctx, org.Owner(scope.Platform), slug, "", func(folder *os.Root) (made []store.OrgProfile, err error) {
			for _, m := range whole.Members {
				id, err := org.ProfileID(m.Name, "")
				if err != nil {
					return nil, err
				}
				_, report, err := exchange.Place(ctx, reader, m, folder, id)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", oneline.Safe(m.Name), err)
				}
				made = append(made, store.OrgProfile{ID: id, Name: report.Name})
			}
			return made, nil
		})
		if err != nil || len(shared) == 0 {
			return err
		}
		s := memory.Service{Store: h.Store}
		_, err = s.AddAll(ctx, org.Owner(slug), shared)
		return err
	})
}
