"""Says what the program is made of, as the table in docs/release.md: python3 tools/size.py [--write]

It builds the program twice, as it is released and with its symbols, for Linux on amd64, and asks `go tool nm`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter

ROOT = pathlib.Path(__file__).parent.parent
BEGIN, END = "<!-- size -->\n", "<!-- /size -->\n"
CODE = [("backstory itself", r"github\.com/seed353dc258/backstory/"), ("SQLite", r"modernc\.org/"), ("the client of PostgreSQL, and its migrations", r"github\.com/(jackc|pressly)/"), ("the runtime of WebAssembly", r"github\.com/tetratelabs/"),
        ("cryptography", r"(vendor/golang\.org/x/)?crypto"), ("MCP", r"github\.com/(modelcontextprotocol|segmentio|google/jsonschema-go)"), ("the rest of Go's library", r"[a-z]+([/.]|$)(?!.*\.(com|org|in)/)")]


def build(flags, out):
    env = {**os.environ, "CGO_ENABLED": "0", "GOOS": "linux", "GOARCH": "amd64", "GOFLAGS": ""}
    subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", *flags, "-o", out, "./cmd/backstory"], cwd=ROOT, env=env, check=True)


def main():
    with tempfile.TemporaryDirectory() as work:
        released, full = os.path.join(work, "released"), os.path.join(work, "full")
        build(["-ldflags=-s -w"], released)
        build([], full)
        symbols = subprocess.run(["go", "tool", "nm", "-size", full], capture_output=True, text=True, check=True).stdout
        content = pathlib.Path(released).read_bytes()
        version = subprocess.run(["go", "env", "GOVERSION"], capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()
    address, code, data = {}, Counter(), Counter()
    for line in symbols.splitlines():
        found = re.match(r"\s*([0-9a-f]+)\s+(\d+)\s+(\w)\s+(?:type:\.\w+\.)?(.*)", line)
        if not found:
            continue
        name, size = found[4], int(found[2])
        address[name] = int(found[1], 16)
        if found[3] in "tT":
            code[next((what for what, pattern in CODE if re.match(pattern, name)), "other modules")] += size
        elif "/pdf/pdfium..gobytes" in name:
            data["the PDF engine, a program of WebAssembly"] += size
        elif "golang.org/x/text" in name:
            data["tables of encodings and of Unicode, of Go's libraries"] += size
    tables = address["runtime.epclntab"] - address["runtime.pclntab"]
    rows = [("machine code, of which", sum(code.values()))] + [("… " + what, code[what]) for what, _ in CODE] + [("… other modules", code["other modules"])]
    rows += [("tables of functions and lines, for panics and the garbage collector", tables), *data.most_common()]
    rows.append(("constants, types and the rest", len(content) - tables - sum(code.values()) - sum(data.values())))
    packed = zlib.compressobj(9, zlib.DEFLATED, 31)
    text = "Linux on amd64, %s: %.1f MB, %.1f MB with gzip.\n\n| part | MB |\n|---|---:|\n" % (version.replace("go", "Go "), len(content) / 1e6, len(packed.compress(content) + packed.flush()) / 1e6)
    text += "".join("| %s | %.1f |\n" % (what, size / 1e6) for what, size in rows)
    page = ROOT / "docs" / "release.md"
    if "--write" not in sys.argv:
        print(text)
        return
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(before + BEGIN + text + END + rest.split(END)[1], encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
