package bidi

import (
	"strings"
	"testing"

	unicodebidi "golang.org/x/text/unicode/bidi"

	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// drawn returns a text from right to left as it is drawn on a line, each stretch of one
// direction as one, with the brackets that are seen.
func drawn(t *testing.T, text string) []sign {
	t.Helper()
	var p unicodebidi.Paragraph
	if _, err := p.SetString(text, unicodebidi.DefaultDirection(unicodebidi.RightToLeft)); err != nil {
		t.Fatal(err)
	}
	order, err := p.Order()
	if err != nil {
		t.Fatal(err)
	}
	var out []sign
	for i := order.NumRuns() - 1; i >= 0; i-- {
		run := order.Run(i)
		s := run.String()
		if run.Direction() == unicodebidi.RightToLeft {
			s = unicodebidi.ReverseString(s)
		}
		out = append(out, signs(s, int32(i))...)
	}
	return out
}

func signs(s string, run int32) []sign {
	var out []sign
	for _, r := range s {
		out = append(out, sign{r, run})
	}
	return out
}

func read(line []sign, rtl bool) string {
	var b strings.Builder
	for _, i := range reading(line, rtl) {
		b.WriteRune(line[i].Rune)
	}
	return b.String()
}

// TestLineIsReadAsItWasWritten has lines of Hebrew, Arabic and Persian with numbers,
// brackets and words of other scripts, and lines of English with such words.
func TestLineIsReadAsItWasWritten(t *testing.T) {
	for _, want := range []string{
		"סעיף 1.1.2 עוסק בתנאי החוזה (נספח א), ראו גם סעיף 7.3.",
		"לפי הטבלה [7] עלה המחיר ב-50% בשנת 2023, כלומר מ-1,250.50 ש\"ח.",
		"הקבוצה (C1) והקבוצה (C2) נבדקו על ידי IBM Research בתל אביב.",
		"טלפון: 03-5551234, פקס: +972-3-555-9876, תאריך: 12/03/2021, שעה: 14:30-16:45.",
		"הפונקציה f(x) = 2x + 3 מוגדרת לכל x (ראו [3, 4]).",
		"הלחץ הוא 3.5 kPa (בערך), ב-Linux kernel בלבד.",
		"«ציטוט» {סוגריים} <חץ> [מרובעים] (עגולים (כפולים) כאן) סוף.",
		"שנת 1901 1902 עד 99.90 ₪",
		"تنص المادة (12%)",
		"وفقا للجدول [7] ارتفع السعر بنسبة 50% في عام 2023، أي من 1,250.50 إلى 1,875.75 ريال.",
		"الهاتف: 03-5551234، التاريخ: 12/03/2021، الساعة: 14:30-16:45.",
		"بلغت النسبة ٥٠٪ في عام ٢٠٢٣ أي ١٬٢٥٠٫٥٠ ريال (تقريبا).",
		"الإصدار 2.0.1-beta من Linux kernel صدر في 15.6.2022!",
		"بند ۱.۱.۲ قرارداد (پیوست الف) در تاریخ ۱۴۰۳/۰۵/۱۲ امضا شد.",
		"(12%)", "-300", "1.",
	} {
		if got := read(drawn(t, want), true); got != want {
			t.Errorf("%q is read as %q", want, got)
		}
	}
	line := signs("הבר הדות 50 םולש, means (LTS) kernel", 1)
	if got, want := read(line, false), "שלום 50 תודה רבה, means (LTS) kernel"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	line = signs("הרחוש Linux kernel (LTS) אוה", 1)
	if got, want := read(line, true), "הוא Linux kernel (LTS) שוחרה"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBracketsAreToldByWhatIsBesideThem has brackets as programs and PDFium turn them.
func TestBracketsAreToldByWhatIsBesideThem(t *testing.T) {
	const want = "לפי (C1) או [7] או f(x) כאן"
	for _, turn := range []string{"()", "[]", "()[]"} {
		line := signs("ןאכ f(x) וא [7] וא (C1) יפל", 1)
		for i := range line {
			if beside := i > 0 && i+1 < len(line) && script.IsAlnum(line[i-1].Rune) && script.IsAlnum(line[i+1].Rune); !beside && strings.ContainsRune(turn, line[i].Rune) {
				line[i].Rune = mirrored(line[i].Rune)
			}
		}
		if got := read(line, true); got != want {
			t.Errorf("%s turned: %q", turn, got)
		}
	}
}

// TestRelationIsTurnedBack has a sign that PDFium turns between a number and words from
// right to left.
func TestRelationIsTurnedBack(t *testing.T) {
	line := drawn(t, "לכל x > 0 כאן")
	for i := range line {
		if line[i].Rune == '>' {
			line[i].Rune = '<'
		}
	}
	if got := read(line, true); got != "לכל x > 0 כאן" {
		t.Errorf("got %q", got)
	}
}
