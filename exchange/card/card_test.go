package card_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/card"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

func TestCards(t *testing.T)     { exchangetest.Run(t, card.New(), "card") }
func TestLorebooks(t *testing.T) { exchangetest.Run(t, card.NewLore(), "lorebook") }

// TestLorebooksOfOtherProgramsGoOutAsThatOfTheSpecification: with the fields that it
// has names for, and the others as they came.
func TestLorebooksOfOtherProgramsGoOutAsThatOfTheSpecification(t *testing.T) {
	in := `{"type":"risu","ver":1,"data":[{"key":"pier, dock","content":"A pier.","alwaysActive":true,"insertorder":100,"mode":"normal"}]}`
	dir := exchangetest.Place(t, card.NewLore(), exchangetest.File("in.json", []byte(in)))
	got, err := exchange.ParseJSON(exchangetest.Export(t, card.NewLore(), dir, "lorebook")[""])
	if err != nil {
		t.Fatal(err)
	}
	want, err := exchange.ParseJSON([]byte(`{"spec":"lorebook_v3","data":{"type":"risu","ver":1,"extensions":{},"entries":[
		{"keys":["pier","dock"],"content":"A pier.","constant":true,"insertion_order":100,"mode":"normal","enabled":true,"use_regex":false,"extensions":{}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
