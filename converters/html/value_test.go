package html

import (
	"strings"
	"testing"
)

func TestValuesThatAreNoneChangeNothing(t *testing.T) {
	long := strings.Repeat(" ", 5000)
	pages := map[string]string{}
	for _, style := range []string{
		"display:none;display:none none", "display:none;display:block inline", "display:none;display:block none",
		"height:0;overflow:hidden;overflow:none", "height:0;overflow:hidden;overflow-y:0", "height:0;overflow:hidden;overflow:visible bogus",
		"height:0;overflow:hidden;height:none", "height:0;overflow:hidden;height:bogus(1)", "height:0;overflow:hidden;height:calc(1px+1px)", "max-height:0;overflow:hidden;max-height:auto",
		"position:absolute;left:-9999px;left:5", "position:absolute;left:-9999px;left:calc(none)",
		"margin-left:-9999px;margin:0 0 0 0 0", "margin-left:-9999px;margin:0 none 0 0",
		"text-indent:-9999px;text-indent:none", "letter-spacing:-1em;letter-spacing:none",
		"font-size:0;font:12px", "font-size:0;font:bogus",
		"clip-path:inset(100%);clip-path:bogus",
		"transform:scale(0);transform:bogus",
		"color:#fff;color:rgb(bogus)", "color:#fff;background-image:bogus",
		"color:#fff;background:#fff;background:#000 bogus", "color:#fff;background:#fff;background:#000 #000",
		"font-size:0." + strings.Repeat("0", 40) + "px", "position:absolute;left:-9999." + strings.Repeat("0", 40) + "px",
		"position:fixed;left:calc(100% + 1px)", "position:fixed;left:101vw",
		"position:absolute;inset:-9999px" + long + "auto", "font:0/0 a" + long + "b",
	} {
		pages[style] = `<p style="` + style + `">secret<p>seen`
	}
	pages["around a box on the screen"] = `<div style="overflow:hidden;width:0"><div style="position:fixed;width:9em">seen</div></div><p>seen`
	pages["around a box on the screen and a text"] = `<div style="overflow:hidden;width:0"><div style="position:fixed;width:9em">seen</div>secret<p>secret</div><p>seen`
	pages["around a box on the page"] = `<div style="overflow:hidden;width:0"><div style="position:relative;width:9em">secret</div></div><p>seen`
	for _, style := range []string{ // nobody knows whether they are values
		"transform:scale(0);transform:scale(10px)", "transform:rotateX(90deg);transform:rotateX(10px)", "scale:0;scale:none none", "filter:opacity(0);filter:opacity(none)",
		"filter:opacity(0);filter:bogus(1)", "clip-path:inset(100%);clip-path:inset(bogus)", "position:absolute;clip:rect(0,0,0,0);clip:rect(none)",
		"color:#fff;text-shadow:bogus", "color:#fff;text-shadow:1px", "transform:scale(sin(0))", "left:-9999px;position:absolute;left:round(1px)", "font:0/0 " + strings.Repeat("a,", 3000) + "b",
		"position:absolute;left:-9999", // a length in quirks mode alone
	} {
		pages[style] = `<p style="` + style + `">doubt<p>seen`
	}
	expectPages(t, pages)
}

func TestReferencesThatBrowsersFollow(t *testing.T) {
	pages := map[string]string{
		"no value":       `<p style="display:env(bogus, none)">doubt</p><p style="padding-left:env(safe-area-inset-left);display:var(--none)">seen</p>`,
		"a value of two": styled("p{--off: ;--on:initial}", `<p style="display:var(--off) none">secret</p>`),
	}
	for rules, style := range map[string]string{
		"p{--o:0}": "opacity:attr(title type(*))",
		"p{--a:1}": "display:if(style(--a:1): none; else: block)",
		"@property --D{syntax:'*';inherits:true;initial-value:none}": "display:var(--D)",
	} {
		pages[style] = styled(rules, `<p style="`+style+`">doubt</p>`)
	}
	expectPages(t, pages)
}

