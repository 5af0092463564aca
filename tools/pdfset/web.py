"""Documents as HTML, for Chromium and WeasyPrint."""
import html
import subprocess
from documents import cell, RUNNING

FONTS = {"ja": "IPAexMincho, IPAMincho", "ar": "Amiri", "he": "David CLM, Frank Ruehl CLM, DejaVu Sans"}


LOOKS = {"right": "td+td,th+th{text-align:right}", "centre": "td,th{text-align:center}", "head": "thead th{border-bottom:1px solid #000}", "booktabs": "table{border-top:1.5px solid #000;border-bottom:1.5px solid #000}thead th{border-bottom:.7px solid #000}",
         "stripes": "tbody tr:nth-child(odd){background:#ddd}", "wrapped": "td:last-child{width:60mm}td{vertical-align:top}", "money": "td+td,th+th{text-align:right}", "group": "th{text-align:center}"}


def page(d, paged):
    """Returns the HTML; paged is for a program that knows CSS for pages."""
    css = ["body{font:11pt/1.35 %s;margin:0}" % FONTS.get(d["lang"], "Liberation Serif"), "table{border-collapse:collapse;margin:8pt 0}", "td,th{padding:2pt 8pt;text-align:left}",
           "caption{font-style:italic}", "thead{display:table-header-group}", "@page{size:A4;margin:22mm}"]
    if d["rules"]:
        css.append("td,th{border:1px solid #000}")
    css.append(LOOKS.get(d.get("look"), ""))
    if d["columns"] > 1:
        css.append("main{columns:%d;column-gap:8mm;text-align:justify}h1,.lead{column-span:all}table{font-size:9pt}" % d["columns"])
    if d.get("wide"):
        css.append("@page{size:254mm 143mm}body{font-size:20pt}")
    if d.get("vertical"):
        css.append("body{writing-mode:vertical-rl;height:240mm}")
    if d.get("running") and paged:
        css.append('@page{@top-left{content:"%s"}@bottom-center{content:"Page " counter(page)}}' % RUNNING)
    if d.get("rotate"):
        css.append("@page{size:A4 landscape}")
    body = "".join(block(b, paged) for b in d["blocks"])
    direction = ' dir="rtl"' if d["lang"] in ("ar", "he") else ""
    return '<!DOCTYPE html><html lang="%s"%s><meta charset="utf-8"><title>%s</title><style>%s</style><body><main>%s</main>' % (d["lang"], direction, d["kind"], "".join(css), body)


HIDE = {"white": "color:#fff", "tiny": "font-size:.5px", "clear": "opacity:0", "off": "position:absolute;left:-4000px"}


def block(b, paged):
    e = html.escape
    if b[0] == "h":
        return "<h%d>%s</h%d>" % (b[1], e(b[2]), b[1])
    if b[0] == "break":
        return '<div style="break-after:page"></div>'
    if b[0] == "p":
        return "<p>%s</p>" % e(b[1])
    if b[0] in ("ul", "ol"):
        return "<%s>%s</%s>" % (b[0], "".join(item(i, b[0]) for i in b[1]), b[0])
    if b[0] == "table":
        rows = ["<tr>%s</tr>" % "".join("<%s%s>%s</%s>" % (t, span(c), e(cell(c)[0]), t) for c in row) for t, row in tagged(b[1])]
        head = sum(1 for t, _ in tagged(b[1]) if t == "th")
        return "<table>%s<thead>%s</thead><tbody>%s</tbody></table>" % ("<caption>%s</caption>" % e(b[2]) if b[2] else "", "".join(rows[:head]), "".join(rows[head:]))
    if b[0] == "note":
        return '<p style="font-size:8pt"><sup>*</sup> %s</p>' % e(b[1]) if not paged else '<p style="font-size:8pt">%s</p>' % e(b[1])
    if b[0] == "form":
        return "".join('<p><b>%s:</b> <span style="margin-left:20pt">%s</span></p>' % (e(k), e(v)) for k, v in b[1])
    return '<p style="%s">%s</p>' % (HIDE[b[1]], e(b[2]))


def tagged(rows):
    """The first row is a head, and the second where cells of the first span it."""
    head = 2 if any(cell(c)[1] > 1 or cell(c)[2] > 1 for c in rows[0]) else 1
    return [("th" if i < head else "td", r) for i, r in enumerate(rows)]


def span(c):
    _, w, h = cell(c)
    return (' colspan="%d"' % w if w > 1 else "") + (' rowspan="%d"' % h if h > 1 else "")


def item(i, kind):
    text, inner = i if isinstance(i, tuple) else (i, [])
    return "<li>%s%s</li>" % (html.escape(text), block((kind, inner), True) if inner else "")


def chromium(d, work, out, tags=True):
    src = work / "page.html"
    src.write_text(page(d, False), encoding="utf-8")
    args = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=%s" % (work / "chromium"), "--print-to-pdf=%s" % out]
    if not d.get("running"):
        args.append("--no-pdf-header-footer")
    if not tags:
        args.append("--disable-pdf-tagging")
    subprocess.run(args + ["file://%s" % src], check=True, capture_output=True)


def weasyprint(d, work, out):
    import weasyprint as w
    w.HTML(string=page(d, True)).write_pdf(str(out))
