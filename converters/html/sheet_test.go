package html

import (
	"regexp"
	"strings"
	"testing"
)

// inLabels are the texts of a page that may be hidden.
var inLabels = regexp.MustCompile(`\[may be hidden: [^\]]*\]`)

// expectPages expects that pages show "seen" and not "secret"; and "doubt" in a
// label that says that it may be hidden.
func expectPages(t *testing.T, pages map[string]string) {
	t.Helper()
	for name, page := range pages {
		got, unsure := convertWarned(t, "<!DOCTYPE html>"+page)
		labels := strings.Join(inLabels.FindAllString(got, -1), "")
		plain := inLabels.ReplaceAllString(got, "")
		if strings.Contains(page, "doubt") && (!strings.Contains(labels, "doubt") || strings.Contains(plain, "doubt") || !unsure) {
			t.Errorf("%s: what may be hidden is not in a label: %.80q", name, got)
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%s: what is hidden is shown: %.80q", name, got)
		}
		if strings.Contains(page, "seen") && !strings.Contains(plain, "seen") {
			t.Errorf("%s: what is shown is hidden: %.80q", name, got)
		}
	}
}

// styled is a page with style rules and something that they hide.
func styled(rules, body string) string { return "<style>" + rules + "</style>" + body }

func TestSheetsEndWhereBrowsersEndThem(t *testing.T) {
	const secret = "<p class=x>secret</p><p class=y>seen</p>"
	pages := map[string]string{}
	for name, rules := range map[string]string{
		"parenthesis in a quoted address":     `div{background:url("a)b")} .x{display:none}`,
		"semicolon behind a rule":             `.x{display:none};.x{display:block}`,
		"brace behind a rule":                 `.x{display:none}}.x{display:block}`,
		"brace in a parenthesis of a rule":    `.x{display:none} .z:is({} .x{display:block})`,
		"brace in a parenthesis of a value":   `.x{display:none;z:(} .x{display:block} ) }`,
		"brackets that cross":                 `.x{display:none;z:[);display:block;q:]}`,
		"old marks around an at-rule":         "<!--\n@media screen{.x{display:none}}\n-->",
		"comment between digits":              `.x{opacity:0;opacity:0/**/1}`,
		"comment in a selector":               `p/**/.x{display:none}`,
		"escape in the name of an at-rule":    `@m\65 dia all{.x{display:none}}`,
		"long media query":                    `@media screen` + strings.Repeat(" and (min-width:1px)", 60) + `{.x{display:none}}`,
		"attribute behind a half end tag":     `/* </ */ [class=x]{top:0}[foo]{display:none}`,
		"attribute behind a comment":          `[/**/foo]{display:none}`,
		"attribute behind many on no element": strings.Repeat("[q]", 3) + manyAttributes(200) + `[foo]{display:none}`,
		"operator that is none":               `.x{display:none}.x,[foo!=a]{display:block}`,
		"the last layer":                      `@layer b{} @layer b{.x{display:block}} @layer a{.x{display:none}}`,
		"the last of some layers":             `@layer b, a; @layer a{.x{display:none}} @layer b{.x{display:block}}`,
		"important in the first layer":        `@layer a{.x{display:none!important}} @layer b{.x{display:block!important}} .x{display:block!important}`,
		"layer behind a rule":                 `.x{display:none} @layer a{#i.x, .x{display:block}}`,
		"rule in a rule":                      `p{&.x{display:none}}`,
		"rule in a rule, behind it":           `.x{&:first-child{display:none} display:block}`,
		"one of two in a rule":                `body{.z, > .x{display:none}}`,
		"media in a rule of a rule":           `body{.x{@media screen{display:none} display:block}}`,
		"one of two media":                    `@media (min-width:99999px) or (hover){.x{display:none}}`,
		"feature that is supported":           `@supports (display:grid) and (not (display:foo)){.x{display:none}}`,
		"feature of a browser of old":         `.x{display:none} .x, .x:-ms-clear{display:block}`,
	} {
		pages[name] = styled(rules, strings.ReplaceAll(secret, "class=x", "class=x foo"))
	}
	for name, rules := range map[string]string{
		"attribute of any namespace":     `p.x[*|foo]{display:none}`,
		"import into a layer":            `@import url("data:text/css,.x%7Bdisplay:none%7D") layer(a);`,
		"import on a condition":          `@import url("data:text/css,.x%7Bdisplay:none%7D") layer supports(display:grid) screen;`,
		"selector that is supported":     `@supports selector(:has(a)) and (display:grid){.x{display:none}}`,
		"selector that is not supported": `.x{display:none}@supports selector(:foo){.x{display:block}}`,
		"layer in a layer":               `@layer a{.x{display:none} @layer b{.x{display:block}}}`,
		"order of layers inside a layer": `@layer a{@layer c, b; @layer b{.x{display:none}} @layer c{.x{display:block}}}`,
		"list with an unknown state":     `.x, .z:unknown{display:none}`,
		"media in many parentheses":      "@media " + strings.Repeat("(", 4000) + "min-width:1px" + strings.Repeat(")", 4000) + "{.x{display:none}}",
	} {
		pages[name] = styled(rules, strings.ReplaceAll(secret, "secret", "doubt"))
	}
	pages["attribute in a sheet in an address"] = `<link rel=stylesheet href="data:text/css,%5Bfoo%5D%7Bdisplay:none%7D"><p foo>doubt<p>doubt`
	pages["class in a sheet in an address"] = `<link rel=stylesheet href="data:text/css;base64,LnV7ZGlzcGxheTpub25lfQ=="><p class=u>secret<p>seen`
	pages["sheet in an address in another one"] = styled(`@import "data:text/css,@import%20url(data:text/css,.u{display:none});" screen;`, "<p class=u>secret<p>seen")
	pages["address that is no sheet"] = `<link rel=stylesheet href="data:text/plain,p{display:none}"><p>seen`
	pages["braces in a style attribute"] = `<p style="display:none;x:{;display:block;}">secret<p>seen`
	pages["quote in an address without quotes"] = `<p style="background:url(it's);display:none">secret<p>seen`
	expectPages(t, pages)
}

