package teams

import (
	"context"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
	encoding "github.com/seed353dc258/backstory/converters/text"
)

func (s *server) userRoutes() {
	const at = "/v1/user/file"
	api.Add(s.Server, api.Route{ID: "get-user-file", Method: "GET", Path: at, Right: api.Read, Tag: tag, Errors: []int{409}, Summary: "Read what agents of the organisation are told of the caller: user.md"}, s.userFile)
	api.Add(s.Server, api.Route{ID: "put-user-file", Method: "PUT", Path: at, Right: api.Chat, Tag: tag, Errors: []int{409, 412, 428}, Summary: "Write it; an empty text takes it away"}, s.putUserFile)
}

// UserFile is what a user says of themselves to the agents of an organisation.
type UserFile struct {
	Content string `json:"content" maxLength:"65536"`
}

type userFileOut struct {
	ETag string `header:"ETag"`
	Body UserFile
}

// mine reads the caller's own file, with its version; both are empty where there
// is none.
func (s *server) mine(ctx context.Context) (text []byte, etag string, err error) {
	sc, err := api.ActorOf(ctx).Scope("")
	if err != nil {
		return nil, "", err
	}
	if text, err = s.Host(ctx).UserTexts().Read(sc); err == nil && text != nil {
		etag = api.Tag(text)
	}
	return text, etag, err
}

func (s *server) userFile(ctx context.Context, _ *struct{}) (*userFileOut, error) {
	text, etag, err := s.mine(ctx)
	shown, _, decodeErr := encoding.Decode(text) // as a prompt has it
	if decodeErr != nil {
		shown = strings.ToValidUTF8(string(text), "\uFFFD")
	}
	return &userFileOut{ETag: etag, Body: UserFile{shown}}, err
}

func (s *server) putUserFile(ctx context.Context, in *struct {
	api.Version
	Body UserFile
},
) (*userFileOut, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	_, etag, err := s.mine(ctx)
	if err == nil {
		err = in.Version.Check(etag)
	}
	if err != nil {
		return nil, err
	}
	sc, err := api.ActorOf(ctx).Scope("")
	if err == nil {
		err = s.Host(ctx).UserTexts().Write(sc, []byte(in.Body.Content))
	}
	if in.Body.Content == "" {
		return &userFileOut{}, err
	}
	return &userFileOut{ETag: api.Tag([]byte(in.Body.Content)), Body: in.Body}, err
}

const tag = "teams"

// server is the one whose routes these are.
type server struct {
	*api.Server
	writing sync.Mutex // of the files of users, from the look at a version to the change
}

// OrgAt names an organisation in a path.
type OrgAt struct {
	Org string `path:"org" maxLength:"63" doc:"its slug"`
}

// Find says who the caller is in the organisation.
func (at OrgAt) Find(ctx context.Context, s *api.Server) (org.Caller, error) {
	return s.CallerIn(ctx, at.Org)
}

// Cursor is how a list is asked for that is in the order of its keys.
type Cursor struct {
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After string `query:"cursor" maxLength:"64" doc:"the next_cursor of the page before"`
}

// paged makes a page of entries, of which one more than the limit was asked for.
func paged[From, To any](all []From, c Cursor, key func(From) string, to func(From) To) *api.Listing[To] {
	next := ""
	if len(all) > c.Limit {
		all = all[:c.Limit]
		next = key(all[c.Limit-1])
	}
	return &api.Listing[To]{Body: api.Page[To]{Data: api.Mapped(all, to), Next: next}}
}
