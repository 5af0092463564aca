package all_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// hidingStyles are declarations that leave nothing to be seen of an element.
var hidingStyles = strings.Split(`display:none|visibility:hidden|visibility:collapse|opacity:0|opacity:0%|opacity:calc(1 - 1)|color:#fff|color:white|color:rgb(255 255 255)|color:rgb(100% 100% 100% / 1)|color:hsl(0 0% 100%)|color:hwb(0 100% 0%)|color:lab(100% 0 0)|color:oklch(1 0 0)|color:oklab(100% 0 0)|color:color-mix(in srgb,#fff,white)|color:color-mix(in oklab,white 100%,black)|color:light-dark(#fff,#000)|color:transparent|color:rgba(0,0,0,0)|color:#0000|color:canvas|color:color(display-p3 1 1 1)|color:rgb(from white r g b)|color-scheme:dark;color:canvastext|color:rgb(from black r g b / 0)|color:color-mix(in srgb,black 0%,transparent)|font-size:0|font-size:0px|font-size:.1px|font-size:calc(1px - 1px)|font-size:min(0px,1em)|font-size:clamp(0px,1vw,0px)|font:0 serif|font:0/1 serif|font-size-adjust:0|-webkit-text-fill-color:#fff|-webkit-text-fill-color:transparent|-webkit-text-security:disc|text-indent:-9999px|text-indent:-500em|clip-path:inset(100%)|clip-path:inset(50%)|clip-path:circle(0)|clip-path:circle(0 at 0 0)|clip-path:polygon(0 0)|clip-path:polygon(0 0,0 0,0 0)|clip-path:ellipse(0 0)|clip-path:rect(0 0 0 0)|clip-path:xywh(0 0 0 0)|clip-path:path("M0 0")|clip-path:url(#none)|clip:rect(0,0,0,0);position:absolute|clip:rect(1px 1px 1px 1px);position:fixed|transform:scale(0)|transform:scaleX(0)|transform:scale3d(0,0,1)|transform:rotateX(90deg)|transform:rotateY(.25turn)|transform:translate(-9999px)|transform:translateY(-200vh)|transform:matrix(0,0,0,0,0,0)|transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)|transform:skew(90deg)|scale:0|scale:0 1|translate:-9999px|translate:0 -9999px|rotate:x 90deg|rotate:0 1 0 90deg|position:absolute;left:-9999px|position:absolute;top:-9999px|position:absolute;right:200%|position:fixed;bottom:100%|position:fixed;inset:-900px auto auto -900px|position:absolute;inset-inline-start:-9999px|position:relative;left:-9999px|position:absolute;inset-block-start:-99em|margin-left:-9999px|margin-inline-start:-9999px|position:absolute;margin-top:-9999px;top:0|height:0;overflow:hidden|height:0;overflow:clip|max-height:0;overflow:hidden|block-size:0;overflow:hidden|max-block-size:0;overflow-y:hidden|width:0;overflow:hidden|inline-size:0;overflow:hidden;white-space:nowrap|max-width:0;overflow:hidden|height:1px;overflow:hidden;line-height:40px|content-visibility:hidden|contain:size;overflow:hidden|contain:strict|filter:opacity(0)|filter:opacity(0%)|filter:invert(1)|filter:brightness(0) invert(1)|filter:contrast(0) brightness(9)|filter:url(#none)|mask:linear-gradient(transparent,transparent)|mask-image:linear-gradient(#0000,#0000)|-webkit-mask:linear-gradient(transparent,transparent)|mask-size:0 0;mask-image:linear-gradient(red,red);mask-repeat:no-repeat|mask-image:url(#none)|mix-blend-mode:screen|mix-blend-mode:lighten;background:#fff|mix-blend-mode:color-dodge|mix-blend-mode:saturation|backface-visibility:hidden;transform:rotateY(180deg)|background:#000;color:#000|background:linear-gradient(#000,#000);color:#000|background-color:currentcolor|box-shadow:inset 0 0 0 99px #fff;color:#fff|zoom:.01|-webkit-text-stroke:20px #fff|-webkit-text-stroke:20px white;paint-order:normal|background-clip:text;-webkit-background-clip:text;background-color:#fff;color:transparent|display:table-column|display:table-column-group|line-height:0;overflow:hidden|letter-spacing:-1em|letter-spacing:-99px|word-spacing:0;letter-spacing:-.9em|columns:0 9;height:0;overflow:hidden|animation:z 0s forwards|animation:z 1s infinite paused|animation:z 1s step-start infinite|animation-name:z;animation-duration:0s;animation-fill-mode:both|offset-path:path("M-9999 0L-9998 0")|offset-path:ray(0deg);offset-distance:-9999px|offset-path:circle(9px at -999px -999px)|perspective:1px;transform:perspective(1px) translateZ(2px)|text-overflow:clip;overflow:hidden;width:0;white-space:nowrap|float:left;margin-left:-9999px|font-family:a;font-size:0|text-shadow:none;color:#ffffff|-webkit-line-clamp:0;height:0;overflow:hidden|aspect-ratio:1/0;height:0;overflow:auto|padding:0;height:0;overflow:scroll;scrollbar-width:none|display:-webkit-box;max-height:0;overflow:hidden|writing-mode:vertical-rl;height:0;overflow:hidden;width:0|initial-letter:0;font-size:0|transition:all 9s;opacity:0|visibility:var(--none,hidden)|display:var(--none,none)|--c:#fff;color:var(--c)|--o:0;opacity:calc(var(--o)*1)|all:unset;display:none|all:initial;color:white|opacity:env(none,0)|display:none!important|color:inherit;opacity:0|opacity:min(0,1)|opacity:calc(sin(0))|opacity:round(.2,1)|opacity:mod(2,2)|width:calc(0px*9);overflow:hidden|height:max(0px,-9px);overflow:hidden|color:hsl(none none 100%)|color:hsla(0,0%,100%,1)|color:hsl(0deg 100% 100%)|color:lch(100 0 0)|color:color(srgb-linear 1 1 1)|color:color(xyz-d65 .9505 1 1.089)|color:device-cmyk(0 0 0 0);color:white|color:contrast-color(black)|color:snow;filter:brightness(2)|color:#fffffe;filter:grayscale(1) brightness(1.1)|color:#FFF|color:White|color:rgb(300,300,300)|color:window|color:buttonhighlight|color:field|color:activetext;opacity:0`, "|")

