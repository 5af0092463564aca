package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// make makes our tools of those of the server, and says what is wrong with them.
// Those that the configuration does not take are passed over.
func (s *server) make(found []*sdk.Tool) (tools []tool.Tool, notes []string) {
	found = slices.DeleteFunc(slices.Clone(found), func(f *sdk.Tool) bool { return f == nil })
	slices.SortFunc(found, func(a, b *sdk.Tool) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range found {
		if len(s.of.Tools) > 0 && !slices.Contains(s.of.Tools, f.Name) {
			continue
		}
		name := toolName(s.name, f.Name)
		if slices.ContainsFunc(tools, func(t tool.Tool) bool { return t.Name == name }) {
			notes = append(notes, fmt.Sprintf("two tools are called %q: the second is left out", f.Name))
			continue
		}
		policy := tool.Ask // what a server says of its tools' harmlessness is only said
		reads := slices.Contains(s.of.Reads, f.Name)
		if reads || slices.Contains(s.of.Auto, f.Name) {
			policy = tool.Auto
		}
		schema, ok := schemaOf(f)
		if !ok {
			notes = append(notes, fmt.Sprintf("the schema of %q is too large: its arguments are not described", f.Name))
		}
		theirs := f.Name
		t := tool.NewForeign(name, summary(s.name, f), schema, policy, func(ctx context.Context, arguments json.RawMessage) (string, error) {
			return s.call(ctx, theirs, arguments)
		})
		t.Reads = reads
		t.Set, t.Progress = "mcp_"+s.name, slices.Contains(s.of.Progress, f.Name)
		tools = append(tools, t)
	}
	for _, wanted := range s.of.Tools {
		if !slices.ContainsFunc(found, func(f *sdk.Tool) bool { return f.Name == wanted }) {
			notes = append(notes, fmt.Sprintf("it has no tool %q", wanted))
		}
	}
	return tools, notes
}

// maxName is how long the name of a tool may be, in bytes.
const maxName = 64

// toolName is what the model calls a tool. Where a name must be changed or cut
// so that providers take it, a digest of it tells it from others.
func toolName(on string, theirs string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, theirs)
	name := "mcp_" + on + "_" + clean
	if clean == theirs && clean != "" && len(name) <= maxName {
		return name
	}
	sum := sha256.Sum256([]byte(theirs))
	return name[:min(len(name), maxName-9)] + "_" + hex.EncodeToString(sum[:4])
}

// maxResult is how much of a result is looked at, in bytes.
const maxResult = 1 << 20

// call calls a tool of the server. What it says is not believed, and what goes
// wrong is told so that the model can do something else.
func (s *server) call(ctx context.Context, name string, arguments json.RawMessage) (string, error) {
	limit := usualCall
	if s.of.Seconds > 0 {
		limit = time.Duration(s.of.Seconds) * time.Second
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the server %s did not answer within %v", s.name, limit))
	defer cancel()
	session, err := s.connect(ctx)
	if err != nil {
		return "", fmt.Errorf("the server %s cannot be reached: %w", s.name, err)
	}
	params := &sdk.CallToolParams{Name: name, Arguments: arguments}
	result, err := session.CallTool(ctx, params)
	if err != nil && isForgotten(s.of, err) {
		s.lost(session)
		if session, err = s.connect(ctx); err != nil {
			return "", fmt.Errorf("the server %s cannot be reached: %w", s.name, err)
		}
		result, err = session.CallTool(ctx, params)
	}
	if err != nil {
		return "", s.failure(ctx, session, err)
	}
	text := contents(result)
	switch {
	case len(result.InputRequests) > 0:
		return "", fmt.Errorf("the server %s asks for something before it answers, which it is not given", s.name)
	case result.IsError:
		return "", errors.New("the server says that it failed\n\n" + tool.Fenced(name, oneline.Cut(text, 8<<10)))
	}
	return text, nil
}

// isForgotten reports whether a server that speaks HTTP was started anew and does
// not know the session: then the call was not made. The protocol says that such a
// server answers 404; some answer 400.
func isForgotten(of catalog.Server, err error) bool {
	return of.URL != "" && (errors.Is(err, sdk.ErrSessionMissing) ||
		strings.HasSuffix(err.Error(), http.StatusText(http.StatusNotFound)) || strings.HasSuffix(err.Error(), http.StatusText(http.StatusBadRequest)))
}

// failure says why a call had no result. A session that is over is forgotten.
func (s *server) failure(ctx context.Context, session *sdk.ClientSession, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, sdk.ErrConnectionClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe):
		said := s.words()
		s.lost(session) // which waits for its last words
		return fmt.Errorf("the server %s has ended: %w", s.name, explained(s.of, s.o, err, said))
	}
	if s.of.URL != "" && session.ID() == "" {
		s.lost(session) // what was wrong with it may be so for good
	}
	return fmt.Errorf("the server %s refused the call\n\n%s", s.name, tool.Fenced(s.name, explained(s.of, s.o, err, s.words()).Error()))
}

// contents writes what came back as text. Pictures and sounds are named.
func contents(r *sdk.CallToolResult) string {
	var b strings.Builder
	add := func(text string) {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(oneline.Cut(text, max(0, maxResult-b.Len())))
	}
	for _, c := range r.Content {
		switch c := c.(type) {
		case *sdk.TextContent:
			add(c.Text)
		case *sdk.ImageContent:
			add(fmt.Sprintf("[image: %s, %d bytes]", oneline.Message(c.MIMEType, 60), len(c.Data)))
		case *sdk.AudioContent:
			add(fmt.Sprintf("[sound: %s, %d bytes]", oneline.Message(c.MIMEType, 60), len(c.Data)))
		case *sdk.ResourceLink:
			add(fmt.Sprintf("[resource: %s %s]", oneline.Message(c.Name, 100), oneline.Message(c.URI, 300)))
		case *sdk.EmbeddedResource:
			if c.Resource != nil && c.Resource.Text != "" {
				add(c.Resource.Text)
			} else if c.Resource != nil {
				add(fmt.Sprintf("[resource: %s, %d bytes]", oneline.Message(c.Resource.URI, 300), len(c.Resource.Blob)))
			}
		default:
			add("[something that is not text]")
		}
	}
	if b.Len() == 0 && r.StructuredContent != nil {
		if text, err := json.Marshal(r.StructuredContent); err == nil {
			add(string(text))
		}
	}
	if b.Len() == 0 {
		return "(nothing)"
	}
	return b.String()
}
