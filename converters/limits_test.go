package converters_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

func TestEveryLimitHasANameADefaultAndAField(t *testing.T) {
	var filled map[string]int64
	text, err := json.Marshal(converters.Limits{}.Filled())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &filled); err != nil {
		t.Fatal(err)
	}
	for i, info := range converters.LimitTable() {
		if int(info.Limit) != i {
			t.Errorf("%s stands at place %d", info.Name, i)
		}
		if info.Default < 1 || info.Title == "" || info.Limit.String() != info.Name {
			t.Errorf("%s: incomplete: %+v", info.Name, info)
		}
		if filled[info.Name] != info.Default {
			t.Errorf("%s: the field has the name or the value of another: %d", info.Name, filled[info.Name])
		}
		delete(filled, info.Name)
		set := converters.Limits{}.With(info.Limit, 7)
		if set.Get(info.Limit) != 7 || (converters.Limits{}).Get(info.Limit) != info.Default {
			t.Errorf("%s: is not set or not read", info.Name)
		}
		if err := set.With(info.Limit, -1).Validate(); err == nil || !strings.Contains(err.Error(), info.Name) {
			t.Errorf("%s: below zero: %v", info.Name, err)
		}
		if got := (converters.Limits{}).Over(set); got != set {
			t.Errorf("%s: is lost over the defaults", info.Name)
		}
		if got := (converters.Limits{}).With(info.Limit, info.Default).Normal(); got != (converters.Limits{}) {
			t.Errorf("%s: a default that is written out stays", info.Name)
		}
	}
	if len(filled) > 0 {
		t.Errorf("fields without a limit: %v", filled)
	}
}

func TestLimitErrorNamesPlaceValueAndRemedy(t *testing.T) {
	err := &converters.LimitError{Limit: converters.LimitPart, Value: 1234567, Max: 1000}
	want := "one part of a package, unpacked: 1,234,567 bytes is over the limit of 1,000: raise limits.part in backstory/.backstory.json, or --limit part=N"
	if err.Error() != want {
		t.Error(err)
	}
}

func TestOptionsNormalAndOver(t *testing.T) {
	o := converters.Options{Tables: "pipe", Hidden: "mark", Rows: 3}
	if got := o.Normal(); got != (converters.Options{Hidden: "mark", Rows: 3}) {
		t.Errorf("normal: %+v", got)
	}
	if got := o.Over(converters.Options{Tables: "html", Comments: "off"}); got != (converters.Options{Tables: "html", Hidden: "mark", Rows: 3, Comments: "off"}) {
		t.Errorf("over: %+v", got)
	}
	for _, bad := range []converters.Options{{Tables: "x"}, {Hidden: "x"}, {Comments: "x"}, {FrontMatter: "x"}, {Metadata: "x"}, {Compat: "x"}, {Rows: -1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

func TestALimitThatIsNoneHasANameAndNoValue(t *testing.T) {
	none := converters.Limit(200)
	if none.String() != "limit 200" {
		t.Errorf("it is called %q", none)
	}
	defer func() {
		if recover() == nil {
			t.Error("it has a value")
		}
	}()
	converters.Limits{}.Get(none)
}

func TestLanguagesOfRecognition(t *testing.T) {
	for _, good := range []string{"", "eng", "eng+deu", "chi_sim", "script/Latin+eng"} {
		if err := (converters.Options{OCRLanguages: good}).Validate(); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"+", "eng+", "-c", "../eng", "/eng", "eng/", "e n", "a/b/c", strings.Repeat("eng+", 30) + "eng"} {
		if (converters.Options{OCRLanguages: bad}).Validate() == nil {
			t.Errorf("%q passes", bad)
		}
	}
	if got := (converters.Options{OCR: "off", OCRLanguages: "deu"}).Normal(); got != (converters.Options{}) {
		t.Errorf("languages of nothing are kept: %+v", got)
	}
	if got := (converters.Options{OCRLanguages: "eng"}).Over(converters.Options{OCR: "tesseract", OCRLanguages: "deu"}); got != (converters.Options{OCR: "tesseract", OCRLanguages: "deu"}) {
		t.Errorf("over: %+v", got)
	}
}
