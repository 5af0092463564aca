"""Makes profiles of documents, and questions whose answers are in them.

    make.py OUT [--filler N] [--prose DIR]     N items beside each fact (default 4), of DIR what prose.py collects. See README.md.
"""
import argparse
import csv
import email.message
import hashlib
import html
import io
import itertools
import json
import pathlib
import random
import re
from dataclasses import dataclass, field

import openpyxl
import pypandoc
import weasyprint

KINDS = {".": "paragraph", "-": "list", "|": "row", "*": "footnote", ">": "note", ":": "turn", "^": "caption"}
LANGUAGE = {"zh": "zh", "ja": "ja"}


@dataclass
class Item:
    mark: str
    text: str
    question: str = ""
    answer: str = ""


@dataclass
class Section:
    title: str = ""
    header: list = field(default_factory=list)
    items: list = field(default_factory=list)


@dataclass
class Document:
    form: str
    title: str
    sections: list = field(default_factory=list)


def read(path):
    """Reads a file of facts: its documents, the templates of what is beside the facts, and their words."""
    documents, templates, words = [], [], {"n": [str(n) for n in range(2, 40)], "year": [str(y) for y in range(1962, 2026)]}
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, rest = line[0], line[2:].strip()
        if mark == "@":
            form, title = rest.split(" ", 1)
            documents.append(Document(form, title, [Section()]))
        elif mark == "#":
            documents[-1].sections.append(Section(rest[1:].strip() if rest.startswith("#") else rest))
        elif mark == "!":
            documents[-1].sections[-1].header = [c.strip() for c in rest.split("|")]
        elif mark == "~":
            forms, kind, text = rest.split(" ", 2)
            templates.append((forms.split(","), kind, text))
        elif mark == "=":
            name, list_ = rest.split(" ", 1)
            words[name] = [w.strip() for w in list_.split(",")]
        else:
            documents[-1].sections[-1].items.append(Item(mark, *[p.strip() for p in rest.split(" => ")]))
    for d in documents:
        d.sections = [s for s in d.sections if s.items]
    return documents, templates, words


def number(value, rng):
    """Returns another value of the same shape."""
    return "".join(rng.choice("0123456789") if c.isdigit() else c for c in value)


def fill(documents, templates, words, count, rng, prose):
    """Puts items between the facts: of prose the next paragraphs, else what speaks of the same things in other words."""
    golds = [gold(i) for d in documents for s in d.sections for i in s.items if i.question]
    for d in documents:
        for s in d.sections:
            out = []
            for item in s.items:
                beside = []
                for _ in range(count):
                    if item.mark == "|":
                        cells = [c.strip() for c in item.text.split("|")]
                        other = [rng.choice(words[rng.choice(["person", "thing"])]) for _ in cells]
                        key = number(cells[0], rng) if re.fullmatch(r"[\W\d]*\w{0,3}[\W\d]+", cells[0]) else "%s %d" % (other[0], rng.randint(1, 9999))
                        beside.append(Item("|", " | ".join([key] + [number(c, rng) if any(x.isdigit() for x in c) else o for c, o in zip(cells[1:], other[1:])])))
                        continue
                    if prose:
                        said = "%s: " % rng.choice(words["person"]) if item.mark == ":" else ""
                        beside.append(Item({"*": ".", ">": "-", "^": "."}.get(item.mark, item.mark), said + next(prose)))
                        continue
                    fits = [t for f, k, t in templates if d.form in f and k == {"*": ".", ">": "-", "^": "."}.get(item.mark, item.mark)]
                    if fits:
                        text = re.sub(r"\{(\w+)\}", lambda m: rng.choice(words[m[1]]), rng.choice(fits))
                        beside.append(Item({"*": ".", ">": "-", "^": "."}.get(item.mark, item.mark), text[:1].upper() + text[1:]))
                beside = [i for i in beside if not any(all(w in i.text for w in g) for g in golds)]
                half = rng.randint(0, len(beside))
                # A footnote, a note and a caption stay beside what they belong to.
                out += ([] if item.mark in "*>^" else beside[:half]) + [item] + (beside if item.mark in "*>^" else beside[half:])
            s.items = out


def markdown(d):
    """Writes a document as pandoc's Markdown, from which it makes the other formats."""
    out, note = ["---", "title: " + json.dumps(d.title, ensure_ascii=False), "---", ""], 0
    for s in d.sections:
        if s.title:
            out += ["## " + s.title, ""]
        if s.header:
            out += ["| " + " | ".join(s.header) + " |", "|" + "---|" * len(s.header)]
        for i in s.items:
            if i.mark == "*":
                note += 1
                at = max(k for k, line in enumerate(out) if line and not line.startswith("[^"))
                out[at] += "[^%d]" % note
                out += ["[^%d]: %s" % (note, i.text), ""]
            elif i.mark == "|":
                out.append("| " + i.text + " |")
            elif i.mark == "-":
                out.append("- " + i.text)
            elif i.mark == ">":
                out += ["", "::: notes", i.text, ":::", ""]
            elif i.mark == "^":
                out += ["", "![%s](data:image/gif;base64,R0lGODlhAQABAAAAACw=)" % i.text, ""]
            else:
                out += [i.text, ""]
        out.append("")
    return "\n".join(out)


