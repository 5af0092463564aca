package lexicon_test

import (
	"testing"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// A number answers a question for something that has a unit only where the unit is beside
// it, or in the head of its table.
func TestWhatIsAskedForHasItsUnit(t *testing.T) {
	for _, c := range []struct {
		question, text, over string
		want                 bool
	}{
		{"How old is Ida?", "Ida lives at 17 Mill Road.", "", false},
		{"How old is Ida?", "Ida is 17 years old.", "", true},
		{"How old is Ida?", "|Ida|17|", "|Name|Age|", true},
		{"Wie alt ist Ida?", "Ida ist 17 Jahre alt.", "", true},
		{"What does the kettle cost?", "Kettle 18", "", false},
		{"What does the kettle cost?", "The kettle is €18.", "", true},
		{"How long does it last?", "It lasts 5 nights.", "", true},
		{"How many lamps are there?", "There are 12 lamps.", "", true},
		{"How many lamps are in room 12?", "Room 12 has lamps.", "", false},
		{"When was it built?", "It was built in June.", "", true},
		{"Who built it?", "# Bergen\n\nThe tower is tall.", "", false},
		{"What is Ida's phone number?", "Ida: 555 12 34", "", true},
		{"What is Ida's phone number?", "Ida has 17 lamps.", "", false},
		{"To which e-mail address do I write?", "Write to ida@example.org.", "", true},
		{"Wie ist die E-Mail-Adresse?", "Die Adresse ist Kai 7.", "", false},
		{"Who built it?", "The tower is by Olav Berg.", "", true},
		{"How long is the term?", "The term is three years.", "", true},
		{"How long are three years?", "Three years are three years.", "", false},
		{"What does NGO stand for?", "A non-governmental Norsk Gull Organisasjon.", "", true},
		{"What does NGO stand for?", "An NGO is not of a state.", "", false},
		{"What are the steps?", "1. Saw\n2. Drill\n", "", true},
		{"What are the steps?", "- Saw\n", "", false},
	} {
		asks, _ := lexicon.WantsOf(c.question)
		if got := asks.In(c.text, c.over, c.question); got != c.want {
			t.Errorf("%s %q: %v", c.question, c.text, got)
		}
	}
}

// What a question for a place or a number says beside it is not what it is about.
func TestWhatQuestionsSayBeside(t *testing.T) {
	for question, want := range map[string]string{
		"Where is the tower located?":         "where located ",
		"Wo befindet sich der Turm?":          "wo befindet ",
		"How many people live in Bergen?":     "how many people live in people live ",
		"Who located the tower?":              "who ",
		"Combien de lampes, au moins, a-t-on": "combien au moins ",
	} {
		if _, with := lexicon.WantsOf(question); with != want {
			t.Errorf("%s: %q", question, with)
		}
	}
}

func TestFormsAreOfTheirWord(t *testing.T) {
	for form, want := range map[string]string{
		"began": "begin", "kept": "keep", "children": "child", "lamp": "lamp", "found": "find",
		"colours": "colors", "favourite": "favorite", "organisation": "organization", "analysed": "analyzed", "theatre": "theater", "metres": "meters", "dialogues": "dialogs",
		"programme": "program", "defence": "defense", "hours": "hours", "journal": "journal", "difference": "difference", "this": "this", "string": "string",
	} {
		if got := lexicon.Regular(form); got != want {
			t.Errorf("%s: %s", form, got)
		}
	}
}
