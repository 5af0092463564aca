"""Says how cost grows: python3 tools/growth.py [--write] [PROGRAM]

It makes inputs of three sizes, × 1, × 10 and × 100, gives them to PROGRAM, bin/backstory if none is named, and prints
the processor's time, the user's and the system's, and the most memory that a process had. --write puts the table into
docs/performance.md. The time is the least of three runs, of a first build of one. Linux only, for what a server costs.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- growth -->\n", "<!-- /growth -->\n"
SCALES = [1, 10, 100]
WORDS = "the lamp of the lighthouse at Skarv Point was changed from oil to electricity in a year of many ships".split()


def sentence(i):
    return " ".join(WORDS[(i * 7 + k * (i % 5 + 1)) % len(WORDS)] for k in range(12)) + f" {i}."


def written(path, head, part, n):
    """Writes n parts as they are made: what this process has held counts as the memory of those that it starts."""
    with open(path, "w", encoding="utf-8") as f:
        f.write(head)
        f.writelines(part(i) for i in range(n))


def markdown(path, n):
    written(path, "", lambda i: f"## Part {i}\n\n{sentence(i)}\n\n", 1000 * n)


def csv(path, n):
    written(path, "No,From,To,Miles,Remark\n", lambda i: f"{i},Bergen,Oslo,{i * 37 % 999},{sentence(i)}\n", 1000 * n)


def html(path, n):
    written(path, "<!doctype html><title>Log</title><body>", lambda i: f"<h2>Part {i}</h2><p>{sentence(i)} <b>kept</b></p>\n", 1000 * n)


def docx(path, n):
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("[Content_Types].xml", f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>')
        z.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
        with z.open("word/document.xml", "w") as f:
            f.write(f'<w:document xmlns:w="{w}"><w:body>'.encode())
            f.writelines(f"<w:p><w:r><w:t>{sentence(i)}</w:t></w:r></w:p>".encode() for i in range(1000 * n))
            f.write(b"</w:body></w:document>")


class Bench:
    def __init__(self, program, work):
        self.program, self.work = program, work
        self.env = {**os.environ, "HOME": str(work / "home"), "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config")}

    def run(self, *args, cwd=None):
        """Runs the program once: seconds of the processor, MB."""
        p = subprocess.Popen([self.program, *map(str, args)], cwd=cwd or self.work, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = p.stderr.read()
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode:
            sys.exit(f"{args}: {p.returncode}: {said.decode()}")
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

    @staticmethod
    def least(call):
        runs = [call() for _ in range(3)]
        return min(r[0] for r in runs), max(r[1] for r in runs)

    def convert(self, make):
        def cost(n):
            path = self.work / f"{make.__name__}-{n}.{dict(markdown='md').get(make.__name__, make.__name__)}"
            make(path, n)
            return self.least(lambda: self.run("convert", "--big", "-o", self.work / "out.md", path))
        return cost

    def profile(self, folder, sources):
        (folder / "backstory").mkdir(parents=True)
        (folder / "soul.md").write_text("A keeper of a lighthouse.\n", encoding="utf-8")
        for i in range(sources):
            # the name is in the text, so that no two are the same
            (folder / "backstory" / f"{i:05}.md").write_text(f"# {folder.name} {i}\n\n" + "".join(sentence(i + k) + "\n\n" for k in range(5)), encoding="utf-8")

    def one(self, n, then):
        """A profile with 100 × n sources: the first build, or what is run after it."""
        folder = self.work / f"one-{n}-{then}"
        self.profile(folder, 100 * n)
        args = ("build", "--cache-dir", self.work / f"cache-{n}-{then}", folder)
        first = self.run(*args)
        if then == "first":
            return first
        if then == "nothing":
            return self.least(lambda: self.run(*args))
        if then == "search":
            self.run("search", folder, "lamp of 17")
            return self.least(lambda: self.run("search", folder, "lamp of 17"))

        def changed():
            with open(folder / "backstory" / "00007.md", "a", encoding="utf-8") as f:
                f.write("Something else was changed.\n")
            return self.run(*args)
        return self.least(changed)

    def all(self, n, then):
        """A workspace with 10 × n profiles of 10 sources each."""
        root = self.work / f"all-{n}-{then}"
        for i in range(10 * n):
            self.profile(root / "profiles" / f"p{i:04}", 10)
        args = ("build", "--all", "--cache-dir", self.work / f"all-cache-{n}-{then}")
        first = self.run(*args, cwd=root)
        if then == "first":
            return first
        if then == "nothing":
            return self.least(lambda: self.run(*args, cwd=root))
        return self.served(root, then)

    def served(self, root, then):
        ready = root / "ready.json"
        p = subprocess.Popen([self.program, "serve", "--no-auth", "--log", "off", "--addr", "127.0.0.1:0", "--rate-limit", "off", "--ready-file", ready], cwd=root, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not ready.exists():
                if p.poll() is not None:
                    sys.exit("serve ended")
                time.sleep(0.05)
            url = json.loads(ready.read_text())["url"]
            body = json.dumps({"model": "p0007", "messages": [{"role": "user", "content": "What was changed?"}]}).encode()
            request = urllib.request.Request(url + "/v1/models") if then == "models" else urllib.request.Request(url + "/v1/chat/completions", body, {"Content-Type": "application/json"})
            time.sleep(3)  # what was written just now is read again each time
            for _ in range(5):
                urllib.request.urlopen(request).read()
            before = self.spent(p.pid)
            for _ in range(50):
                urllib.request.urlopen(request).read()
            status = pathlib.Path(f"/proc/{p.pid}/status").read_text()
            return (self.spent(p.pid) - before) / 50, int(status.split("VmHWM:")[1].split()[0]) / 1024
        finally:
            p.terminate()
            p.wait()

    @staticmethod
    def spent(pid):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    args = [a for a in sys.argv[1:] if a != "--write"]
    program = str(pathlib.Path(args[0] if args else ROOT / "bin" / "backstory").resolve())
    text = "| what | at × 1 | ms × 1 | × 10 | × 100 | MB × 1 | × 10 | × 100 |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    with tempfile.TemporaryDirectory() as work:
        b = Bench(program, pathlib.Path(work))
        rows = [(f"convert {make.__name__}", size, b.convert(make)) for make, size in [(markdown, "1,000 headings"), (html, "1,000 headings"), (docx, "1,000 paragraphs"), (csv, "1,000 rows")]]
        rows += [("build, the first", "100 sources", lambda n: b.one(n, "first")), ("build, nothing to do", "100 sources", lambda n: b.one(n, "nothing")),
                 ("build, one source changed", "100 sources", lambda n: b.one(n, "change")), ("search, with its index", "100 sources", lambda n: b.one(n, "search")),
                 ("build --all, the first", "10 profiles", lambda n: b.all(n, "first")), ("build --all, nothing to do", "10 profiles", lambda n: b.all(n, "nothing")),
                 ("serve: GET /v1/models", "10 profiles", lambda n: b.all(n, "models")), ("serve: a turn, offline", "10 profiles", lambda n: b.all(n, "turn"))]
        for what, size, cost in rows:
            costs = [cost(n) for n in SCALES]
            text += f"| {what} | {size} | " + " | ".join(f"{c * 1000:,.0f}" if c >= 0.01 else f"{c * 1000:.1f}" for c, _ in costs) + " | " + " | ".join(f"{m:.0f}" for _, m in costs) + " |\n"
            print(text.splitlines()[-1], flush=True)
    if "--write" in sys.argv:
        page = ROOT / "docs" / "performance.md"
        before, rest = page.read_text(encoding="utf-8").split(BEGIN)
        page.write_text(before + BEGIN + text + END + rest.split(END)[1], encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
