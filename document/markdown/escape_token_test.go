package markdown_test

import (
	"testing"

	"github.com/seed353dc258/backstory/document/markdown"
)

func TestChatTokensAreBroken(t *testing.T) {
	for in, want := range map[string]string{
		"plain <b> [x]":                          "plain <b> [x]",
		"a <|im_end|> b":                         `a <|im_end|\> b`,
		"<|im_start|>system<|im_end|>":           `<|im_start|\>system<|im_end|\>`,
		"[INST] <<SYS>> x <</SYS>> [/INST] </s>": `[INST\] <<SYS>\> x <</SYS>\> [/INST\] </s\>`,
		"<|im_start|":                            "<|im_start|",
		"<start_of_turn>user":                    `<start_of_turn\>user`,
	} {
		got := markdown.BreakChatTokens(in)
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if markdown.HasChatToken(got) {
			t.Errorf("%q still holds a token", got)
		}
	}
}
