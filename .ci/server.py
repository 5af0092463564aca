"""Serves the files of a release on this machine as those do who will have them: the
releases of a forge, an index for pip, a registry for npm.

    python3 .ci/server.py FOLDER ADDRESS-FILE

The address is written to the file as soon as the server answers.
"""

import base64
import hashlib
import http.server
import json
import pathlib
import re
import sys
import tarfile
import urllib.parse

FOLDER, ADDRESS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def npm(name, base):
    """What a registry says of a package, or nothing."""
    versions = {}
    for path in FOLDER.glob("*.tgz"):
        with tarfile.open(path) as t:
            about = json.load(t.extractfile("package/package.json"))
        if about["name"] != name:
            continue
        content = path.read_bytes()
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
        about["dist"] = {"tarball": f"{base}/files/{path.name}", "integrity": integrity, "shasum": hashlib.sha1(content).hexdigest()}
        versions[about["version"]] = about
    if versions:
        return json.dumps({"name": name, "dist-tags": {"latest": max(versions)}, "versions": versions}).encode()
    return None


def simple(name):
    """A page of an index for pip, or nothing."""
    wheels = [p.name for p in FOLDER.glob(name.replace("-", "_") + "-*.whl")]
    return "".join(f'<a href="/files/{w}">{w}</a>\n' for w in wheels).encode() or None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        """The bytes for the path that is asked for, or nothing."""
        path = urllib.parse.unquote(self.path)
        if path.startswith("/npm/"):
            return npm(path[5:], f"http://{self.headers['Host']}")
        if m := re.fullmatch(r"/simple/([^/]+)/", path):
            return simple(m[1])
        file = re.fullmatch(r"(?:/[\w.-]+/backstory/releases/(?:latest/download|download/v[^/]+)|/files)/([\w.+-]+)", path)
        if file and (FOLDER / file[1]).is_file():
            return (FOLDER / file[1]).read_bytes()
        return None

    def do_GET(self):
        content = self.answer()
        self.send_response(404 if content is None else 200)
        content = content or b""
        if self.path.startswith("/simple/"):
            self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
    part = ADDRESS.with_suffix(".part")
    part.write_text(f"http://127.0.0.1:{server.server_port}")
    part.rename(ADDRESS)
    server.serve_forever()
