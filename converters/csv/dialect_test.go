package csv

import (
	"strings"
	"testing"
)

func TestDelimiterIsTheOneThatFits(t *testing.T) {
	for _, c := range []struct {
		name, text string
		usual      byte
		want       byte
	}{
		{"comma", "a,b,c\n1,2,3\n", ',', ','},
		{"semicolon", "a;b;c\n1;2;3\n", ',', ';'},
		{"tab in csv", "a\tb\n1\t2\n", ',', '\t'},
		{"pipe", "a|b\n1|2\n", ',', '|'},
		{"decimal commas", "a;b\n1,5;2,5\n3,5;4,5\n", ',', ';'},
		{"decimal commas without a header", "1,5;2,5\n3,5;4,5\n", ',', ';'},
		{"decimal commas in quotes", "a;b;c\n\"1,5\";\"2,5\";x\n\"3,0\";y;z\n", ',', ';'},
		{"lists of the other delimiter", "id,tags\n1,a;b\n2,c;d\n3,e;f\n", ',', ','},
		{"lists in every cell", "id,a;b\n1,a;b\n2,c;d\n", ',', ','},
		{"sentences in one column", "Remark\nFast, friendly, good\nBad\nSlow\nFine, but dear\n", ',', noComma},
		{"sentences full of commas", "Remark\na, b\na, b, c\na, b, c, d\nx, y\np, q, r, s, t\n", ',', noComma},
		{"one column", "Industry\nAccounting/Finance\nSales\n", ',', noComma},
		{"one quoted column", "\"Name\"\n\"Doe, Jane\"\n\"Roe, Jane\"\n", ',', noComma},
		{"a header only", "a;b;c\n", ',', ';'},
		{"a short header", "Name\nAda,1\nBob,2\n", ',', ','},
		{"a title above", "Sales of the year\n\na;b\n1;2\n3;4\n5;6\n", ',', ';'},
		{"ragged rows", "a,b,c\n1\n2,3\n4,5,6,7\n", ',', ','},
		{"a header over short rows", "a,b\n1\n2\n3\n", ',', ','},
		{"a header that does not fit", "x;y,z\n" + strings.Repeat("1;2,5,7\n", 9), ',', ';'},
		{"delimiters in quotes", "a|b\n\"1,2,3\"|x\n\"4,5,6\"|y\n", ',', '|'},
		{"line ends in quotes", "a;b\n\"1\n2,2\n3,3\n4,4\";x\n\"5\";y\n", ',', ';'},
		{"tab is usual in tsv", "a,b\tc,d\n1,2\t3,4\n", '\t', '\t'},
		{"commas in tsv", "a,b\n1,2\n", '\t', ','},
		{"words in tsv", "Name\nDoe, Jane\nRoe\nPoe\n", '\t', noComma},
		{"empty", "", ',', ','},
		{"delimiters alone", ",,\n,,\n", ',', ','},
	} {
		if got := sniff([]byte(c.text), false, c.usual).comma; got != c.want {
			t.Errorf("%s: delimiter %q, want %q", c.name, got, c.want)
		}
		// The same from a sample that is cut somewhere in its last third.
		if long := strings.Repeat(c.text, 20); strings.Count(c.text, "\n") > 2 && c.name != "a title above" && c.name != "a short header" {
			if got := sniff([]byte(long[:len(long)-len(c.text)/3]), true, c.usual).comma; got != c.want {
				t.Errorf("%s, cut: delimiter %q, want %q", c.name, got, c.want)
			}
		}
	}
}

// The end of the quote may be behind the sample.
func TestOpenQuoteInASampleDoesNotHideTheRest(t *testing.T) {
	sample := []byte("\"x;1\n" + strings.Repeat("y;2\n", 1000))
	if got := sniff(sample, true, ',').comma; got != ';' {
		t.Errorf("delimiter %q", got)
	}
}

func TestBackslashEscapesQuotesWhereTheFileDoes(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{`a,"say \"hi, there\"",b` + "\n", true},
		{`a,"C:\dir\",b` + "\n", false},
		{`a,"say ""hi""",b` + "\n", false},
		{`a,say \"hi\",b` + "\n", false},
		{`a,"C:\dir\",b` + "\n" + `a,"C:\dir\",c` + "\n", false},
	} {
		if got := sniff([]byte(c.text), false, ',').backslash; got != c.want {
			t.Errorf("%q: backslash %v", c.text, got)
		}
	}
}

