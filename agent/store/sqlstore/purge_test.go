package sqlstore

import (
	"encoding/json"
	"testing"
)

func TestATextIsTakenOutOfTextsAlone(t *testing.T) {
	const document = `[{"text":"a 0 \"b\" \u00e9","class":"a","turn":10,"call":{"id":"a0","name":"a0","arguments":{"name":"a0","n":[0,"0"]}}},{"result":{"call_id":"a0","text":"\u003ca>"},"a0":null}]`
	for text, want := range map[string]string{
		"0":  `[{"text":"a [forgotten] \"b\" é","class":"a","turn":10,"call":{"id":"a0","name":"a0","arguments":{"name":"a[forgotten]","n":[0,"[forgotten]"]}}},{"result":{"call_id":"a0","text":"\u003ca>"},"a0":null}]`,
		`"b`: `[{"text":"a 0 [forgotten]\" é","class":"a","turn":10,"call":{"id":"a0","name":"a0","arguments":{"name":"a0","n":[0,"0"]}}},{"result":{"call_id":"a0","text":"\u003ca>"},"a0":null}]`,
		"<a": `[{"text":"a 0 \"b\" \u00e9","class":"a","turn":10,"call":{"id":"a0","name":"a0","arguments":{"name":"a0","n":[0,"0"]}}},{"result":{"call_id":"a0","text":"[forgotten]\u003e"},"a0":null}]`,
		":":  document, "{": document, `"`: `[{"text":"a 0 [forgotten]b[forgotten] é","class":"a","turn":10,"call":{"id":"a0","name":"a0","arguments":{"name":"a0","n":[0,"0"]}}},{"result":{"call_id":"a0","text":"\u003ca>"},"a0":null}]`,
	} {
		got := withoutText(document, text)
		if got != want || !json.Valid([]byte(got)) {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}
