package find_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/find"
)

// What is shown of an answer that goes on never reaches beyond a sentence that ends later.
func TestWhatIsShownLeavesRoomForMarks(t *testing.T) {
	const answer = "Rent is 950.5 euros, e.g. for **Ida.** (It was paid.) “Who?” Nobody knows. 家賃です。はい。\n\n- One\n- Two \n\nEnd"
	shown, ended := 0, 0
	for i := range answer {
		said := answer[:i]
		if at := find.Ended(said); at > ended {
			if end := len(strings.TrimRight(said[:at], " \n")); ended < end && end < shown {
				t.Errorf("%q is shown when %q has ended", answer[:shown], answer[:end])
			}
			ended = at
		}
		shown = max(shown, ended, find.Settled(said))
		if hidden := strings.Trim(said[min(shown, len(said)):], " \n\"'“”„«»’()*_"); hidden != "" {
			t.Errorf("%q is held back", hidden)
		}
	}
}
