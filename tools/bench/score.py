"""Asks the questions of a set, of backstory and of other converters with BM25 over chunks of fixed size.

    score.py SET [--with markitdown,pandoc,kreuzberg,anydoc] [--vectors URL] [--half check|tune] [--misses]    See README.md.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import unicodedata
from collections import Counter, defaultdict

import Stemmer

BUDGETS = (2000, 6000)  # tokens; 20 chunks of a converter have the latter
LIMIT = 100  # hits that are asked for: rows and turns are short
STEMMERS = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "nl": "dutch", "ru": "russian", "pt": "portuguese", "pl": "polish", "sv": "swedish", "tr": "turkish"}
PLAIN = {".txt", ".md", ".csv", ".sql", ".eml", ".vtt"}


def tokens(text):
    """Estimates tokens: a character of Chinese or Japanese is one, four others are one."""
    wide = sum(c > "\u2e7f" for c in text)
    return wide + (len(text) - wide) // 4 + 1


def flat(text):
    """Returns a text without what a converter may write in two ways: marks, escapes, quotes, spaces."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\\", "")
    return re.sub(r"[\s|*_]+", " ", text)


def run(*command):
    """Runs a command, and returns what it says. Where it fails, the bench ends with its reason."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit("%s: exit %d\n%s" % (" ".join(map(str, command)), done.returncode, done.stderr.strip()))
    return done.stdout


def prepare(folder, binary, vectors):
    """Builds a profile, and writes its preferences: with or without embeddings."""
    (folder / "preferences.json").write_text(json.dumps({"retrieval": {"embeddings": bool(vectors)}}), encoding="utf-8")
    run(binary, "build", folder)


def configured(folder, vectors):
    """Returns a configuration with a model of a window of 16,000 tokens, which is never asked, and the server of vectors.py."""
    path = folder / ("config-%s.json" % re.sub(r"\W+", "-", vectors or "none"))
    config = {"model": "bench/none", "providers": {"bench": {"type": "openai-compatible", "base_url": "http://127.0.0.1:9/v1", "window": 16000}}}
    if vectors:
        url, _, name = vectors.partition("#")
        config["providers"]["vectors"] = {"type": "openai-compatible", "base_url": url}
        config["embedding"] = "vectors/" + (name or "bench")
    path.write_text(json.dumps(config), encoding="utf-8")
    return path


def ours(folder, questions, binary, vectors=None):
    """Returns the texts of the hits of `backstory search` by question."""
    return [[h["text"] for h in hits] for hits in search(folder, questions, binary, vectors)]


def search(folder, questions, binary, vectors=None):
    """Returns the hits of `backstory search` by question, as its JSON has them."""
    prepare(folder, binary, vectors)
    config = configured(folder.parent, vectors)
    def ask(q):
        out = subprocess.run([binary, "search", str(folder), q["question"], "--limit", "100", "--json", "--config", str(config)], check=True, capture_output=True, text=True)
        return json.loads(out.stdout)["hits"]
    return [ask(q) for q in questions]


def by_command(*command):
    def convert(path):
        return subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=120).stdout
    return convert


def by_pandoc(path):
    import pypandoc
    try:
        return pypandoc.convert_file(str(path), "gfm")
    except Exception:
        return ""


def by_kreuzberg(path):
    import kreuzberg
    try:
        return kreuzberg.extract_file_sync(str(path), config=kreuzberg.ExtractionConfig(output_format="markdown")).content
    except Exception:
        return ""


def by_anydoc(path):
    return subprocess.run(["node", "-e", "require('@firecrawl/anydoc').toMarkdown(process.argv[1]).then(t=>process.stdout.write(t),()=>{})", str(path)], capture_output=True, text=True, cwd=os.environ.get("ANYDOC", ".")).stdout


CONVERTERS = {"markitdown": by_command("markitdown"), "markitdown-rs": by_command("markitdown-rs"), "pandoc": by_pandoc, "kreuzberg": by_kreuzberg, "anydoc": by_anydoc}


def terms(text, language):
    text = unicodedata.normalize("NFKC", text).lower()
    if language in ("zh", "ja"):
        runs = re.findall(r"[\u3040-\u9fff]+|[a-z0-9]+", text)
        return [p for r in runs for p in ([r] if r < "\u3040" else [r[i:i + 2] for i in range(max(1, len(r) - 1))])]
    return STEMMER[language].stemWords(re.findall(r"\w+", text))


STEMMER = {k: Stemmer.Stemmer(v) for k, v in STEMMERS.items()}


def theirs(folder, questions, convert, size=1200, overlap=200):
    """Returns the chunks that BM25 ranks first, of what a converter makes of a folder."""
    chunks = []
    for path in sorted((folder / "backstory").iterdir()):
        text = convert(path.resolve())
        if not text.strip() and path.suffix in PLAIN:
            text = path.read_text(encoding="utf-8")
        chunks += [text[i:i + size] for i in range(0, max(1, len(text) - overlap), size - overlap)]
    return [[chunks[i] for i in order] for order in bm25(chunks, questions)]


def bm25(texts, questions, most=20):
    """Returns by question the numbers of the texts that BM25 ranks first."""
    language = questions[0]["language"]
    bags = [Counter(terms(t, language)) for t in texts]
    mean = sum(sum(b.values()) for b in bags) / len(bags) or 1
    inside = Counter(t for b in bags for t in b)
    def ask(q):
        score = defaultdict(float)
        for t in set(terms(q["question"], language)):
            if t not in inside:
                continue
            weight = math.log(1 + (len(bags) - inside[t] + .5) / (inside[t] + .5))
            for i, b in enumerate(bags):
                if b[t]:
                    score[i] += weight * b[t] * 2.2 / (b[t] + 1.2 * (.25 + .75 * sum(b.values()) / mean))
        return sorted(score, key=lambda i: (-score[i], i))[:most]
    return [ask(q) for q in questions]


def rank(q, hits):
    """Returns the place of the first hit that has the answer, and how many tokens there are up to its end."""
    want, spent = [flat(w) for w in q["gold"]], 0
    for n, hit in enumerate(hits):
        spent += tokens(hit)
        if all(w in flat(hit) for w in want):
            return n, spent
    return None, math.inf


def main():
    p = argparse.ArgumentParser()
    p.add_argument("set", type=pathlib.Path)
    p.add_argument("--with", dest="rivals", default="")
    p.add_argument("--half", default="")
    p.add_argument("--profiles", default="")
    p.add_argument("--vectors", default="", help="address of vectors.py, to search with embeddings, too; #NAME behind it for another model than before")
    p.add_argument("--misses", action="store_true")
    p.add_argument("--binary", default="backstory")
    a = p.parse_args()
    questions = [json.loads(line) for line in (a.set / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    questions = [q for q in questions if not a.half or q["half"] == a.half]
    groups = defaultdict(list)
    for q in questions:
        groups[q["profile"]].append(q)
    groups = {g: qs for g, qs in groups.items() if not a.profiles or g in a.profiles.split(",")}
    systems = {"backstory": lambda f, qs: ours(f, qs, a.binary)}
    if a.vectors:
        systems["+vectors"] = lambda f, qs: ours(f, qs, a.binary, a.vectors)
    for name in filter(None, a.rivals.split(",")):
        systems[name] = lambda f, qs, convert=CONVERTERS[name]: theirs(f, qs, convert)
    print("%-12s %6s %6s %6s %6s %6s   of %d questions" % ("", "@5", "@10", "@20", *("{:,}".format(b) for b in BUDGETS), sum(map(len, groups.values()))))
    for name, system in systems.items():
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = dict(zip(groups, pool.map(lambda g: system(a.set / g, groups[g]), groups)))
        ranks = [(q, *rank(q, hits)) for g in groups for q, hits in zip(groups[g], found[g])]
        share = lambda good: sum(good(r) for r in ranks) / len(ranks)
        print("%-12s %6.3f %6.3f %6.3f %6.3f %6.3f" % (name, *(share(lambda r, k=k: r[1] is not None and r[1] < k) for k in (5, 10, 20)), *(share(lambda r, b=b: r[2] <= b) for b in BUDGETS)))
        for key in ("kind", "form", "language"):
            by = defaultdict(list)
            for r in ranks:
                by[r[0][key]].append(r[1] is not None and r[1] < 10)
            print("   " + "  ".join("%s %.2f" % (k, sum(v) / len(v)) for k, v in sorted(by.items())))
        if a.misses and name in ("backstory", "+vectors"):
            for q, n, _ in ranks:
                if n is None or n >= 10:
                    print("   %s %s %s: %s -> %s (%s)" % (q["profile"], q["form"], q["kind"], q["question"], q["gold"], n))


if __name__ == "__main__":
    main()
