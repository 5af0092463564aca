"""Make samples of the text files that are found in folders: programs, manuals and pages, most of them in English with few characters beyond ASCII.

python3 found.py FOUND.tsv FOLDER…   (such as /usr/share/doc /usr/lib/python3 and the folder of Go's modules)

Each file in UTF-8 with a character beyond ASCII is written in each encoding that has all its characters, if these are what the encoding is for.
Files with the same such characters as one before are left out. A line is the file's suffix, encoding, "found" and the bytes in base64,
separated by tabs.
"""
import base64
import gzip
import os
import re
import sys

CYRILLIC, GREEK, KANA, HAN, HANGUL = "[Ѐ-ӿ]", "[Ά-ώ]", "[\u3040-ヿ]", "[一-鿿]", "[가-힣]"
CODECS = [  # Python's name, ours, what the text must have; of the last ones no text that windows-1252 could be
    ("cp1252", "windows-1252", ""), ("mac_roman", "macintosh", ""), ("cp850", "IBM850", ""),
    ("cp1251", "windows-1251", CYRILLIC), ("koi8_r", "KOI8-R", CYRILLIC), ("cp1253", "windows-1253", GREEK),
    ("shift_jis", "Shift_JIS", KANA), ("euc_jp", "EUC-JP", KANA), ("gbk", "GB18030", HAN), ("big5", "Big5", HAN),
    ("cp949", "EUC-KR", HANGUL), ("cp1250", "windows-1250", None), ("cp1254", "windows-1254", None),
]
LEAST, MOST = 200, 600_000  # bytes of a file


def texts(folders):
    paths = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            paths += [os.path.join(root, name) for name in names]
    for path in sorted(paths):
        if os.path.islink(path) or not os.path.isfile(path) or not LEAST < os.path.getsize(path) < MOST:
            continue
        try:
            with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as f:
                yield path, f.read(MOST).decode("utf-8").lstrip("\ufeff")
        except (OSError, EOFError, UnicodeDecodeError):
            continue


def encoded(text, codec):
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return None


def main(to, folders):
    seen = set()
    with open(to, "w", encoding="ascii") as out:
        for path, text in texts(folders):
            beyond = "".join(sorted(set(re.findall("[^\x00-\x7f]+", text))))
            if not beyond or beyond in seen or "\x00" in text or "\ufffd" in text:
                continue
            seen.add(beyond)
            text = re.sub("(?i)utf-?8", "binary", text)  # no declaration
            western = encoded(text, "cp1252")
            for codec, name, needs in CODECS:
                b = encoded(text, codec)
                if b is None or (western if needs is None else not re.search(needs, text)):
                    continue
                suffix = os.path.splitext(path.removesuffix(".gz"))[1].lstrip(".") or "text"
                print(suffix, name, "found", base64.b64encode(b).decode(), sep="\t", file=out)


main(sys.argv[1], sys.argv[2:])