func TestClassesAreWholeWords(t *testing.T) {
	expectPages(t, map[string]string{
		"a letter twice":             styled(".b.a{display:none}", "<p class='b aa'>seen</p>"),
		"white space of other kinds": styled(".a\u00a0b{display:none}", "<p class='a\u00a0b'>secret</p><p>seen</p>"),
	})
}

func TestLettersThatMayBeSeenByWhatIsAroundThem(t *testing.T) {
	for style, want := range map[string]string{
		"color:transparent;-webkit-text-stroke:1px #000": "doubt", "color:transparent;-webkit-text-stroke:0 #000": "secret",
		"color:#fff;text-shadow:1px 1px 1px #000": "doubt", "color:transparent;text-shadow:0 0 0 #000": "doubt", "color:#fff;text-shadow:none": "secret",
		"color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text": "seen", "color:transparent;background:linear-gradient(red,blue)": "secret",
	} {
		expectPages(t, map[string]string{style: `<p style="` + style + `">` + want + "<p>seen"})
	}
}

func TestBoxesThatLeaveNothingToRead(t *testing.T) {
	pages := map[string]string{}
	for _, style := range []string{
		"position:absolute;left:200vw", "position:absolute;left:calc(100vw + 100vw)", "position:absolute;right:100vw", "position:absolute;right:3000px",
		"position:fixed;left:110vw", "position:fixed;top:100%", "position:fixed;bottom:900px",
		"transform:translateX(9999px)", "translate:200vw", "margin-left:9999px", "text-indent:9999px",
		"transform:scale(.05)", "scale:.05", "filter:blur(0) opacity(0)", "clip-path:inset(9999px)", "clip-path:inset(0 0 0 600px)", "font-size-adjust:0",
		"color:#000;background:linear-gradient(#000,#000)", "contain:strict;height:0", "contain:layout paint;height:0", "overflow:hidden;height:4px", "overflow:hidden;height:0;padding:2px",
		"overflow:hidden;width:0;text-overflow:ellipsis",
	} {
		pages[style] = `<p style="` + style + `">secret<p>seen`
	}
	for _, style := range []string{ // not evaluated
		"overflow:hidden;height:0;flex:1", "clip-path:polygon(0 0,0 0,0 0)", "color:ffffff",
		"transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)", "transform:matrix(1,0,0,1,9999,0)", "transform:rotate3d(1,0,0,90deg)", "filter:blur(2em)",
		"filter:brightness(0) invert(1)", "filter:contrast(0) brightness(5)", "filter:invert()", "transform:perspective(1px) translateZ(2px)",
		"transform:perspective(1px) translate3d(0,0,-1000px)", "color:#fff;background:linear-gradient(#000,#fff)", "color:#fff;background:linear-gradient(#000,#000) 0 0/0 0 no-repeat",
		"color:#fff;background-image:linear-gradient(#000,#000);background-size:0 0", "color:#fff;background:linear-gradient(#000,rgba(0,0,0,0))",
		"clip-path:path('M0 0')", "clip-path:xywh(0 0 0 0)", "mask-image:linear-gradient(transparent,transparent)", "mask-image:url(#m)", "mask:linear-gradient(red,red) 0 0/0 0",
		"-webkit-text-security:disc", "-webkit-text-stroke:20px #fff", "offset-path:circle(9px at -999px -999px)", "opacity:calc(sin(0))", "opacity:round(.2,1)",
		"position:absolute;right:200%", "transform:skew(90deg)", "transform:rotateY(180deg);backface-visibility:hidden", "transform:rotate(90deg);transform-origin:-900px 0",
		"mix-blend-mode:screen", "position:absolute;top:-200px", "height:inherit;overflow:hidden", "color-scheme:dark;color:canvastext",
	} {
		pages[style] = `<p style="` + style + `">doubt`
	}
	for _, style := range []string{
		"position:absolute;left:100vw", "position:absolute;top:200vh", "position:absolute;left:3000px", "position:fixed;left:600px", "position:fixed;right:0;bottom:50%",
		"transform:translateX(300%)", "translate:-50% -50%", "margin-left:-100%", "transform:rotate(90deg)", "transform:scale(.5)", "transform:matrix(1,0,0,1,400,0)",
		"filter:blur(1px) opacity(.9)", "clip-path:inset(10px)", "font-size-adjust:.5", "contain:strict;height:90px", "overflow:hidden;height:16px",
		"overflow:hidden;height:0;padding-top:56%",
		"filter:brightness(1.2) contrast(90%) grayscale(1)", "transform:perspective(500px) translateZ(20px)", "transform:translateZ(9px)",
		"overflow:hidden;width:calc(100% - (300px + 40px))", "color:#fff;background:linear-gradient(45deg,#48525c,#29323c)",
		"color:#fff;background-image:-webkit-linear-gradient(top,#2a7f00 0%,rgb(30,94,0))",
	} {
		pages[style] = `<p style="` + style + `">seen`
	}
	for _, style := range []string{"position:fixed;inset:0;background:#fff", "position:absolute;top:0;left:0;width:100%;height:100vh;background:white"} {
		pages[style] = `<p>seen<div style="` + style + `"></div>` // as a screen for loading
		pages[style+", clear"] = `<p>seen<div style="opacity:.5;` + style + `"></div>`
		pages[style+", behind"] = `<p>seen<div style="z-index:-1;` + style + `"></div>`
	}
	pages["a cell of a table with an ellipsis"] = `<table style="width:100%"><tr><td style="overflow:hidden;max-width:0;text-overflow:ellipsis;white-space:nowrap">seen</table>`
	pages["a paragraph of no width"] = `<p style="overflow:hidden;max-width:0;text-overflow:ellipsis">doubt`
	const grid, cuts = `<div style="display:grid;grid-template-rows:`, `"><p>seen<p style="overflow:hidden">`
	for _, rows := range []string{"auto 0 auto", "0fr", "repeat(2, 0)", "20px minmax(0, 0)"} {
		pages[rows] = grid + rows + cuts + "doubt</div>"
	}
	for _, rows := range []string{"auto", "minmax(0, 1fr)", "repeat(2, minmax(0, 1fr))", "10px"} {
		pages[rows] = grid + rows + cuts + "seen</div>"
	}
	pages["rows of the page"] = styled("body{display:grid;grid-auto-rows:0}", `<p style="overflow:hidden">doubt`)
	pages["moved in a box with a place"] = `<div style="position:relative"><p style="position:absolute;top:-300px">seen<p style="position:absolute;top:-505px">doubt</div>`
	pages["a box that a rule generates"] = styled(".a::after{content:'';position:absolute;inset:0;background:#fff}", "<p class=a>doubt")
	pages["a small box that a rule generates"] = styled(".a::after{content:'';position:absolute;width:8px;height:8px;background:#fff}", "<p class=a>seen")
	pages["a clear box that a rule generates"] = styled(".a::after{content:'';position:absolute;inset:0}", "<p class=a>seen")
	pages["a rule that may hold"] = styled("@container (min-width:1px){.a{clip-path:path('M0 0')}}", "<p class=a>doubt")
	pages["a colour of a rule that may hold"] = styled("@container (min-width:1px){.a{color:lab(100% 0 0)}}", "<p class=a>doubt")
	pages["letters of their ground"] = `<p style="color:transparent;background-color:#fff;background-clip:text">secret<p>seen`
	const over = `position:absolute;inset:0;background:#fff">`
	pages["a box over another"] = `<p>seen<div style="position:relative">doubt<p>doubt<div style="` + over + `ok</div></div><p>seen`
	pages["a box over what follows"] = `<div style="position:relative"><span style="` + over + `ok</span>doubt</div>`
	pages["a box over another, clear"] = `<div style="position:relative">seen<div style="opacity:.9;` + over + `ok</div></div>`
	pages["a box over the screen"] = `<div style="position:relative">seen<div style="position:fixed;inset:0;background:#fff">seen</div></div>`
	pages["in a flexible box"] = `<div style="display:flex"><p style="overflow:auto;height:0;flex:1">doubt</div>`
	pages["not right in a flexible box"] = `<div style="display:flex"><div>seen<p style="overflow:auto;height:0;flex:1">doubt</div></div>`
	expectPages(t, pages)
}

