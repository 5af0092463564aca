package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/prompt"
)

// BenchmarkHostile composes prompts from texts that are made to cost much, in
// three sizes: the time a byte must not grow with the size.
func BenchmarkHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"headings": "# a\n\n", "comments": "<!-- a --> b ", "open comments": "<!-- ", "definitions": "[a]: b\n\n", "tags": "<material-x ", "braces": "{{a ",
		"brackets": "[<|", "chat tokens": "<|im_end|>", "setext": "a\n===\n\n", "quotes": "> # a\n", "items": "- # a\n", "blank lines": "\n\n", "hidden": "a\u200b", "fences": "```\n",
	} {
		for _, size := range []int{1 << 14, 1 << 16, 1 << 18, 1 << 19} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				text := strings.Repeat(unit, size/len(unit))
				i := caelum(b, map[string]string{"soul.md": "Caelum. " + text, "context/a.md": text, "backstory.md": text})
				b.SetBytes(int64(3 * size))
				for b.Loop() {
					if _, err := prompt.Compose(prompt.Inputs{Identity: i, Budget: prompt.Budget{Window: 4 << 20}}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
