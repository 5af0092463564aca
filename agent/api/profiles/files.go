package profiles

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/source"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// maxText is how long a file may be, in bytes.
const maxText = 1 << 20

// maxListed is how many files of a folder are listed.
const maxListed = 1000

// own are the files that can be read and written, and folders those in which there
// are more. What has the agent do something by itself, schedules and skills, is not
// among them: their owner trusts them by what they say.
func own() []string {
	return []string{
		profile.SoulFile, profile.StyleFile, profile.InstructionsFile, profile.MemoryFile, profile.UserFile,
		profile.PreferencesFile, profile.BaseFile, profile.SecurityFile, profile.DoneFile,
	}
}

func folders() []string {
	return []string{profile.RolesFolder, profile.ContextFolder, profile.ToolsFolder, profile.ExamplesFolder}
}

// files has the routes of the text files of profiles, and of what a soul is made of.
type files struct{ server *server }

func (x *files) routes() {
	const tag, content = "profiles", one + "/files/content"
	changes := []int{409, 412, 428}
	api.AddOf(x.server.Server, api.Route{ID: "list-files", Method: "GET", Path: one + "/files", Right: api.Read, Tag: tag, Summary: "List the files that say who the agent is"}, x.listFiles)
	api.AddOf(x.server.Server, api.Route{ID: "get-file", Method: "GET", Path: content, Right: api.Read, Tag: tag, Summary: "Read such a file"}, x.readFile)
	api.AddOf(x.server.Server, api.Route{ID: "put-file", Method: "PUT", Path: content, Right: api.Write, Tag: tag, Summary: "Write such a file", Errors: changes}, x.writeFile)
	api.AddOf(x.server.Server, api.Route{ID: "delete-file", Method: "DELETE", Path: content, Right: api.Write, Tag: tag, Summary: "Delete such a file", Status: 204, Errors: changes}, x.deleteFile)
}

// FileAt names a file of a profile.
type FileAt struct {
	api.ProfileAt
	Path string `query:"path" required:"true" maxLength:"300" doc:"soul.md, style.md, instructions.md, memory.md, user.md, preferences.json, base.md, security.md, done.md, or a Markdown file in roles/, context/, tools/ or examples/" example:"roles/clerk.md"`
}

// name returns the name of the file, if it is one that can be written.
func (f FileAt) name() (string, error) {
	if err := plainfile.Guard(f.Path); err != nil {
		return "", err
	}
	folder, file, in := strings.Cut(f.Path, "/")
	switch {
	case !in && slices.Contains(own(), f.Path):
		return f.Path, nil
	case in && slices.Contains(folders(), folder) && len(file) > len(".md") && strings.HasSuffix(file, ".md") &&
		!strings.HasPrefix(file, ".") && !strings.ContainsFunc(file, func(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) }):
		return f.Path, nil
	}
	return "", api.NewProblem(400, "", "only these files can be written: "+strings.Join(own(), ", ")+", or NAME.md in "+strings.Join(folders(), "/, ")+"/")
}

