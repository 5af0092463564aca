"""Scores Markdown against the truth of the set: score.py SET MARKDOWN [-v].

For each producer, kind and finish: words, the share of the truth's words that are there; nid, the similarity of the text in order (Indel ratio
of the words' characters, markup and tables' marks gone); teds, of the tables
(1 - edit distance of the trees of rows and cells / the larger number of nodes, a cell's change
costing the edit distance of its text), bare that of tables without rules; mhs, of the tree of headings, likewise; items,
F1 of the texts of list items; left, the share of running headers, footers and page numbers that stand in the Markdown; hidden, words
that no reader sees; wrong, cells under another column's header; prose, cells that hold running text; false, headings that
are none; apart, files whose words are in pieces."""
import collections
import html
import pathlib
import re
import subprocess
import sys
from documents import document
from rapidfuzz.distance import Indel, Levenshtein


def plain(s):
    s = re.sub(r"</?(su[bp]|u|b|i|br/?)>", "", s)
    s = re.sub(r"\[\^[^\]]*\]:?", "", s)
    s = re.sub(r"!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)", r"\1", s)
    s = html.unescape(re.sub(r"\\([^\w\s])", r"\1", s.replace("**", "").replace("`", "")))
    return re.sub(r"(?<!\w)\*|\*(?!\w)", "", s).strip()


class Markdown:
    """The parts of a document: text in order, tables, headings, items."""

    def __init__(self, text):
        self.text, self.tables, self.headings, self.items, self.outside = [], [], [], [], []
        lines = text.split("\n")
        i = 0
        while i < len(lines):
            line = lines[i].strip()
            if line.startswith("<table"):
                j = i
                while "</table>" not in lines[j] and j + 1 < len(lines):
                    j += 1
                self.table(html_rows("\n".join(lines[i:j + 1])))
                i = j + 1
                continue
            if line.startswith("|") and line.endswith("|"):
                j = i
                while j < len(lines) and lines[j].strip().startswith("|"):
                    j += 1
                self.table(pipe_rows(lines[i:j]))
                i = j
                continue
            self.line(line)
            i += 1

    def table(self, rows):
        self.tables.append(rows)
        self.text += [c[0] for r in rows for c in r]

    def line(self, line):
        line = re.sub(r"^(> ?)+", "", line)
        if m := re.match(r"(#{1,6}) +(.*)", line):
            self.headings.append((len(m[1]), plain(m[2])))
            line = m[2]
        elif m := re.match(r"(?:[-*+•] +)?(?:[-*+•]|\(?\w{1,4}[.)]) +(.*)", line.replace("\\", "")):
            self.items.append(plain(m[1]))
            line = m[1]
        if not re.fullmatch(r"(```.*|[-*_ ]{3,})?", line):
            self.text.append(plain(line))
            self.outside.append(plain(line))


def pipe_rows(lines):
    rows = []
    for line in lines:
        cells = re.split(r"(?<!\\)\|", line.strip()[1:-1])
        if all(re.fullmatch(r"\s*:?-+:?\s*", c) for c in cells):
            continue
        rows.append([(plain(c.strip()), 1, 1) for c in cells])
    return rows


def html_rows(text):
    rows = []
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", text, re.S):
        cells = []
        for attrs, body in re.findall(r"<t[dh]([^>]*)>(.*?)</t[dh]>", row, re.S):
            w, h = (int(m[1]) if (m := re.search(k + r'="?(\d+)', attrs)) else 1 for k in ("colspan", "rowspan"))
            cells.append((plain(re.sub(r"<[^>]+>", " ", body)), w, h))
        rows.append(cells)
    return rows


# Trees are (label, [children]); the distance is that of Zhang and Shasha.

def postorder(tree):
    labels, lefts = [], []

    def walk(node):
        first = None
        for child in node[1]:
            left = walk(child)
            first = left if first is None else first
        labels.append(node[0])
        lefts.append(len(labels) - 1 if first is None else first)
        return lefts[-1]
    walk(tree)
    return labels, lefts


def tree_distance(a, b, cost):
    (la, fa), (lb, fb) = postorder(a), postorder(b)
    keys = lambda f: sorted({l: i for i, l in enumerate(f)}.values())
    dist = [[0.0] * len(lb) for _ in la]
    for i in keys(fa):
        for j in keys(fb):
            m, n = i - fa[i] + 2, j - fb[j] + 2
            d = [[0.0] * n for _ in range(m)]
            for x in range(1, m):
                d[x][0] = x
            d[0] = [float(y) for y in range(n)]
            for x in range(1, m):
                p = x + fa[i] - 1
                for y in range(1, n):
                    q = y + fb[j] - 1
                    best = min(d[x - 1][y], d[x][y - 1]) + 1
                    if fa[p] == fa[i] and fb[q] == fb[j]:
                        d[x][y] = min(best, d[x - 1][y - 1] + cost(la[p], lb[q]))
                        dist[p][q] = d[x][y]
                    else:
                        d[x][y] = min(best, d[fa[p] - fa[i]][fb[q] - fb[j]] + dist[p][q])
    return dist[-1][-1]


def size(t):
    return 1 + sum(map(size, t[1]))


def similarity(a, b):
    def cost(x, y):
        if x[0] != y[0] or x[1] != y[1]:
            return 1.0
        return Levenshtein.normalized_distance(x[2], y[2])
    return 1 - tree_distance(a, b, cost) / max(size(a), size(b))