func TestLettersOfDrawings(t *testing.T) {
	pages := map[string]string{}
	for _, drawing := range []string{
		`<text fill="white">`, `<text style="fill:#fff">`, `<g fill="white"><text>`, `<text fill="none">`, `<text fill="white" stroke="white">`,
		`<clipPath><text>`, `<mask><text>`, `<pattern><text>`, `<rect/><text fill="none">`,
	} {
		pages[drawing] = "<p>seen<svg>" + drawing + "secret</svg>"
	}
	for _, drawing := range []string{
		`<text>`, `<text style="color:#fff">`,
		`<linearGradient id=g><stop stop-color=red /></linearGradient><text fill="url(#g)">`, `<g fill="white"><foreignObject width=90 height=20><p>`, `<g fill="white"><text fill="black">`,
	} {
		pages[drawing] = "<svg>" + drawing + "seen</svg>"
	}
	for _, drawing := range []string{
		`<foreignObject>secret</foreignObject>`, `<foreignObject x=200 width=90 height=20>secret</foreignObject>`,
		`<g transform="translate(-999,0)"><text y=15>secret</text></g>`, `<text x=10 y=500>secret</text>`, `<text><tspan x=0 y=-90>secret</tspan></text>`,
		`<g transform="scale(100) translate(5 5)"><text>secret</text></g>`, `<text y=15 transform="matrix(1 0 0 1 300 0)">secret</text>`,
		`<clipPath id=c><rect width=0 height=0 /></clipPath><text y=15 clip-path="url(#c)">secret</text>`, `<clipPath id=c></clipPath><g clip-path="url(#c)"><text y=15>secret</text></g>`,
		`<clipPath id=c><rect x=500 width=90 height=90 /></clipPath><text y=15 clip-path=url(#c)>secret</text>`,
		`<path id=p d="M0 0"/><text y=15><textPath href="#p">secret</textPath></text>`, `<text y=15><textPath href="#none">secret</textPath></text>`,
	} {
		pages[drawing] = "<p>seen<svg width=100 height=20>" + drawing + "</svg>"
	}
	for _, drawing := range []string{
		`<rect/><text fill="white">doubt`, `<image href=x /><text fill="white">doubt`, `<text fill="white" stroke="black">doubt`, `<g stroke="#000"><text style="fill:none">doubt`,
		`<linearGradient id=g><stop stop-color=white /></linearGradient><text y=15 fill="url(#g)">doubt</text>`, `<text y=15 mask="url(#m)">doubt</text>`,
		`<rect width=100 height=20 /><text y=15>doubt</text>`, `<text y=15>doubt</text><path d="M0 0h100v20H0z"/>`, `<text y=15>doubt</text><circle cx=50 cy=10 r=99 />`,
		`<text y=15 textLength=1>doubt</text>`, `<text y=15>doubt</text><line y1=10 x2=100 y2=10 stroke=red stroke-width=40 />`,
		`<text y=15>doubt</text><rect width=100 height=20 fill="#fff"/>`, `<switch><text y=15 systemLanguage=xx>doubt</text></switch>`,
		`<text y=15 transform="scale(.5)">doubt</text><g transform="translate(0 -2)"><rect width=100 height=20 /></g>`,
	} {
		pages[drawing] = "<svg width=100 height=20>" + drawing + "</svg>"
	}
	for _, drawing := range []string{
		`<rect width=100 height=20 fill="#fff"/><text y=15>seen</text>`, `<text y=15>seen</text><rect width=100 height=20 fill=none />`,
		`<text y=15>seen</text><rect y=12 width=100 height=8 />`, `<text x=90 y=15 text-anchor=end>seen</text>`, `<switch><text y=15>seen</text></switch>`,
		`<g transform="translate(-999)"><text x=1000 y=15>seen</text></g>`, `<g transform="rotate(90)"><text x=0 y=-10>seen</text></g>`,
		`<clipPath id=c><path d="M0 0h9v9H0z"/></clipPath><text y=15 clip-path="url(#c)">seen</text>`, `<text y=15 clip-path="url(#none)">seen</text>`,
		`<path id=p d="M0 9L9 9"/><text><textPath href="#p">seen</textPath></text>`, `<foreignObject width="100%" height="100%">seen</foreignObject>`,
		`<foreignObject style="width:9em;height:2em">seen</foreignObject>`,
	} {
		pages[drawing] = `<svg viewBox="0 0 100 20">` + drawing + "</svg>"
	}
	pages["beside a drawing that spills"] = `<svg width=9 height=9 style="overflow:visible"><text x=50 y=9>seen</text></svg>`
	pages["on a dark ground"] = `<svg style="background:#333"><text fill="white">seen</svg>`
	pages["attributes of drawings elsewhere"] = `<p display="none" visibility="hidden">seen`
	expectPages(t, pages)
}

