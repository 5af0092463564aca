package anthropic

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
)

// request is what is taken of a request.
type request struct {
	Model      string        `json:"model" doc:"a profile, or profile:role"`
	MaxTokens  int           `json:"max_tokens,omitempty"`
	Messages   []said        `json:"messages"`
	System     *content      `json:"system,omitempty" doc:"material below the soul"`
	Stream     bool          `json:"stream,omitempty"`
	Tools      []clientTool  `json:"tools,omitempty"`
	ToolChoice *choice       `json:"tool_choice,omitempty"`
	Metadata   *userMetadata `json:"metadata,omitempty"`

	Temperature *float64 `json:"temperature,omitempty"`
	Stop        []string `json:"stop_sequences,omitempty"`
}

type said struct {
	Role    string   `json:"role" enum:"user,assistant"`
	Content *content `json:"content"`
}

type choice struct {
	Type string `json:"type"`
}

type userMetadata struct {
	UserID string `json:"user_id,omitempty" doc:"of the client; keeps sessions apart"`
}

type clientTool struct {
	Type        string          `json:"type,omitempty"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"input_schema,omitempty"`
}

// content is a text, or a list of blocks.
type content struct{ blocks []block }

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	IsError   bool            `json:"is_error"`
	Content   *content        `json:"content"`
	Source    source          `json:"source"`
}

// source is where an image is.
type source struct {
	Type string `json:"type"`
	Data string `json:"data"`
}

// image returns the image of a block.
func (b *block) image(field string) (picture.Image, error) {
	if b.Source.Type != "base64" {
		return picture.Image{}, door.Wrong(field+".source.type", fmt.Sprintf("%s.source.type: images are not fetched: send the bytes, as base64", field))
	}
	image, err := picture.New(b.Source.Data)
	if err != nil {
		return picture.Image{}, door.Wrong(field+".source.data", fmt.Sprintf("%s.source.data: %v", field, err))
	}
	return *image, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(raw []byte) (err error) {
	c.blocks, err = door.OrList(raw, "content", "blocks", func(text string) block { return block{Type: "text", Text: text} })
	return err
}

// Schema implements [huma.SchemaProvider].
func (*content) Schema(huma.Registry) *huma.Schema {
	s := door.TextOr("type", "text", "id", "name", "tool_use_id")
	s.Description = "a text, or a list of blocks: text, image, tool_use, tool_result"
	return s
}

// call returns the call of a block.
func (b *block) call() model.Call {
	if len(b.Input) == 0 {
		b.Input = json.RawMessage("{}")
	}
	return model.Call{ID: b.ID, Name: b.Name, Arguments: b.Input}
}

// text returns the text of a content in which there is nothing else.
func (c *content) text(field string) (string, error) {
	if c == nil {
		return "", nil
	}
	var all []string
	for i, b := range c.blocks {
		if b.Type != "text" {
			return "", notTaken(fmt.Sprintf("%s.%d", field, i), b.Type)
		}
		all = append(all, b.Text)
	}
	return strings.Join(all, "\n"), nil
}

func notTaken(field, kind string) error {
	return door.Wrong(field, fmt.Sprintf("%s: blocks of type %q are not taken: the agent reads text and images; put files into the profile's backstory/ folder", field, kind))
}

// line returns what a message says.
func (m *said) line(field string, ignored *door.Ignored) (door.Line, error) {
	l := door.Line{Role: model.Role(m.Role)}
	switch {
	case l.Role != model.User && l.Role != model.Assistant:
		return l, door.Wrong(field+".role", fmt.Sprintf("%s.role: %q is not a role; there are user and assistant", field, m.Role))
	case m.Content == nil:
		return l, door.Wrong(field+".content", field+".content: it is missing")
	}
	var texts []string
	for i, b := range m.Content.blocks {
		at := fmt.Sprintf("%s.content.%d", field, i)
		switch {
		case b.Type == "text":
			texts = append(texts, b.Text)
		case b.Type == "image" && l.Role == model.User:
			image, err := b.image(at)
			if err != nil {
				return l, err
			}
			l.Images = append(l.Images, image)
		case b.Type == "tool_use" && l.Role == model.Assistant:
			l.Calls = append(l.Calls, b.call())
		case b.Type == "tool_result" && l.Role == model.User:
			text, err := b.Content.text(at + ".content")
			if err != nil {
				return l, err
			}
			l.Results = append(l.Results, model.Result{CallID: b.ToolUseID, Text: text, Failed: b.IsError})
		case strings.HasSuffix(b.Type, "thinking"): // or redacted_thinking
			ignored.Add("messages.content." + b.Type)
		default:
			return l, notTaken(at, b.Type)
		}
	}
	l.Text = strings.Join(texts, "\n")
	return l, nil
}

// ask is a request as it is asked.
func (in *request) ask(r *http.Request, ignored *door.Ignored) (door.Ask, error) {
	t, shown := &door.Transcript{}, ""
	for i, m := range in.Messages {
		l, err := m.line(fmt.Sprintf("messages.%d", i), ignored)
		if err != nil {
			return door.Ask{}, err
		}
		t.Add(l)
		if len(l.Images) > 0 && shown == "" {
			shown = fmt.Sprintf("messages.%d.content", i)
		}
	}
	if err := t.Check("messages", false); err != nil {
		return door.Ask{}, err
	}
	above, err := in.System.text("system")
	if err != nil {
		return door.Ask{}, err
	}
	if above != "" {
		t.Program = []string{above}
	}
	tools, err := in.tools(ignored)
	if err != nil {
		return door.Ask{}, err
	}
	user := ""
	if in.Metadata != nil {
		user = in.Metadata.UserID
	}
	return door.Ask{
		Model: in.Model, Said: t.Lines, Program: above, Tools: tools, MaxTokens: in.MaxTokens, Wishes: model.Wishes{Temperature: in.Temperature, Stop: in.Stop},
		Key: door.KeyOf(r, user, "", t.First()), Chore: door.IsChore(t), Shown: shown,
	}, nil
}

// tools returns the client's tools. Those that a provider runs do nothing.
func (in *request) tools(ignored *door.Ignored) ([]model.Tool, error) {
	if in.ToolChoice != nil {
		switch in.ToolChoice.Type {
		case "none":
			return nil, nil
		case "auto":
		default:
			ignored.Add("tool_choice")
		}
	}
	return door.Tools(in.Tools, "custom", ignored, func(t clientTool) (string, model.Tool) {
		return cmp.Or(t.Type, "custom"), model.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema}
	})
}
