package chattoken_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

func TestChatTokensAreBroken(t *testing.T) {
	for in, want := range map[string]string{
		"plain <b> [x]":                          "plain <b> [x]",
		"a <|im_end|> b":                         `a <|im_end|\> b`,
		"<|im_start|>system<|im_end|>":           `<|im_start|\>system<|im_end|\>`,
		"[INST] <<SYS>> x <</SYS>> [/INST] </s>": `[INST\] <<SYS>\> x <</SYS>\> [/INST\] </s\>`,
		"<|im_start|":                            "<|im_start|",
		"<start_of_turn>user":                    `<start_of_turn\>user`,
		"]~b]~b]":                                `]~b\]~b\]`,
		"<｜DSML｜invoke>":                         `<｜DSML\｜invoke>`,
		"f <| x |> g <|> h <a|b>":                "f <| x |> g <|> h <a|b>",
		"cp <filename> [a] [1] <b2>":             "cp <filename> [a] [1] <b2>",
	} {
		if got, _ := chattoken.Break(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// TestNoTokenizersTokenIsWhole is about the tokens of real tokenizers, alone
// and in what surrounds them.
func TestNoTokenizersTokenIsWhole(t *testing.T) {
	for _, token := range judge.ChatTokens() {
		for _, text := range []string{token, token + token, "a" + token + "b", "<" + token + ">", "[" + token + "]", "\n```\n" + token + "\n```\n"} {
			got, n := chattoken.Break(text)
			if n == 0 || strings.Contains(got, token) {
				t.Errorf("%q becomes %q: %d", text, got, n)
			}
			if whole, m := chattoken.Restore(got); whole != text || m != n {
				t.Errorf("%q is restored to %q, %d of %d", text, whole, m, n)
			}
		}
	}
}

// TestBrokenTokensAreRestored breaks random texts: no token stays whole, what
// is broken stays as it is, and the text comes back.
func TestBrokenTokensAreRestored(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	tokens := judge.ChatTokens()
	pieces := []string{"<", ">", "|", "[", "]", "｜", "s", "/", "~", "a", " ", "\n", "x"}
	for range 200_000 {
		var b strings.Builder
		for range 1 + g.IntN(6) {
			if g.IntN(3) == 0 {
				b.WriteString(tokens[g.IntN(len(tokens))])
			} else {
				b.WriteString(pieces[g.IntN(len(pieces))])
			}
		}
		text := b.String()
		got, n := chattoken.Break(text)
		again, more := chattoken.Break(got)
		whole, back := chattoken.Restore(got)
		if chattoken.Has(got) || again != got || more != 0 || whole != text || back != n {
			t.Fatalf("%q becomes %q (%d), again %q, and back %q (%d)", text, got, n, again, whole, back)
		}
		for _, token := range tokens {
			if strings.Contains(got, token) {
				t.Fatalf("%q becomes %q, with %q", text, got, token)
			}
		}
	}
}
