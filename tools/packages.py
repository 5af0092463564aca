"""Makes the packages of a release that are a zip or a tar with the program inside, with the
standard library alone: a Python wheel, a package for npm, and a bundle for desktop
clients of MCP (.mcpb). GoReleaser calls it once for each program that it has built:

    python3 tools/packages.py FOLDER TARGET PROGRAM    as in linux_amd64 dist/…/backstory
    python3 tools/packages.py FOLDER                   the package of npm that chooses among them

The same program gives the same bytes.
"""

import gzip
import io
import json
import pathlib
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "wheel"))
import wheel

# What Node.js calls a target, by process.platform and process.arch.
NODE = {
    "linux_amd64": ("linux", "x64"),
    "linux_arm64": ("linux", "arm64"),
    "linux_armv7": ("linux", "arm"),
    "linux_riscv64": ("linux", "riscv64"),
    "darwin_amd64": ("darwin", "x64"),
    "darwin_arm64": ("darwin", "arm64"),
    "windows_amd64": ("win32", "x64"),
    "windows_arm64": ("win32", "arm64"),
    "freebsd_amd64": ("freebsd", "x64"),
    "freebsd_arm64": ("freebsd", "arm64"),
}

# The targets that desktop clients run on.
DESKTOP = [t for t in NODE if t.split("_")[0] in ("darwin", "windows", "linux") and t.split("_")[1] in ("amd64", "arm64")]


def write_npm(folder, about, files):
    """Writes a package for npm: package.json and (name, content, is a program)."""
    p = wheel.project()
    about = {
        **about,
        "version": p["version"],
        "description": p["description"],
        "license": p["license"],
        "homepage": wheel.HOME,
        "repository": {"type": "git", "url": f"git+{wheel.HOME}.git"},
    }
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as t:
        for name, data, runs in [("package.json", json.dumps(about, indent=2).encode() + b"\n", False), *files]:
            info = tarfile.TarInfo("package/" + name)
            info.size, info.mode, info.mtime = len(data), 0o755 if runs else 0o644, 499162500  # what npm itself writes
            t.addfile(info, io.BytesIO(data))
    name = f"{about['name'].lstrip('@').replace('/', '-')}-{p['version']}.tgz"
    (folder / name).write_bytes(gzip.compress(content.getvalue(), mtime=0))


def npm_name(target):
    """The name of the package of npm that has the program for a target."""
    return f"@{wheel.project()['name']}/{'-'.join(NODE[target])}"


def shared():
    """The files that every package has."""
    return [(name, (wheel.TOP / name).read_bytes(), False) for name in ("LICENSE", "README.md")]


def npm_program(folder, target, content):
    """The package of npm with the program for a target."""
    system, cpu = NODE[target]
    about = {"name": npm_name(target), "os": [system], "cpu": [cpu], "preferUnplugged": True}
    write_npm(folder, about, [*shared(), ("bin/" + wheel.program_name(target), content, True)])


def npm_main(folder):
    """The package of npm that people install: it calls the program of another one."""
    about = {
        "name": wheel.project()["name"],
        "bin": {"backstory": "backstory.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {npm_name(t): wheel.project()["version"] for t in NODE},
    }
    script = (pathlib.Path(__file__).parent / "npm" / "backstory.js").read_bytes()
    write_npm(folder, about, [*shared(), ("backstory.js", script, True)])


def mcpb(folder, target, content):
    """The bundle for desktop clients: docs/mcp.md says what it offers."""
    p = wheel.project()
    program = "server/" + wheel.program_name(target)
    manifest = {
        "manifest_version": "0.3",
        "name": "backstory",
        "display_name": "backstory",
        "version": p["version"],
        "description": "Ask a folder of documents, with the document and the place of each answer",
        "author": {"name": "The developers of backstory", "url": wheel.HOME},
        "repository": {"type": "git", "url": f"{wheel.HOME}.git"},
        "homepage": wheel.HOME,
        "documentation": f"{wheel.HOME}/blob/main/docs/mcp.md",
        "license": p["license"],
        "server": {
            "type": "binary",
            "entry_point": program,
            "mcp_config": {"command": "${__dirname}/" + program, "args": ["mcp", "${user_config.folder}"], "env": {}},
        },
        "tools_generated": True,
        "prompts_generated": True,
        "user_config": {
            "folder": {
                "type": "directory",
                "title": "Folder",
                "description": "The folder of documents or profiles. Nothing outside it is seen, and nothing is written.",
                "required": True,
                "default": "${DOCUMENTS}",
            }
        },
        "compatibility": {"platforms": [NODE[target][0]]},
    }
    wheel.write_zip(
        folder / f"backstory_{target}.mcpb",
        [("manifest.json", json.dumps(manifest, indent=2).encode() + b"\n", False), ("LICENSE", (wheel.TOP / "LICENSE").read_bytes(), False), (program, content, True)],
    )


def main():
    if len(sys.argv) not in (2, 4):
        raise SystemExit("usage: packages.py FOLDER [TARGET PROGRAM]")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) == 2:
        npm_main(folder)
        return
    target, content = sys.argv[2], pathlib.Path(sys.argv[3]).read_bytes()
    npm_program(folder, target, content)
    if target in wheel.TAGS:
        wheel.write_wheel(folder, target, content)
    if target in DESKTOP:
        mcpb(folder, target, content)


if __name__ == "__main__":
    main()
