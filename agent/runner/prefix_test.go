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
		if _, err := p.extend(c.second); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrPrefix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
