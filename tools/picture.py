"""Draws docs/picture.svg of the example in README.md, so that both show the same: python3 tools/picture.py"""
import html
import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
LINE, TOP, WIDTH = 19, 62, 940
STYLE = """
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
  .title { font: 600 14px system-ui, sans-serif }
  .note { font: 12px system-ui, sans-serif; fill: #57606a }
  .card { fill: #f6f8fa; stroke: #d0d7de }
  .head { fill: #0969da; font-weight: 600 }
  .kept { fill: #9a6700 }
  .arrow { stroke: #57606a; stroke-width: 2; fill: none }
  .tip { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9198a1 } .card { fill: #151b23; stroke: #3d444d }
    .head { fill: #4493f8 } .kept { fill: #d29922 } .arrow { stroke: #9198a1 } .tip { fill: #9198a1 }
  }
"""


def text(x, y, said, kind=""):
    return '<text x="%d" y="%d"%s>%s</text>' % (x, y, ' class="%s"' % kind if kind else "", html.escape(said, quote=False))


def short(said, most):
    return said if len(said) <= most else said[:most - 2].rstrip(" ,") + " …"


def card(x, width, title, height):
    return ['<rect class="card" x="%d" y="34" width="%d" height="%d" rx="8"/>' % (x, width, height), text(x, 24, title, "title")]


def main():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    tree = re.search(r"```\n(caelum/\n.*?)```", page, re.S)[1].splitlines()
    made = [line for line in re.search(r"```markdown\n(.*?)```", page, re.S)[1].splitlines() if line]
    lines = max(len(tree), len(made))
    height = lines * LINE + 24
    out = card(8, 410, "a folder of documents", height) + card(512, 420, "backstory.md", height)
    for n, line in enumerate(tree):
        name, _, said = re.sub(r"(?<=[\w./])\s{2,}", "\t", line).partition("\t")
        out += [text(22, TOP + n * LINE, name), text(212, TOP + n * LINE, short(said, 29), "note")]
    for n, line in enumerate(made):
        kind = "head" if re.match(r"#+ ", line) else "kept" if line.startswith("\\") or "|\\>" in line else ""
        out.append(text(526, TOP + n * LINE, short(line, 50), kind))
    middle = 34 + height // 2
    out.append('<path class="arrow" d="M428 %d H494"/><path class="tip" d="M490 %d l14 6 l-14 6 z"/>' % (middle, middle - 6))
    out += [text(434, middle - 12, "backstory", "note"), text(450, middle + 22, "build", "note")]
    forged = next(n for n, line in enumerate(made) if line.startswith("\\"))
    out.append(text(700, TOP + forged * LINE, "← a stranger’s heading stays text", "note"))
    out.append(text(8, height + 58, "sorted and cleaned · the same bytes every time · every line knows its source · what was lost is counted", "note"))
    (ROOT / "docs" / "picture.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="A folder of documents becomes one Markdown file">\n<style>%s</style>\n%s\n</svg>\n'
        % (WIDTH, height + 70, STYLE, "\n".join(out)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