func TestSheetsThatComeAgainKeepTheirOrder(t *testing.T) {
	const hide, show, secret, seen = `.x{display:none}`, `.x{display:block}`, "<p class=x>secret</p>", "<p class=x>seen</p>"
	const late, early, text = `@layer b{.x{display:none}}`, `@layer a{.x{display:block}}`, "<p class=x>secret</p><p>seen</p>"
	pages := map[string]string{}
	for name, sheets := range map[string][]string{
		"the last hides":                  {hide, show, hide, secret},
		"the last shows":                  {show, hide, show, seen},
		"the more specific one shows":     {"p" + show, hide, "p" + show, hide, seen},
		"the important one hides":         {`.x{display:none!important}`, show, `.x{display:none!important}`, show, secret},
		"the first layer is early":        {early, late, early, text},
		"the name of a layer has escapes": {strings.Replace(early, "layer", `l\61yer`, 1), late, strings.Replace(early, "layer", `l\61yer`, 1), text},
		"a layer is imported":             {`@import "data:text/css,` + early + `"`, late, `@import "data:text/css,` + early + `"`, text},
		"important in the first layer": {
			strings.Replace(late, "none", "none!important", 1), strings.Replace(early, "block", "block!important", 1),
			strings.Replace(late, "none", "none!important", 1), text,
		},
	} {
		var page strings.Builder
		for _, sheet := range sheets[:len(sheets)-1] {
			page.WriteString("<style>" + sheet + "</style>")
		}
		pages[name] = page.String() + sheets[len(sheets)-1]
	}
	pages["the last is for print"] = "<style>" + hide + "</style><style>" + show + "</style><style media=print>" + hide + "</style>" + seen
	expectPages(t, pages)
}

