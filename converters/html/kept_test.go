package html

import (
	"strings"
	"testing"
)

func TestTextThatShowsIsKept(t *testing.T) {
	expectPages(t, map[string]string{
		"first of two captions":      "<table><caption>seen</caption><caption>b</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
		"link to the mark of a note": `<p>t<a id=r1 href="#f1">1</a>. See <a href="#r1">seen</a></p><ol><li id=f1>note <a href="#r1">^</a></li></ol>`,
		"beside tasks":               "<ac:task-list><p>seen</p><ac:task><ac:task-body>a</ac:task-body></ac:task></ac:task-list>",
		"part of a bar":              "<p>k<progress>secret</progress>seen",
	})
	for page, want := range map[string]string{
		`<p>see <a href="#s"><span>§</span> 12</a>`:      "see § 12",
		`<h2>Title <a href="#s"><span>#</span></a></h2>`: "Title",
		`<p><meter>2 / 3</meter>`:                        "2 / 3",
		`<p>at <time datetime="2024-01-02"></time>`:      "at 2024-01-02",
		`<p>k <input aria-label="Name">`:                 "k [hidden: Name]",
		`<p>k <iframe src=x title="Map"></iframe>`:       "k [hidden: Map]",
		`<p>k <a class="sr-only" href="#m">skip</a> l`:   "k [may be hidden: skip] l",
	} {
		if got := strings.TrimSpace(convertPage(t, page)); got != want {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestTextThatNobodySeesIsNoneOfThePage(t *testing.T) {
	expectPages(t, map[string]string{
		"popover":           "<p>seen <b popover>secret</b>",
		"time that is none": `<p>seen <time datetime="secret words"></time>`,
		"hidden marker":     `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore;display:none">secret</span>seen`,
		"invisible marker":  `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore;color:white">secret</span>seen`,
		"stored code":       `<p>seen<div style="visibility:hidden"><ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[secret]]></ac:plain-text-body></ac:structured-macro></div>`,
		"stored task":       `<p>seen<ac:task-list><ac:task><ac:task-body style="display:none">secret</ac:task-body></ac:task></ac:task-list>`,
	})
}

func TestTemplatesShowWhatTheirSlotsTake(t *testing.T) {
	const open, end = "<p>seen<div><template shadowrootmode=open>", "</template>"
	expectPages(t, map[string]string{
		"none":                   open + "<p>t" + end + "secret</div>",
		"before the template":    "<p>seen<div><b>secret</b><template shadowrootmode=open><p>t</template></div>",
		"by name":                open + "<slot name=a></slot>" + end + "<b slot=b>secret</b>secret</div>",
		"its own content":        open + "<slot>secret</slot>" + end + "<b>t</b></div>",
		"the second of two":      open + "t" + end + "<template shadowrootmode=open>secret</template></div>",
		"hidden":                 open + "<style>slot{display:none}</style><slot></slot>" + end + "<b>secret</b></div>",
		"in what is hidden":      open + "<i hidden><slot></slot></i>" + end + "<b>secret</b></div>",
		"by a rule for it":       open + "<style>::slotted(.a){display:none}</style><slot></slot>" + end + "<b class=a>secret</b></div>",
		"by a rule for the host": open + "<style>:host{display:none}</style><slot></slot>" + end + "<b>secret</b></div>",
		"by a rule of its own":   open + "<style>.a{display:none}</style><b class=a>secret</b>" + end + "</div>",
		"below the host":         open + "<style>:host .a{display:none}</style><b class=a>secret</b>" + end + "</div>",
	})
	for page, want := range map[string]string{
		open + "<slot name=a></slot> <slot></slot>" + end + "<b slot=a>a</b> <b>b</b></div>":                         "seen a b",
		open + "<slot>usual</slot>" + end + "</div>":                                                                 "seen usual",
		open + "<style>p,b{display:none}:host([hidden]){display:none}</style><slot></slot>" + end + "<b>b</b></div>": "seen b",
	} {
		if got := strings.TrimSpace(convertPage(t, page)); got != want {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestRulesThatMayHide(t *testing.T) {
	for name, page := range map[string]string{
		"a beginning":        "<style>.x{transition:opacity 9s 999s}@starting-style{.x{opacity:0}}</style><p class=x>doubt",
		"a state at rest":    "<style>input:optional+p{display:none}</style><input><p class=x>doubt",
		"a form":             "<style>form:valid{display:none}</style><form>doubt</form>",
		"open details":       "<style>::details-content{opacity:0}</style><details open>doubt</details>",
		"small letters":      `<style>@font-face{font-family:"A b";src:local(c);size-adjust:1%}.x{font-family:a B}</style><p class=x>doubt`,
		"behind a ground":    "<style>div{background:#fff}.x{position:relative;z-index:-1}</style><div><p class=x>doubt</div>",
		"an outline":         "<p>doubt</p><div style='outline:99px solid #fff'></div>",
		"a shadow":           "<p>doubt</p><div style='position:relative;box-shadow:0 0 0 99px #fff'></div>",
		"a border":           "<p>doubt</p><div style='position:relative;top:-80px;border-top:80px solid #fff'></div>",
		"what stays":         "<p>doubt</p><div style='position:sticky;bottom:0;height:40px;background:#fff'></div>",
		"a size of its size": "<p style='height:calc-size(auto,0px);overflow:hidden'>doubt",
	} {
		if got, unsure := convertWarned(t, "<!DOCTYPE html>"+page); strings.TrimSpace(got) != "[may be hidden: doubt]" || !unsure {
			t.Errorf("%s: the text is %q, unsure %v", name, got, unsure)
		}
	}
	for name, page := range map[string]string{
		"what is not empty":       "<style>p:empty,p:empty+b{display:none}</style><p>seen<b>b</b>",
		"a ground that is behind": "<style>div{background:#fff;position:relative;z-index:0}.x{position:relative;z-index:-1}</style><div><p class=x>seen</div>",
		"a thin outline":          "<p>seen</p><div style='outline:3px solid #000'></div>",
		"a shadow to see through": "<p>seen</p><div style='position:relative;box-shadow:0 0 0 99px rgba(0,0,0,.5)'></div>",
		"a larger font":           `<style>@font-face{font-family:f;size-adjust:110%}.x{font-family:f}</style><p class=x>seen`,
		"a place for what comes":  "<p>seen</p><div style='position:sticky;top:0;height:400px;background:#fff'></div>",
		"a head that stays":       "<p>seen</p><div style='position:sticky;top:0;height:40px;background:#fff'>head</div>",
	} {
		if got, unsure := convertWarned(t, "<!DOCTYPE html>"+page); !strings.HasPrefix(strings.TrimSpace(got), "seen") || unsure {
			t.Errorf("%s: the text is %q, unsure %v", name, got, unsure)
		}
	}
}
