package profile_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/profile"
)

func ExampleParseSoul() {
	soul, problems := profile.ParseSoul("---\nmodel: anthropic/claude-sonnet-4-5\n---\nYou are Ida, who keeps a lighthouse.\n")
	fmt.Println(soul.Model, len(problems))
	fmt.Println(soul.Body)
	// Output:
	// anthropic/claude-sonnet-4-5 0
	// You are Ida, who keeps a lighthouse.
}
