package mathml_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters/internal/mathml"
)

// parse reads MathML as it is in a page.
func parse(t *testing.T, src string) *mathml.Node {
	t.Helper()
	nodes, err := html.Parse(strings.NewReader("<math>" + src + "</math>"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range nodes.Descendants() {
		if n.Type == html.ElementNode && n.Data == "math" {
			return node(n)
		}
	}
	t.Fatalf("no math in %q", src)
	return nil
}

func node(n *html.Node) *mathml.Node {
	out := &mathml.Node{Name: n.Data}
	for _, a := range n.Attr {
		out.Attrs = append(out.Attrs, mathml.Attr{Name: a.Key, Value: a.Val})
	}
	for c := range n.ChildNodes() {
		switch c.Type {
		case html.TextNode:
			out.Text += c.Data
		case html.ElementNode:
			out.Children = append(out.Children, node(c))
		}
	}
	return out
}

func TestTeX(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"tokens", "<mi>x</mi><mo>+</mo><mn>12</mn>", "x+12"},
		{"greek before a letter", "<mi>α</mi><mi>x</mi>", `\alpha x`},
		{"greek before a digit", "<mi>α</mi><mn>2</mn>", `\alpha2`},
		{"function", "<mi>sin</mi><mi>x</mi>", `\sin x`},
		{"long name", "<mi>foo</mi>", `\mathrm{foo}`},
		{"text", "<mtext>if 50% &amp; more</mtext>", `\text{if 50\% \& more}`},
		{"text with spaces", "<mi>x</mi><mtext> and </mtext><mi>y</mi>", `x\text{ and }y`},
		{"fraction", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", `\frac{a}{b+1}`},
		{"binomial", "<mrow><mo>(</mo><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>", `\left(\genfrac{}{}{0pt}{}{n}{k}\right)`},
		{"roots", "<msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>", `\sqrt{2}\sqrt[3]{x}`},
		{"scripts", "<msub><mi>x</mi><mi>i</mi></msub><msup><mi>y</mi><mn>10</mn></msup><msubsup><mi>z</mi><mn>1</mn><mn>2</mn></msubsup>", `x_iy^{10}z_1^2`},
		{"script on a row", "<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", `{ab}^2`},
		{"prime", "<msup><mi>f</mi><mo>′</mo></msup>", `f'`},
		{"sum", "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>", `\sum_{i=1}^ni`},
		{"integral", "<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>f</mi>", `\int_0^{\infty}f`},
		{"limit", "<munder><mo>lim</mo><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>", `\lim_{x\rightarrow0}`},
		{"accents", "<mover accent='true'><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover><mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>¯</mo></mover>", `\hat{x}\vec{v}\bar{ab}`},
		{"brace", "<munder><munder><mi>x</mi><mo>⏟</mo></munder><mtext>n</mtext></munder>", `\underset{\text{n}}{\underbrace{x}}`},
		{"overset", "<mover><mo>=</mo><mtext>def</mtext></mover>", `\overset{\text{def}}{=}`},
		{"prescripts", "<mmultiscripts><mi>U</mi><none></none><none></none><mprescripts></mprescripts><mn>92</mn><mn>238</mn></mmultiscripts>", `{}_{92}^{238}U`},
		{"parentheses", "<mo>(</mo><mi>x</mi><mo>)</mo>", `(x)`},
		{"tall parentheses", "<mo>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>)</mo>", `\left(\frac{1}{2}\right)`},
		{"matrix", "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo>", `\begin{bmatrix}1 & 2 \\ 3 & 4\end{bmatrix}`},
		{"cases", "<mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable>", `\begin{cases}1 \\ 2\end{cases}`},
		{"fenced", "<mfenced open='[' close=')' separators=';'><mi>a</mi><mi>b</mi></mfenced>", `[a;b)`},
		{"fenced matrix", "<mfenced><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable></mfenced>", `\begin{pmatrix}1\end{pmatrix}`},
		{"a name in italics", "<mi mathvariant='italic'>rate</mi><mi mathvariant='italic'>t</mi>", `\mathit{rate}t`},
		{"variants", "<mi mathvariant='bold'>v</mi><mi mathvariant='double-struck'>R</mi><mi mathvariant='normal'>d</mi>", `\mathbf{v}\mathbb{R}\mathrm{d}`},
		{"alphabets", "<mi>ℝ</mi><mi>𝐱</mi><mi>𝑥</mi><mi>𝒜</mi><mn>𝟏</mn>", `\mathbb{R}\mathbf{x}x\mathcal{A}\mathbf{1}`},
		{"operators", "<mi>a</mi><mo>≤</mo><mi>b</mi><mo>⇒</mo><mi>c</mi><mo>∈</mo><mi>S</mi><mo>−</mo><mn>1</mn>", `a\leq b\Rightarrow c\in S-1`},
		{"a function without a command", "<mi>softmax</mi><mo>&#x2061;</mo><mi>z</mi>", `\operatorname{softmax} z`},
		{"a function with a base", "<msub><mi>Hom</mi><mi>k</mi></msub><mo>&#x2061;</mo><mi>V</mi>", `\operatorname{Hom}_k V`},
		{"invisible operators", "<mi>f</mi><mo>&#x2061;</mo><mi>x</mi><mo>&#x2062;</mo><mi>y</mi>", `fxy`},
		{"special characters", "<mo>{</mo><mi>x</mi><mo>}</mo><mo>%</mo><mo>#</mo>", `\{x\}\%\#`},
		{"annotation", "<semantics><mi>x</mi><annotation encoding='application/x-tex'> x^2 </annotation></semantics>", `x^2`},
		{"other annotation", "<semantics><mi>x</mi><annotation encoding='StarMath 5.0'>y</annotation></semantics>", `x`},
		{"annotation with words of the formula", `<semantics><mtext>speed</mtext><annotation encoding='TeX'>\begin{array}{cc}\text{speed}\end{array}</annotation></semantics>`, `\begin{array}{cc}\text{speed}\end{array}`},
		{"annotation with other words", `<semantics><mi>x</mi><annotation encoding='TeX'>x \text{obey}</annotation></semantics>`, `x`},
		{"annotation with many short words", "<semantics><mi>x</mi><annotation encoding='TeX'>do as I do to it or go</annotation></semantics>", `x`},
		{"annotation with words of a phantom", `<semantics><mrow><mi>x</mi><mphantom><mtext>obey</mtext></mphantom></mrow><annotation encoding='TeX'>\text{obey}</annotation></semantics>`, `x`},
		{"what nobody sees, deep inside", strings.Repeat("<mrow>", 70) + "<mrow><mi>x</mi><mphantom><mtext>y</mtext></mphantom></mrow>" + strings.Repeat("</mrow>", 70), `x`},
		{"phantom", "<mi>x</mi><mphantom><mtext>y</mtext></mphantom>", `x`},
		{"space", "<mi>a</mi><mspace width='1em'></mspace><mi>b</mi>", `a\quad b`},
		{"enclosed", "<menclose notation='box'><mi>x</mi></menclose>", `\boxed{x}`},
		{"unknown element", "<mfoo><mi>x</mi></mfoo>", `x`},
		{"empty script", "<msup></msup>", `{}^{}`},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mathml.TeX(parse(t, c.src)); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
			}
		})
	}
}

