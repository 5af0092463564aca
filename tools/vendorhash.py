"""Holds vendorHash in flake.nix against the modules of go.mod; with --write it writes it.

It is the digest of what `go mod vendor` makes, as Nix has it: SHA-256 of an archive
(NAR) of names, contents and modes.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent


def digest(folder):
    """The digest of a folder, as `nix-hash --type sha256 --sri FOLDER` says it."""
    out = hashlib.sha256()

    def text(data):
        data = data.encode() if isinstance(data, str) else data
        out.update(len(data).to_bytes(8, "little") + data + bytes(-len(data) % 8))

    def node(path):
        for word in ("(", "type", "directory" if path.is_dir() else "regular"):
            text(word)
        if path.is_dir():
            for child in sorted(path.iterdir(), key=lambda p: os.fsencode(p.name)):
                for word in ("entry", "(", "name", child.name, "node"):
                    text(word)
                node(child)
                text(")")
        else:
            if os.access(path, os.X_OK) and path.stat().st_mode & 0o100:
                text("executable")
                text("")
            text("contents")
            text(path.read_bytes())
        text(")")

    text("nix-archive-1")
    node(folder)
    return "sha256-" + base64.b64encode(out.digest()).decode()


def main():
    with tempfile.TemporaryDirectory() as work:
        vendor = pathlib.Path(work) / "vendor"
        subprocess.run(["go", "mod", "vendor", "-o", vendor], cwd=TOP, check=True)
        want = digest(vendor)
    flake = TOP / "flake.nix"
    text = flake.read_text(encoding="utf-8")
    fresh = re.sub(r'vendorHash = "[^"]*"', f'vendorHash = "{want}"', text)
    if sys.argv[1:] == ["--write"]:
        flake.write_text(fresh, encoding="utf-8")
    elif fresh != text:
        raise SystemExit("flake.nix has another vendorHash than go.mod gives: run python3 tools/vendorhash.py --write")


if __name__ == "__main__":
    main()
