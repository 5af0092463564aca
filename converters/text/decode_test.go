package text_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters/text"
)

// wide returns a text as PowerShell and Notepad write it.
func wide(s string, big bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		pair := []byte{byte(u), byte(u >> 8)}
		if big {
			pair[0], pair[1] = pair[1], pair[0]
		}
		out = append(out, pair...)
	}
	return out
}

func TestDecode(t *testing.T) {
	const said = "# Née Sjöberg\n\nあなたは灯台守です。\n"
	for name, raw := range map[string][]byte{
		"UTF-8": []byte(said), "with a mark": []byte("\ufeff" + said), "of Windows": []byte(strings.ReplaceAll(said, "\n", "\r\n")),
		"UTF-16LE": wide(said, false), "UTF-16BE": wide(strings.ReplaceAll(said, "\n", "\r\n"), true),
	} {
		if got, note, err := text.Decode(raw); got != said || note != "" || err != nil {
			t.Errorf("%s: %q, %q, %v", name, got, note, err)
		}
	}
	latin := []byte("Sie ist die W\xe4rterin des Leuchtturms und h\xf6rt gern Gesch\xe4ften zu, die \xfcber das Meer gehen.\n")
	if got, _, err := text.Decode(latin); err != nil || !strings.Contains(got, "Wärterin") || strings.Contains(got, "\uFFFD") {
		t.Errorf("%q, %v", got, err)
	}
	if got, _, err := text.Decode([]byte("cold\x01 eve\n")); got != "cold\x01 eve\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for name, raw := range map[string]string{"a picture": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "bytes": "\x00\x01\x02\x80\xff\xfe\x00", "a stray NUL": strings.Repeat("a line\n", 300) + "\x00"} {
		if got, _, err := text.Decode([]byte(raw)); err == nil || got != "" || !strings.Contains(err.Error(), "save it as UTF-8") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, note, err := text.Decode(nil); got != "" || note != "" || err != nil {
		t.Errorf("nothing: %q, %q, %v", got, note, err)
	}
}
