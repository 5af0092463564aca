"""agree.py MARKDOWN PDF...: words, and pairs of neighbouring words, on which two other readers agree.

The truth of a PDF is what pdftotext and mutool both read of it; MARKDOWN is the folder with NAME.pdf.md for each. Words that
a hyphen at the end of a line touches are not counted, nor is what recurs at the top or the foot of pages. -v lists the worst.
"""

import collections
import os
import re
import subprocess
import sys
import unicodedata

CJK = r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]"
TAGS = r"</?(sub|sup|br|u|table|thead|tbody|tr|td|th|p|li|ul|ol|b|i)\b[^>]*>"


def normal(text):
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return re.sub("[‐‑‒–—−]", "-", text).lower()


def words(text):
    return re.findall(rf"{CJK}|(?:(?!{CJK})\w)+", text)


def lines(text):
    """The lines of all pages, None for one that recurs at the edge of pages."""
    pages = [[line for line in page.split("\n") if line.strip()] for page in text.split("\f")]
    pages = [page for page in pages if page]
    mask = lambda line: re.sub(r"[\divxlcm]+", "#", line.strip().lower())
    seen = collections.Counter()
    for page in pages:
        seen.update({mask(line) for line in page[:2] + page[-2:]})
    for page in pages:
        for i, line in enumerate(page):
            edge = len(pages) > 2 and (i < 2 or i >= len(page) - 2)
            yield None if edge and seen[mask(line)] >= max(3, 0.15 * len(pages)) else line


def sequence(text):
    """The words, None where it is not known what is there."""
    out, hyphen = [], False
    for line in lines(normal(text)):
        found = words(line) if line else [None]
        if hyphen and found:
            found[0] = None
        hyphen = bool(line) and line.rstrip().endswith("-")
        if hyphen and found:
            found[-1] = None
        out += found
    return out


def bags(sequence):
    pairs = collections.Counter((a, b) for a, b in zip(sequence, sequence[1:]) if a and b)
    return collections.Counter(w for w in sequence if w), pairs


def read(*command):
    try:
        return subprocess.run(command, capture_output=True, timeout=300).stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return ""


def plain(markdown):
    text = re.sub(r"\]\([^)\s]*\)", "]", markdown)
    text = re.sub(TAGS, "", text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>~$-])", r"\1", text)
    return re.sub(r"(?<=\w)[*`]+|[*`]+(?=\w)", "", text)


def score(pdf, folder):
    """The shares of words and of pairs that are there, or None for too little text."""
    a, b = bags(sequence(read("pdftotext", pdf, "-"))), bags(sequence(read("mutool", "draw", "-q", "-F", "txt", pdf)))
    truth = a[0] & b[0], a[1] & b[1]
    if truth[0].total() < 30:
        return None
    path = os.path.join(folder, os.path.basename(pdf) + ".md")
    with open(path, encoding="utf-8", errors="replace") as f:
        got = bags(words(normal(plain(f.read()))))
    return [(t & g).total() / max(1, t.total()) for t, g in zip(truth, got)]


def main():
    arguments = [a for a in sys.argv[1:] if a != "-v"]
    rows = []
    for pdf in arguments[1:]:
        if found := score(pdf, arguments[0]):
            rows.append((*found, os.path.basename(pdf)))
    if "-v" in sys.argv:
        for row in sorted(rows, key=lambda r: r[1])[:40]:
            print("%.3f %.3f %s" % row)
    n = max(1, len(rows))
    means = [sum(r[k] for r in rows) / n for k in (0, 1)]
    print("files %d  words %.4f  pairs %.4f  files under .90: %d" % (len(rows), *means, sum(r[0] < 0.9 for r in rows)))


if __name__ == "__main__":
    main()