def pandoc(to):
    def write(d, path, language):
        pypandoc.convert_text(markdown(d), to, format="markdown+pipe_tables-yaml_metadata_block" if to == "rtf" else "markdown", outputfile=str(path), extra_args=["-s", "--slide-level=2", "-V", "lang=" + language])
    return write


def pdf(d, path, language):
    body = pypandoc.convert_text(markdown(d), "html", format="markdown", extra_args=["-s", "-V", "lang=" + language])
    weasyprint.HTML(string=body).write_pdf(str(path))


def xlsx(d, path, language):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for s in d.sections:
        sheet = book.create_sheet(s.title or "1")
        sheet.append(s.header)
        for i in s.items:
            sheet.append([c.strip() for c in i.text.split("|")])
    book.save(path)


def table(d, path, language):
    out = io.StringIO()
    write = csv.writer(out)
    for s in d.sections:
        write.writerow(s.header)
        write.writerows([c.strip() for c in i.text.split("|")] for i in s.items)
    path.write_text(out.getvalue(), encoding="utf-8")


def sql(d, path, language):
    out, name = [], re.sub(r"\W+", "_", d.title.split(" ", 1)[-1].lower())
    quoted = lambda cells: ", ".join("'%s'" % c.strip().replace("'", "''") for c in cells)
    for s in d.sections:
        out.append("CREATE TABLE %s (%s);" % (name, ", ".join(c + " VARCHAR(80)" for c in s.header)))
        out += ["INSERT INTO %s (%s) VALUES (%s);" % (name, ", ".join(s.header), quoted(i.text.split("|"))) for i in s.items]
    path.write_text("\n".join(out) + "\n", encoding="utf-8")


def mail(d, path, language):
    m = email.message.EmailMessage()
    m["From"], m["To"], m["Subject"] = "office@example.org", "team@example.org", d.title.split(" ", 1)[-1]
    m["Date"] = "Tue, 03 Feb 2026 09:12:00 +0000"
    m.set_content("\n\n".join(i.text for s in d.sections for i in s.items) + "\n")
    path.write_bytes(m.as_bytes())


def cues(d, path, language):
    out = ["WEBVTT", ""]
    for n, i in enumerate(i for s in d.sections for i in s.items):
        who, said = i.text.split(":", 1)
        at = "%02d:%02d:%02d.000" % (n * 7 // 3600, n * 7 // 60 % 60, n * 7 % 60)
        to = "%02d:%02d:%02d.500" % ((n * 7 + 6) // 3600, (n * 7 + 6) // 60 % 60, (n * 7 + 6) % 60)
        out += [at + " --> " + to, "<v %s>%s" % (who, html.escape(said.strip(), quote=False)), ""]
    path.write_text("\n".join(out), encoding="utf-8")


def lines(d, path, language):
    path.write_text("\n".join(i.text for s in d.sections for i in s.items) + "\n", encoding="utf-8")


def plain(d, path, language):
    path.write_text(markdown(d), encoding="utf-8")


WRITERS = {"docx": pandoc("docx"), "odt": pandoc("odt"), "pptx": pandoc("pptx"), "html": pandoc("html"), "rtf": pandoc("rtf"), "epub": pandoc("epub"),
           "pdf": pdf, "xlsx": xlsx, "csv": table, "sql": sql, "eml": mail, "vtt": cues, "txt": lines, "md": plain}


def gold(item):
    """Returns what a text must hold to answer a question: of a row its first cell, too."""
    if item.mark == "|":
        first = item.text.split("|")[0].strip()
        return [first] if first == item.answer else [first, item.answer]
    return [item.answer]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out", type=pathlib.Path)
    p.add_argument("--filler", type=int, default=4)
    p.add_argument("--prose", type=pathlib.Path)
    p.add_argument("--facts", type=pathlib.Path, default=pathlib.Path(__file__).parent / "facts")
    a = p.parse_args()
    questions = []
    for path in sorted(a.facts.glob("*.txt")):
        name, language = path.stem.split(".")
        documents, templates, words = read(path)
        prose = None
        if a.prose:
            texts = (a.prose / (language + ".txt")).read_text(encoding="utf-8").splitlines()
            random.Random(name).shuffle(texts)
            prose = itertools.cycle(texts)
        fill(documents, templates, words, a.filler, random.Random(name), prose)
        folder = a.out / name / "backstory"
        folder.mkdir(parents=True, exist_ok=True)
        (a.out / name / "soul.md").write_text("# %s\n" % name, encoding="utf-8")
        items = [i.text for d in documents for s in d.sections for i in s.items]
        for d in documents:
            WRITERS[d.form](d, folder / ("%s.%s" % (d.title, d.form)), language)
            for i in (i for s in d.sections for i in s.items if i.question):
                want = gold(i)
                have = sum(all(w in t for w in want) for t in items)
                if have != 1:
                    raise SystemExit("%s: %r is in %d items" % (path.name, want, have))
                half = "check" if hashlib.sha256(i.question.encode()).digest()[0] & 1 else "tune"
                questions.append({"profile": name, "language": language, "form": d.form, "kind": KINDS[i.mark], "half": half, "question": i.question, "gold": want})
    (a.out / "questions.jsonl").write_text("".join(json.dumps(q, ensure_ascii=False) + "\n" for q in questions), encoding="utf-8")
    print("%d questions over %d profiles" % (len(questions), len({q["profile"] for q in questions})))


if __name__ == "__main__":
    main()
