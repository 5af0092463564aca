"""Collects text that people wrote, from packages of Debian, as what is beside the facts of a set.

    prose.py OUT     OUT/LANGUAGE.txt, a paragraph a line. Wants apt-get and dpkg-deb. See README.md.
"""
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

# Sayings first: they speak of people and things, as a profile does.
PACKAGES = {
    "en": ["fortunes", "debian-faq"], "de": ["fortunes-de", "debian-faq-de"], "es": ["fortunes-es", "debian-reference-es"], "fr": ["debian-faq-fr", "debian-reference-fr"],
    "it": ["fortunes-it", "debian-faq-it"], "ja": ["debian-faq-ja", "debian-reference-ja"], "nl": ["debian-faq-nl", "manpages-nl"], "pt": ["fortunes-br", "debian-faq-pt"],
    "pl": ["fortunes-pl", "manpages-pl"], "ru": ["fortunes-ru", "debian-faq-ru"], "sv": ["manpages-sv"], "zh": ["fortunes-zh", "debian-faq-zh-cn", "debian-reference-zh-cn"],
}
SHORTEST, LONGEST = 40, 400  # characters of a paragraph; a Chinese or Japanese one may have a third


def paragraphs(path):
    """Returns the paragraphs of a file: sayings end with %, lines of a manual page that begin with a dot are marks."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = data.decode("utf-8", "replace")
    if "games/fortunes" in str(path):
        return re.split(r"(?m)^%.*$", text)
    if "/man/" in str(path):
        text = re.sub(r"(?m)^['.].*$", "", text)
        text = re.sub(r"\\f.|\\[&|^/,]|\\\(..", "", text).replace("\\-", "-")
    return re.split(r"\n\s*\n", text)


def wanted(path):
    name = str(path)
    return path.is_file() and "/off/" not in name and ("games/fortunes" in name and path.suffix not in (".dat", ".u8", ".gz") or name.endswith(".txt.gz") or "/man/" in name)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for language, packages in PACKAGES.items():
            into = pathlib.Path(folder) / language
            into.mkdir()
            subprocess.run(["apt-get", "download", "-qq", *packages], cwd=into, check=True, stderr=subprocess.DEVNULL)
            for package in into.glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", package, into / "root"], check=True)
            seen, shortest = {}, SHORTEST // 3 if language in ("ja", "zh") else SHORTEST
            for path in sorted(filter(wanted, (into / "root").rglob("*"))):
                for text in paragraphs(path):
                    text = " ".join(text.split())
                    letters = sum(c.isalpha() for c in text)
                    if shortest <= len(text) <= LONGEST and letters > .7 * len(text.replace(" ", "")) and "\ufffd" not in text:
                        seen.setdefault(text)
            (out / (language + ".txt")).write_text("".join(t + "\n" for t in seen), encoding="utf-8")
            print(language, len(seen), "paragraphs,", sum(map(len, seen)), "characters")


if __name__ == "__main__":
    main()
