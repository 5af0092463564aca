package teams

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/data"
)

// maxImport is how large an export may be that is brought in, in bytes.
const maxImport = 1 << 30

func (s *server) dataRoutes() {
	const base = "/v1/platform/data"
	api.Add(s.Server, api.Route{
		ID: "export-org", Method: "GET", Path: base + "/export", Right: api.Admin, Tag: tag, Errors: []int{409}, Adapt: blob.Gives,
		Summary: "Take an organisation out as a zip file, without its secrets",
	}, s.exportOrg)
	api.Add(s.Server, api.Route{
		ID: "preview-org", Method: "POST", Path: base + "/import/preview", Right: api.Admin, Tag: tag, Adapt: blob.Takes,
		Summary: "Say what such a file would bring in",
	}, s.previewOrg)
	api.Add(s.Server, api.Route{
		ID: "import-org", Method: "POST", Path: base + "/import/restore", Right: api.Admin, Tag: tag, Status: 201, Adapt: blob.Takes,
		Summary: "Make an organisation of such a file",
	}, s.importOrg)
}

// scratch makes a file without a name, which goes when it is closed.
func scratch() (*os.File, error) {
	f, err := os.CreateTemp("", "backstory-org-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil { // a system that keeps open files: closing removes it there
		return f, nil
	}
	return f, nil
}

// drop closes and removes a scratch file.
func drop(f *os.File) {
	f.Close()
	_ = os.Remove(f.Name())
}

func (s *server) exportOrg(ctx context.Context, in *struct {
	Org string `query:"org" required:"true" maxLength:"63" doc:"its slug"`
},
) (*huma.StreamResponse, error) {
	by, err := s.CallerIn(ctx, in.Org)
	if err != nil {
		return nil, err
	}
	f, err := scratch()
	if err != nil {
		return nil, err
	}
	_, err = s.Host(ctx).OrgData().Export(ctx, by, f)
	var size int64
	if err == nil {
		size, err = f.Seek(0, io.SeekEnd)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		drop(f)
		return nil, err
	}
	return blob.Answer(f, size, "", func() { drop(f) }), nil
}

// moved is an export as it comes in.
type moved struct {
	As string `query:"as" maxLength:"63" doc:"under another slug"`
	blob.Upload
}

// archive reads an export to the end, and calls a function with it.
func archive[T any](in *moved, do func(*zip.Reader) (T, error)) (out T, err error) {
	f, err := scratch()
	if err != nil {
		return out, err
	}
	defer drop(f)
	n, err := io.Copy(f, io.LimitReader(in.Content, maxImport+1))
	if err != nil {
		return out, api.NewProblem(400, "", "the body broke off")
	}
	if n > maxImport {
		return out, api.NewProblem(413, "", fmt.Sprintf("the body has more than %d bytes: use backstory org import", maxImport))
	}
	z, err := zip.NewReader(f, n)
	if err == nil {
		out, err = do(z)
	}
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrAlgorithm) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, data.ErrFormat) {
		err = api.NewProblem(400, "", "this is not an export of an organisation: "+err.Error())
	}
	return out, err
}

// OrgPreview is what an export would bring in.
type OrgPreview struct {
	Slug   string   `json:"slug"`
	Name   string   `json:"name"`
	Taken  bool     `json:"taken" doc:"an organisation of that slug is there: give another one with as"`
	Files  int      `json:"files"`
	Bytes  int64    `json:"bytes" doc:"of the files"`
	People []string `json:"people" nullable:"false"`
	New    []string `json:"new" nullable:"false" doc:"of those, who become users without a password"`
}

// moves refuses who may not move data, before a body is read.
func moves(ctx context.Context) error {
	if by := api.ActorOf(ctx).Caller(); !by.Role.May(org.MoveData) {
		return org.ErrForbidden
	}
	return nil
}

func (s *server) previewOrg(ctx context.Context, in *moved) (*api.Answer[OrgPreview], error) {
	if err := moves(ctx); err != nil {
		return nil, err
	}
	return archive(in, func(z *zip.Reader) (*api.Answer[OrgPreview], error) {
		p, err := data.Look(ctx, s.Store(), z, in.As)
		return &api.Answer[OrgPreview]{Body: OrgPreview{
			Slug: p.Slug, Name: p.Name, Taken: p.Taken, Files: p.Files, Bytes: p.Bytes,
			People: append([]string{}, p.People...), New: append([]string{}, p.New...),
		}}, err
	})
}

// OrgImported is what came in.
type OrgImported struct {
	Slug  string `json:"slug"`
	Rows  int    `json:"rows"`
	Files int    `json:"files"`
	New   int    `json:"new" doc:"users without a password"`
}

func (s *server) importOrg(ctx context.Context, in *moved) (*api.Answer[OrgImported], error) {
	if err := moves(ctx); err != nil {
		return nil, err
	}
	return archive(in, func(z *zip.Reader) (*api.Answer[OrgImported], error) {
		r, err := s.Host(ctx).OrgData().Import(ctx, api.ActorOf(ctx).Caller(), z, in.As)
		return &api.Answer[OrgImported]{Body: OrgImported{r.Slug, r.Rows, r.Files, r.New}}, err
	})
}
