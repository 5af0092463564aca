package openai

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
)

// eventStream sends the events of a response, each with its number.
type eventStream struct {
	*wire.Stream
	number int
	of     *response
	open   bool // the message is
}

// fields are those of an event besides its type and its number.
type fields map[string]any

func (e *eventStream) event(kind string, f fields) {
	f["type"], f["sequence_number"] = kind, e.number
	e.number++
	_ = e.SendJSON(kind, f) // which the stream keeps
}

// Begin implements [door.Reply].
func (e *eventStream) Begin() {
	e.event("response.created", fields{"response": e.of})
	e.event("response.in_progress", fields{"response": e.of})
}

// at is where the text is.
func (e *eventStream) at(f fields) fields {
	f["item_id"], f["output_index"], f["content_index"] = e.of.itemID("msg_"), 0, 0
	return f
}

// message opens the message of the answer.
func (e *eventStream) message() {
	if !e.open {
		e.open = true
		e.event("response.output_item.added", fields{"output_index": 0, "item": e.of.message("in_progress", "", nil)})
		e.event("response.content_part.added", e.at(fields{"part": outputText("", nil)}))
	}
}

// Text implements [door.Reply].
func (e *eventStream) Text(delta string) {
	e.message()
	e.event("response.output_text.delta", e.at(fields{"delta": delta, "logprobs": []string{}}))
}

// End implements [door.Reply].
func (e *eventStream) End(d *door.Done) {
	at := 0
	if e.open || len(d.Calls) == 0 {
		e.closeMessage(d)
		at++
	}
	for i, c := range d.Calls {
		index := at + i
		item, arguments := e.of.call(i, c, "completed"), string(c.Arguments)
		e.event("response.output_item.added", fields{"output_index": index, "item": e.of.call(i, c, "in_progress")})
		e.event("response.function_call_arguments.delta", fields{"item_id": item.ID, "output_index": index, "delta": arguments})
		e.event("response.function_call_arguments.done", fields{"item_id": item.ID, "output_index": index, "name": c.Name, "arguments": arguments})
		e.event("response.output_item.done", fields{"output_index": index, "item": item})
	}
	e.of.ended(d, time.Now())
	e.event("response."+e.of.Status, fields{"response": e.of})
}

func (e *eventStream) closeMessage(d *door.Done) {
	cited := citations(e.of.Model, d)
	e.message()
	for i, one := range cited {
		e.event("response.output_text.annotation.added", e.at(fields{"annotation_index": i, "annotation": one}))
	}
	e.event("response.output_text.done", e.at(fields{"text": d.Text, "logprobs": []string{}}))
	e.event("response.content_part.done", e.at(fields{"part": outputText(d.Text, cited)}))
	e.event("response.output_item.done", fields{"output_index": 0, "item": e.of.message("completed", d.Text, cited)})
}

// Whole implements [door.Reply].
func (e *eventStream) Whole(d *door.Done) any { return e.of.ended(d, time.Now()) }

// Fail implements [door.Reply].
func (e *eventStream) Fail(body any) {
	told := &responseError{}
	if whole, ok := body.(map[string]any); ok {
		if inner, ok := whole["error"].(map[string]any); ok {
			told.Code, _ = inner["code"].(string)
			told.Message, _ = inner["message"].(string)
		}
	}
	e.of.Status, e.of.Error = "failed", told
	e.event("response.failed", fields{"response": e.of})
}

// response is the answer to items of input, with all fields that strict clients
// want. Those of sampling say what holds where nobody says more.
type response struct {
	ID           string            `json:"id"`
	Object       string            `json:"object"`
	CreatedAt    int64             `json:"created_at"`
	CompletedAt  *int64            `json:"completed_at"`
	Status       string            `json:"status"`
	Incomplete   *incomplete       `json:"incomplete_details"`
	Error        *responseError    `json:"error"`
	Model        string            `json:"model"`
	Previous     *string           `json:"previous_response_id"`
	Instructions *string           `json:"instructions"`
	Output       []outputItem      `json:"output" nullable:"false"`
	Usage        *responseUsage    `json:"usage"`
	Tools        []functionTool    `json:"tools" nullable:"false"`
	ToolChoice   string            `json:"tool_choice"`
	MaxOutput    *int              `json:"max_output_tokens"`
	Store        bool              `json:"store"`
	Metadata     map[string]string `json:"metadata"`
	User         *string           `json:"user"`
	Safety       *string           `json:"safety_identifier"`
	Text         textOptions       `json:"text"`
	Fixed
}

// Fixed are the fields that are always the same.
type Fixed struct {
	Truncation       string     `json:"truncation"`
	ParallelCalls    bool       `json:"parallel_tool_calls"`
	TopP             float64    `json:"top_p"`
	PresencePenalty  float64    `json:"presence_penalty"`
	FrequencyPenalty float64    `json:"frequency_penalty"`
	TopLogprobs      int        `json:"top_logprobs"`
	Temperature      float64    `json:"temperature"`
	Reasoning        *reasoning `json:"reasoning"`
	MaxToolCalls     *int       `json:"max_tool_calls"`
	Background       bool       `json:"background"`
	ServiceTier      string     `json:"service_tier"`
	PromptCacheKey   *string    `json:"prompt_cache_key"`
}

type reasoning struct {
	Effort  *string `json:"effort"`
	Summary *string `json:"summary"`
}

type textOptions struct {
	Format textFormat `json:"format"`
}

type textFormat struct {
	Type string `json:"type"`
}

type incomplete struct {
	Reason string `json:"reason"`
}

