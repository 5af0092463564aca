package tokens_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// samples are texts of several kinds with the number of tokens that the
// vocabulary o200k_base has for them.
var samples = []struct {
	name, text string
	want       int
}{
	{"prose", "Caelum grew up in a harbour town where everybody knew the tides by heart. He left it at seventeen, " +
		"with a borrowed coat and two letters of recommendation, and he didn't come back until the lighthouse was sold.\n", 43},
	{"markdown", "## Origin\n\n### File: /01-early/001-file.txt\n\n- **Born:** 1978, in *Lyra* (see `notes.md`)\n" +
		"- First job: harbour pilot\n  1. nights\n  2. weekends\n\n> \"Nothing is lost.\"\n\n[A link](https://example.org/a?b=1)\n", 72},
	{"table", "| Year | Event | Amount |\n| --- | --- | --- |\n| 1978-03-04 | Born | 12.50 |\n" +
		"| 1999-12-31 | Left the harbour | 1024.00 |\n| 2012-06-05 | Came back | 99.95 |\n", 66},
	{"code", "func main() {\n\tfor i := 0; i < len(names); i++ {\n\t\tfmt.Printf(\"%d: %s\\n\", i, strings.ToUpper(names[i]))\n\t}\n}\n", 39},
	{"json", "{\n    \"name\": \"Caelum\",\n    \"born\": 1978,\n    \"tags\": [\"pilot\", \"harbour\"],\n    \"active\": true\n}\n", 35},
	{"japanese", "下人は、大きな嚔をして、それから、大儀そうに立上った。夕冷えのする京都は、もう火桶が欲しいほどの寒さである。\n", 42},
	{"chinese", "这个工具把一个文件夹里的各种文件变成一个文档，供语言模型阅读。相同的输入总是得到相同的输出。\n", 32},
	{"korean", "이 프로그램은 여러 가지 문서를 하나의 파일로 바꿉니다. 같은 입력은 언제나 같은 출력을 만듭니다.\n", 30},
	{"russian", "Он вырос в портовом городе, где каждый знал приливы наизусть, и уехал оттуда в семнадцать лет.\n", 31},
	{"german", "Er wuchs in einer Hafenstadt auf, in der jeder die Gezeiten auswendig kannte, und verließ sie mit siebzehn Jahren.\n", 31},
}

func TestEstimateIsNearTheVocabulary(t *testing.T) {
	var ours, coqui float64
	for _, s := range samples {
		e := float64(tokens.Estimate(s.text))/float64(s.want) - 1
		ours += math.Abs(e)
		coqui += math.Abs(float64(tokens.Coqui(s.text))/float64(s.want) - 1)
		if math.Abs(e) > 0.3 {
			t.Errorf("%s: estimate %d of %d tokens (%+.0f %%)", s.name, tokens.Estimate(s.text), s.want, 100*e)
		}
	}
	n := float64(len(samples))
	if ours/n > 0.10 || ours > coqui/2 {
		t.Errorf("mean error %.1f %%, of chars/4 %.1f %%", 100*ours/n, 100*coqui/n)
	}
}