func TestElementsOfTheSameRulesMayDiffer(t *testing.T) {
	expectPages(t, map[string]string{
		"by a variable":           styled(`.x{display:var(--d)} .a{--d:none} .b{--d:block}`, "<div class=b><p class=x>seen</p></div><div class=a><p class=x>secret</p></div>"),
		"by what is behind":       styled(`.x{position:relative;z-index:-1} .a{background:#fff}`, "<p class=x>seen</p><div class=a><p class=x>doubt</p></div>"),
		"by a flexible box":       styled(`.x{flex-basis:0;overflow:hidden} .a{display:flex}`, "<div><p class=x>seen</p></div><div class=a><p class=x>doubt</p></div>"),
		"by a place around it":    styled(`.x{position:absolute;left:-600px;width:100px} .a{position:relative;margin-left:700px}`, "<p class=x>secret</p><div class=a><p class=x>doubt</p></div>"),
		"by a sheet that follows": styled(`.x{color:#000}`, "<p class=x>seen</p>"+styled(`p{color:#000}`, "<p class=x>seen</p>")),
	})
}

func TestScopesAreNotEvaluated(t *testing.T) {
	const page = "<div class=a><p class=c>doubt</p><div class=B><p>seen</p></div></div>"
	expectPages(t, map[string]string{
		"inside":      styled("@scope (.a){p.c{display:none}}", page),
		"with media":  styled("@scope (.a) to (.B){@media all{p.c{display:none}}}", page),
		"with hiding": styled("p{display:none} @scope (.a){p{display:block}}", "<div class=a><p>doubt</p></div><q>seen</q>"),
		"elsewhere":   styled("@scope (.a){q{display:none}}", "<p>seen<q>doubt</q>"),
		"its root":    styled("@scope (.a){:scope > .c{display:none}}", page),
		"the same":    styled("@scope (.a){& > p.c{display:none}}", page),
		"one itself":  styled("@scope (.c){p:scope{display:none}}", "<div><p class=c>doubt</p></div>"),
		"none":        styled("& .c{display:none} p:scope{display:none}", "<p>seen</p><p class=c>secret</p>"),
		"media":       styled("@media all{&:root .c{display:none}}", "<p>seen</p><p class=c>secret</p>"),
		"a value":     styled(`p[title="&"]{display:none}`, "<p>seen</p><p title='&'>secret</p>"),
	})
}

func TestEndsOfAnimationsAreUnsure(t *testing.T) {
	const frames = "@keyframes h{to{opacity:0}}@keyframes g{to{top:0}}"
	pages := map[string]string{}
	for name, rules := range map[string]string{
		"first of two":  frames + ".x{animation:h 0s forwards, g 1s}",
		"second of two": frames + ".x{animation:g 1s forwards, h 1s both}",
		"lists":         frames + ".x{animation-name:g,h;animation-fill-mode:forwards}",
		"variable":      "@keyframes v{to{opacity:var(--o)}}html{--o:0}.x{animation:v 0s forwards}",
		"not kept":      strings.Repeat("@keyframes k{to{top:0}}", 1100) + frames + ".x{animation:h 0s forwards}",
	} {
		pages[name] = styled(rules, "<p class=x>doubt</p><p>seen</p>")
	}
	const appears = "@keyframes i{from{opacity:0}to{opacity:1}}.x{opacity:0;"
	pages["that shows"] = styled(appears+"animation:i 1s both}", "<p class=x>seen</p>")
	pages["that shows late"] = styled(appears+"animation:i 1s 2h both}", "<p class=x>doubt</p>")
	pages["that shows at times"] = styled(appears+"animation:i 1s infinite}", "<p class=x>doubt</p>")
	pages["that is paused"] = styled(appears+"animation:i 1s both;animation-play-state:paused}", "<p class=x>doubt</p>")
	pages["that shows backwards"] = styled(appears+"animation:i 1s reverse both}", "<p class=x>doubt</p>")
	pages["that is not here"] = styled(".x{opacity:0;animation:i 1s both}", "<p>seen<p class=x>secret</p>")
	pages["that may be elsewhere"] = styled(".x{opacity:0;animation:i 1s both}", "<link rel=stylesheet href=a.css><p class=x>doubt</p>")
	pages["that never hides"] = styled("@keyframes i{from{opacity:.5}}.x{animation:i 1s infinite}", "<p class=x>seen</p>")
	pages["that does not stay"] = styled(frames+".x{animation:h 1s, g 1s forwards}", "<p class=x>seen</p>")
	expectPages(t, pages)
}

