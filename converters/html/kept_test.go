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
		`<p>k <a class="sr-only" href="#m">skip</a> l`:   "k [hidden: skip] l",
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