// Coqui 1.4: a quarter of the characters, rounded up.
func TestCoqui(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "abcd": 1, "abcde": 2, "Hello world": 3, "日本語だ": 1, "日本語だよ": 2,
	} {
		if got := tokens.Coqui(text); got != want {
			t.Errorf("Coqui(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestOnlyNothingIsNoToken(t *testing.T) {
	if got := tokens.Estimate(""); got != 0 {
		t.Errorf("nothing is %d tokens", got)
	}
	for _, text := range []string{"a", " ", "\n", "\t", "-", "1", "é", "日", "\xff", "\u200b", "😀"} {
		if got := tokens.Estimate(text); got < 1 || got > 3 {
			t.Errorf("%q is %d tokens", text, got)
		}
	}
}

// A text that is one long run, however regular, is not next to nothing.
func TestRunsAreCharged(t *testing.T) {
	for _, unit := range []string{"a", "A", "aB", "7", " ", "\t", "\n", " \n", "-", "|-", ".", "é", "я", "日", "ก", "א", "\u200b", "😀", "\xff"} {
		text := strings.Repeat(unit, 64_000/len(unit))
		if got := tokens.Estimate(text); got < len(text)/64 || got > 2*len(text) {
			t.Errorf("%d bytes of %q are %d tokens", len(text), unit, got)
		}
	}
}

// splits cuts a text into parts at every point where cut says so.
func splits(text string, cut func(before, after byte) bool) []string {
	var parts []string
	start := 0
	for i := 1; i < len(text); i++ {
		if utf8.RuneStart(text[i]) && cut(text[i-1], text[i]) {
			parts = append(parts, text[start:i])
			start = i
		}
	}
	return append(parts, text[start:])
}

func TestCounterDoesNotDependOnTheParts(t *testing.T) {
	all := ""
	for _, s := range samples {
		all += s.text
	}
	all += "\r\n\r\n  \n\n| a |\n|---|\n\n\n(it's) fooBarHTTPServer  12345 ' x\n"
	want := tokens.Estimate(all)
	for name, cut := range map[string]func(a, b byte) bool{
		"line ends":       func(a, _ byte) bool { return a == '\n' },
		"before new line": func(_, b byte) bool { return b == '\n' },
		"every character": func(byte, byte) bool { return true },
	} {
		var c tokens.Counter
		for _, part := range splits(all, cut) {
			c.AddString(part)
			c.Tokens() // asking changes nothing
		}
		if got := c.Tokens(); got != want {
			t.Errorf("%s: %d tokens in parts, %d in one", name, got, want)
		}
	}
}

func FuzzCounter(f *testing.F) {
	for _, s := range samples {
		f.Add(s.text, 7)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		whole := tokens.Estimate(text)
		if whole < 0 || whole > 2*len(text)+1 || (whole == 0) != (text == "") {
			t.Fatalf("%d bytes are %d tokens", len(text), whole)
		}
		if at < 0 || at > len(text) || at < len(text) && !utf8.RuneStart(text[at]) || !utf8.ValidString(text) {
			return
		}
		var c tokens.Counter
		c.AddString(text[:at])
		c.AddString(text[at:])
		if c.Tokens() != whole {
			t.Fatalf("%d tokens in parts, %d in one", c.Tokens(), whole)
		}
	})
}

func TestEstimateAllocatesNothing(t *testing.T) {
	text := samples[1].text + samples[5].text
	if n := testing.AllocsPerRun(10, func() { tokens.Estimate(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Every class that the weights are for is charged by some text, and a longer
// word is never cheaper than nothing.
func TestHistogramCountsEveryCharge(t *testing.T) {
	var h tokens.Histogram
	h.Count("a fooBar HTTPServer (x) don't 12345 1 \n\n --- |---|,;: é я 日 😀 —\n")
	seen := map[string]bool{}
	for class, n := range h {
		if n < 0 {
			t.Errorf("class %d: %d", class, n)
		}
		if n > 0 {
			name, _, _ := strings.Cut(tokens.ClassName(class), " ")
			seen[name] = true
		}
	}
	for _, name := range []string{"lower", "mixed", "title", "lead", "accent", "three", "space", "newlines", "run", "different", "symbol", "emoji", "piece", "letter"} {
		if !seen[name] {
			t.Errorf("no charge of %q", name)
		}
	}
}

func BenchmarkEstimate(b *testing.B) {
	for _, s := range samples {
		text := strings.Repeat(s.text, 1<<20/len(s.text))
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				tokens.Estimate(text)
			}
		})
	}
}

func FuzzCharacters(f *testing.F) {
	f.Add("plain text of more than eight bytes")
	f.Add("größer, 日本語, \U0001F600 und so weiter")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		want := utf8.RuneCountInString(text)
		if got := tokens.Characters(text); got != want {
			t.Errorf("%q: %d characters, want %d", text, got, want)
		}
		if got := tokens.Characters([]byte(text)); got != want {
			t.Errorf("%q as bytes: %d characters, want %d", text, got, want)
		}
	})
}
