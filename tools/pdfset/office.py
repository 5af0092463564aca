"""Documents as flat OpenDocument text, for LibreOffice."""
import subprocess
from xml.sax.saxutils import escape as e
from documents import cell, RUNNING

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">"""


def flat(d):
    font = {"ja": "IPAMincho", "ar": "Amiri", "he": "David CLM"}.get(d["lang"], "Liberation Serif")
    mode = "tb-rl" if d.get("vertical") else "rl-tb" if d["lang"] in ("ar", "he") else "lr-tb"
    w, h = ("29.7cm", "21cm") if d.get("rotate") else ("21cm", "29.7cm")
    if d.get("wide"):
        w, h = "25.4cm", "14.3cm"
    border = "0.05pt solid #000000" if d["rules"] else "none"
    names = "".join(' %s="%s"' % (k, font) for k in ("fo:font-family", "style:font-family-asian", "style:font-family-complex"))
    align = "end" if d["lang"] in ("ar", "he") else "start"
    styles = """<office:styles><style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm" style:writing-mode="%s" fo:text-align="%s"/><style:text-properties%s fo:font-size="11pt" style:font-size-asian="11pt" style:font-size-complex="11pt"/></style:style>
<style:style style:name="Cell" style:family="paragraph"><style:text-properties%s fo:font-size="10pt" style:font-size-complex="10pt"/></style:style>""" % (mode, align, names, names)
    for level, size in ((1, 20), (2, 15), (3, 12)):
        styles += '<style:style style:name="H%d" style:family="paragraph" style:default-outline-level="%d"><style:paragraph-properties fo:margin-top="0.4cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always" style:writing-mode="%s"/><style:text-properties%s fo:font-size="%dpt" style:font-size-asian="%dpt" style:font-size-complex="%dpt" fo:font-weight="bold" style:font-weight-complex="bold"/></style:style>' % (level, level, mode, names, size, size, size)
    for name, make in (("B", bullet), ("N", number)):
        styles += '<text:list-style style:name="%s">%s</text:list-style>' % (name, "".join(make(i) for i in (1, 2)))
    styles += "</office:styles>"
    auto = """<office:automatic-styles><style:style style:name="T" style:family="table"><style:table-properties style:width="%s" table:align="%s"/></style:style><style:style style:name="C" style:family="table-cell"><style:table-cell-properties fo:border="%s" fo:padding="0.08cm"/></style:style>
<style:style style:name="S" style:family="section"><style:section-properties><style:columns fo:column-count="%d" fo:column-gap="0.8cm"/></style:section-properties></style:style>
<style:style style:name="K" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="W" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="Y" style:family="text"><style:text-properties fo:font-size="1pt"/></style:style>
<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="%s" fo:page-height="%s" fo:margin="2cm" style:writing-mode="%s"/><style:header-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-bottom="0.3cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-top="0.3cm"/></style:footer-style></style:page-layout></office:automatic-styles>""" % ({1: "14cm", 2: "7.5cm", 3: "5cm"}[d["columns"]], "right" if align == "end" else "left", border, d["columns"], w, h, mode)
    running = '<style:header><text:p text:style-name="Standard">%s</text:p></style:header><style:footer><text:p text:style-name="Standard">Page <text:page-number text:select-page="current">1</text:page-number></text:p></style:footer>' % RUNNING if d.get("running") else ""
    master = '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">%s</style:master-page></office:master-styles>' % running
    parts, body = [block(b) for b in d["blocks"]], ""
    if d["columns"] > 1:
        body = parts[0] + '<text:section text:name="s" text:style-name="S">%s</text:section>' % "".join(parts[1:])
    else:
        body = "".join(parts)
    return HEAD + styles + auto + master + "<office:body><office:text>%s</office:text></office:body></office:document>" % body


def levels(i):
    return '<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="%.1fcm"/></style:list-level-properties>' % (0.6 * i + 0.2)


def bullet(i):
    return '<text:list-level-style-bullet text:level="%d" text:bullet-char="%s">%s</text:list-level-style-bullet>' % (i, "•◦"[i - 1], levels(i))


def number(i):
    return '<text:list-level-style-number text:level="%d" style:num-format="1" style:num-suffix=".">%s</text:list-level-style-number>' % (i, levels(i))


def block(b):
    if b[0] == "h":
        return '<text:h text:style-name="H%d" text:outline-level="%d">%s</text:h>' % (b[1], b[1], e(b[2]))
    if b[0] == "break":
        return '<text:p text:style-name="K"/>'
    if b[0] == "p":
        return '<text:p text:style-name="Standard">%s</text:p>' % e(b[1])
    if b[0] in ("ul", "ol"):
        return '<text:list text:style-name="%s">%s</text:list>' % ("B" if b[0] == "ul" else "N", "".join(item(i) for i in b[1]))
    if b[0] == "table":
        return (block(("p", b[2])) if b[2] else "") + table(b[1])
    if b[0] == "note":
        return '<text:p text:style-name="Standard">See below.<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Cell">%s</text:p></text:note-body></text:note></text:p>' % e(b[1])
    if b[0] == "form":
        return "".join('<text:p text:style-name="Standard">%s:<text:tab/><text:tab/>%s</text:p>' % (e(k), e(v)) for k, v in b[1])
    return '<text:p text:style-name="Standard"><text:span text:style-name="%s">%s</text:span></text:p>' % ("Y" if b[1] == "tiny" else "W", e(b[2]))


def item(i):
    text, inner = i if isinstance(i, tuple) else (i, [])
    more = "<text:list>%s</text:list>" % "".join(item(x) for x in inner) if inner else ""
    return '<text:list-item><text:p text:style-name="Standard">%s</text:p>%s</text:list-item>' % (e(text), more)


def table(rows):
    cols = sum(cell(c)[1] for c in rows[0])
    covered, out = set(), ""
    for y, row in enumerate(rows):
        x, cells, todo = 0, "", list(row)
        while x < cols:
            if (x, y) in covered:
                cells, x = cells + "<table:covered-table-cell/>", x + 1
                continue
            text, w, h = cell(todo.pop(0))
            covered |= {(x + i, y + j) for i in range(w) for j in range(h)} - {(x, y)}
            cells += '<table:table-cell table:style-name="C" office:value-type="string" table:number-columns-spanned="%d" table:number-rows-spanned="%d"><text:p text:style-name="Cell">%s</text:p></table:table-cell>' % (w, h, e(text))
            x += 1
        line = "<table:table-row>%s</table:table-row>" % cells
        out += "<table:table-header-rows>%s</table:table-header-rows>" % line if y == 0 else line
    return '<table:table table:style-name="T"><table:table-column table:number-columns-repeated="%d"/>%s</table:table>' % (cols, out)


def libreoffice(d, work, out, tagged=True):
    src = work / "page.fodt"
    src.write_text(flat(d), encoding="utf-8")
    how = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"%s"}}' % str(tagged).lower()
    subprocess.run(["soffice", "-env:UserInstallation=file://%s" % (work / "office"), "--headless", "--convert-to", how, "--outdir", str(work), str(src)], check=True, capture_output=True)
    (work / "page.pdf").rename(out)
