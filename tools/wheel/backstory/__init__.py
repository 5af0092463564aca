"""Documents as text for language models, by the program backstory.

Each call runs the program once, in a process of its own, which comes with this package:

    import backstory
    print(backstory.convert("report.docx").markdown)

docs/python.md of the project has all of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence, Union

__all__ = ["BackstoryError", "Document", "Failure", "Passage", "Report", "Warning", "build", "check", "convert", "program", "search"]

Path = Union[str, "os.PathLike[str]"]


class BackstoryError(Exception):
    """What a call failed of: `code` is stable, such as corrupt, encrypted, limit, unsupported, io, or error for wrong usage."""

    def __init__(self, code: str, message: str, file: str = "") -> None:
        super().__init__(f"{file}: {message}" if file else message)
        self.code, self.message, self.file = code, message, file


@dataclass(frozen=True)
class Warning:
    """What was lost, dropped or noticed: a stable code, how many times, where first, and a line for a person."""

    code: str
    message: str
    count: int = 1
    place: str = ""


@dataclass(frozen=True)
class Document:
    """A document as Markdown, with the name of its format and an estimate of its tokens."""

    markdown: str
    format: str
    tokens: int
    warnings: Sequence[Warning] = field(default_factory=tuple)


@dataclass(frozen=True)
class Failure:
    """A source that could not be converted. It costs itself alone."""

    path: str
    code: str
    message: str


@dataclass(frozen=True)
class Report:
    """What a build or a check found of one profile."""

    fresh: bool
    edited: bool
    failed: Sequence[Failure]
    json: Mapping[str, Any]  # all that the program says


@dataclass(frozen=True)
class Passage:
    """A passage that was found: its document, the place there, the headings over it, its text."""

    source: str
    place: str
    headings: Sequence[str]
    text: str
    score: float
    answers: bool  # it covers what a question is about


def program() -> str:
    """The path of the program: BACKSTORY where that is set, else what was installed with this package, or is in PATH."""
    name = "backstory.exe" if sys.platform == "win32" else "backstory"
    found = os.environ.get("BACKSTORY")
    if not found:
        beside = os.path.join(sysconfig.get_path("scripts"), name)
        found = beside if os.path.exists(beside) else shutil.which("backstory")
    if not found:
        raise BackstoryError("error", "the program backstory is neither installed with this package nor in PATH")
    return found


def convert(source: Union[Path, bytes], *, name: Optional[str] = None, options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Document:
    """A document as Markdown: a file by its path, or bytes under a name such as "report.docx".

    Options are those of `backstory convert` by their names, such as {"hidden": "mark", "rows": 100}.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        if not name:
            raise BackstoryError("error", "bytes need a name that says what they are, such as report.docx")
        said = _run(["convert", *_flags(options), "--name", name, "--", "-"], bytes(source), timeout)
    else:
        if name:
            raise BackstoryError("error", "a name is for bytes: a file has its own")
        said = _run(["convert", *_flags(options), "--", os.path.abspath(os.fspath(source))], None, timeout)
    for one in said.get("files") or ():
        return Document(one["markdown"], one["format"], one["tokens"], tuple(_warning(w) for w in one.get("warnings") or said.get("warnings") or ()))
    raise _error(said)


def build(folder: Path, *, options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Report:
    """Brings the backstory.md of a profile up to date. Sources that cannot be converted are in the report."""
    return _report(_run(["build", *_flags(options), "--", os.path.abspath(os.fspath(folder))], None, timeout))


def check(folder: Path, *, options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Report:
    """Says whether the backstory.md of a profile is up to date, and writes nothing."""
    return _report(_run(["check", *_flags(options), "--", os.path.abspath(os.fspath(folder))], None, timeout))


def search(folder: Path, query: str, *, limit: int = 20, options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Sequence[Passage]:
    """The passages of a profile or a plain folder that have most to do with a query, the best first."""
    said = _run(["search", *_flags(options), "--limit", str(limit), "--", os.path.abspath(os.fspath(folder)), query], None, timeout)
    if "hits" not in said or said.get("errors"):
        raise _error(said)
    return tuple(Passage(h["source"], h["place"], tuple(h["headings"]), h["text"], h["score"], h["answers"]) for h in said["hits"])


def _flags(options: Optional[Mapping[str, Any]]) -> Sequence[str]:
    flags = []
    for name, value in (options or {}).items():
        if isinstance(value, Mapping):  # limits, passed on one by one
            flags += [f"--{name}={key}={one}" for key, one in value.items()]
        else:
            flags.append(f"--{name}={str(value).lower() if isinstance(value, bool) else value}")
    return flags


def _run(args: Sequence[str], given: Optional[bytes], timeout: Optional[float]) -> Mapping[str, Any]:
    command = [program(), args[0], "--json", *args[1:]]
    done = subprocess.run(command, input=given if given is not None else b"", stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, check=False)
    try:
        said: Mapping[str, Any] = json.loads(done.stdout)
        return said
    except ValueError:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BackstoryError("error", lines[-1] if lines else f"{command[0]} ended with {done.returncode}") from None


def _error(said: Mapping[str, Any]) -> BackstoryError:
    for e in said.get("errors") or ():
        return BackstoryError(e["code"], e["message"], e.get("file", ""))
    return BackstoryError("error", "the program gave no answer")


def _warning(w: Mapping[str, Any]) -> Warning:
    return Warning(w["code"], w["message"], w.get("count", 1), w.get("place", ""))


def _report(said: Mapping[str, Any]) -> Report:
    for p in said.get("profiles") or ():
        return Report(p.get("fresh", False), p.get("edited", False), tuple(Failure(f["path"], f["code"], f["error"]) for f in p.get("failed") or ()), p)
    raise _error(said)
