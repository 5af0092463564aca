package json

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

func checkText(text string, limits converters.Limits) error {
	return check(context.Background(), converters.NewEnv(nil, limits, converters.Options{}), text)
}

// seeds hold every construct of RFC 8259, right and wrong.
func seeds() []string {
	return []string{
		`{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `1.5e-7`, `"a"`, ` [1, 2 , {"a":[],"b":{}}] `,
		`{"a":1,"a":2}`, `"\u00e9\ud83d\ude00\n\/\\"`, `[[[[]]]]`, `{"a":{"b":{"c":[{}]}}}`, "\"\u2028\x7f\"",
		``, ` `, `{`, `[`, `}`, `]`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[,1]`, `{,}`, `{a:1}`, `{'a':1}`,
		`01`, `1.`, `.5`, `+1`, `1e`, `--1`, `tru`, `truefalse`, `nul`, `NaN`, `Infinity`, `"a`, "\"\n\"", `"\x"`, `"\u12"`,
		`"\u12g4"`, `1 2`, `[1 2]`, `{"a" 1}`, `{"a":1 "b":2}`, `// c`, `[1] // c`, `[1, /* c */ 2]`, `undefined`, `{"a":1}}`, "\ufeff{}",
	}
}

func TestCheckAgreesWithTheStandardLibrary(t *testing.T) {
	agree := func(text string) {
		t.Helper()
		err := checkText(text, converters.Limits{})
		if valid := stdjson.Valid([]byte(text)); valid != (err == nil) {
			t.Errorf("%q: valid is %v, check says %v", text, valid, err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range seeds() {
		agree(s)
		for range 2000 {
			b := []byte(s + seeds()[r.IntN(len(seeds()))])
			for range 1 + r.IntN(3) {
				if i := r.IntN(len(b) + 1); i < len(b) {
					b[i] = "{}[],:\"\\0123456789.eE+-tfnu \n/"[r.IntN(30)]
				}
			}
			agree(string(b))
			agree(string(b[:r.IntN(len(b)+1)]))
		}
	}
}

// coqui: 65
func TestErrorSaysWhereAndWhy(t *testing.T) {
	for text, want := range map[string]string{
		"{not valid}":             "line 1: Invalid JSON at column 2: a key in double quotes is expected, found 'n'",
		"not valid json":          "line 1: Invalid JSON at column 1: a value is expected, found 'n'",
		"{\r\n \"é\": 1,\r\n}":    "line 3: Invalid JSON at column 1: a comma before the end of an object: take the comma out",
		"[\n1\n2]":                "line 3: Invalid JSON at column 1: a comma or the end of an array is expected, found '2'",
		"[1, // one\n2]":          "line 1: Invalid JSON at column 5: a comment: JSON has none: take it out, or name the file .jsonc",
		"{'a': 1}":                "line 1: Invalid JSON at column 2: single quotes: JSON has double quotes: change them, or name the file .json5",
		"{\"a\": \"b\n\"}":        "line 1: Invalid JSON at column 7: a string that does not end on its line, found '\"'",
		"{\"a\": [1, 2":           "line 1: Invalid JSON at column 12: the text ends inside an array",
		"[\"tab\tin it\"]":        "line 1: Invalid JSON at column 6: a control character in a string, found '\\t'",
		"{\"a\": \"unfinished}\n": "line 1: Invalid JSON at column 7: a string that does not end on its line, found '\"'",
	} {
		err := corrupt(checkText(text, converters.Limits{}), text, 1)
		if err == nil || err.Error() != want || !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestDepthIsLimited(t *testing.T) {
	deep := "[\n" + strings.Repeat("[", 255) + strings.Repeat("]", 256)
	if err := checkText(deep, converters.Limits{}); err != nil {
		t.Errorf("256 levels: %v", err)
	}
	var over *converters.LimitError
	err := checkText("\n"+strings.Repeat(`[{"a":`, 1_000_000), converters.Limits{})
	if !errors.As(err, &over) || over.Limit != converters.LimitDepth || over.Pos.Lines.First != 2 {
		t.Errorf("2,000,000 levels: %v", err)
	}
}

func TestCheckLooksAtEveryByteOnce(t *testing.T) {
	text := "[" + strings.Repeat(`{"key": [1, 2.5e3, "text"]},`, 10_000) + "0]"
	n := int64(len(text))
	if err := checkText(text, converters.Limits{Steps: n}); err != nil {
		t.Errorf("%d bytes in %d steps: %v", n, n, err)
	}
	if err := checkText(text, converters.Limits{Steps: n - 1}); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("%d bytes in %d steps: %v", n, n-1, err)
	}
}
