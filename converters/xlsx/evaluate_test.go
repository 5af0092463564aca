package xlsx

import (
	"strings"
	"testing"
)

// The cells are A1 = 5, B1 = "Text", C1 = TRUE, D1 = #N/A, E1 = 0; the rule is
// written for A1 and looked at for A1.
func TestConditionsAreEvaluated(t *testing.T) {
	sh := &sheet{book: &book{}}
	var cells []cell
	var values []value
	for i, v := range []struct {
		text string
		value
	}{{"5", value{num: 5, kind: valueNumber}}, {"Text", value{kind: valueText}}, {"TRUE", value{num: 1, kind: valueBool}}, {"#N/A", value{kind: valueError}}, {"0", value{kind: valueNumber}}} {
		sh.store.most = 1 << 20
		at, err := sh.store.add([]byte(v.text))
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, cell{at: at, col: uint16(i)})
		values = append(values, v.value)
	}
	sh.add(row{number: 1}, cells, values)
	for formula, want := range map[string]string{
		"TRUE": "yes", "=TRUE()": "yes", "1": "yes", "0": "no", "FALSE": "no", `"x"`: "no", "-1": "yes", "5%": "yes",
		"A1=5": "yes", "$A$1>5": "no", "A1>=5": "yes", "A1<>5": "no", "(A1+1)*2=12": "yes", "A1/2=2.5": "yes", "A1-5": "no",
		`B1="text"`: "yes", `B1&"s"="Texts"`: "yes", `B1=""`: "no", `F1=""`: "yes", "F1=0": "yes", "ISBLANK(F1)": "yes", "ISBLANK(A1)": "no",
		"C1": "yes", "NOT(C1)": "no", "AND(C1,A1=5)": "yes", "OR(A1=1,A1=5)": "yes", "AND(A1=1,C1)": "no",
		"ISERROR(D1)": "yes", "ISERROR(A1)": "no", "D1=1": "no", "ISERROR(1/0)": "yes", "ISERROR(A1/E1)": "yes",
		"LEN(B1)=4": "yes", "LEN(TRIM(F1))=0": "yes", "ISNUMBER(A1)": "yes", "ISTEXT(B1)": "yes", "ABS(-3)=3": "yes",
		"MOD(ROW(),2)=1": "yes", "COLUMN()=1": "yes", "IF(A1=5,1,0)": "yes", "IF(A1=4,1,0)": "no", "MOD(A1,0)": "no",
		`"1"=1`: "no", "B1>A1": "yes", "C1>B1": "yes", `"a""b"="A""B"`: "yes",
		"SUM(A1:B1)": "?", "VLOOKUP(A1,B1,1)": "?", "Other!A1=1": "?", "A1:A3=1": "?", "": "?", "A1=": "?", "(A1": "?", "A1 A2": "?",
		"Name=1": "?", "ISERROR(": "?", "1,2": "?", "((((((((((((((((((1))))))))))))))))))": "?", "------------------1": "?", `"open`: "?",
	} {
		holds, known := sh.truthOf(&rule{formulas: []string{formula}, origin: place{1, 0}}, place{1, 0})
		got := map[bool]string{true: "yes", false: "no"}[holds]
		if !known {
			got = "?"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
	// Relative references move with the cell, others do not.
	for formula, want := range map[string]bool{"A1=5": false, "$A1=5": true, "A1=0": true, "A$1=0": true, "$A$1=5": true} {
		if holds, known := sh.truthOf(&rule{formulas: []string{formula}, origin: place{1, 0}}, place{1, 4}); !known || holds != want {
			t.Errorf("%s at E1: %t, %t", formula, holds, known)
		}
	}
}

// What is hidden for certain stays hidden where there is no time to look at the
// other cells.
func TestMoreConditionsThanAreLookedAtLeaveDoubt(t *testing.T) {
	sh := &sheet{book: &book{}}
	sh.looks = looksMost
	sh.add(row{number: 1}, []cell{{flags: flagJudged}, {col: 1}, {col: 2, flags: flagFaint}, {col: 3, flags: flagDoubt}}, nil)
	sh.rules = []rule{{look: &look{veils: true}, areas: []area{{place{1, 0}, place{1, 9}}}}}
	sh.judge()
	cells := sh.of(&sh.rows[0])
	for i, want := range []flags{flagJudged, flagDoubt, flagFaint | flagUnsure, flagDoubt} {
		if cells[i].flags != want {
			t.Errorf("cell %d: %b, want %b", i, cells[i].flags, want)
		}
	}
}

// Once the texts that conditions read are too long together, no more are read.
func TestTextsThatConditionsReadAreBounded(t *testing.T) {
	sh := &sheet{book: &book{}}
	sh.store.most = 1 << 20
	at, err := sh.store.add([]byte("Text"))
	if err != nil {
		t.Fatal(err)
	}
	sh.add(row{number: 1}, []cell{{at: at}}, nil)
	if text, ok := sh.readText(place{1, 0}); text != "Text" || !ok {
		t.Errorf("at first %q, %t", text, ok)
	}
	sh.evaluated = evaluationsMost + 1
	if text, ok := sh.readText(place{1, 0}); text != "" || ok || sh.evaluated != evaluationsMost+1 {
		t.Errorf("then %q, %t", text, ok)
	}
}

func TestRangesOfChoicesAreCutBetweenThem(t *testing.T) {
	for cells, want := range map[string]string{
		"A1":                            "A1",
		"A1:A2 B1":                      "A1:A2 and B1",
		strings.Repeat("A1 ", 101):      strings.Repeat("A1 and ", 100) + "…",
		strings.Repeat("A", 400):        "…",
		strings.Repeat("A", 299) + " B": strings.Repeat("A", 299) + " and …",
	} {
		if got := shortCells(cells); got != want {
			t.Errorf("%q: %q", cells, got)
		}
	}
}
