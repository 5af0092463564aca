package omml_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

func tex(t *testing.T, equation string) string {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	text := `<m:oMath xmlns:m="m" xmlns:w="w">` + equation + `</m:oMath>`
	tree, err := xmlread.ReadTree(context.Background(), env, xmlread.Source{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return omml.TeX(tree, xmlread.Root)
}

func r(text string) string { return `<m:r><m:t>` + text + `</m:t></m:r>` }

func arg(name, text string) string { return `<m:` + name + `>` + r(text) + `</m:` + name + `>` }

func TestTeX(t *testing.T) {
	for _, c := range []struct{ name, equation, want string }{
		{"a run", r("x+12.5=αβ"), `x+12.5=\alpha\beta`},
		{"spaces between words", r("if x = y z"), `if\ x=y\ z`},
		{"normal text", `<m:r><m:rPr><m:nor/></m:rPr><m:t>if and </m:t></m:r>`, `\text{if and }`},
		{"an upright word", `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>foo</m:t></m:r>`, `\mathrm{foo}`},
		{"bold", `<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>v</m:t></m:r>`, `\mathbf{v}`},
		{"double-struck", `<m:r><m:rPr><m:scr m:val="double-struck"/></m:rPr><m:t>R</m:t></m:r>`, `\mathbb{R}`},
		{"a fraction", `<m:f><m:num>` + r("a") + `</m:num><m:den>` + r("b") + `</m:den></m:f>`, `\frac{a}{b}`},
		{"a fraction on the line", `<m:f><m:fPr><m:type m:val="lin"/></m:fPr>` + arg("num", "a") + arg("den", "b") + `</m:f>`, `a/b`},
		{"a binomial", `<m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr>` + arg("num", "n") + arg("den", "k") + `</m:f></m:e></m:d>`, `\left(\genfrac{}{}{0pt}{}{n}{k}\right)`},
		{"roots", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>` + arg("e", "x") + `</m:rad><m:rad>` + arg("deg", "3") + arg("e", "y") + `</m:rad>`, `\sqrt{x}\sqrt[3]{y}`},
		{"scripts", `<m:sSup>` + arg("e", "x") + arg("sup", "2") + `</m:sSup><m:sSub>` + arg("e", "y") + arg("sub", "i") + `</m:sSub><m:sSubSup>` + arg("e", "z") + arg("sub", "1") + arg("sup", "n") + `</m:sSubSup>`, `x^2y_iz_1^n`},
		{"prescripts", `<m:sPre>` + arg("sub", "92") + arg("sup", "238") + arg("e", "U") + `</m:sPre>`, `{}_{92}^{238}U`},
		{"a sum", `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>` + arg("sub", "i=1") + arg("sup", "n") + arg("e", "i") + `</m:nary>`, `\sum_{i=1}^ni`},
		{"an integral", `<m:nary><m:naryPr><m:supHide m:val="on"/></m:naryPr>` + arg("sub", "D") + arg("sup", "") + arg("e", "f") + `</m:nary>`, `\int_Df`},
		{"a sum without limits", `<m:nary><m:naryPr><m:chr m:val="∑"/><m:subHide/><m:supHide/></m:naryPr><m:sub/><m:sup/>` + arg("e", "x") + `</m:nary>`, `\sum x`},
		{"a function", `<m:func><m:fName><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r></m:fName>` + arg("e", "x") + `</m:func>`, `\sin x`},
		{"a function without a command", `<m:func>` + arg("fName", "softmax") + arg("e", "z") + `</m:func>`, `\operatorname{softmax} z`},
		{"a function to a power", `<m:func><m:fName><m:sSup>` + arg("e", "rank") + arg("sup", "2") + `</m:sSup></m:fName>` + arg("e", "A") + `</m:func>`, `\operatorname{rank}^2 A`},
		{"a limit", `<m:func><m:fName><m:limLow>` + arg("e", "lim") + arg("lim", "x→0") + `</m:limLow></m:fName>` + arg("e", "f") + `</m:func>`, `\lim_{x\rightarrow0}f`},
		{"brackets", `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>` + arg("e", "a") + `</m:d>`, `[a]`},
		{"separators", `<m:d><m:dPr><m:sepChr m:val=","/></m:dPr>` + arg("e", "a") + arg("e", "b") + `</m:d>`, `(a,b)`},
		{"an open brace", `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr>` + arg("e", "&amp;x=1") + arg("e", "&amp;x=2") + `</m:eqArr></m:e></m:d>`, `\begin{cases}x=1 \\ x=2\end{cases}`},
		{"a matrix", `<m:m><m:mPr/><m:mr>` + arg("e", "1") + arg("e", "2") + `</m:mr><m:mr>` + arg("e", "3") + arg("e", "4") + `</m:mr></m:m>`, `\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}`},
		{"equations", `<m:eqArr>` + arg("e", "a=b") + arg("e", "c=d") + `</m:eqArr>`, `\begin{aligned}a=b \\ c=d\end{aligned}`},
		{"accents", `<m:acc>` + arg("e", "x") + `</m:acc><m:acc><m:accPr><m:chr m:val="&#x0304;"/></m:accPr>` + arg("e", "y") + `</m:acc>`, `\hat{x}\bar{y}`},
		{"bars", `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>` + arg("e", "ab") + `</m:bar><m:bar>` + arg("e", "c") + `</m:bar>`, `\overline{ab}\underline{c}`},
		{"a brace below", `<m:limLow><m:e><m:groupChr>` + arg("e", "x") + `</m:groupChr></m:e>` + arg("lim", "n") + `</m:limLow>`, `\underset{n}{\underbrace{x}}`},
		{"a box", `<m:borderBox>` + arg("e", "E") + `</m:borderBox><m:box>` + arg("e", "F") + `</m:box>`, `\boxed{E}F`},
		{"a phantom", `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>` + arg("e", "x") + `</m:phant>` + r("y"), `y`},
		{"a run that is hidden", r("y") + `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r>`, `y`},
		{"a run that is not hidden", r("y") + `<m:r><w:rPr><w:vanish w:val="0"/></w:rPr><m:t>x</m:t></m:r>`, `yx`},
		{"a phantom that is seen", `<m:phant><m:phantPr><m:zeroWid m:val="1"/></m:phantPr>` + arg("e", "x") + `</m:phant>`, `x`},
		{"changes", `<w:del>` + r("x") + `</w:del><w:ins>` + r("y") + `</w:ins>`, `y`},
		{"a property is no text", `<m:ctrlPr><w:rPr><w:t>x</w:t></w:rPr></m:ctrlPr>` + r("y"), `y`},
		{"characters of LaTeX", r(`50%_#{}\`), `50\%\_\#\{\}\backslash`},
		{"nothing", ``, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tex(t, c.equation); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestDeepEquationsKeepTheirText(t *testing.T) {
	const deep = 200
	got := tex(t, strings.Repeat("<m:e>", deep)+r("x")+strings.Repeat("</m:e>", deep))
	if got != "x" {
		t.Errorf("got %.80q", got)
	}
	got = tex(t, strings.Repeat("<m:rad><m:e>", deep/2)+r("x")+strings.Repeat("</m:e></m:rad>", deep/2))
	if !strings.Contains(got, "x") {
		t.Errorf("the text is lost: %.80q", got)
	}
}

func TestLongRunsAreText(t *testing.T) {
	got := tex(t, r(strings.Repeat("ab+", 5000)))
	if want := `\text{` + strings.Repeat("ab+", 5000) + "}"; got != want {
		t.Errorf("got %.80q", got)
	}
}

func TestField(t *testing.T) {
	for _, c := range []struct{ field, want string }{
		{` EQ \f(1,2) `, `\frac{1}{2}`},
		{`eq \r(3;x,5)`, `\sqrt[3]{x,5}`},
		{`EQ x\s\up8(2)\s\do8(i)`, `x_i^2`},
		{`EQ \b\lc\{(\a(x,y))`, `\begin{cases}x \\ y\end{cases}`},
		{`EQ \i\su(1,n,k)`, `\sum_1^nk`},
		{`EQ \x\to(5)`, `\overline{5}`},
		{`EQ ((a),b)`, `((a),b)`},
		{`EQ \f(`, `\frac{}{}`},
		{`EQ \`, ``},
		{`EQ`, ``},
		{`SEQ x`, ``},
	} {
		if got, prose := omml.Field(c.field); got != c.want || prose {
			t.Errorf("%s: got %s, want %s", c.field, got, c.want)
		}
	}
	if got, prose := omml.Field(`EQ \* jc2 \* "Font:MS Mincho" \o\ad(\s\up 9(かんじ),漢字)`); got != "漢字(かんじ)" || !prose {
		t.Errorf("got %s, %v", got, prose)
	}
}

// Deep switches are text, and end.
func FuzzField(f *testing.F) {
	f.Add(`EQ \f(\r(1;2),\o\ac(○,7))\s\up8(`)
	f.Add("EQ " + strings.Repeat(`\b(`, 100))
	f.Fuzz(func(t *testing.T, text string) { omml.Field(text) })
}
