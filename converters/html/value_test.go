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
		"clip-path:inset(100%);clip-path:inset(bogus)", "clip-path:inset(100%);clip-path:bogus", "position:absolute;clip:rect(0,0,0,0);clip:rect(none)",
		"transform:scale(0);transform:bogus", "transform:scale(0);transform:scale(10px)", "transform:rotateX(90deg);transform:rotateX(10px)", "scale:0;scale:none none",
		"filter:opacity(0);filter:opacity(none)", "filter:opacity(0);filter:bogus(1)",
		"color:#fff;text-shadow:bogus", "color:#fff;text-shadow:1px", "color:#fff;color:rgb(bogus)", "color:#fff;background-image:bogus",
		"color:#fff;background:#fff;background:#000 bogus", "color:#fff;background:#fff;background:#000 #000",
		"font-size:0." + strings.Repeat("0", 40) + "px", "position:absolute;left:-9999." + strings.Repeat("0", 40) + "px",
		"position:absolute;inset:-9999px" + long + "auto", "font:0/0 a" + long + "b", "font:0/0 " + strings.Repeat("a,", 3000) + "b",
	} {
		pages[style] = `<p style="` + style + `">secret<p>seen`
	}
	expectPages(t, pages)
}

func TestReferencesThatBrowsersFollow(t *testing.T) {
	pages := map[string]string{}
	for rules, style := range map[string]string{
		"":                        "display:env(bogus, none)",
		"p{--off: ;--on:initial}": "display:var(--off) none",
		"p{--o:0}":                "opacity:attr(title type(*))",
		"p{--a:1}":                "display:if(style(--a:1): none; else: block)",
		"html{--d:block}@property --d{syntax:'*';inherits:false;initial-value:none}": "display:var(--d)",
		"@property --D{syntax:'*';inherits:true;initial-value:none}":                 "display:var(--D)",
		"@layer a{html{--l:none}}@property --l{initial-value:block}":                 "display:var(--l)",
	} {
		pages[style] = styled(rules, `<p style="`+style+`">secret</p><p style="padding-left:env(safe-area-inset-left);display:var(--none)">seen</p>`)
	}
	expectPages(t, pages)
}

func TestClassesAreWholeWords(t *testing.T) {
	expectPages(t, map[string]string{
		"a letter twice":             styled(".b.a{display:none}", "<p class='b aa'>seen</p>"),
		"white space of other kinds": styled(".a\u00a0b{display:none}", "<p class='a\u00a0b'>secret</p><p>seen</p>"),
	})
}

func TestLettersThatAreSeenByWhatIsAroundThem(t *testing.T) {
	for style, want := range map[string]bool{
		"color:transparent;-webkit-text-stroke:1px #000": true, "color:transparent;-webkit-text-stroke:1px": false, "color:transparent;-webkit-text-stroke:0 #000": false,
		"color:#fff;text-shadow:1px 1px 1px #000": true, "color:#fff;text-shadow:0 0 2px rgba(0,0,0,.8)": true, "color:#fff;text-shadow:0 0 0 #000": false,
		"color:#fff;text-shadow:1px 1px transparent": false, "color:#fff;text-shadow:1px 1px": false, "color:#fff;text-shadow:9999px 0 #000": false,
		"color:transparent;text-shadow:0 0 0 #000":                                            true,
		"color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text": true, "color:transparent;background:linear-gradient(red,blue)": false,
	} {
		page := `<p style="` + style + `">secret<p>seen`
		if want {
			page = `<p style="` + style + `">seen`
		}
		expectPages(t, map[string]string{style: page})
	}
}

func TestBoxesThatLeaveNothingToRead(t *testing.T) {
	pages := map[string]string{}
	for _, style := range []string{
		"position:absolute;left:200vw", "position:absolute;left:calc(100vw + 100vw)", "position:absolute;right:100vw", "position:absolute;right:3000px",
		"position:fixed;left:110vw", "position:fixed;top:100%", "position:fixed;bottom:900px",
		"transform:translateX(9999px)", "translate:200vw", "margin-left:9999px", "text-indent:9999px",
		"transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)", "transform:matrix(1,0,0,1,9999,0)", "transform:rotate3d(1,0,0,90deg)", "transform:scale(.05)", "scale:.05",
		"filter:blur(0) opacity(0)", "filter:blur(2em)", "clip-path:inset(9999px)", "clip-path:inset(0 0 0 600px)", "font-size-adjust:0",
		"contain:strict;height:0", "contain:layout paint;height:0", "overflow:hidden;height:4px", "overflow:hidden;height:0;padding:2px",
		"overflow:hidden;height:0;flex:1", "overflow:hidden;width:0;text-overflow:ellipsis",
	} {
		pages[style] = `<p style="` + style + `">secret<p>seen`
	}
	for _, style := range []string{
		"position:absolute;left:100vw", "position:absolute;top:200vh", "position:absolute;left:3000px", "position:fixed;left:600px", "position:fixed;right:0;bottom:50%",
		"transform:translateX(300%)", "translate:-50% -50%", "margin-left:-100%", "transform:rotate3d(0,0,1,90deg)", "transform:scale(.5)", "transform:matrix(1,0,0,1,400,0)",
		"filter:blur(1px) opacity(.9)", "clip-path:inset(10px)", "font-size-adjust:.5", "contain:strict;height:90px", "overflow:hidden;height:16px",
		"overflow:hidden;height:0;padding-top:56%", "overflow:hidden;max-width:0;text-overflow:ellipsis",
	} {
		pages[style] = `<p style="` + style + `">seen`
	}
	pages["in a flexible box"] = `<div style="display:flex"><p style="overflow:auto;height:0;flex:1">seen</div>`
	pages["not right in a flexible box"] = `<div style="display:flex"><div>seen<p style="overflow:auto;height:0;flex:1">secret</div></div>`
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
		`<text>`, `<text style="color:#fff">`, `<rect/><text fill="white">`, `<image href=x /><text fill="white">`, `<text fill="white" stroke="black">`,
		`<g stroke="#000"><text style="fill:none">`, `<text fill="url(#g)">`, `<g fill="white"><foreignObject><p>`, `<g fill="white"><text fill="black">`,
	} {
		pages[drawing] = "<svg>" + drawing + "seen</svg>"
	}
	pages["on a dark ground"] = `<svg style="background:#333"><text fill="white">seen</svg>`
	pages["attributes of drawings elsewhere"] = `<p display="none" visibility="hidden">seen`
	expectPages(t, pages)
}