// Schema implements [huma.SchemaProvider].
func (*incomplete) Schema(huma.Registry) *huma.Schema { return door.OrNull("reason") }

type responseError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Schema implements [huma.SchemaProvider].
func (*responseError) Schema(huma.Registry) *huma.Schema { return door.OrNull("code", "message") }

type responseUsage struct {
	Input         int           `json:"input_tokens"`
	InputDetails  promptDetails `json:"input_tokens_details"`
	Output        int           `json:"output_tokens"`
	OutputDetails outputDetails `json:"output_tokens_details"`
	Total         int           `json:"total_tokens"`
}

type outputDetails struct {
	Reasoning int `json:"reasoning_tokens"`
}

type functionTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      *bool           `json:"strict"`
}

// outputItem is a message, or a call of a function.
type outputItem struct {
	Type      string      `json:"type"`
	ID        string      `json:"id"`
	Status    string      `json:"status"`
	Role      string      `json:"role,omitempty"`
	Content   *[]textPart `json:"content,omitempty"`
	CallID    string      `json:"call_id,omitempty"`
	Name      string      `json:"name,omitempty"`
	Arguments *string     `json:"arguments,omitempty"`
	Output    *string     `json:"output,omitempty"`
}

type textPart struct {
	Type        string         `json:"type"`
	Text        string         `json:"text"`
	Annotations *[]urlCitation `json:"annotations,omitempty"`
	Logprobs    *[]string      `json:"logprobs,omitempty"`
}

// urlCitation is an annotation, whose fields are not in one of their own here.
type urlCitation struct {
	Type string `json:"type"`
	citation
}

type deleted struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Deleted bool   `json:"deleted"`
}

type itemList struct {
	Object  string       `json:"object"`
	Data    []outputItem `json:"data" nullable:"false"`
	FirstID string       `json:"first_id"`
	LastID  string       `json:"last_id"`
	HasMore bool         `json:"has_more"`
}

// idMark is how the ids of responses begin; the session and the turn follow.
const idMark = "resp_"

func idOf(p door.Point) string { return fmt.Sprintf("%s%s_%d", idMark, p.Session, p.Turn) }

// pointOf returns the turn of an id.
func pointOf(id string) (door.Point, error) {
	rest, ok := strings.CutPrefix(id, idMark)
	session, number, found := strings.Cut(rest, "_")
	turn, err := strconv.Atoi(number)
	if !ok || !found || err != nil || turn < 1 || session == "" {
		return door.Point{}, api.NewProblem(404, "response_not_found", "there is no response of this id")
	}
	return door.Point{Session: session, Turn: turn}, nil
}

func newResponse(p door.Point, name string, began time.Time) *response {
	return &response{
		ID: idOf(p), Object: "response", CreatedAt: began.Unix(), Status: "in_progress", Model: name, Output: []outputItem{},
		Tools: []functionTool{}, ToolChoice: "auto", Store: true, Metadata: map[string]string{}, Text: textOptions{textFormat{"text"}}, Usage: &responseUsage{},
		Fixed: Fixed{Truncation: "disabled", ParallelCalls: true, TopP: 1, Temperature: 1, ServiceTier: "default", Reasoning: &reasoning{}},
	}
}

// ended fills a response with how its turn ended.
func (r *response) ended(d *door.Done, at time.Time) *response {
	unix := at.Unix()
	r.Status, r.CompletedAt = "completed", &unix
	switch d.Stop {
	case model.StopLength:
		r.Status, r.Incomplete, r.CompletedAt = "incomplete", &incomplete{"max_output_tokens"}, nil
	case model.StopRefused:
		r.Status, r.Incomplete, r.CompletedAt = "incomplete", &incomplete{"content_filter"}, nil
	}
	if d.Text != "" || len(d.Calls) == 0 {
		r.Output = append(r.Output, r.message("completed", d.Text, citations(r.Model, d)))
	}
	for i, c := range d.Calls {
		r.Output = append(r.Output, r.call(i, c, "completed"))
	}
	in := d.Usage.Input + d.Usage.CacheRead + d.Usage.CacheWrite
	r.Usage = &responseUsage{Input: in, InputDetails: promptDetails{d.Usage.CacheRead}, Output: d.Usage.Output, Total: in + d.Usage.Output}
	return r
}

func (r *response) itemID(mark string) string { return mark + strings.TrimPrefix(r.ID, idMark) }

// message is the item of a text.
func (r *response) message(status, text string, cited []urlCitation) outputItem {
	parts := []textPart{}
	if status == "completed" {
		parts = append(parts, outputText(text, cited))
	}
	return outputItem{Type: "message", ID: r.itemID("msg_"), Status: status, Role: "assistant", Content: &parts}
}

func outputText(text string, cited []urlCitation) textPart {
	if cited == nil {
		cited = []urlCitation{}
	}
	return textPart{Type: "output_text", Text: text, Annotations: &cited, Logprobs: &[]string{}}
}

// call is the item of a call.
func (r *response) call(i int, c model.Call, status string) outputItem {
	arguments := string(c.Arguments)
	if status != "completed" {
		arguments = ""
	}
	return outputItem{Type: "function_call", ID: fmt.Sprintf("%s_%d", r.itemID("fc_"), i), Status: status, CallID: c.ID, Name: c.Name, Arguments: &arguments}
}

func citations(of string, d *door.Done) []urlCitation {
	return api.Mapped(annotations(of, d.Text, d.Sources), func(a annotation) urlCitation { return urlCitation{"url_citation", a.URL} })
}
