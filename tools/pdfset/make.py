"""Makes the set: make.py OUT [producer|kind|finish ...]. See README.md."""
import pathlib
import shutil
import sys
import tempfile
from documents import MAKERS, document, truth
from finish import FINISHES
from office import libreoffice
from typeset import ghostscript, groff, latex, reportlab
from web import chromium, weasyprint

WEST = [k for k in MAKERS if k not in ("japanese", "arabic", "hebrew")]
SET = [k for k in WEST if k not in ("spans", "hidden", "rotated", "slides", "gazette", "bare-wrapped", "bare-group")]
PRODUCERS = {
    "chromium": (lambda d, w, o: chromium(d, w, o), list(MAKERS)),
    "chromium-untagged": (lambda d, w, o: chromium(d, w, o, tags=False), list(MAKERS)),
    "libreoffice-tagged": (lambda d, w, o: libreoffice(d, w, o), list(MAKERS)),
    "libreoffice": (lambda d, w, o: libreoffice(d, w, o, tagged=False), list(MAKERS)),
    "weasyprint": (weasyprint, [k for k in MAKERS if k != "japanese"]),
    "reportlab": (reportlab, WEST),
    "groff": (groff, SET),
    "latex": (latex, SET),
    "ghostscript": (ghostscript, SET),
}


def main():
    out, wanted = pathlib.Path(sys.argv[1]), set(sys.argv[2:])
    out.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for n, (name, (make, kinds)) in enumerate(PRODUCERS.items()):
            for k, kind in enumerate(kinds):
                # Each document has one finish, another one for each producer.
                finish = list(FINISHES)[(5 * n + k) % len(FINISHES)]
                if wanted and not wanted & {name, kind, finish}:
                    continue
                d = document(kind, n + 1)
                stem = "%s.%s" % (kind, name)
                pdf, said = out / (stem + ".pdf"), truth(d)
                save(lambda: make(d, work, pdf), out, stem, said)
                if pdf.exists():
                    finished = "%s+%s" % (stem, finish)
                    save(lambda: FINISHES[finish](pdf, out / (finished + ".pdf")), out, finished, said)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def save(make, out, stem, said):
    """Makes a PDF, and writes its truth beside it if that went well."""
    try:
        make()
    except Exception as err:
        print("%s: %s" % (stem, err), file=sys.stderr)
        (out / (stem + ".pdf")).unlink(missing_ok=True)
        return
    (out / (stem + ".truth.md")).write_text(said, encoding="utf-8")


main()