// selectors say how the style comes to the element: % is for the declarations, and
// the element has the class x, the id y, the attribute data-x, the parent's class is w.
var selectors = []string{
	"", "", "", // in the attribute
	".x{%}", "#y{%}", "[data-x]{%}", "[data-x=q i]{%}", "[class^=x]{%}", "[class~=x]{%}", ".w .x{%}", ".w>.x{%}", ".v+.w .x{%}", ".v~.w .x{%}", ".x:not(.y){%}", ":is(.x,.q){%}", ":where(.x){%}", ".x:where(:not(.q)){%}", ".w:has(.x) .x{%}", ".w:has(>.x)>.x{%}",
	".x:first-child{%}", ".w>:last-child{%}", ".w>:nth-child(1){%}", ".w>:nth-last-child(odd){%}", ".w>:only-child{%}", ".w>:nth-of-type(n+1){%}", ".w>:first-of-type{%}", ".w :nth-child(1 of .x){%}", ".x:not(:hover){%}", ".x:lang(en){%}", ".x:root .x,.x{%}", ":root .x{%}", "html body .w .x{%}", "*.x{%}", ".x.x.x{%}", ":not(.v):not(.w).x{%}", ".x:dir(ltr){%}", ".x:defined{%}", ".x:read-only{%}",
	"@media screen{.x{%}}", "@media all{.x{%}}", "@media (min-width:1px){.x{%}}", "@media (width>=1px){.x{%}}", "@media (1px<=width<=9999px){.x{%}}", "@media not print{.x{%}}", "@media not (max-width:1px){.x{%}}", "@media only screen and (min-height:1px){.x{%}}", "@media (prefers-color-scheme:light){.x{%}}", "@media (orientation:landscape),(orientation:portrait){.x{%}}", "@media (hover:hover) or (hover:none){.x{%}}", "@media (min-resolution:.1dppx){.x{%}}", "@media (color){.x{%}}", "@media (scripting:none) or (scripting:enabled){.x{%}}", "@media (prefers-reduced-motion:no-preference){.x{%}}", "@media (update:fast){.x{%}}", "@media (min-aspect-ratio:1/99){.x{%}}",
	"@supports (color:red){.x{%}}", "@supports not (a:b){.x{%}}", "@supports (display:grid) and (opacity:0){.x{%}}", "@supports selector(a>b){.x{%}}", "@supports (--a:b){.x{%}}",
	"@layer a{.x{%}}", "@layer a,b;@layer b{.x{%}}", "@layer{.x{%}}", "@layer a{@media screen{.x{%}}}", "@layer a.b{.x{%}}",
	".w{.x{%}}", ".w{& .x{%}}", ".w{&>.x{%}}", ".x{&{%}}", ".w{@media screen{.x{%}}}", ".x{@media screen{%}}", ".x{@supports (color:red){%}}", ".x{@layer a{%}}", "@scope (.w){.x{%}}", "@scope (.w) to (.q){:scope .x{%}}", ".w{container-type:inline-size}@container (min-width:1px){.x{%}}", "@container not (min-width:99999px){.x{%}}", "@starting-style{.x{opacity:1}}.x{%}",
	"/*a*/.x/*b*/{/*c*/%/*d*/}", ".\\78{%}", ".\\000078 {%}", "<!-- .x{%} -->", ".x{%", ".q{}}.x{%}", ".x{a:b;%}", ".x{a;%}", ".x{:;%}", ".x{%}.x{color:}", "@charset 'utf-8';.x{%}", "@namespace url(http://www.w3.org/1999/xhtml);.x{%}", "@namespace s url(a);*|*.x{%}", "@font-face{font-family:a;src:local(a)}.x{%}", "@page{margin:0}.x{%}", "@keyframes q{from{opacity:1}}.x{%}", "@unknown a{.x{color:red}}.x{%}", "@import 'data:text/css,';.x{%}", "\n.x\n{\n%\n}\n", ".X,.x{%}", ".x{%}@media print{.x{all:revert}}", ".x{%}@media (max-width:1px){.x{all:revert}}", ".x{all:revert}.w .x{%}", ".x{}@property --q{syntax:'*';inherits:true;initial-value:1}.x{%}", "::before{content:''}.x{%}", ".w{--q:1}.x{%}", ".x::selection{color:red}.x{%}", ".x:is(p,*){%}", ".w>*{%}", ".w *{%}", ".w,.q{%}",
}

// subjects are elements with a token; % is for the attributes.
var subjects = []string{
	"<p %>•</p>", "<p %>•</p>", "<p %>•</p>", "<div %>•</div>", "<div %><p>•</p></div>", "<section %><h3>•</h3></section>", "<h2 %>•</h2>", "<ul %><li>•</ul>", "<blockquote %><p>•</p></blockquote>", "<pre %>•</pre>", "<p %>a <b>•</b></p>", "<p %><a href='https://example.org/'>•</a></p>", "<p %><code>•</code></p>", "<div %><table><tr><td>•</table></div>", "<table %><tr><th>•<td>a</table>", "<dl %><dt>a<dd>•</dl>", "<article %>•</article>", "<address %>•</address>", "<figure %><figcaption>•</figcaption></figure>", "<fieldset %><legend>•</legend></fieldset>", "<details open %><summary>a</summary>•</details>", "<center %>•</center>", "<aside %>•</aside>", "<main %><div><div>•</div></div></main>", "<x-y style='display:block' %>•</x-y>", "<ol %><li><p>•</p></ol>", "<form %><label>•</label></form>", "<span %>•</span>", "<b %>•</b>", "<a href='#a' %>•</a>", "<code %>•</code>", "<button %>•</button>", "<label %>•</label>", "<font %>•</font>", "<q %>•</q>", "<small %>•</small>", "<p %>a<br>•</p>", "<p %>a <span>b <i>•</i></span></p>", "<div %>a<div>b</div>•</div>", "<hgroup %><h1>a</h1><p>•</hgroup>",
}