// ProfileFile is a file of a profile.
type ProfileFile struct {
	Path     string    `json:"path"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	ETag     string    `json:"etag" doc:"for If-Match"`
}

// FileContent is a file with its text.
type FileContent struct {
	Path     string           `json:"path"`
	Content  string           `json:"content"`
	Problems []ProfileProblem `json:"problems" nullable:"false" doc:"what is wrong with it, and does not apply"`
}

func (x *files) listFiles(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Cursor
},
) (*api.Listing[ProfileFile], error) {
	names := own()
	for _, folder := range folders() {
		more, err := markdownIn(p.Profile, folder)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	all := []ProfileFile{}
	for _, name := range names {
		info, err := p.Root.Lstat(p.At(name))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if text, err := p.ReadFile(name, maxText); err == nil {
			all = append(all, ProfileFile{name, info.Size(), info.ModTime().UTC(), api.Tag(text)})
		}
	}
	return api.Listed(in.Cursor, all), nil
}

// markdownIn lists the Markdown files of a folder, sorted.
func markdownIn(p *profile.Profile, folder string) (names []string, err error) {
	f, err := plainfile.OpenFolder(p.Root, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, source.Error(err)
	}
	defer f.Close()
	entries, err := f.ReadDir(maxListed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, e := range entries {
		if at := (FileAt{Path: folder + "/" + e.Name()}); e.Type().IsRegular() {
			if name, err := at.name(); err == nil {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

// current returns a file and its version, both empty where there is none.
func current(p *profile.Profile, name string) (text []byte, tag string, err error) {
	if info, err := p.Root.Lstat(p.At(name)); err == nil && !info.Mode().IsRegular() {
		return nil, "", plainfile.Refuse(plainfile.SpecialFile, "it is not a file of this profile")
	}
	text, err = p.ReadFile(name, maxText)
	if err == nil && text != nil {
		tag = api.Tag(text)
	}
	return text, tag, err
}

func (x *files) readFile(ctx context.Context, p *api.Of, in *FileAt) (*tagged[FileContent], error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	text, tag, err := current(p.Profile, name)
	if err == nil && tag == "" {
		err = api.NotFound()
	}
	if err != nil {
		return nil, err
	}
	problems, _ := checkFile(name, text)
	return &tagged[FileContent]{ETag: tag, Body: FileContent{name, strings.ToValidUTF8(string(text), "\uFFFD"), problems}}, nil
}

// checkFile says what is wrong with a file. With an error nothing of it would
// apply.
func checkFile(name string, text []byte) (problems []ProfileProblem, err error) {
	problems = []ProfileProblem{}
	var messages []string
	used := true
	switch {
	case name == profile.PreferencesFile:
		for _, p := range profile.ParsePreferences(text).Problems {
			problems = append(problems, ProfileProblem{p.File, p.Field, p.Message})
			used = used && (p.Field != "" || strings.HasPrefix(p.Message, "and "))
		}
	case name == profile.SoulFile:
		_, messages = profile.ParseSoul(string(text))
		if len(bytes.TrimSpace(text)) == 0 {
			messages, used = append(messages, "is blank: a profile without a soul is none"), false
		}
	case path.Dir(name) == profile.RolesFolder:
		_, messages, used = profile.ParseRole(string(text))
	}
	for _, m := range messages {
		problems = append(problems, ProfileProblem{File: name, Message: m})
	}
	if !used {
		return problems, api.NewProblem(422, "", name+" "+problems[len(problems)-1].Message)
	}
	return problems, nil
}

// written is a file that is written.
type written struct {
	FileAt
	api.Version
	Body struct {
		Content string `json:"content" maxLength:"1048576"`
	}
}

func (x *files) writeFile(ctx context.Context, p *api.Of, in *written) (*tagged[FileContent], error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	text := []byte(in.Body.Content)
	problems, err := checkFile(name, text)
	if err == nil {
		err = change(ctx, p.Profile, name, in.Version, text)
	}
	if err != nil {
		return nil, err
	}
	if name == profile.PreferencesFile { // it may have another label
		if _, err := source.Rebuild(ctx, x.server.Server, p.Profile); err != nil {
			return nil, err
		}
	}
	return &tagged[FileContent]{ETag: api.Tag(text), Body: FileContent{name, in.Body.Content, problems}}, nil
}

// change gives a file a text, if its version is the one that the client knows; nil
// removes it.
func change(ctx context.Context, p *profile.Profile, name string, v api.Version, text []byte) error {
	return source.Error(edit.Change(ctx, p, func() error {
		_, tag, err := current(p, name)
		if err == nil {
			err = v.Check(tag)
		}
		if err == nil && tag == "" && text == nil {
			err = fs.ErrNotExist
		}
		if err != nil {
			return err
		}
		return edit.Write(p, name, text)
	}))
}

func (x *files) deleteFile(ctx context.Context, p *api.Of, in *struct {
	FileAt
	api.Version
},
) (*struct{}, error) {
	name, err := in.name()
	if err == nil && name == profile.SoulFile {
		err = api.NewProblem(409, "", "a profile without a soul is none: delete the profile")
	}
	if err != nil {
		return nil, err
	}
	if err := change(ctx, p.Profile, name, in.Version, nil); err != nil {
		return nil, err
	}
	if name == profile.PreferencesFile {
		_, err = source.Rebuild(ctx, x.server.Server, p.Profile)
	}
	return nil, err
}
