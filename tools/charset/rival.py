"""Judge PyPI chardet by the samples of tools/charset: right is the same text, whatever the name.

python3 rival.py SAMPLES.tsv   (needs: pip install chardet==7.7.0)
"""
import base64
import collections
import sys

import chardet

CODECS = {"IBM850": "cp850", "IBM852": "cp852", "IBM855": "cp855", "IBM866": "cp866", "IBM437": "cp437",
          "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874", "Shift_JIS": "cp932",
          "EUC-KR": "cp949", "UTF-16LE": "utf-16-le", "UTF-16BE": "utf-16-be", "UTF-32LE": "utf-32-le", "UTF-32BE": "utf-32-be"}

# The Romanian letters with cedilla and with comma count as the same: ISO-8859-16 has the bytes of windows-1250 for them.
COMMAS = str.maketrans("şţŞŢ", "șțȘȚ")


def main(path):
    total = collections.defaultdict(lambda: [0, 0])
    each = collections.defaultdict(lambda: [0, 0])
    for line in open(path, encoding="ascii"):
        lang, enc, length, b64 = line.rstrip("\n").split("\t")
        data = base64.b64decode(b64)
        want = data.decode(CODECS.get(enc, enc), "replace").translate(COMMAS)
        guess = chardet.detect(data)["encoding"]
        try:
            right = guess is not None and data.decode(guess, "replace").lstrip("\ufeff").translate(COMMAS) == want
        except LookupError:
            right = False
        kind = "unicode" if enc.startswith("UTF-") else "legacy"
        for s in (total[kind, length], each[kind, lang, enc, length]):
            s[0] += right
            s[1] += 1
    for key in sorted(total):
        print(*key, "%6.2f %% of %d" % (100 * total[key][0] / total[key][1], total[key][1]))
    if len(sys.argv) > 2:
        for key in sorted(each):
            print(*key, *each[key], sep="\t")


main(sys.argv[1])