func TestFormattingElementsBesideOthers(t *testing.T) {
	expectPages(t, map[string]string{
		"beside one":          styled(".y + span{display:none}", "<p><b class=y>seen</b><span>secret</span>"),
		"beside an empty one": styled(".icon + span{display:none}", "<p>seen<i class=icon></i><span>secret</span>"),
		"one behind others":   styled("span ~ a{display:none}", "<p><span>seen</span> t <a href=x>secret</a>"),
		"the second":          styled("b:nth-child(2){display:none}", "<p><b>seen</b><b>secret</b>"),
		"behind one":          styled("span:nth-child(1){display:none}", "<p><b>t</b><span>seen</span>"),
		"inside one":          styled("span:nth-child(1){display:none}", "<p><i>seen</i><span>t</span><b><span>secret</span></b>"),
		"around some":         styled("p:has(> b + i){display:none}", "<p>doubt<b>a</b><i>b</i><p>doubt"),
		"in front of one":     styled("p:has(+ b){display:none}", "<p>doubt</p><b>a</b><p>doubt"),
	})
}

func TestPseudoClassesThatAsk(t *testing.T) {
	expectPages(t, map[string]string{
		"the first among some": styled(":nth-child(1 of .y){display:none}", "<p>seen</p><p class=y>secret</p>"),
		"of some in all":       styled(":nth-child(2 of .y){display:none}", "<p class=y>seen</p><q>seen</q><p class=y>secret</p>"),
		"direction":            styled(".x:dir(ltr){display:none}", "<p class=x>doubt</p>"),
		"language":             styled("p:lang(de, 'en'){display:none}", "<p lang=en-GB>doubt"),
		"the last":             styled("p:last-child{display:none}", "<p>seen<p>secret"),
		"the last but some":    styled("p:nth-last-child(2n+1){display:none}", "<p>secret<p>seen<p>secret"),
		"the first of a name":  styled("p:first-of-type{display:none}", "<q>seen</q><p>secret"),
		"nothing in it":        styled("p:empty{display:none}", "<p>seen</p><p></p>"),
		"the ground of some":   styled("p:nth-child(odd){background:#333}p{color:#fff}", "<p>seen<p>secret"),
		"behind the first":     styled("p:first-child+p{display:none}", "<p>seen<p>secret"),
		"the first line":       styled("p::first-line{font-size:0}", "<p>doubt"),
		"two that disagree":    styled("p:has(a){display:none}p:has(b){display:block}", "<p>doubt"),
		"none of some":         styled("p:not(:has(a)){display:none}", "<p>doubt"),
		"that shows":           styled("p{display:none}p:has(a){display:block}", "<p><a href=x>doubt</a>"),
		"unknown":              styled("p:foo(1){display:none}", "<p>doubt"),
	})
}

// manyAttributes returns rules that ask for many attributes.
func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("[a" + strings.Repeat("b", i%40) + string(rune('c'+i/40)) + "]{top:0}")
	}
	return b.String()
}

func TestRulesThatAreTooDeepAreTold(t *testing.T) {
	pages := map[string]string{}
	for name, rules := range map[string]string{
		"media in medias": strings.Repeat("@media all{", 100) + ".x{display:none}",
		"media in a rule": ".x{" + strings.Repeat("@media all{", 40) + "display:none",
		"rules in a rule": ".x{" + strings.Repeat("&{", 40) + "display:none",
		"rules in rules":  strings.Repeat(".a{", 40) + ".x{display:none}" + strings.Repeat("}", 40),
	} {
		pages[name] = styled(rules, "<p class=x id=i>doubt</p>")
	}
	expectPages(t, pages)
}

func TestDefinitionsThatDrawingsUse(t *testing.T) {
	expectPages(t, map[string]string{
		"a text":          `<p>seen</p><svg width=90 height=90><defs><text id=a y=9>doubt</text></defs><use href="#a"/></svg>`,
		"of a symbol":     `<p>seen</p><svg><symbol id=a><text y=9>doubt</text></symbol></svg><svg width=90 height=90><use xlink:href="#a"/></svg>`,
		"of another name": `<p>seen</p><svg width=90 height=90><defs><text id=a y=9>secret</text></defs><use href="#b"/></svg>`,
	})
}
