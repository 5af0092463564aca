package gate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/document/gate"
)

// benchSize is about what a long chapter has.
const benchSize = 1 << 20

func fill(unit string) string {
	return strings.Repeat(unit, benchSize/len(unit)+1)
}

func BenchmarkGate(b *testing.B) {
	const words = "The gate is passed by every text, most of which is clean.\n"
	for _, c := range []struct{ name, text string }{
		{"clean/ascii", fill(words)},
		{"clean/german", fill("Über die Größe der Häuser läßt sich schön streiten, natürlich.\n")},
		{"clean/cyrillic", fill("Съешь же ещё этих мягких французских булок, да выпей чаю.\n")},
		{"clean/chinese", fill("人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。\n")},
		{"clean/hindi", fill("सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता\n")},
		{"clean/thai", fill("มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ\n")},
		{"guarded/persian", fill("می\u200Cخواهم کتاب\u200Cها را بخوانم و خانه\u200Cی ما بزرگ است\n")},
		{"guarded/khmer", fill("ខ្ញុំ\u200Bចង់\u200Bទៅ\u200Bផ្ទះ\u200Bហើយ\u200Bអាន\u200Bសៀវភៅ\n")},
		{"guarded/emoji", fill("👩\u200D👩\u200D👧 ❤\uFE0F 1\uFE0F\u20E3 and text between them\n")},
		{"guarded/bidi", fill("אני כותב \u2066C++\u2069 כל יום\u200F!\n")},
		{"dirty/crlf", fill(strings.TrimSuffix(words, "\n") + "\r\n")},
		{"dirty/sparse", fill(strings.Repeat(words, 20) + "one\u200Bword\n")},
		{"dirty/ansi", fill("\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m\n")},
		{"dirty/every", fill("a\u200Bb\u202Ec\x00\U000E0041\uFE0F")},
		{"dirty/oneline", fill("word after word without an end\u200B ")},
	} {
		b.Run(c.name, func(b *testing.B) {
			var g gate.Gate
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				g.Text(c.text)
			}
		})
	}
}

func BenchmarkGateRuns(b *testing.B) {
	runs := make([]*string, 8)
	for i := range runs {
		text := "a run of plain words "
		runs[i] = &text
	}
	var g gate.Gate
	b.ReportAllocs()
	for b.Loop() {
		g.Runs(runs)
	}
}

// BenchmarkGateIsLinear passes hostile texts of one size and of 16 times that,
// and fails if a byte of the long one takes much longer: quadratic work would
// take 16 times as long.
func BenchmarkGateIsLinear(b *testing.B) {
	const size, times, most = 1 << 15, 16, 6.0
	for b.Loop() {
		worst := 0.0
		for _, unit := range []string{
			"\u200B", "ก\u200B", "\u200D", "\u115F", "\u115F\u1160", "\x1b]", "\u009D0;x", "\u009B1", "\x1b[", "\uFE0F",
			"😀\uFE0F", "א\u200F", "א\u2067", "\u2067", "\u2069", "א\u2067x\u2069", "\u0301", "\u00AD", "\u2800",
			"⠁\u2800", "م\u0301\u200C", "\u0301\u200C", "\u200E!", "\r", "\n\x00", "\U0001F3F4", "\U000E0041", "\u2061",
			"x\u2061\x00", "\xff", "\x1bP\x1b", "\u115F\x00", "e\u0301\u200D", "\x00\r",
		} {
			short := strings.Repeat(unit, size/len(unit))
			ratio := perByte(strings.Repeat(short, times)) / perByte(short)
			worst = max(worst, ratio)
			if ratio > most {
				b.Errorf("a byte of %d times %+q takes %.1f times as long", times, unit, ratio)
			}
		}
		b.ReportMetric(worst, "times/B")
	}
}

// perByte returns the least time that a byte of the text took.
func perByte(text string) float64 {
	least := time.Duration(0)
	for i := range 5 {
		var g gate.Gate
		start := time.Now()
		g.Text(text)
		if took := time.Since(start); i == 0 || took < least {
			least = took
		}
	}
	return float64(least) / float64(len(text))
}
