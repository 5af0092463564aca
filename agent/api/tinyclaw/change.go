package tinyclaw

import (
	"context"
	"os"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/internal/pattern"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// maxText is how long a file is that is changed, in bytes.
const maxText = 1 << 20

// defaultPrompt is the soul of a profile that is made without one.
const defaultPrompt = "You are a helpful personal assistant."

// NewProfile is what a profile is made of.
type NewProfile struct {
	Name   string `json:"name" minLength:"1" maxLength:"200" doc:"for people"`
	ID     string `json:"id,omitempty" maxLength:"64" doc:"of its folder; without it the name in small letters with hyphens"`
	Prompt string `json:"systemPrompt,omitempty" maxLength:"1048576"`
	Model  string `json:"model,omitempty" maxLength:"200"`
	Super  bool   `json:"isSuper,omitempty" doc:"true is refused"`
}

func (s *server) create(ctx context.Context, in *struct{ Body NewProfile }) (*api.Made[Found], error) {
	b := &in.Body
	if b.Super {
		return nil, api.NewProblem(422, "", "isSuper: no profile has more rights than others here")
	}
	name := oneLine(b.Name)
	if name == "" {
		return nil, api.NewProblem(422, "", "name: it must not be blank")
	}
	id, err := org.ProfileID(b.ID, name)
	if err != nil {
		return nil, err
	}
	soul := strings.TrimSpace(b.Prompt)
	if soul == "" {
		soul = defaultPrompt
	}
	p, err := api.MakeProfile(ctx, s.Server, id, func(folder *os.Root) error {
		if _, err := starter.Make(folder, starter.Options{Name: id, Soul: withModel(soul+"\n", oneLine(b.Model)), Bare: true}); err != nil {
			return err
		}
		return writeName(&profile.Profile{Root: folder}, name)
	})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	out, err := s.show(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	return &api.Made[Found]{Location: base + "/" + id, Body: out.Body}, nil
}

func (s *server) update(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Body struct {
		Name   *string `json:"name,omitempty" minLength:"1" maxLength:"200"`
		Prompt *string `json:"systemPrompt,omitempty" minLength:"1" maxLength:"1048576"`
		Model  *string `json:"model,omitempty" maxLength:"200" nullable:"true" doc:"empty for none"`
	}
},
) (*api.Answer[Found], error) {
	err := edit.Change(ctx, p.Profile, func() error {
		was, err := p.ReadFile(profile.SoulFile, maxText)
		if err != nil {
			return err
		}
		soul := string(was)
		if in.Body.Prompt != nil && strings.TrimSpace(*in.Body.Prompt) != "" {
			soul = profile.WithBody(soul, *in.Body.Prompt)
		}
		if in.Body.Model != nil {
			soul = withModel(soul, oneLine(*in.Body.Model))
		}
		if soul != string(was) {
			err = edit.Write(p.Profile, profile.SoulFile, []byte(soul))
		}
		if in.Body.Name != nil && oneLine(*in.Body.Name) != "" && err == nil {
			err = writeName(p.Profile, oneLine(*in.Body.Name))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, p, nil)
}

func (s *server) delete(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*struct{}, error) {
	return nil, p.Remove(ctx, s.Server, func() error { return nil })
}

// oneLine is a text as one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// nameLine is the line in which an identity.md says the name, in a list or in
// front matter.
var nameLine = pattern.Lazy(`(?im)^([-*] +\*\*name:\*\*|name:).*$`)

// writeName writes the name that people know into the identity.md of a profile.
func writeName(p *profile.Profile, name string) error {
	was, err := p.ReadFile(profile.IdentityFile, maxText)
	if err != nil {
		return err
	}
	text := string(was)
	if at := nameLine().FindStringSubmatchIndex(text); at != nil {
		text = text[:at[3]] + " " + name + text[at[1]:]
	} else {
		text = "- **Name:** " + name + "\n" + text
	}
	return edit.Write(p, profile.IdentityFile, []byte(text))
}

// modelLine is the line in which the front matter of a soul names its model.
var modelLine = pattern.Lazy(`(?m)^model:.*\n`)

// withModel returns a soul that asks for a model; "" is none.
func withModel(soul, model string) string {
	line := ""
	if model != "" {
		line = "model: " + model + "\n"
	}
	front, body, found := strings.Cut(strings.TrimPrefix(soul, "---\n"), "\n---\n")
	if !strings.HasPrefix(soul, "---\n") || !found {
		if line == "" {
			return soul
		}
		return "---\n" + line + "---\n\n" + soul
	}
	front = line + modelLine().ReplaceAllString(front+"\n", "")
	if front == "" {
		return strings.TrimLeft(body, "\n")
	}
	return "---\n" + front + "---\n" + body
}
