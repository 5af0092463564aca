package runner

import (
	"errors"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
)

func TestPrefixes(t *testing.T) {
	say := func(texts ...string) *model.Request {
		r := &model.Request{System: []model.Block{{Text: "system"}}}
		for _, text := range texts {
			r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: text}}})
		}
		return r
	}
	other := say("a", "b", "c")
	other.System[0].Text += "!"
	for name, c := range map[string]struct {
		first, second *model.Request
		ok            bool
	}{
		"goes on":          {say("a"), say("a", "b"), true},
		"the same":         {say("a", "b"), say("a", "b"), true},
		"shorter":          {say("a", "b"), say("a"), false},
		"another message":  {say("a", "b"), say("a", "x", "c"), false},
		"another system":   {say("a", "b"), other, false},
		"marks do not say": {say("a"), say("a", "b"), true},
	} {
		c.first.Messages[0].Cache = name == "marks do not say"
		var p prefix
		if _, err := p.extend(c.first); err != nil {
			t.Fatal(err)
		}
		if _, err := p.extend(c.second); (err == nil) != c.ok || err != nil && !errors.Is(err, errPrefix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever changes in a request, its digest does.
func TestEveryByteOfARequestCounts(t *testing.T) {
	seen := map[string]int{}
	for i, change := range []func(r *model.Request){
		func(*model.Request) {},
		func(r *model.Request) { r.System[0].Text += " " },
		func(r *model.Request) { r.System = append(r.System, model.Block{}) },
		func(r *model.Request) { r.Tools[0].Name += "s" },
		func(r *model.Request) { r.Tools[0].Description += "s" },
		func(r *model.Request) { r.Tools[0].Schema = []byte("[]") },
		func(r *model.Request) { r.Tools = nil },
		func(r *model.Request) { r.Messages[0].Role = model.Assistant },
		func(r *model.Request) { r.Messages[0].Parts = []model.Part{{Text: "a"}, {Text: "b"}} },
		func(r *model.Request) { r.Messages[0].Parts = []model.Part{{Text: ""}, {Text: "ab"}} },
		func(r *model.Request) { r.Messages[1].Parts[0].Call.ID = "y" },
		func(r *model.Request) { r.Messages[1].Parts[0].Call.Name = "y" },
		func(r *model.Request) { r.Messages[1].Parts[0].Call.Arguments = []byte(`{"a":1}`) },
		func(r *model.Request) { r.Messages[2].Parts[0].Result.CallID = "y" },
		func(r *model.Request) { r.Messages[2].Parts[0].Result.Text = "y" },
		func(r *model.Request) { r.Messages[2].Parts[0].Result.Failed = true },
		func(r *model.Request) { r.Messages = r.Messages[:2] },
	} {
		r := &model.Request{
			System: []model.Block{{Text: "system"}}, Tools: []model.Tool{{Name: "look", Description: "Look.", Schema: []byte("{}")}},
			Messages: []model.Message{
				{Role: model.User, Parts: []model.Part{{Text: "ab"}}},
				{Role: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "x", Name: "look", Arguments: []byte("{}")}}}},
				{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "x", Text: "fog"}}}},
			},
		}
		change(r)
		var p prefix
		sum, err := p.extend(r)
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[sum]; ok {
			t.Errorf("the changes %d and %d give the same digest", before, i)
		}
		seen[sum] = i
	}
}
