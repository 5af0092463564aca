package sml

import "testing"

func TestSharedFormulasMove(t *testing.T) {
	for formula, want := range map[string]string{
		"A1+B2":                      "C4+D5",
		"$A1+A$1+$A$1":               "$A4+C$1+$A$1",
		`"A1"&A1`:                    `"A1"&C4`,
		"'A1 sheet'!A1":              "'A1 sheet'!C4",
		"LOG10(A1)+Table1[x]+A1(B1)": "LOG10(C4)+Table1[x]+A1(D4)",
		"SUM(A1:A9)":                 "SUM(C4:C12)",
		"Rate1x*2":                   "Rate1x*2",
		"XFD1":                       "#REF!",
		"A1048576":                   "#REF!",
		"Sheet1!A1":                  "Sheet1!C4",
		`"open`:                      `"open`,
	} {
		if got := string(MovedFormula(formula, 3, 2)); got != want {
			t.Errorf("%s moves to %s, want %s", formula, got, want)
		}
	}
}

func TestPrintedHeaders(t *testing.T) {
	for code, want := range map[string]string{
		"":                                  "",
		"&P":                                "",
		"&CPage &P of &N":                   "",
		"&LOldal &P":                        "",
		"&LConfidential&RPage &P":           "Confidential",
		`&L&"Arial,Bold"&14Title && more&D`: "Title & more",
		"&K01+000Red&C&14Big":               "Red Big",
		"text &":                            "text &",
		`&"never closed`:                    "never closed",
		"&C&A":                              "",
		"&R12345":                           "",
		"The report of all harbours, &P":    "The report of all harbours,",
	} {
		if got := HeaderText(code); got != want {
			t.Errorf("%q says %q, want %q", code, got, want)
		}
	}
}

func TestCellTexts(t *testing.T) {
	for in, want := range map[string]string{
		"a_x000D_b": "a\nb", "_x005F_x0041_": "_x0041_", "_x41_": "_x41_", "a\r\nb\rc": "a\nb\nc", "x_y": "x_y",
		"&lt;&amp;gt;&#65;&#x42;": "<&gt;AB", "&nope;": "&nope;", "&#xFFFFFFFFF;": "&#xFFFFFFFFF;", "_xD83D_": "_xD83D_",
		"&#14;a_x0010_b_x0012_": "ab", "_x00E9_": "é",
	} {
		if got := string(Decode(nil, []byte(in))); got != want {
			t.Errorf("%q is read as %q, want %q", in, got, want)
		}
	}
}
