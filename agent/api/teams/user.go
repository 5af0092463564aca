package teams

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
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