def table_tree(tables):
    node = lambda kind, kids: ((kind, 0, ""), kids)
    return node("all", [node("table", [node("row", [(("cell", c[1:], c[0]), []) for c in r]) for r in t]) for t in tables])


def heading_tree(headings):
    root = (("root", 0, ""), [])
    stack = [(0, root)]
    for level, text in headings:
        while stack[-1][0] >= level:
            stack.pop()
        node = (("h", 0, text), [])
        stack[-1][1][1].append(node)
        stack.append((level, node))
    return root


def f1(a, b):
    a, b = collections.Counter(a), collections.Counter(b)
    n = sum(a.values()) + sum(b.values())
    return 2 * sum((a & b).values()) / n if n else 1.0


RUNNING = re.compile(r"Survey of Lights, internal copy|file:///\S*|\d+/\d+/\d+, \d+:\d+\s*[AP]M|^\W*(?:Page )?\d+(?: ?/ ?\d+)?\W*$", re.M)


def bag(d):
    return collections.Counter(re.findall(r"\w+", " ".join(d.text).lower()))


def under(table):
    """The header above each cell whose text is there once."""
    if not table:
        return {}
    heads, out = [c[0] for c in table[0]], collections.defaultdict(set)
    for row in table[1:]:
        if len(row) == len(heads):
            for head, c in zip(heads, row):
                out[c[0]].add(head)
    return {k: min(v) for k, v in out.items() if len(v) == 1 and k}


def wrong(t, m):
    """Cells that stand under another header of the same table than in the truth: of that one which shares the most cells."""
    n = 0
    texts = lambda table: collections.Counter(c[0] for row in table for c in row)
    for made in m.tables:
        heads = {c[0] for c in made[0]} if made else set()
        like = [true for true in t.tables if true and len(heads & {c[0] for c in true[0]}) > 1]
        if like:
            want = under(max(like, key=lambda true: (texts(true) & texts(made)).total()))
            n += sum(1 for k, h in under(made).items() if k in want and want[k] != h and want[k] in heads)
    return n


def score(truth, made, pages, runs, rules=True):
    t, m = Markdown(truth), Markdown(made)
    words = lambda d: " ".join(" ".join(d.text).split())
    have, want = bag(m), bag(t)
    out = {"words": (have & want).total() / max(1, want.total()), "nid": Indel.normalized_similarity(words(t), words(m))}
    if t.tables:
        out["teds" if rules else "bare"] = similarity(table_tree(t.tables), table_tree(m.tables))
    if t.headings:
        out["mhs"] = similarity(heading_tree(t.headings), heading_tree(m.headings))
    if t.items:
        key = lambda s: re.sub(r"\W+", "", s.lower())
        out["items"] = f1(map(key, t.items), map(key, m.items))
    if runs:
        out["left"] = min(1.0, len(RUNNING.findall("\n".join(m.outside))) / (runs * pages))
    cells = {c[0] for table in t.tables for row in table for c in row}
    out["wrong"] = wrong(t, m)
    out["prose"] = sum(1 for table in m.tables for row in table for c in row if len(c[0].split()) > 12 and c[0] not in cells)
    titles = {re.sub(r"\W+", "", x.lower()) for _, x in t.headings}
    out["false"] = sum(1 for _, x in m.headings if re.sub(r"\W+", "", x.lower()) not in titles)
    out["apart"] = int(sum(n for w, n in have.items() if len(w) == 1 and w.isalpha() and w.isascii()) > .3 * have.total())
    out["hidden"] = len(re.findall(r"secretword\d", made))
    return out


def pages_of(path):
    return int(re.search(rb"Pages:\s*(\d+)", subprocess.run(["pdfinfo", str(path)], capture_output=True, check=True).stdout)[1])


SUMS = ["wrong", "prose", "false", "apart", "hidden"]


def main():
    sets, made, verbose = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), "-v" in sys.argv
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for truth in sorted(sets.glob("*.truth.md")):
        stem = truth.name.removesuffix(".truth.md")
        kind, producer, finish = re.fullmatch(r"([^.]+)\.([^+]+)(\+.*)?", stem).groups()
        md = made / (stem + ".md")
        text = md.read_text(encoding="utf-8") if md.exists() else ""
        d = document(kind, 1)
        runs = 2 if d["running"] else 0
        s = score(truth.read_text(encoding="utf-8"), text, pages_of(sets / (stem + ".pdf")), runs, d["rules"])
        if verbose:
            print("%-30s" % stem, " ".join("%s=%.3f" % i for i in s.items()))
        for group in ("ALL", producer, kind, finish or "+"):
            for k, v in s.items():
                rows[group][k].append(v)
            rows[group]["files"].append(1)
    means = ["words", "nid", "teds", "bare", "mhs", "items", "left"]
    print("%-22s" % "", *("%7s" % c for c in ["files"] + means + SUMS))
    for group, figures in sorted(rows.items(), key=lambda r: (r[0] != "ALL", r[0])):
        mean = lambda k: "%7.3f" % (sum(figures[k]) / len(figures[k])) if figures[k] else "      -"
        print("%-22s" % group, "%7d" % len(figures["files"]), *(mean(c) for c in means), *("%7d" % sum(figures[k]) for k in SUMS))


if __name__ == "__main__":
    main()