func TestFirstLineMaySayTheDelimiter(t *testing.T) {
	for _, c := range []struct {
		text string
		want byte
	}{
		{"sep=;\na;b\n", ';'},
		{"SEP=|\r\na|b", '|'},
		{"sep=\t\n", '\t'},
		{"\"sep=,\"\n", ','},
		{"sep=^\n", '^'},
		{"sep=;", ';'},
		{"sep=", 0},
		{"sep=x\n", 0},
		{"sep=\"\n", 0},
		{"sep=;;\n", 0},
		{"sep;=\n", 0},
		{"", 0},
		{"sep=\r\n", 0},
	} {
		if got, ok := declared([]byte(c.text)); got != c.want || ok != (c.want != 0) {
			t.Errorf("%q: %q, %v", c.text, got, ok)
		}
	}
}

func TestHeaderIsTheFirstRowUnlessItClearlyIsData(t *testing.T) {
	for _, c := range []struct {
		text string
		data bool
	}{
		{"Name,Age\nAlice,30\n", false},
		{"Alice,30\nBob,25\n", false},
		{"1,2,3\na,b,c\n", false},
		{"1,2,3\n4,5,6\n", false},
		{"2019,2020\n4,5\n", false},
		{"2000,2010,2020\n4,5,6\n", false},
		{"Year,2019,2020\nNorth,4,5\n", false},
		{",2019,2021\nNorth,4,5\n", false},
		{"5.1,3.5,1.4\n4.9,3.0,1.4\n", true},
		{"7\n9\n12\n", true},
		{"1,5,\n7,2,\n", true},
		{"1,5,\n7,2,x\n", false},
		{"0,0,0\n1,0,0\n", true},
		{"$3,40%\n$4,50 %\n", true},
		{"3.5e-7,1\n2E8,1\n", true},
		{"2024-01-31,GET,200\n2024-02-01,PUT,404\n", true},
		{"31.1.2024,x\n1.2.2024,y\n", true},
		{"2024-01-31T10:00:00Z,x\n2024-01-31 10:00:00.5 +0100,y\n", true},
		{"10:00,x\n11:30 pm,y\n", true},
		{"x,a@example.org\ny,b@example.org\n", true},
		{"10.0.0.1,x\n10.0.0.2,y\n", true},
		{"https://example.org,x\nhttp://example.org,y\n", true},
		{"123e4567-e89b-12d3-a456-426614174000,x\n123e4567-e89b-12d3-a456-426614174001,y\n", true},
		{"Region,2024-01-31\nNorth,5\n", false},
		{"mail@,x\nb@example.org,y\n", false},
		{"1,2,3\n", false},
		{"5.5\n", false},
	} {
		if got := isData(topRows(dialect{comma: ','}, []byte(c.text), false)); got != c.data {
			t.Errorf("%q: data %v, want %v", c.text, got, c.data)
		}
	}
}

func TestTitlesStandAboveTheTable(t *testing.T) {
	for _, c := range []struct {
		text   string
		titles int
	}{
		{"Sales\na,b,c\n1,2,3\n", 1},
		{"Sales,,\n\"of the\nyear\",,\n,,\na,b,c\n1,2,3\n", 2},
		{"Name\nAda,1\nBob,2\n", 0},
		{"Sales\n\na,b\n1,2\n", 1},
		{",Sales,\na,b,c\n1,2,3\n", 0},
		{"Sales\n\na,b\n1\n", 0},
		{"Sales\n\na,b\n", 0},
		{"a\nb\nc\n", 0},
		{"", 0},
		{strings.Repeat("x\n", 10) + "a,b,c\n1,2,3\n", 10},
		{strings.Repeat("x\n", 11) + "a,b,c\n1,2,3\n", 0},
	} {
		if got := titles(topRows(dialect{comma: ','}, []byte(c.text), false)); got != c.titles {
			t.Errorf("%q: %d titles, want %d", c.text, got, c.titles)
		}
	}
}
