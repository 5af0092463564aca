"""Draws what was found in a PDF over pictures of its pages: blocks in the colour of their kind, cells of
tables with their row and column. usage: draw.py FOLDER FILE.pdf [PAGE ...]"""
import html.parser, json, os, re, subprocess, sys
from PIL import Image, ImageDraw

DOTS = 110  # an inch
COLOURS = {"heading": "red", "table": "blue", "list": "orange", "code": "purple", "text": "green", "cell": "deepskyblue"}


class Cells(html.parser.HTMLParser):
    """The cells of a table: row, column and text."""

    def __init__(self, text):
        super().__init__()
        self.out, self.row, self.taken, self.cell = [], -1, set(), None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.row, self.column = self.row + 1, 0
        elif tag in ("td", "th"):
            spans = dict(attrs)
            while (self.row, self.column) in self.taken:
                self.column += 1
            for r in range(int(spans.get("rowspan", 1))):
                for c in range(int(spans.get("colspan", 1))):
                    self.taken.add((self.row + r, self.column + c))
            self.cell = [self.row, self.column, ""]
        elif self.cell:
            self.cell[2] += " "

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell:
            self.out.append(self.cell)
            self.cell = None

    def handle_data(self, data):
        if self.cell:
            self.cell[2] += data


def pipes(text):
    """The cells of a table in pipes, as one without merged cells is written."""
    rows = [l for l in text.split("\n") if l.startswith("|") and not re.fullmatch(r"\|[-:|]+\|", l)]
    return [[r, c, cell] for r, l in enumerate(rows) for c, cell in enumerate(re.split(r"(?<!\\)\|", l)[1:-1])]


def bare(text):
    return "".join(c for c in text if c.isalnum()).lower()


def kind(text):
    if re.search(r"^(<table|\|)", text, re.M):
        return "table"  # perhaps below its caption
    if text.startswith("#"):
        return "heading"
    if text.startswith("```"):
        return "code"
    return "list" if re.match(r"([-*]|\d+\.) ", text) else "text"


def words(path, page):
    """The words of a page as another reader has them, with their boxes."""
    out = subprocess.run(["pdftotext", "-bbox", "-f", str(page), "-l", str(page), path, "-"], capture_output=True, text=True).stdout
    found = re.findall(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', out)
    return [(*map(float, w[:4]), bare(html.unescape(w[4]))) for w in found]


def boxes(cells, found, box):
    """The box of each cell: around those words of the table that its text has, each taken once."""
    inside = [w for w in found if box[0] - 3 < (w[0] + w[2]) / 2 < box[2] + 3 and box[1] - 3 < (w[1] + w[3]) / 2 < box[3] + 3]
    for row, column, text in cells:
        wanted, taken = [bare(w) for w in re.sub(r"[*`_\\]", "", text).split()], []
        for word in filter(None, wanted):
            near = [w for w in inside if w[4] == word]
            if near:  # the words of a cell are close to one another, and the tables come from the top
                last = taken[-1] if taken else None
                best = min(near, key=lambda w: abs(w[1] - last[1]) * 3 + abs(w[0] - last[2]) if last else w[1])
                inside.remove(best)
                taken.append(best)
        if taken:
            yield row, column, (min(w[0] for w in taken), min(w[1] for w in taken), max(w[2] for w in taken), max(w[3] for w in taken))


def main(folder, path, pages):
    program = os.environ.get("BACKSTORY", "backstory")
    out = subprocess.run([program, "convert", "--json", "--tables=html", path], capture_output=True, text=True).stdout
    source = json.loads(out)["files"][0]
    text, places = source["markdown"].encode(), source["places"]
    blocks = {}
    for i, p in enumerate(places):
        end = places[i + 1]["offset"] if i + 1 < len(places) else len(text)
        match = re.match(r"page (\d+)", p["place"]) or re.search(r"page (\d+)$", p["place"])
        if match and p.get("box"):
            blocks.setdefault(int(match[1]), []).append((p["box"], text[p["offset"]:end].decode(errors="replace").strip()))
    os.makedirs(folder, exist_ok=True)
    name = os.path.splitext(os.path.basename(path))[0]
    for page in pages or sorted(blocks):
        base = os.path.join(folder, f"{name}-{page}")
        subprocess.run(["pdftoppm", "-r", str(DOTS), "-f", str(page), "-l", str(page), "-png", "-singlefile", path, base], check=True)
        picture = Image.open(base + ".png").convert("RGB")
        pen, found = ImageDraw.Draw(picture), words(path, page)

        def draw(box, colour, label, width):
            pen.rectangle([v * DOTS / 72 for v in box], outline=colour, width=width)
            pen.text((box[0] * DOTS / 72 + 1, box[1] * DOTS / 72 - 10), label, fill=colour)

        for box, content in blocks.get(page, []):
            what = kind(content)
            draw(box, COLOURS[what], what if what != "heading" else content.split(" ")[0], 2)
            if what == "table":
                for row, column, cell in boxes(Cells(content).out or pipes(content), found, box):
                    draw(cell, COLOURS["cell"], f"{row},{column}", 1)
        picture.save(base + ".png")
        print(base + ".png")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], [int(p) for p in sys.argv[3:]])
