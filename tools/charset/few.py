"""Make samples as people have them: tables, settings and programs in ASCII with a few names or words of a language.

python3 few.py TEXTS FEW.tsv   (needs: pip install faker==37.1.0; TEXTS is what `charset texts` wrote)

A sample is kept if it has a character beyond ASCII and fewer than one byte in fifty is beyond. A line is kind-language,
encoding, "few" and the bytes in base64, separated by tabs.
"""
import base64
import glob
import os
import random
import sys

import faker

WESTERN = ["cp1252", "iso8859_15", "cp850", "mac_roman"]
CENTRAL = ["cp1250", "iso8859_2", "cp852"]
BALTIC = ["cp1257", "iso8859_13"]
SLAVIC = ["cp1251", "koi8_r", "cp866", "iso8859_5"]
LOCALES = {
    "de_DE": WESTERN, "fr_FR": WESTERN, "es_ES": WESTERN, "es_MX": WESTERN, "it_IT": WESTERN, "pt_BR": WESTERN, "pt_PT": WESTERN,
    "nl_NL": WESTERN, "sv_SE": WESTERN, "da_DK": WESTERN, "no_NO": WESTERN, "fi_FI": WESTERN, "fr_CA": WESTERN, "de_CH": WESTERN,
    "cs_CZ": CENTRAL, "sk_SK": CENTRAL, "pl_PL": CENTRAL, "hu_HU": CENTRAL, "ro_RO": CENTRAL, "hr_HR": CENTRAL, "sl_SI": CENTRAL,
    "et_EE": BALTIC, "lv_LV": BALTIC, "lt_LT": BALTIC, "tr_TR": ["cp1254"],
    "ru_RU": SLAVIC, "uk_UA": ["cp1251", "koi8_u"], "bg_BG": ["cp1251"], "el_GR": ["cp1253", "iso8859_7"],
    "he_IL": ["cp1255"], "th_TH": ["cp874"], "fa_IR": ["cp1256"], "ar_SA": ["cp1256"],
    "ja_JP": ["shift_jis", "euc_jp"], "ko_KR": ["cp949"], "zh_CN": ["gbk"], "zh_TW": ["big5"],
}
NAMES = {"cp850": "IBM850", "cp852": "IBM852", "cp866": "IBM866", "mac_roman": "macintosh", "cp874": "windows-874", "koi8_r": "KOI8-R",
         "koi8_u": "KOI8-U", "shift_jis": "Shift_JIS", "euc_jp": "EUC-JP", "cp949": "EUC-KR", "gbk": "GB18030", "big5": "Big5"}
CODE = """\
def load(path, limit=100):
    with open(path) as source:
        for number, line in enumerate(source):
            if number >= limit:
                break
            yield line.rstrip().split(";")

class Store:
    def __init__(self, root, name="default"):
        self.root = root
        self.items = {}
        self.name = name

    def add(self, key, value):
        if key in self.items:
            raise KeyError(key)
        self.items[key] = value
        return len(self.items)

    def total(self):
        return sum(item.price * item.count for item in self.items.values())
""".split("\n")


def label(codec):
    if codec in NAMES:
        return NAMES[codec]
    return codec.replace("cp", "windows-").replace("iso8859_", "ISO-8859-")


def plain(s):
    return s.isascii()


def either(make, wanted):
    """A value that is ASCII, or that is not, if a few tries find one."""
    for _ in range(60):
        s = str(make()).replace("\n", " ")
        if plain(s) != wanted:
            return s
    return ""


def table(f, rng):
    sep = rng.choice([",", ";", "\t"])
    rows, special = rng.choice([(8, 1), (15, 2), (40, 3), (80, 5), (120, 2)])
    at = set(rng.sample(range(rows), special))
    out = [sep.join(["id", "name", "city", "mail", "amount", "date"])]
    english = faker.Faker("en_US")
    english.seed_instance(rng.random())
    for i in range(rows):
        name = either(f.name, i in at) or english.name()
        city = either(f.city, i in at and rng.random() < 0.5) if hasattr(f, "city") else ""
        out.append(sep.join([str(i + 1), name, city or english.city(), "user%d@example.com" % rng.randrange(9999),
                             "%.2f" % (rng.random() * 1000), "20%02d-%02d-%02d" % (rng.randrange(24), rng.randrange(1, 13), rng.randrange(1, 29))]))
    return "\r\n".join(out) + "\r\n"


def settings(f, rng):
    out = []
    for section in rng.sample(["server", "client", "cache", "mail", "display", "paths", "printer", "backup"], 5):
        out.append("[%s]" % section)
        for key in rng.sample(["enabled", "timeout", "host", "port", "level", "format", "folder", "retries", "language", "color"], 6):
            out.append("%s=%s" % (key, rng.choice(["true", "false", "10", "localhost", "/var/lib/data", "default", "utf8", "C:\\Data"])))
    for key in ("owner", "contact")[:rng.choice([1, 2])]:
        out.insert(rng.randrange(1, len(out)), "%s=%s" % (key, either(f.name, True)))
    return "\n".join(out) + "\n"


def program(lines, rng):
    out = list(CODE) * rng.choice([1, 2, 4])
    for _ in range(rng.choice([1, 1, 2, 3])):
        words = rng.choice(lines).split()
        at = [i for i, w in enumerate(words) if not plain(w)]
        if not at:
            continue
        i = rng.choice(at)
        note = " ".join(words[max(0, i - 3):i + 3])
        out.insert(rng.randrange(len(out)), rng.choice(["    # %s", '        print("%s")', "    raise ValueError('%s')"]) % note)
    return "\n".join(out)


def lines_of(texts, tag):
    out = []
    for path in sorted(glob.glob(os.path.join(texts, "*", tag + ".txt"))):
        out += [s for s in open(path, encoding="utf-8").read().split("\n") if not plain(s)]
    return out


def encoded(text, codec):
    try:
        b = text.encode(codec)
    except UnicodeEncodeError:
        return None
    high = sum(c >= 0x80 for c in b)
    return b if 0 < high * 50 < len(b) else None


def main(texts, to):
    tags = {"no": "nb", "zh_CN": "zh_Hans", "zh_TW": "zh_Hant"}
    with open(to, "w", encoding="ascii") as out:
        for locale, codecs in LOCALES.items():
            rng = random.Random(locale)
            f = faker.Faker(locale)
            f.seed_instance(locale)
            lang = tags.get(locale) or tags.get(locale[:2], locale[:2])
            lines = lines_of(texts, lang)
            for kind, make in (("csv", table), ("ini", settings), ("code", program)):
                for codec in codecs:
                    made = tries = 0
                    while made < 20 and tries < 300:
                        tries += 1
                        b = encoded(make(lines if kind == "code" else f, rng), codec)
                        if b:
                            made += 1
                            print("%s-%s" % (kind, lang), label(codec), "few", base64.b64encode(b).decode(), sep="\t", file=out)


main(sys.argv[1], sys.argv[2])
