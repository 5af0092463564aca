package equipment

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// maxAvatar is how large a picture may be, in bytes.
const maxAvatar = 1 << 20

// picture is a kind of file that a picture may be, by what it begins with.
type picture struct{ name, mediaType string }

func pictures() []picture {
	return []picture{{"avatar.png", "image/png"}, {"avatar.jpg", "image/jpeg"}, {"avatar.webp", "image/webp"}}
}

func (s *server) avatarRoutes() {
	const at = base + "/avatar"
	changes := []int{409, 412, 428}
	api.AddOf(s.Server, api.Route{ID: "get-avatar", Method: "GET", Path: at, Right: api.Read, Tag: tag, Summary: "Read the picture of a profile", Adapt: blob.Gives}, s.avatar)
	api.AddOf(s.Server, api.Route{ID: "put-avatar", Method: "PUT", Path: at, Right: api.Write, Tag: tag, Status: 204, Summary: "Give a profile a picture: PNG, JPEG or WebP, at most 1 MiB", Errors: changes, Adapt: takesPicture}, s.putAvatar)
	api.AddOf(s.Server, api.Route{ID: "delete-avatar", Method: "DELETE", Path: at, Right: api.Write, Tag: tag, Status: 204, Summary: "Take the picture away", Errors: changes}, s.deleteAvatar)
}

// takesPicture describes what a profile's picture may be, and the answer to anything
// else.
func takesPicture(op *huma.Operation) {
	blob.Takes(op)
	op.Responses = map[string]*huma.Response{"415": {Description: notPicture}}
}

const notPicture = "this is neither PNG nor JPEG nor WebP"

// seen opens the picture of a profile, an [fs.ErrNotExist] where there is none.
func seen(p *profile.Profile) (name string, content []byte, err error) {
	for _, k := range pictures() {
		content, err := plainfile.Read(p.Root, p.At(k.name), maxAvatar)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return k.name, content, err
		}
	}
	return "", nil, fs.ErrNotExist
}

func (s *server) avatar(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*huma.StreamResponse, error) {
	name, content, err := seen(p.Profile)
	if err != nil {
		return nil, err
	}
	f, info, err := plainfile.Open(p.Root, p.At(name))
	if err != nil {
		return nil, err
	}
	return blob.Answer(f, info.Size(), api.Tag(content), func() { f.Close() }), nil
}

func (s *server) putAvatar(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Version
	blob.Upload
},
) (*struct{}, error) {
	content, err := io.ReadAll(io.LimitReader(in.Content, maxAvatar+1))
	if err != nil {
		return nil, api.NewProblem(400, "", "the body broke off")
	}
	if len(content) > maxAvatar {
		return nil, api.NewProblem(413, "", "a picture has at most 1048576 bytes")
	}
	mediaType := http.DetectContentType(content)
	i := slices.IndexFunc(pictures(), func(k picture) bool { return k.mediaType == mediaType })
	if i < 0 {
		return nil, api.NewProblem(415, "", notPicture)
	}
	return nil, change(ctx, p.Profile, in.Version, func(old string) error {
		name := pictures()[i].name
		err := edit.Write(p.Profile, name, content)
		if err == nil && old != "" && old != name {
			err = edit.Write(p.Profile, old, nil)
		}
		return err
	})
}

func (s *server) deleteAvatar(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Version
},
) (*struct{}, error) {
	return nil, change(ctx, p.Profile, in.Version, func(old string) error {
		if old == "" {
			return api.NotFound()
		}
		return edit.Write(p.Profile, old, nil)
	})
}

// change does something to the picture, if its version is the one that the client
// knows.
func change(ctx context.Context, p *profile.Profile, v api.Version, do func(old string) error) error {
	return edit.Change(ctx, p, func() error {
		name, content, err := seen(p)
		tag := ""
		if err == nil {
			tag = api.Tag(content)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := v.Check(tag); err != nil {
			return err
		}
		return do(name)
	})
}