// coveredPages hide a token by what is beside it, or by an element or attribute; they
// are bodies of pages, with a style in front.
var coveredPages = strings.Split(`<p hidden>•</p>
<p hidden=until-found>•</p>
<div popover>•</div>
<dialog>•</dialog>
<template>•</template>
<noembed>•</noembed>
<noframes>•</noframes>
<datalist><option>•</datalist>
<input type=hidden value=•>
<input type=password value=•>
<input type=checkbox value=•>
<video><p>•</p></video>
<audio><p>•</p></audio>
<canvas>•</canvas>
<meter value=1>•</meter>
<progress value=1>•</progress>
<ruby>a<rp>•</rp><rt>b</rt></ruby>
<map name=a><area alt=•></map>
<object data="data:text/html,a"><p>•</p></object>
<iframe src="data:text/html,a">•</iframe>
<script type=text/plain>•</script>
<svg width=90 height=30><text y=-50>•</text></svg>
<svg width=90 height=30><text y=20 fill=white>•</text></svg>
<svg width=90 height=30><text y=20 fill=none>•</text></svg>
<svg width=90 height=30><text y=20 opacity=0>•</text></svg>
<svg width=90 height=30><text y=20 fill-opacity=0>•</text></svg>
<svg width=90 height=30><text y=20 font-size=0>•</text></svg>
<svg width=90 height=30><text y=20 display=none>•</text></svg>
<svg width=90 height=30><text y=20 visibility=hidden>•</text></svg>
<svg width=90 height=30><defs><text y=20>•</text></defs></svg>
<svg width=90 height=30><symbol><text y=20>•</text></symbol></svg>
<svg width=90 height=30><g transform=scale(0)><text y=20>•</text></g></svg>
<svg width=90 height=30><g transform=translate(500)><text y=20>•</text></g></svg>
<svg width=90 height=30><text y=20>•</text><rect width=90 height=30 fill=#eee /></svg>
<svg width=90 height=30><text y=20>•</text><path d="M0 0H90V30H0z" fill=#eee /></svg>
<svg width=90 height=30><text y=20>•</text><circle cx=45 cy=15 r=90 fill=#eee /></svg>
<svg width=90 height=30><text y=20>•</text><line x1=0 y1=15 x2=90 y2=15 stroke=#eee stroke-width=40 /></svg>
<svg width=90 height=30><text y=20>•</text><polygon points="0,0 90,0 90,30 0,30" fill=#eee /></svg>
<svg width=90 height=30><rect width=90 height=30 /><text y=20>•</text></svg>
<svg width=0 height=0><text y=20>•</text></svg>
<svg width=90 height=30 viewBox="500 500 9 9"><text y=20>•</text></svg>
<svg width=90 height=30 viewBox="0 0 90000 30000"><text y=20>•</text></svg>
<svg width=90 height=30><clipPath id=c><rect width=0 height=0 /></clipPath><text y=20 clip-path=url(#c)>•</text></svg>
<svg width=90 height=30><mask id=m></mask><text y=20 mask=url(#m)>•</text></svg>
<svg width=90 height=30><filter id=f><feFlood flood-opacity=0 /></filter><text y=20 filter=url(#f)>•</text></svg>
<svg width=90 height=30><switch><g><text y=20>a</text></g><g><text y=20>•</text></g></switch></svg>
<svg width=90 height=30><foreignObject><p>•</p></foreignObject></svg>
<svg width=90 height=30><text><textPath href=#none>•</textPath></text></svg>
<svg width=90 height=30><text y=20>a<tspan x=-500>•</tspan></text></svg>
<svg width=90 height=30><text y=20 textLength=0.01 lengthAdjust=spacingAndGlyphs>•</text></svg>
<svg width=90 height=30><svg x=200><text y=20>•</text></svg></svg>
<svg width=90 height=30><svg width=0><text y=20>•</text></svg></svg>
<svg width=90 height=30><linearGradient id=g><stop stop-color=white /></linearGradient><text y=20 fill=url(#g)>•</text></svg>
<svg width=90 height=30><pattern id=p width=1 height=1></pattern><text y=20 fill=url(#p)>•</text></svg>
<svg width=90 height=30><marker><text y=20>•</text></marker></svg>
<svg width=90 height=30><metadata>•</metadata></svg>
<svg width=90 height=30><text y=20 x=0 dx=-900>•</text></svg>
<svg width=90 height=30 style="opacity:0"><text y=20>•</text></svg>
<svg width=90 height=30><style>.t{fill:#fff}</style><text class=t y=20>•</text></svg>
<svg width=90 height=30><text y=20 stroke=white stroke-width=30>•</text></svg>
<svg width=90 height=30><text y=20 systemLanguage=xx>•</text></svg>
<svg width=90 height=30><text y=20 requiredExtensions=urn:none>•</text></svg>
<svg width=90 height=30><a display=none><text y=20>•</text></a></svg>
<math><maction><mi>a</mi><mtext>•</mtext></maction></math>
<math><mphantom><mtext>•</mtext></mphantom></math>
<math><semantics><mi>a</mi><annotation>•</annotation></semantics></math>
<math><semantics><mi>a</mi><annotation-xml encoding=text/html><p>•</p></annotation-xml></semantics></math>
<math><mtext mathcolor=white>•</mtext></math>
<math><mtext mathsize=0>•</mtext></math>
<math><mstyle mathcolor=#fff><mtext>•</mtext></mstyle></math>
<math><mpadded width=0 height=0><mtext style="display:none">•</mtext></mpadded></math>
<math mathbackground=#000 mathcolor=#000><mtext>•</mtext></math>
<font color=white>•</font>
<font color=#fffffe style="color:white">•</font>
<table bgcolor=black><tr><td><font color=black>•</font></table>
<table><tr style="visibility:collapse"><td>•</table>
<table><colgroup><col style="visibility:collapse"><col></colgroup><tr><td>•<td>a</table>
<table><tr><td style="display:none">•<td>a</table>
<div style="position:relative"><p>•</p><div style="position:absolute;inset:0;background:#fff"></div></div>
<div style="position:relative;height:40px"><p>•</p><img style="position:absolute;left:0;top:0;width:100%;height:99px;background:#fff"></div>
<p style="margin:0">•</p><div style="margin-top:-40px;height:60px;background:#fff;position:relative"></div>
<div style="height:20px;overflow:hidden"><div style="height:40px">a</div>•</div>
<div style="width:90px;overflow:hidden;white-space:nowrap"><span style="margin-left:200px">•</span></div>
<div style="overflow:hidden;height:20px"><p style="margin-top:30px">•</p></div>
<div style="overflow:hidden;width:50px;height:20px"><div style="position:relative;top:90px">•</div></div>
<div style="display:grid;grid-template-rows:0"><div style="overflow:hidden;min-height:0">•</div></div>
<div style="display:grid"><div style="grid-area:1/1">•</div><div style="grid-area:1/1;background:#fff">long enough to cover it</div></div>
<div style="display:flex"><div style="flex:0 0 0;width:0;overflow:hidden">•</div>a</div>
<div style="float:left;background:#fff;position:relative;margin-right:-300px;width:300px">a</div><span style="float:left;width:0">•</span>
<style>.a::first-line{color:#fff}</style><p class=a>•</p>
<style>.a::first-line{font-size:0}</style><p class=a>•</p>
<style>.a{position:relative}.a::after{content:"";position:absolute;inset:0;background:#fff}</style><p class=a>•</p>
<style>.a::before{content:"";position:absolute;width:99%;height:99px;background:#fff}</style><p class=a>•</p>
<style>.a{position:relative}.a:after{content:" ";display:block;position:absolute;left:0;top:0;width:100%;height:100%;background-color:white}</style><div class=a><p>•</p></div>
<style>details>p{color:red}</style><details><summary>a</summary><p style="opacity:0">•</p></details>
<style>input:not(:checked)~.a{display:none}</style><input type=checkbox><p class=a>•</p>
<style>.a{display:none}:target.a{display:block}</style><p class=a id=q>•</p>
<style>.a{opacity:0;transition:1s}.a:hover{opacity:1}</style><p class=a>•</p>
<style>@keyframes z{to{opacity:0}}.a{animation:z 1ms forwards}</style><p class=a>•</p>
<style>@keyframes z{from,to{color:#fff}}.a{animation:z 9s infinite}</style><p class=a>•</p>
<style>@keyframes z{from,to{transform:scale(0)}}.a{animation:z 9s infinite}</style><p class=a>•</p>
<style>@font-face{font-family:b;src:url("data:font/woff2;base64,")}.a{font:0 b}</style><p class=a>•</p>
<style>.a{color:#fff;text-shadow:0 0 #fff}</style><p class=a>•</p>
<style>.a{color:#000;background:#fff;mix-blend-mode:screen}</style><p class=a>•</p>
<style>.a{list-style:none}.a li{text-indent:-999em;overflow:hidden}</style><ul class=a><li>•</ul>
<style>.a{height:0}.a p{overflow:hidden;height:inherit}</style><div class=a><p>•</p></div>
<style>.a{--k:none}.b{display:var(--k)}</style><div class=a><p class=b>•</p></div>
<style>@property --k{syntax:"<color>";inherits:true;initial-value:#fff}.b{color:var(--k)}</style><p class=b>•</p>
<style>slot{display:none}</style><slot>•</slot>
<style>:not(html,head,body,style,p.ok,:has(.ok)){display:none}</style><div>•</div>
<style>.ok~:nth-last-child(1){visibility:hidden}</style><p>•</p>
<style>p:nth-of-type(2){display:none}</style><p>•</p>
<style>body :not(p){color:#fff}</style><div>•</div>
<style>body{display:flow-root}.a{position:absolute;left:0;top:-200px}</style><p class=a>•</p>
<style>.a{position:fixed;top:200vh}</style><p class=a>•</p>
<style>.a{position:sticky;top:0;height:0;overflow:hidden}</style><p class=a>•</p>
<style>.a{display:inline-block;width:0;height:0;overflow:hidden}</style><span class=a>•</span>
<style>.a{columns:2;height:1px;overflow:hidden}</style><div class=a><p>a</p><p>•</p></div>
<style>.a{perspective:1px}.b{transform:translateZ(2px)}</style><div class=a><p class=b>•</p></div>
<style>.a{transform-style:preserve-3d}.b{transform:rotateX(90deg)}</style><div class=a><p class=b>•</p></div>
<style>.a{rotate:90deg;transform-origin:-900px 0}</style><p class=a>•</p>
<style>.a{isolation:isolate;background:#fff}.b{mix-blend-mode:difference;color:#000}</style><div class=a><p class=b>•</p></div>
<style>.a{text-combine-upright:all;writing-mode:vertical-rl;font-size:0}</style><p class=a>•</p>
<style>.a{-webkit-box-orient:vertical;display:-webkit-box;-webkit-line-clamp:1;overflow:hidden}</style><div class=a>a<br>•</div>
<style>.a{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;width:60px}</style><p class=a>some words before it •</p>
<style>.a{overflow:hidden;height:1em;line-height:1em}</style><p class=a>a<br>•</p>
<style>.a{scale:.001}</style><p class=a>•</p>
<style>.a{background:url(data:,) #fff;color:rgb(255,255,255)}</style><p class=a>•</p>
<style>.a{background:linear-gradient(90deg,#fff,#fff);color:#fff}</style><p class=a>•</p>
<style>.a{background:radial-gradient(#123456,#123456);color:#123456}</style><p class=a>•</p>
<style>.a{background:#123456}.b{color:#123456}</style><div class=a><p class=b>•</p></div>
<style>.a{background:#123456}.b{color:#123456;background:inherit}</style><div class=a><p class=b>•</p></div>
<style>.a{background:rgba(0,0,0,.5)}.b{color:#7f7f7f}</style><div class=a><p class=b>•</p></div>
<style>body{background:#222}.b{color:#222}.ok{color:#fff}</style><p class=b>•</p>
<style>html{background:#222}.b{color:#222}.ok{color:#fff}</style><p class=b>•</p>
<style>html{color-scheme:dark}.b{color:canvas}</style><p class=b>•</p>
<style>td{background:#eee}.b{color:#eee}</style><table><tr><td class=b>•</table>
<style>tr{background:#eee}.b{color:#eee}</style><table><tr><td class=b>•</table>
<style>::highlight(a){color:red}.b{color:Canvas}</style><p class=b>•</p>
<style>.b{appearance:none;color:field}</style><button class=b style="background:field;border:0">•</button>
<style>textarea{display:none}</style><textarea>•</textarea>
<style>option{display:none}</style><select multiple><option>•</select>
<style>input{color:#fff}</style><input value=•>
<style>img{display:none}</style><img alt=•>
<style>body{background:#fff}.a{mix-blend-mode:screen}</style><p class=a>•</p>
<style>body{background:#fff}.a{mix-blend-mode:lighten;color:#000}</style><p class=a>•</p>
<style>body{background:#000}.a{mix-blend-mode:multiply;color:#fff}.ok{color:#fff}</style><p class=a>•</p>
<marquee width=0>•</marquee>
<marquee style="width:0">•</marquee>
<style>.c{width:0;overflow:hidden}</style><div class=c><marquee>•</marquee></div>
<div style="display:flex;width:300px"><div style="flex:0 0 0;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex;width:300px"><div style="flex:0 0 0px;overflow:hidden;white-space:nowrap">•</div><div style="flex:1">b</div></div>
<div style="display:flex"><div style="flex-basis:0;flex-grow:0;overflow:hidden;min-width:0">•</div><div>b</div></div>
<div style="display:flex"><div style="flex:0;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex;flex-direction:column;height:90px"><div style="flex:0 0 0;overflow:hidden">•</div><div>b</div></div>
<div style="position:relative;overflow:hidden;width:200px;height:40px">a<div style="position:absolute;inset:auto auto 100% 100%">•</div></div>
<div style="position:relative;overflow:hidden;width:200px;height:40px">a<div style="position:absolute;left:100%">•</div></div>
<div style="position:relative;overflow:hidden;width:200px;height:40px">a<div style="position:absolute;top:100%">•</div></div>
<div style="position:relative;overflow:hidden">a<div style="position:absolute;top:100%">•</div></div>
<div style="position:relative;overflow:hidden">a<div style="position:absolute;right:100%;top:0">•</div></div>
<div style="position:relative;overflow:hidden">a<div style="position:absolute;bottom:100%">•</div></div>
<div style="position:relative;overflow:clip">a<span style="position:absolute;left:120%">•</span></div>
<div style="overflow:hidden">a<div style="position:relative;left:100%">•</div></div>
<div style="overflow:hidden"><div style="transform:translateX(100%)">•</div></div>
<div style="overflow:hidden"><div style="transform:translateX(-100%)">•</div></div>
<div style="overflow:hidden"><div style="translate:0 -100%">•</div></div>
<div style="overflow:hidden"><div style="transform:translate(0,110%)">•</div></div>
<div style="overflow:hidden;height:40px"><div style="margin-left:100%">•</div></div>
<div style="overflow:hidden"><div style="margin-left:100%;white-space:nowrap">•</div></div>
<div style="overflow:hidden"><div style="text-indent:100%;white-space:nowrap">•</div></div>
<p style="margin:0">•</p><div style="margin-top:-40px;height:60px;background:#fff;position:relative">words</div>
<p style="margin:0">•</p><div style="margin-top:-40px;padding:60px;background:#fff;position:relative"><p>words that follow</p></div>
<p style="margin:0">•</p><div style="margin-top:-3em;background:#eee;position:relative"><p>words that follow</p><p>more</p></div>
<p style="margin:0">•</p><img style="display:block;margin-top:-40px;position:relative;background:#fff;width:100%;height:50px" src="data:," alt="">
<p style="margin:0">•</p><div style="position:relative;top:-40px;background:#fff"><p>words that follow</p><p>more</p></div>
<p style="margin:0">•</p><div style="transform:translateY(-40px);background:#fff"><p>words that follow</p><p>more</p></div>
<p style="margin:0">•</p><div style="translate:0 -40px;background:#fff;height:80px">words</div>
<p style="margin:0">•</p><div style="margin-top:-40px;height:60px;background:#fff;opacity:.9999">words</div>
<p style="margin:0 0 -40px">•</p><div style="background:#fff;height:60px;position:relative">words</div>
<div style="margin:0 0 -60px">•</div><div style="background:#fff;position:relative"><p>words</p><p>more</p></div>
<div style="height:0">•</div><div style="background:#fff;position:relative;height:90px"></div>
<style>.a{position:relative}.a::after{content:"";position:absolute;inset:0;background:#fff}</style><p class=a>•</p>
<style>.a::after{content:"";display:block;height:90px;margin-top:-50px;background:#fff;position:relative}</style><p class=a>•</p>
<style>.a::before{content:"";display:block;height:90px;margin-bottom:-90px;background:#fff;position:relative}</style><p class=a>•</p>
<style>.a{position:relative}.a::before{content:"";position:absolute;top:0;left:0;width:900px;height:900px;background:#fff}</style><p class=a>•</p>
<style>.a{position:relative}.a::before{content:"";position:absolute;top:-5px;left:-5px;padding:50px 500px;background:#fff}</style><p class=a>•</p>
<style>.a{position:relative}.a::after{content:"x";position:absolute;left:0;bottom:0;border:40px solid #fff;border-right-width:900px}</style><p class=a>•</p>
<style>.a{position:relative}.a::after{content:"";position:absolute;left:0;top:0;box-shadow:0 0 0 900px #fff}</style><p class=a>•</p>
<style>.a::after{content:"";float:left;width:100%;height:90px;margin-top:-90px;background:#fff;position:relative}</style><p class=a>•</p>
<style>.a::after{content:"";position:sticky;bottom:0;display:block;height:80px;margin-top:-80px;background:#fff}</style><p class=a>•</p>
<style>.a::after{content:"";position:absolute;left:0;right:0;height:200px;transform:translateY(-100px);background:#fff}</style><p class=a>•</p>
<style>.a{display:grid}.a>*{grid-area:1/1}.a::after{content:"";background:#fff;grid-area:1/1;position:relative}</style><div class=a><span>•</span></div>
<style>.a{display:grid}.a>*{grid-area:1/1}.a::after{content:"";background:#fff;grid-area:1/1}</style><div class=a><span>•</span></div>
<div style="columns:2;height:40px;overflow:hidden;width:400px;column-fill:auto"><p>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h</p><p>•</p></div>
<div style="columns:100px;height:40px;overflow:hidden;width:200px"><p>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h</p><p>•</p></div>
<div style="column-width:400px;height:60px;overflow:hidden;width:400px"><p>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h</p><p>•</p></div>
<div style="columns:1;height:60px;overflow:hidden;width:400px"><p>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h</p><p>•</p></div>
<div style="column-count:2;height:60px;overflow:hidden"><p style="break-after:column">a</p><p style="break-after:column">b</p><p>•</p></div>
<div style="column-count:1;height:60px;overflow:hidden"><p style="break-after:column">a</p><p>•</p></div>
<div style="columns:300px;max-height:50px;overflow:clip;width:300px"><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>•</p></div>
<svg width=90 height=30><defs><rect id=r width=90 height=30 fill="#eee"/></defs><text y=20>•</text><use href="#r"/></svg>
<svg width=90 height=30><rect id=r width=90 height=30 fill="#eee"/><text y=20>•</text><use href="#r"/></svg>
<svg width=90 height=30><symbol id=r><rect width=90 height=30 fill="#eee"/></symbol><text y=20>•</text><use xlink:href="#r" width=90 height=30 /></svg>
<svg width=90 height=30><defs><g id=g><rect width=90 height=30 fill="#eee"/></g></defs><text y=20>•</text><use href="#g"/></svg>
<svg width=90 height=30><defs><rect id=r x=-90 width=90 height=30 fill="#eee"/></defs><text y=20>•</text><use href="#r" x=90 /></svg>
<svg width=90 height=30><defs><rect id=r width=1 height=1 fill="#eee"/></defs><text y=20>•</text><use href="#r" transform="scale(90)"/></svg>
<math><mpadded width=0 height=0 depth=0 style="overflow:hidden"><mtext>•</mtext></mpadded></math>
<math style="overflow:hidden"><mpadded width=0 height=0><mtext>•</mtext></mpadded></math>
<math><mpadded voffset=999px><mtext>•</mtext></mpadded></math>
<math><mrow style="width:0;overflow:hidden;display:inline-block"><mtext>•</mtext></mrow></math>
<style>.x{clip-path:inset(calc(50% + 1px))}</style><p class=x>•</p>
<style>.x{clip-path:inset(0 0 calc(100% - 0px) 0)}</style><p class=x>•</p>
<style>.x{clip-path:polygon(0% 0%,0% 100%,0% 100%,0% 0%)}</style><p class=x>•</p>
<style>.x{clip-path:polygon(100% 0,200% 0,200% 100%,100% 100%)}</style><p class=x>•</p>
<style>.x{clip-path:circle(1px at 100% 100%)}</style><p class=x>•</p>
<style>.x{clip-path:ellipse(10px 10px at -50px -50px)}</style><p class=x>•</p>
<style>.x{clip-path:rect(auto 0 auto auto)}</style><p class=x>•</p>
<style>.x{mask:linear-gradient(#000,#000) no-repeat -9999px 0}</style><p class=x>•</p>
<style>.w{position:relative}.w>i{position:absolute;inset:0;mix-blend-mode:screen;background:#fff}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;inset:0;background:repeating-linear-gradient(#fff,#fff)}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;inset:0;background:#fff;opacity:.99999}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;inset:-10px;border:30px solid #fff}</style><div class=w style="height:40px"><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;inset:0;box-shadow:inset 0 0 0 99px #fff}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;top:0;left:0;min-width:100%;min-height:100%;background:#fff}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;left:0;bottom:0;width:100%;height:100%;background:#fff}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;right:0;top:0;width:100%;height:100%;background:#fff}</style><div class=w><p>•</p><i></i></div>
<style>.w{position:relative}.w>i{position:absolute;inset:0;backdrop-filter:invert(0);background:Canvas}</style><div class=w><p>•</p><i></i></div>
<style>.w{-webkit-text-fill-color:#fff}.x{color:#000}</style><div class=w><p class=x>•</p></div>
<style>.x{rotate:90deg;transform-origin:0 -300px}</style><p class=x>•</p>
<style>.x{transform:scale(99);transform-origin:-999px -999px}</style><p class=x>•</p>
<iframe srcdoc="<p>•</p>" style="width:0;height:0"></iframe>
<select style="width:0;padding:0;border:0;appearance:none"><option>•</option></select>
<input value=• style="width:0;border:0;padding:0">
<textarea style="height:0;padding:0;border:0">•</textarea>
<textarea style="width:0;padding:0;border:0">•</textarea>
<div style="width:100px;overflow:hidden"><div style="width:300px;text-align:right">•</div></div>
<div style="position:relative;width:50px;height:20px;overflow:hidden"><p style="position:absolute;right:60px;top:0;margin:0">•</p></div>
<div style="position:relative;width:50px;height:20px;overflow:hidden"><p style="position:absolute;bottom:30px;margin:0">•</p></div>
<div style="clip-path:inset(0)"><p style="position:relative;left:1500px;width:90px">•</p></div>
<svg width=90 height=30><text y=20 x="200%">•</text></svg>
<svg width=90 height=30><text y="300%">•</text></svg>
<svg width=90 height=30><text y=20 text-anchor=end>•</text></svg>
<svg width=90 height=30><text y=20 style="transform:translateX(200px)">•</text></svg>
<svg width=90 height=30><clipPath id=c><rect width=0 height=9 /></clipPath><text y=20 style="clip-path:url(#c)">•</text></svg>
<svg width=90 height=30><filter id=f><feGaussianBlur stdDeviation=90 /></filter><text y=20 filter=url(#f)>•</text></svg>
<svg width=90 height=30><filter id=f><feOffset dx=500 /></filter><text y=20 filter=url(#f)>•</text></svg>
<svg width=90 height=30><filter id=f x=0 y=0 width=0 height=0><feOffset/></filter><text y=20 filter=url(#f)>•</text></svg>
<svg width=90 height=30><filter id=f><feMerge></feMerge></filter><text y=20 filter=url(#f)>•</text></svg>
<svg width=90 height=30><filter id=f><feComponentTransfer><feFuncA type=linear slope=0 /></feComponentTransfer></filter><text y=20 style="filter:url(#f)">•</text></svg>
<svg width=90 height=30><defs><path id=t d="M0 500H90"/></defs><text><textPath href=#t>•</textPath></text></svg>
<svg width=90 height=30><defs><path id=t d="M0 20H90"/></defs><text><textPath href=#t startOffset=500>•</textPath></text></svg>
<svg width=90 height=30><text y=20>•</text><image width=90 height=30 href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='90' height='30' fill='red'/></svg>"/></svg>
<svg width=90 height=30><text y=20>•</text><rect width=90 height=30 style="fill:#eee"/></svg>
<svg width=90 height=30><style>.r{fill:#eee}</style><text y=20>•</text><rect class=r width=90 height=30 /></svg>
<svg width=90 height=30><text y=20>•</text><polyline points="0,0 90,0 90,30 0,30" fill=#eee /></svg>
<svg width=90 height=30><text y=20>•</text><path d="M0 15H90" stroke=#eee stroke-width=60 /></svg>
<svg width=90 height=30><text y=20>•</text><rect x=10 y=15 width=70 height=1 stroke=#eee stroke-width=80 /></svg>
<svg width=90 height=30 viewBox="0 0 0 0"><text y=20>•</text></svg>
<svg width=90 height=30><text y=20 clip-path="inset(100%)">•</text></svg>
<svg style="width:0"><text y=20>•</text></svg>
<svg style="height:0"><text y=20>•</text></svg>
<svg width=90 height=30 transform=scale(0)><text y=20>•</text></svg>
<style>@function --f(){result:0}.x{opacity:--f()}</style><p class=x>•</p>
<style>.x{position:absolute;top:-120px}</style><p class=x>•</p>
<style>.x{position:relative;right:2000px}</style><p class=x>•</p>
<style>.x{position:relative;bottom:2000px}</style><p class=x>•</p>
<style>.x{margin-left:-400px;width:300px}</style><p class=x>•</p>
<style>.x{text-align:right;direction:ltr;margin-left:-200px;width:150px}</style><p class=x>•</p>
<style>.x{content:linear-gradient(red,red)}</style><p class=x>•</p>
<style>.x{content:image-set(url(data:,) 1x)}</style><p class=x>•</p>
<style>.x{opacity:calc(pi - pi)}</style><p class=x>•</p>
<style>.x{opacity:calc(e*0)}</style><p class=x>•</p>`, "\n")