// What browsers do not draw of a field, a drawing and a formula.
func TestFieldsDrawingsAndFormulasThatShowNothing(t *testing.T) {
	drawing := func(inside string) string { return "<p>seen</p><svg width=90 height=30>" + inside + "</svg>" }
	expectPages(t, map[string]string{
		"a date that is none":          "<p>seen</p><input type=date value='secret secret'>",
		"a number that is none":        "<p>seen</p><input type=number value='secret secret'>",
		"a number":                     "<input type=number value=4><p>seen",
		"a text that leans away":       drawing("<text y=20 transform='skewX(90)'>secret</text>"),
		"a text that leans":            drawing("<text y=20 transform='skewX(10)'>seen</text>"),
		"a clip beside the drawing":    drawing("<clipPath id=c><circle cx=500 cy=5 r=4 /></clipPath><g clip-path='url(#c)'><text y=20>secret</text></g>"),
		"a clip around the text":       drawing("<clipPath id=c><circle cx=45 cy=15 r=40 /></clipPath><g clip-path='url(#c)'><text y=20>seen</text></g>"),
		"a page in it without opacity": drawing("<foreignObject width=90 height=30 opacity=0><p>secret</p></foreignObject>"),
		"a formula of tiny letters":    "<p>seen</p><math><mstyle scriptlevel=99><mtext>doubt</mtext></mstyle></math>",
		"zooms in one another":         "<div style='zoom:.2'><div style='zoom:.2'><p style='zoom:.2'>secret</p></div></div><p style='zoom:.8'>seen",
		"a formula of small letters":   "<math><mstyle scriptlevel=1><mtext>seen</mtext></mstyle></math>",
		"a figure on the right":        drawing("<text x='100%' y=20 text-anchor=end>seen</text>"),
		"one by a group's anchor":      drawing("<g text-anchor=end><text x='100%' y=20>seen</text></g>"),
		"a text at the bottom":         drawing("<text x=0 y='100%' dy=-5>seen</text>"),
		"a text beside the drawing":    drawing("<text x='110%' y=20>secret</text>"),
		"a text from right to left":    drawing("<text x=0 y=20 direction=rtl text-anchor=end>seen</text>"),
		"a cover that does not show":   drawing("<defs><rect id=r width=90 height=30 /></defs><text y=20>seen</text><use href='#r' display=none />"),
		"an icon in its own units":     drawing("<symbol id=i viewBox='0 0 512 512'><rect width=512 height=512 /></symbol><text y=20>seen</text><use href='#i' width=16 height=16 />"),
		"a date and a time":            "<input type=datetime-local value='2024-01-02 10:00'><p>seen",
		"a fill that is the colour":    "<p style='-webkit-text-fill-color:#fff'>secret <span style='-webkit-text-fill-color:currentcolor;color:#000'>seen</span></p><p>seen",
		"a clip with a rule":           "<p style='clip-path:polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%)'>seen",
		"a box that is pulled back":    "<div style='overflow:hidden;position:relative;height:50px'><b style='position:absolute;left:100%;margin-left:-80px'>seen</b></div><p>seen",
		"a list above a box":           "<p>seen<p>seen<ul><li>doubt<li>doubt<li>doubt</ul><div style='margin-top:-90px;height:120px;background:#fff;position:relative'>seen</div>",
	})
}
