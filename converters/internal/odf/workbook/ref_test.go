package workbook

import (
	"testing"
)

func TestReferencesToCells(t *testing.T) {
	for in, want := range map[string][2]string{
		"Sheet1.A1:Sheet1.C10":    {"Sheet1", "A1:C10"},
		"$Sheet1.$B$3":            {"Sheet1", "B3"},
		"'It''s. x'.A1:.AA2":      {"It's. x", "A1:AA2"},
		"$'a:b'.$A$1:$'a:b'.$A$2": {"a:b", "A1:A2"},
		"Sheet1.XFD1048576":       {"Sheet1", "XFD1048576"},
	} {
		got, ok := readArea(in)
		if !ok || got.sheet != want[0] || got.String() != want[1] {
			t.Errorf("readArea(%q) = %+v, %v; want %+v", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "Sheet1", "Sheet1.", "A", "1", "Sheet1.A0", "S.C1:S.A1", "S.A1:", "'", "S.A99999999999", "S.A1 S.B1"} {
		if got, ok := readArea(in); ok {
			t.Errorf("readArea(%q) = %+v", in, got)
		}
	}
}

func TestFormulasAsPeopleWriteThem(t *testing.T) {
	for in, want := range map[string]string{
		"of:=SUM([.A1:.B2];[$Other.C3])": "=SUM(A1:B2;$Other.C3)",
		`of:="[.A1]"&[.A1]`:              `="[.A1]"&A1`,
		"oooc:=[.A1]*1.5":                "=A1*1.5",
		"=A1":                            "=A1",
		"msoxl:=A1":                      "=A1",
	} {
		if got := formulaText(in); got != want {
			t.Errorf("formulaText(%q) = %q, want %q", in, got, want)
		}
	}
}