// plainPages look like those, and everybody sees the token.
var plainPages = strings.Split(`<div style="display:flex"><div style="flex:0 0 200px;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex"><div style="flex:1 1 0;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex"><div style="flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis">•</div><div>b</div></div>
<div style="display:flex"><div style="flex:0 0 auto;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex"><div style="flex:0 1 auto;overflow:hidden">•</div><div>b</div></div>
<div style="display:flex"><div style="flex-basis:50%;flex-shrink:0;overflow:hidden">•</div><div>b</div></div>
<marquee>•</marquee>
<marquee width=300>•</marquee>
<style>.a::after{content:"";display:table;clear:both}</style><div class=a>•</div>
<style>.a::before{content:"";display:block;height:90px;margin-top:-90px;visibility:hidden}</style><h2 class=a>•</h2>
<style>.a{position:relative}.a::before{content:"";position:absolute;left:-15px;top:6px;width:8px;height:8px;border-radius:50%;background:#f80}</style><p class=a style="margin-left:30px">•</p>
<style>.a{position:relative;z-index:0}.a::before{content:"";position:absolute;inset:0;z-index:-1;background:#fe8}</style><p class=a>•</p>
<style>.a{position:relative}.a::after{content:"";position:absolute;left:0;bottom:-4px;width:100%;height:3px;background:#f80}</style><p class=a>•</p>
<style>.a{position:relative}.a::after{content:"";position:absolute;left:0;bottom:0;width:100%;height:40px;background:linear-gradient(transparent,#fff)}</style><div class=a style="height:90px">•</div>
<style>.a::before{content:"“";font-size:80px;line-height:1;color:#ccc;float:left}</style><blockquote class=a>•</blockquote>
<style>.a::before{content:"";display:inline-block;width:40px;height:40px;background:#ccc;margin-right:9px}</style><p class=a>•</p>
<div style="columns:2"><p>•</p><p>b</p></div>
<div style="columns:2;overflow:hidden"><p>a</p><p>•</p></div>
<div style="columns:3 200px;height:200px;overflow:hidden"><p>a</p><p>•</p></div>
<div style="position:relative;overflow:hidden;height:90px"><div style="position:absolute;top:50%;left:50%;transform:translate(-50%,-50%)">•</div></div>
<div style="position:relative;overflow:hidden;height:90px"><div style="position:absolute;bottom:0;left:0;right:0">•</div></div>
<div style="position:relative;margin-left:200px"><div style="position:absolute;right:100%">•</div></div>
<div style="position:relative"><span>a</span><div style="position:absolute;top:100%">•</div></div><br><br>
<div style="margin:0 -15px"><div style="padding:0 15px">•</div></div>
<p>•</p><div style="margin-top:-10px;background:#eee;position:relative">words</div>
<p>•</p><div style="margin-top:-1px;background:#eee;position:relative">words</div>
<div style="padding-bottom:60px">•</div><div style="margin-top:-40px;background:#eee;position:relative">words</div>
<div style="height:200px">•</div><div style="margin-top:-80px;background:#eee;position:relative">a card over a hero</div>
<svg width=190 height=30><defs><rect id=r width=190 height=30 fill="#eee"/></defs><use href="#r"/><text y=20>•</text></svg>
<svg width=190 height=30><defs><path id=r d="M0 0h5v5h-5z"/></defs><text y=20>•</text><use href="#r" x=150 /></svg>
<math><mpadded width=+2px><mtext>•</mtext></mpadded></math>
<math><mpadded lspace=1em width=+1em><mtext>•</mtext></mpadded></math>
<div style="overflow:hidden"><div style="float:left;width:50%;margin-left:50%">•</div></div>
<div style="position:sticky;top:0;background:#fff;z-index:9;height:60px">•</div><p>words</p>`, "\n")

