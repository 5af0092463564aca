"""Makes the set: make.py OUT [producer|kind ...]. See README.md."""
import pathlib
import shutil
import sys
import tempfile
from documents import MAKERS, document, truth
from office import libreoffice
from typeset import ghostscript, groff, latex, reportlab
from web import chromium, weasyprint

WEST = [k for k in MAKERS if k not in ("japanese", "arabic", "hebrew")]
PRODUCERS = {
    "chromium": (lambda d, w, o: chromium(d, w, o), list(MAKERS)),
    "chromium-untagged": (lambda d, w, o: chromium(d, w, o, tags=False), list(MAKERS)),
    "libreoffice-tagged": (lambda d, w, o: libreoffice(d, w, o), list(MAKERS)),
    "libreoffice": (lambda d, w, o: libreoffice(d, w, o, tagged=False), list(MAKERS)),
    "weasyprint": (weasyprint, [k for k in MAKERS if k != "japanese"]),
    "reportlab": (reportlab, WEST),
    "groff": (groff, [k for k in WEST if k not in ("spans", "hidden", "rotated")]),
    "latex": (latex, [k for k in WEST if k not in ("spans", "hidden", "rotated")]),
    "ghostscript": (ghostscript, [k for k in WEST if k not in ("spans", "hidden", "rotated")]),
}


def main():
    out, wanted = pathlib.Path(sys.argv[1]), set(sys.argv[2:])
    out.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for n, (name, (make, kinds)) in enumerate(PRODUCERS.items()):
            for kind in kinds:
                if wanted and not wanted & {name, kind}:
                    continue
                d = document(kind, n + 1)
                stem = "%s.%s" % (kind, name)
                try:
                    make(d, work, out / (stem + ".pdf"))
                except Exception as err:
                    print("%s: %s" % (stem, err), file=sys.stderr)
                    continue
                (out / (stem + ".truth.md")).write_text(truth(d), encoding="utf-8")
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
