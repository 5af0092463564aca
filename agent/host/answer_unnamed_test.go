package host

import "testing"

func TestQuestionsLoseTheNameOfWhoIsAsked(t *testing.T) {
	for question, want := range map[string]string{
		"Where was Caelum born?":        "Where was born?",
		"What is caelum's boat?\nWhere": "What is boat?\nWhere",
		"Caelum":                        "Caelum",
		"Who is Ida?":                   "Who is Ida?",
	} {
		if got := unnamed(question, "Caelum", "caelum"); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
