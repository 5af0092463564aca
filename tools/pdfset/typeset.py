"""Documents for groff, LaTeX and ReportLab."""
import subprocess
from documents import cell, RUNNING

# What ReportLab draws around tables that have no grid.
RULES = {"right": [("ALIGN", (1, 0), (-1, -1), "RIGHT")], "money": [("ALIGN", (1, 0), (-1, -1), "RIGHT")], "centre": [("ALIGN", (0, 0), (-1, -1), "CENTER")], "head": [("LINEBELOW", (0, 0), (-1, 0), .5, "black")],
         "booktabs": [("LINEABOVE", (0, 0), (-1, 0), 1, "black"), ("LINEBELOW", (0, 0), (-1, 0), .5, "black"), ("LINEBELOW", (0, -1), (-1, -1), 1, "black")],
         "stripes": [("ROWBACKGROUNDS", (0, 1), (-1, -1), [(.87, .87, .87), (1, 1, 1)])], "wrapped": [("VALIGN", (0, 0), (-1, -1), "TOP")], "group": [("ALIGN", (0, 0), (-1, 0), "CENTER")]}
LATEX = str.maketrans({"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_"})


def groff_source(d):
    out = [".fp 1 R", ".nr PS 11", ".nr VS 13", ".nr GROWPS 3", ".nr PSINCR 2p"]
    out += [".ds LH %s" % RUNNING, ".ds CH", ".ds RH", ".ds CF Page \\n%", ".P1"] if d.get("running") else [".ds CH", ".ds CF"]
    for i, b in enumerate(d["blocks"]):
        out += [line.replace("'", "\\[aq]") if not line.startswith(".") else line for line in roff(b, d)]
        if i == 0 and d["columns"] == 2:
            out.append(".2C")
    return "\n".join(out) + "\n"


def roff(b, d):
    if b[0] == "h":
        return [".LP", ".ps %d" % {1: 20, 2: 15, 3: 12}[b[1]], ".ft B", b[2], ".br", ".ft R", ".ps 11"] if b[1] == 1 else [".SH %d" % b[1], b[2]]
    if b[0] == "p":
        return [".LP", b[1]]
    if b[0] in ("ul", "ol"):
        out = []
        for n, i in enumerate(b[1]):
            text, inner = i if isinstance(i, tuple) else (i, [])
            out += [".IP %s 3" % ("\\(bu" if b[0] == "ul" else "%d." % (n + 1)), text]
            if inner:
                out += [".RS"] + roff((b[0], inner), d) + [".RE"]
        return out
    if b[0] == "table":
        rows, cols = b[1], sum(cell(c)[1] for c in b[1][0])
        head = ["allbox tab(|);" if d["rules"] else "tab(|);"]
        out = ([".LP", b[2]] if b[2] else []) + [".LP", ".TS H" if len(rows) > 20 else ".TS"] + head + ["l " * (cols - 2) + "r r."]
        for n, row in enumerate(rows):
            out.append("|".join(cell(c)[0] for c in row))
            if n == 0 and len(rows) > 20:
                out.append(".TH")
        return out + [".TE"]
    if b[0] == "break":
        return [".bp"]
    if b[0] == "note":
        return [".LP", "See below.\\**", ".FS", b[1], ".FE"]
    if b[0] == "form":
        return [x for k, v in b[1] for x in (".LP", "%s:\\h'|6c'%s" % (k, v))]
    return []


def groff(d, work, out, device="pdf"):
    r = subprocess.run(["groff", "-t", "-ms", "-Kutf8", "-T" + device, "-P-pa4"], input=groff_source(d).encode(), check=True, capture_output=True)
    out.write_bytes(r.stdout)


def ghostscript(d, work, out):
    groff(d, work, work / "page.ps", "ps")
    subprocess.run(["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-sOutputFile=%s" % out, str(work / "page.ps")], check=True, capture_output=True)


