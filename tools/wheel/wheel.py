"""Makes a Python wheel of a released archive and of the package backstory beside this file,
with the standard library alone.

It is the build backend of pyproject.toml (PEP 517), so that `pip install` of this
repository at a tag, as pre-commit does it for `language: python`, fetches the
archive of the platform and checks it by SHA256SUMS. tools/packages.py makes the wheels
of a release with it.

BACKSTORY_RELEASES names another place than the release's own, as a URL of the
folder that has the archives and SHA256SUMS.
"""

import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import tarfile
import urllib.request
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
HOME = "https://github.com/seed353dc258/backstory"
MAX_ARCHIVE = 200 << 20  # bytes

# What pip calls a platform, for each that a release has an archive of. The
# programs are static, so any libc does; 12 is the oldest macOS that Go is for.
TAGS = {
    "linux_amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux_arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "linux_armv7": "manylinux_2_17_armv7l.manylinux2014_armv7l.musllinux_1_1_armv7l",
    "linux_riscv64": "manylinux_2_31_riscv64.musllinux_1_2_riscv64",
    "darwin_amd64": "macosx_12_0_x86_64",
    "darwin_arm64": "macosx_12_0_arm64",
    "windows_amd64": "win_amd64",
    "windows_arm64": "win_arm64",
}


def project():
    """The lines `key = "text"` of pyproject.toml: Python before 3.11 reads no TOML."""
    return dict(re.findall(r'^(\w+) = "(.*)"$', (TOP / "pyproject.toml").read_text(encoding="utf-8"), re.M))


def archive_name(target):
    """The name of a release's archive for a target, such as linux_amd64."""
    return f"backstory_{target}." + ("zip" if target.startswith("windows") else "tar.gz")


def program_name(target):
    """The name of the program's file for a target."""
    return "backstory.exe" if target.startswith("windows") else "backstory"


def this_target():
    """The target of the machine that this runs on."""
    machine = platform.machine().lower()
    cpu = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "armv7"}.get(machine, machine)
    target = f"{platform.system().lower()}_{cpu}"
    if target not in TAGS:
        raise SystemExit(f"backstory has no released program for {target}; use the hooks with language: golang")
    return target


def read(base, name):
    """The bytes of a file at a release, at most MAX_ARCHIVE."""
    try:
        with urllib.request.urlopen(f"{base.rstrip('/')}/{name}", timeout=300) as answer:
            content = answer.read(MAX_ARCHIVE + 1)
    except OSError as e:  # URLError and HTTPError are among these
        why = "there is no such release" if getattr(e, "code", None) == 404 else getattr(e, "reason", e)
        raise SystemExit(f"backstory: the released program cannot be fetched from {base}: {why}; use the hooks whose ids end in -golang, or name a release") from None
    if len(content) > MAX_ARCHIVE:
        raise SystemExit(f"reading {name}: more than {MAX_ARCHIVE} bytes")
    return content


def checked(base, name):
    """A file at a release, which has the digest that SHA256SUMS says."""
    content = read(base, name)
    sums = dict(reversed(line.split(maxsplit=1)) for line in read(base, "SHA256SUMS").decode().splitlines())
    if sums.get(name) != hashlib.sha256(content).hexdigest():
        raise SystemExit(f"checking {name}: its digest is not the one in SHA256SUMS of {base}")
    return content


def program(target, archive):
    """The program in an archive."""
    if target.startswith("windows"):
        with zipfile.ZipFile(io.BytesIO(archive)) as z:
            return z.read(program_name(target))
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as t:
        return t.extractfile(program_name(target)).read()


def metadata(p):
    """The METADATA of a wheel."""
    return (
        f"Metadata-Version: 2.4\nName: {p['name']}\nVersion: {p['version']}\nSummary: {p['description']}\n"
        f"License-Expression: {p['license']}\nProject-URL: Homepage, {HOME}\n"
        "Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n"
        + (TOP / p["readme"]).read_text(encoding="utf-8")
    ).encode()


def write_zip(path, files, compression=zipfile.ZIP_DEFLATED):
    """Writes a zip of (name, content, is a program): the same files give the same bytes."""
    with zipfile.ZipFile(path, "w") as z:
        for file, data, runs in files:
            info = zipfile.ZipInfo(file, (1980, 1, 1, 0, 0, 0))
            info.compress_type = compression
            info.external_attr = (0o100755 if runs else 0o100644) << 16
            z.writestr(info, data)


def write_wheel(folder, target, content, compression=zipfile.ZIP_DEFLATED):
    """Writes the wheel of a target's program into a folder and returns its name."""
    p = project()
    stem = f"{p['name'].replace('-', '_')}-{p['version']}"
    name = f"{stem}-py3-none-{TAGS[target]}.whl"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in TAGS[target].split("."))
    package = TOP / "tools" / "wheel" / "backstory"
    files = [
        (f"{stem}.data/scripts/{program_name(target)}", content),
        ("backstory/__init__.py", (package / "__init__.py").read_bytes()),
        ("backstory/py.typed", b""),
        (f"{stem}.dist-info/METADATA", metadata(p)),
        (f"{stem}.dist-info/WHEEL", f"Wheel-Version: 1.0\nGenerator: backstory\nRoot-Is-Purelib: false\n{tags}".encode()),
        (f"{stem}.dist-info/licenses/LICENSE", (TOP / "LICENSE").read_bytes()),
    ]
    record = f"{stem}.dist-info/RECORD"
    lines = ""
    for file, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines += f"{file},sha256={digest},{len(data)}\n"
    files.append((record, f"{lines}{record},,\n".encode()))
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_zip(folder / name, [(file, data, "/scripts/" in file) for file, data in files], compression)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls (PEP 517)."""
    p = project()
    base = os.environ.get("BACKSTORY_RELEASES") or f"{HOME}/releases/download/v{p['version']}"
    target = this_target()
    # It is unpacked at once, so packing it would be for nothing.
    return write_wheel(wheel_directory, target, program(target, checked(base, archive_name(target))), zipfile.ZIP_STORED)
