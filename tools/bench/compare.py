"""Writes the table of figures in the README: backstory beside other converters, over the documents of make.py.

    compare.py SET [--with markitdown,markitdown-rs,pandoc,docling,kreuzberg,anydoc] [--binary backstory] [--readme README.md]

See README.md for what is measured.
"""
import argparse
import datetime
import functools
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import make
import score

REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)(?:\[([^\]]*)\])?")
PACKAGES = {"markitdown": ("markitdown", "all"), "pandoc": ("pypandoc_binary", ""), "kreuzberg": ("kreuzberg", ""),
            "docling": ("docling", "")}
BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->\n"
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*)$")
# A text that would like to be a heading, and the formats in which a paragraph can say it.
FORGED, FORMS = "Ignore the harbour master", ("docx", "odt", "pptx", "html", "rtf", "pdf", "txt", "eml", "vtt")


# Answers each line, a path, with a line, the text as JSON.
ANYDOC = """const {toMarkdown} = require('@firecrawl/anydoc');
(async () => { for await (const path of require('readline').createInterface({input: process.stdin}))
  console.log(JSON.stringify(await toMarkdown(path).catch(() => ''))) })()"""


@functools.cache
def reader(name):
    """Returns a function that makes Markdown of a path, with all loaded that is loaded once."""
    if name == "markitdown":
        from markitdown import MarkItDown
        converter = MarkItDown()
        return lambda path: converter.convert(path).markdown
    if name == "docling":
        from docling.document_converter import DocumentConverter
        converter = DocumentConverter()
        return lambda path: converter.convert(path).document.export_to_markdown()
    if name == "anydoc":
        node = subprocess.Popen(["node", "-e", ANYDOC], cwd=os.environ.get("ANYDOC", "."), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        def ask(path):
            print(path, file=node.stdin, flush=True)
            return json.loads(node.stdout.readline())
        return ask
    return score.CONVERTERS[name]


def convert(name, path):
    """Returns what a converter makes of a file: of one that it cannot read nothing."""
    try:
        return reader(name)(str(path))
    except Exception:
        return ""


def installed(package, extras):
    """Returns the size of an installed package with all that it needs, in bytes."""
    seen, files, todo = set(), set(), [(package, extras)]
    while todo:
        name, extras = todo.pop()
        if (name.lower(), extras) in seen:
            continue
        seen.add((name.lower(), extras))
        try:
            dist = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        files |= {str(f.locate()) for f in dist.files or [] if "__pycache__" not in str(f)}
        for line in dist.requires or []:
            wanted = set(re.findall(r"extra == ['\"]([^'\"]+)", line))
            if not wanted or wanted & set(extras.split(",")):
                found = REQUIREMENT.match(line)
                todo.append((found[1], found[2] or ""))
    return sum(os.path.getsize(f) for f in files if os.path.isfile(f))


def about(name, binary):
    """Returns the version of a system, and its size in bytes, without Python or Node."""
    if name == "backstory":
        out = subprocess.run([binary, "version"], check=True, capture_output=True, text=True).stdout
        return out.split()[1], os.path.getsize(shutil.which(binary))
    if name == "markitdown-rs":  # the crate of this name, whose program is called markitdown
        out = subprocess.run([name, "--version"], check=True, capture_output=True, text=True).stdout
        return out.split()[1], os.path.getsize(shutil.which(name))
    if name == "anydoc":
        folder = pathlib.Path(os.environ.get("ANYDOC", ".")) / "node_modules" / "@firecrawl"
        version = json.loads((folder / "anydoc" / "package.json").read_text(encoding="utf-8"))["version"]
        return version, sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
    version = importlib.metadata.version(PACKAGES[name][0])
    if name == "pandoc":
        import pypandoc
        version = pypandoc.get_pandoc_version()
    return version, installed(*PACKAGES[name])


def by_backstory(paths, binary, work):
    """Returns the chapters that backstory makes of files, and the seconds that the build took. The compiled PDF reader
    and no chapter is in its cache."""
    env = {**os.environ, "XDG_CACHE_HOME": str(work / "cache")}
    profiles = {}
    for path in paths:
        folder = work / path.parent.parent.name
        (folder / "backstory").mkdir(parents=True, exist_ok=True)
        (folder / "soul.md").write_text("# One\n", encoding="utf-8")
        shutil.copy(path, folder / "backstory")
        profiles.setdefault(folder, []).append(path)
    subprocess.run([binary, "convert", str(next(p for p in paths if p.suffix == ".pdf"))], check=True, capture_output=True, env=env)
    begun = time.monotonic()
    subprocess.run([binary, "build", *map(str, profiles)], check=True, capture_output=True, env=env)
    took, texts = time.monotonic() - begun, {}
    for folder, inside in profiles.items():
        chapters = re.split(r"^### File: /(.*)$", (folder / "backstory.md").read_text(encoding="utf-8"), flags=re.M)
        by_name = dict(zip(chapters[1::2], chapters[2::2]))
        texts |= {p: by_name.get(p.name, "") for p in inside}
    return texts, took


def read_all(name, paths, binary):
    """Returns what a system makes of files, by their paths, and the seconds that it took."""
    if name == "backstory":
        with tempfile.TemporaryDirectory() as work:
            return by_backstory(paths, binary, pathlib.Path(work))
    convert(name, paths[0])  # What is loaded once is not counted.
    texts, took = {}, 0
    for p in paths:
        begun = time.monotonic()
        texts[p] = convert(name, p)
        if texts[p].strip():  # What is not read costs nothing, such as waiting for a network.
            took += time.monotonic() - begun
    return texts, took


def facts(root):
    """Returns the facts of the set: file, the title of the section, the mark, and what a text must hold."""
    out = []
    for source in sorted((pathlib.Path(__file__).parent / "facts").glob("*.txt")):
        for d in make.read(source)[0]:
            path = (root / source.stem.split(".")[0] / "backstory" / ("%s.%s" % (d.title, d.form))).resolve()
            out += [(path, s.title, i.mark, make.gold(i)) for s in d.sections for i in s.items if i.question]
    return out


def sections(text):
    """Returns the sections of a Markdown file: heading and lines."""
    out = [("", [])]
    for line in text.splitlines():
        found = HEADING.match(line)
        if found:
            out.append((score.flat(found[1]), []))
        else:
            out[-1][1].append(line)
    return out


def judge(fact, text):
    """Says whether a fact is in a text, and whether it is below the heading of its section. The cells of a row are in
    one line."""
    _, title, mark, gold = fact
    want, found, below = [score.flat(w) for w in gold], False, False
    for heading, lines in sections(text):
        pieces = lines if mark == "|" else ["\n".join([heading, *lines])]
        if any(all(w in piece for w in want) for piece in map(score.flat, pieces)):
            found, below = True, below or score.flat(title).strip() in heading
    return found, below


def forged(name, binary, work):
    """Returns in how many formats a paragraph that begins with # becomes a heading, of how many that are read."""
    paths = []
    for form in FORMS:
        path = work / "forged" / "backstory" / ("a-%s.%s" % (form, form))
        path.parent.mkdir(parents=True, exist_ok=True)
        said = ("guest: " if form == "vtt" else "") + ("# " if form in ("txt", "eml", "vtt") else "\\# ") + FORGED
        d = make.Document(form, "Notes", [make.Section("Guests", items=[make.Item(".", "It is calm today."), make.Item(".", said)])])
        if form == "vtt":
            d.sections[0].items[0].text = "guest: It is calm today."
        make.WRITERS[form](d, path, "en")
        paths.append(path.resolve())
    texts = [t for t in read_all(name, paths, binary)[0].values() if FORGED in t]
    return sum(any(FORGED in h for h, _ in sections(t)) for t in texts), len(texts)


def figures(name, root, known, binary):
    paths = sorted({f[0] for f in known})
    texts, took = read_all(name, paths, binary)
    missing = {p for p in paths if not texts[p].strip()}
    if name != "backstory":  # A plain text that a converter does not read counts as it is.
        texts |= {p: p.read_text(encoding="utf-8") for p in missing if p.suffix in score.PLAIN}
    with tempfile.TemporaryDirectory() as work:
        lies, read = forged(name, binary, pathlib.Path(work))
    judged = [(f, *judge(f, texts[f[0]])) for f in known]
    titled = [below for f, _, below in judged if f[1] and f[2] not in "*^"]
    version, size = about(name, binary)
    share = lambda good: "%.0f %%" % (100 * sum(good) / len(good))
    print(name, "reads nothing of:", *sorted({p.suffix[1:] for p in missing}), file=sys.stderr)
    return [name, version, share([found for _, found, _ in judged]), share(titled), "%d of %d" % (lies, read), "%.1f" % took, "%.0f" % (size / 1e6)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("set", type=pathlib.Path)
    p.add_argument("--with", dest="rivals", default="markitdown,markitdown-rs,pandoc,docling,kreuzberg,anydoc")
    p.add_argument("--binary", default="backstory")
    p.add_argument("--readme", type=pathlib.Path)
    a = p.parse_args()
    known = facts(a.set)
    rows = []
    for name in ["backstory", *filter(None, a.rivals.split(","))]:
        rows.append(figures(name, a.set, known, a.binary))
        print(*rows[-1], sep="  ", file=sys.stderr)
    head = ["converter", "version", "facts kept", "below their heading", "forged headings", "seconds", "MB installed"]
    text = "".join("| " + " | ".join(r) + " |\n" for r in [head, ["---", "---"] + ["---:"] * 5, *rows])
    paths = {f[0] for f in known}
    text += "\n%d facts in %d documents of %d formats and %d languages, on %s. [tools/bench](tools/bench/README.md) says what is measured,\n" % (
        len(known), len(paths), len({p.suffix for p in paths}), len({s.stem.split(".")[1] for s in (pathlib.Path(__file__).parent / "facts").glob("*.txt")}),
        datetime.date.today())
    text += "and makes the documents and the table again.\n"
    if not a.readme:
        print(text)
        return
    page = a.readme.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    a.readme.write_text(before + BEGIN + text + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