def latex(d, work, out):
    two = ",twocolumn" if d["columns"] == 2 else ""
    src = [r"\documentclass[11pt,a4paper%s]{article}" % two, r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{lmodern,longtable,fancyhdr,hyperref}\usepackage[margin=22mm]{geometry}"]
    src.append(r"\pagestyle{fancy}\fancyhf{}\lhead{%s}\cfoot{Page \thepage}" % RUNNING if d.get("running") else r"\pagestyle{empty}")
    src.append(r"\begin{document}")
    for b in d["blocks"]:
        src.append(tex(b, d))
    (work / "page.tex").write_text("\n".join(src + [r"\end{document}"]), encoding="utf-8")
    for _ in range(2):
        subprocess.run(["pdflatex", "-interaction=batchmode", "page.tex"], cwd=work, check=False, capture_output=True)
    (work / "page.pdf").rename(out)


def tex(b, d):
    e = lambda s: s.translate(LATEX)
    if b[0] == "h":
        return [r"\section*{%s}", r"\subsection*{%s}", r"\subsubsection*{%s}"][b[1] - 1] % e(b[2])
    if b[0] == "p":
        return e(b[1]) + "\n"
    if b[0] in ("ul", "ol"):
        name = "itemize" if b[0] == "ul" else "enumerate"
        items = [r"\item " + e(i[0]) + tex((b[0], i[1]), d) if isinstance(i, tuple) else r"\item " + e(i) for i in b[1]]
        return "\\begin{%s}\n%s\n\\end{%s}" % (name, "\n".join(items), name)
    if b[0] == "table":
        cols = sum(cell(c)[1] for c in b[1][0])
        bar, rule = ("|", r"\hline") if d["rules"] else ("", "")
        lines = [" & ".join(e(cell(c)[0]) for c in r) + r"\\" + rule for r in b[1]]
        form = "{%s%s}" % (bar, ("l" + bar) * cols)
        if len(b[1]) > 20:
            return "\\begin{longtable}%s%s\n%s\\endhead\n%s\n\\end{longtable}" % (form, rule, lines[0], "\n".join(lines[1:]))
        return "%s\n\n{\\small\\begin{tabular}%s%s\n%s\n\\end{tabular}}\n" % (e(b[2] or ""), form, rule, "\n".join(lines))
    if b[0] == "break":
        return r"\clearpage"
    if b[0] == "note":
        return r"See below.\footnote{%s}" % e(b[1]) + "\n"
    if b[0] == "form":
        return "\n\n".join(r"\makebox[6cm][l]{%s:}%s" % (e(k), e(v)) for k, v in b[1]) + "\n"
    return ""


def reportlab(d, work, out):
    from reportlab.lib.pagesizes import A4, landscape
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import BaseDocTemplate, Frame, ListFlowable, PageBreak, PageTemplate, Paragraph, Table
    size = (720, 405) if d.get("wide") else landscape(A4) if d.get("rotate") else A4
    styles, w = getSampleStyleSheet(), (size[0] - 120) / d["columns"]

    def running(canvas, doc):
        canvas.saveState()
        if d.get("running"):
            canvas.setFont("Helvetica", 8)
            canvas.drawString(60, size[1] - 30, RUNNING)
            canvas.drawCentredString(size[0] / 2, 25, "Page %d" % doc.page)
        for i, b in enumerate(x for x in d["blocks"] if x[0] == "hidden"):
            hide(canvas, b, 120 + 60 * i)
        canvas.restoreState()
        if d.get("rotate"):
            canvas.setPageRotation(d["rotate"])

    def hide(canvas, b, y):
        text = canvas.beginText(70, y)
        text.setFont("Helvetica", .5 if b[1] == "tiny" else 10)
        if b[1] == "off":
            text.setTextOrigin(-900, y)
        if b[1] == "clear":
            text.setTextRenderMode(3)
        if b[1] == "white":
            text.setFillColorRGB(1, 1, 1)
        text.textOut(b[2])
        canvas.drawText(text)

    def items(b):
        return ListFlowable([[Paragraph(i[0], styles["Normal"]), items((b[0], i[1]))] if isinstance(i, tuple) else Paragraph(i, styles["Normal"]) for i in b[1]],
                            bulletType="bullet" if b[0] == "ul" else "1", bulletFormat=None if b[0] == "ul" else "%s.", leftIndent=16, **({"start": "•"} if b[0] == "ul" else {}))

    def table(rows):
        data, style = [], [("FONTSIZE", (0, 0), (-1, -1), 9)] + RULES.get(d.get("look"), []) + ([("GRID", (0, 0), (-1, -1), .5, "black")] if d["rules"] else [])
        cols, taken = sum(cell(c)[1] for c in rows[0]), set()
        for y, row in enumerate(rows):
            line, todo = [""] * cols, list(row)
            for x in range(cols):
                if (x, y) in taken:
                    continue
                line[x], cw, ch = cell(todo.pop(0))
                taken |= {(x + i, y + j) for i in range(cw) for j in range(ch)}
                style.append(("SPAN", (x, y), (x + cw - 1, y + ch - 1)))
            if d.get("look") == "wrapped":
                line[-1] = Paragraph(line[-1], styles["Normal"])
            data.append(line)
        return Table(data, style=style, repeatRows=1, colWidths=[90, 70, 50, 170] if d.get("look") == "wrapped" else None)

    flow = []
    for b in d["blocks"]:
        if b[0] == "h":
            flow.append(Paragraph(b[2], styles["Heading%d" % b[1]]))
        elif b[0] == "break":
            flow.append(PageBreak())
        elif b[0] in ("p", "note"):
            flow.append(Paragraph(b[1], styles["BodyText"]))
        elif b[0] in ("ul", "ol"):
            flow.append(items(b))
        elif b[0] == "table":
            flow += ([Paragraph(b[2], styles["Italic"])] if b[2] else []) + [table(b[1])]
        elif b[0] == "form":
            flow.append(Table([[k + ":", v] for k, v in b[1]], hAlign="LEFT"))
    frames = [Frame(60 + i * w, 50, w - 6, size[1] - 100, id=str(i)) for i in range(d["columns"])]
    BaseDocTemplate(str(out), pagesize=size, pageTemplates=[PageTemplate(id="p", frames=frames, onPage=running)], invariant=1).build(flow)
