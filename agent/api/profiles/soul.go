package profiles

import (
	"context"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/profile"
)

// soulKeys are the files that say who the agent is, by their keys in paths.
func soulKeys() [4][2]string {
	return [4][2]string{
		{"soul", profile.SoulFile}, {"style", profile.StyleFile}, {"instructions", profile.InstructionsFile}, {"memory", profile.MemoryFile},
	}
}

func (x *files) soulRoutes() {
	const tag = "teams"
	api.AddOf(x.server.Server, api.Route{ID: "get-soul", Method: "GET", Path: team + "/soul", Right: api.Read, Tag: tag, Summary: "Show the files that say who the agent is"}, x.soul)
	api.AddOf(x.server.Server, api.Route{
		ID: "init-soul", Method: "POST", Path: team + "/soul/init", Right: api.Write, Tag: tag, Errors: []int{409},
		Summary: "Make those of these files that are missing, to be filled in: until then they count as blank",
	}, x.initSoul)
	api.AddOf(x.server.Server, api.Route{ID: "put-soul-file", Method: "PUT", Path: team + "/soul/files/{key}", Right: api.Write, Tag: tag, Summary: "Write one of these files", Errors: []int{409, 412, 428}}, x.putSoul)
}

// Soul is what the files of a profile say of who it is.
type Soul struct {
	Active bool       `json:"soulActive" doc:"something of these is in the prompt"`
	Files  []SoulFile `json:"files" nullable:"false"`
}

// SoulFile is one of these files.
type SoulFile struct {
	Key     string `json:"key" enum:"soul,style,instructions,memory,example"`
	Path    string `json:"path"`
	Size    int    `json:"size"`
	ETag    string `json:"etag" doc:"for If-Match"`
	Content string `json:"content,omitempty" doc:"with contents=true"`
}

func (x *files) soul(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Contents bool `query:"contents" doc:"with the texts"`
},
) (*api.Answer[Soul], error) {
	return soulOf(p.Profile, in.Contents)
}

func soulOf(p *profile.Profile, contents bool) (*api.Answer[Soul], error) {
	out := &api.Answer[Soul]{Body: Soul{Files: []SoulFile{}}}
	add := func(key, name string) error {
		text, tag, err := current(p, name)
		if err != nil || tag == "" {
			return err
		}
		f := SoulFile{Key: key, Path: name, Size: len(text), ETag: tag}
		if contents {
			f.Content = string(text)
		}
		out.Body.Files = append(out.Body.Files, f)
		out.Body.Active = out.Body.Active || profile.IsFilled(string(text))
		return nil
	}
	for _, f := range soulKeys() {
		if err := add(f[0], f[1]); err != nil {
			return nil, err
		}
	}
	examples, err := markdownIn(p, profile.ExamplesFolder)
	if err != nil {
		return nil, err
	}
	for _, name := range examples {
		if err := add("example", name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// template is a file that nobody has filled in, which counts as blank.
func template(key string) string {
	title := profile.DisplayName(key)
	return "# " + title + "\n\n[" + title + "]\n"
}

func (x *files) initSoul(ctx context.Context, p *api.Of, in *api.ProfileAt) (*api.Answer[Soul], error) {
	for _, f := range soulKeys() {
		if _, tag, err := current(p.Profile, f[1]); err != nil || tag != "" {
			if err != nil {
				return nil, err
			}
			continue
		}
		if err := change(ctx, p.Profile, f[1], api.Version{None: "*"}, []byte(template(f[0]))); err != nil {
			return nil, err
		}
	}
	return soulOf(p.Profile, false)
}

// soulAt names one of these files, and what it is to say.
type soulAt struct {
	api.ProfileAt
	Key string `path:"key" enum:"soul,style,instructions,memory"`
	api.Version
	Body struct {
		Content string `json:"content" maxLength:"1048576"`
	}
}

func (x *files) putSoul(ctx context.Context, p *api.Of, in *soulAt) (*tagged[FileContent], error) {
	w := &written{FileAt: FileAt{ProfileAt: in.ProfileAt}, Version: in.Version, Body: in.Body}
	for _, f := range soulKeys() {
		if f[0] == in.Key {
			w.Path = f[1]
		}
	}
	return x.writeFile(ctx, p, w)
}