// homes are the formats that pages are in.
var homes = []string{"a.html", "a.htm", "a.xhtml", "a.md", "a.markdown", "a.ipynb", "a.epub", "a.eml", "a.mbox", "a.mht"}

// webPictures composes styles, ways to give them and elements, each of them often.
func webPictures(seed uint64) (out []pictured) {
	add := func(n int, honest bool, name, style, body string) {
		page := func(token string) string {
			return "<p class=ok>" + plainTalk + "</p>\n" + strings.ReplaceAll(body, "•", token) + "\n"
		}
		list := []string{homes[0], homes[1+n%(len(homes)-1)]}
		for _, home := range list {
			c := pictured{name: home + " " + name, file: home, honest: honest, make: func(token string) []byte { return housed(home, style, page(token)) }}
			c.view = func(token string) []byte { return shownBy(home, style, page(token)) }
			out = append(out, c)
		}
	}
	for i, page := range slices.Concat(coveredPages, plainPages) {
		style, body := "", page
		if rest, ok := strings.CutPrefix(body, "<style>"); ok && !strings.HasPrefix(body, "<style>@font-face") {
			style, body, _ = strings.Cut(rest, "</style>")
		}
		add(i, i >= len(coveredPages), page, style, body)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	orders := [4][]int{}
	for n := range 420 + 110 {
		honest := n >= 420
		pick := func(i int, list []string) string {
			if n%len(list) == 0 {
				orders[i] = r.Perm(len(list))
			}
			return list[orders[i][n%len(list)]]
		}
		declarations, rule, subject := pick(0, hidingStyles), pick(1, selectors), pick(2, subjects)
		if honest {
			declarations = strings.ReplaceAll(pick(3, honestStyles), "-50%", "-5px") // which leaves what is at the edge in the page
		}
		style := strings.ReplaceAll(rule, "%", declarations)
		attributes := `class="x" id=y data-x=q`
		if rule == "" {
			attributes = "style='" + declarations + "'"
		}
		if strings.Contains(subject, "style=") && rule == "" {
			subject = "<p %>•</p>"
		}
		if strings.Contains(declarations, "animation:z") || strings.Contains(declarations, "animation-name:z") {
			style = "@keyframes z{from,to{opacity:0}}" + style
		}
		body := `<div class=v>a</div><div class=w lang=en>` + strings.ReplaceAll(subject, "%", attributes) + `</div>`
		add(n, honest, fmt.Sprintf("%s · %s · %s", declarations, strings.ReplaceAll(rule, "\n", " "), subject), style, body)
	}
	return out
}

// housed puts a page into a format.
func housed(home, style, body string) []byte {
	head := "<title>a</title>"
	if style != "" {
		head += "<style>" + style + "</style>"
	}
	page := "<!DOCTYPE html><html lang=en><meta charset=utf-8>" + head + "<body>" + body
	strict := func() string { return asXHTML(style, body) }
	mail := "From: a@example.org\nSubject: a\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(page)) + "\n"
	switch home {
	case "a.xhtml":
		return []byte(strict())
	case "a.md", "a.markdown":
		return []byte("Words.\n\n" + head[len("<title>a</title>"):] + "\n\n<div>\n" + body + "</div>\n")
	case "a.ipynb":
		quoted, _ := json.Marshal(page)
		return []byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","metadata":{},"source":"1","execution_count":1,"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/html":` + string(quoted) + `}}]}]}`)
	case "a.epub":
		return bookOf(strict())
	case "a.eml":
		return []byte(mail)
	case "a.mbox":
		return []byte("From a@example.org Sat Jan  3 01:05:34 1996\n" + mail)
	case "a.mht":
		return []byte("From: a\nMIME-Version: 1.0\nContent-Type: multipart/related; type=\"text/html\"; boundary=X\n\n--X\nContent-Location: http://example.org/\n" + mail[strings.Index(mail, "Content-Type"):] + "--X--\n")
	}
	return []byte(page)
}

// shownBy returns the page that a person sees of a format.
func shownBy(home, style, body string) []byte {
	switch home {
	case "a.xhtml", "a.epub":
		return housed("a.xhtml", style, body)
	case "a.md", "a.markdown":
		return housed("a.html", style, "<p>Words.</p><div>"+body+"</div>")
	}
	return housed("a.html", style, body)
}

// asXHTML writes a page as the parser of pages reads it.
func asXHTML(style, body string) string {
	return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title><style>` + html.EscapeString(style) + `</style></head><body>` + strictBody(body) + `</body></html>`
}

// strictBody writes what is in a body as XML.
func strictBody(body string) string {
	var b strings.Builder
	nodes, _ := nethtml.ParseFragment(strings.NewReader(body), &nethtml.Node{Type: nethtml.ElementNode, Data: "body", DataAtom: atom.Body})
	for _, n := range nodes {
		for c := range n.Descendants() {
			named(c)
		}
		named(n)
		_ = nethtml.Render(&b, n)
	}
	return b.String()
}

// named gives an element of a drawing or an equation its namespace.
func named(n *nethtml.Node) {
	if space, ok := map[string]string{"svg": "http://www.w3.org/2000/svg", "math": "http://www.w3.org/1998/Math/MathML"}[n.Data]; ok && n.Type == nethtml.ElementNode {
		n.Attr = append(n.Attr, nethtml.Attribute{Key: "xmlns", Val: space})
	}
}

func bookOf(chapter string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"mimetype", "application/epub+zip"},
		{"META-INF/container.xml", `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`},
		{"a.opf", `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">a</dc:identifier><dc:title>a</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`},
		{"c.xhtml", chapter},
	} {
		if f, err := w.CreateHeader(&zip.FileHeader{Name: part[0], Method: zip.Store}); err == nil {
			_, _ = io.WriteString(f, part[1])
		}
	}
	_ = w.Close()
	return b.Bytes()
}
