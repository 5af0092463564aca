package prompt_test

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// The same identity gives the same bytes; what is in them has a name.
func ExampleCompose() {
	epoch, err := prompt.Compose(prompt.Inputs{Identity: &profile.Identity{Name: "ida", Display: "Ida"}, Mode: prompt.None})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range epoch.Sections {
		fmt.Println(s.ID)
	}
	begin, _, _ := strings.Cut(epoch.System, "\n")
	fmt.Println(begin)
	// Output:
	// soul
	// security
	// You are Ida.
}