// TestBracesBalance holds every output to braces that close, whatever the
// input is.
func TestBracesBalance(t *testing.T) {
	names := []string{
		"mrow", "mi", "mn", "mo", "mtext", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover",
		"mmultiscripts", "mprescripts", "mtable", "mtr", "mtd", "mfenced", "menclose", "mphantom", "semantics", "mspace",
	}
	texts := []string{"", "x", "{", "}", "\\", "_", "^", "$", "%", "sin", "∑", "(", ")", "[", "α", "~", "𝐱", "|"}
	state := uint32(1)
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>16) % n
	}
	var tree func(depth int) *mathml.Node
	tree = func(depth int) *mathml.Node {
		n := &mathml.Node{Name: names[next(len(names))], Text: texts[next(len(texts))]}
		for range next(4) {
			if depth < 5 {
				n.Children = append(n.Children, tree(depth+1))
			}
		}
		return n
	}
	for range 20_000 {
		n := tree(0)
		if s := mathml.TeX(n); !balanced(s) {
			t.Fatalf("braces do not balance: %s", s)
		}
	}
}

func balanced(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		case '$':
			return false
		}
	}
	return depth == 0
}

func TestDeepNestingKeepsTheText(t *testing.T) {
	n := &mathml.Node{Name: "mi", Text: "x"}
	for range 100_000 {
		n = &mathml.Node{Name: "msqrt", Children: []*mathml.Node{n}}
	}
	if s := mathml.TeX(n); !strings.Contains(s, "x") || !balanced(s) {
		t.Errorf("the text is lost: %.100s", s)
	}
}
