"""What happens to a PDF after it was made: turned, packed, encrypted, distilled.

Each function takes a PDF and writes another one with the same text; FINISHES has them by name."""
import subprocess


def qpdf(*args):
    return lambda src, out: run(["qpdf", *args, "--", str(src), str(out)], ok=(0, 3))


def run(command, ok=(0,)):
    r = subprocess.run(command, capture_output=True)
    if r.returncode not in ok:
        raise RuntimeError("%s: %s" % (command[0], r.stderr.decode(errors="replace")[-300:]))


def turned(angle):
    """Turns what the page paints, and the page back, so that the reader sees what was there."""
    def make(src, out):
        import pikepdf
        with pikepdf.open(src) as pdf:
            for page in pdf.pages:
                x0, y0, x1, y1 = map(float, page.mediabox)
                w, h = x1 - x0, y1 - y0
                m = {90: (0, 1, -1, 0, h + y0, -x0), 180: (-1, 0, 0, -1, w + x0, h + y0), 270: (0, -1, 1, 0, -y0, w + x0)}[angle]
                page.contents_add(pdf.make_stream(b"q %f %f %f %f %f %f cm\n" % m), prepend=True)
                page.contents_add(pdf.make_stream(b"\nQ"))
                page.obj.MediaBox = [0, 0, *((w, h) if angle == 180 else (h, w))]
                for key in ("/CropBox", "/TrimBox", "/ArtBox", "/BleedBox", "/Annots"):
                    if key in page.obj:
                        del page.obj[key]
                page.obj.Rotate = (int(page.obj.get("/Rotate", 0)) + angle) % 360
            pdf.save(out)
    return make


def incremental(src, out):
    """Appends an update that gives the document another title, as an editor does that saves quickly."""
    import re
    run(["qpdf", "--object-streams=disable", "--", str(src), str(out)], ok=(0, 3))
    data = out.read_bytes()
    last = int(re.findall(rb"startxref\s+(\d+)", data)[-1])
    trailer = data[data.rindex(b"trailer"):]
    size, root = int(re.search(rb"/Size (\d+)", trailer)[1]), re.search(rb"/Root \d+ \d+ R", trailer)[0]
    at = len(data)
    data += b"%d 0 obj\n<< /Title (Changed) >>\nendobj\n" % size
    xref = len(data)
    data += b"xref\n%d 1\n%010d 00000 n \ntrailer << /Size %d %s /Info %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (size, at, size + 1, root, size, last, xref)
    out.write_bytes(data)


def distilled(*args):
    return lambda src, out: run(["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", *args, "-sOutputFile=%s" % out, str(src)])


FINISHES = {
    "rotate90": qpdf("--rotate=+90"), "rotate180": qpdf("--rotate=+180"), "rotate270": qpdf("--rotate=+270"), "turned90": turned(90), "turned180": turned(180), "turned270": turned(270),
    "linear": qpdf("--linearize", "--object-streams=generate"), "encrypted": qpdf("--encrypt", "", "owner", "256"), "incremental": incremental, "distilled": distilled(),
    "archive": distilled("-dPDFA=2", "-sColorConversionStrategy=RGB"), "cairo": lambda src, out: run(["pdftocairo", "-pdf", str(src), str(out)]),
    "pdfcpu": lambda src, out: run(["pdfcpu", "optimize", "-q", str(src), str(out)]),
}
