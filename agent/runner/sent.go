package runner

import (
	"encoding/json"

	"github.com/seed353dc258/backstory/agent/model"
)

// Sent returns the system text and the tools of the next request, byte for byte
// as the protocol of the model writes them; the tools are empty where there are
// none. To the offline model nothing is sent: it is given both as they are kept.
func (c *Thread) Sent() (system, tools string, err error) {
	if c.epoch == nil {
		return "", "", ErrNoPrompt
	}
	if c.provider() == nil {
		return "", "", ErrNoModel
	}
	if c.provider().Name() == model.OfflineName {
		if tools = c.epoch.Tools; tools == "[]" {
			tools = ""
		}
		return c.epoch.System, tools, nil
	}
	body, err := c.Request(Input{Text: "?"})
	if err != nil {
		return "", "", err
	}
	var fields struct {
		Tools    json.RawMessage
		System   []struct{ Text string }
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &fields); err != nil {
		return "", "", err
	}
	for _, block := range fields.System {
		system += block.Text
	}
	if len(fields.Messages) > 0 && fields.Messages[0].Role == "system" {
		err = json.Unmarshal(fields.Messages[0].Content, &system)
	}
	return system, string(fields.Tools), err
}
