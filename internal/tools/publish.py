#!/usr/bin/env python3
"""Write a copy of this project under another module path, ready to be pushed to where that path points.

    publish.py MODULE [FOLDER]

MODULE is the new path, such as example.org/you/gibbslab. FOLDER is new or empty; without it, it is `published`. The
copy has every file as it is now, but those that git ignores, with the path changed in all imports, notebooks and documents. It
is a repository of its own with nothing committed. `make test` there checks it.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ELEMENT = r"[A-Za-z0-9][A-Za-z0-9._~-]*"
# The path where it is one: before a package, in go.mod, and where a program writes go.mod.
OLD = re.match(r"module (\S+)", (ROOT / "go.mod").read_text())[1]
PLACES = re.compile(r"(?<![\w./~=-])OLD(?=/[a-z.\"]| v0\.0\.0| => )|(?<=\bmodule )OLD(?=$|/)"
                    .replace("OLD", re.escape(OLD)), re.MULTILINE)


def complain(why):
    sys.exit(f"publish: {why}")


def main():
    if len(sys.argv) not in (2, 3) or not sys.argv[1]:
        complain("name the new module path: make publish MODULE=example.org/you/gibbslab")
    module = sys.argv[1]
    folder = Path(sys.argv[2] if len(sys.argv) == 3 and sys.argv[2] else ROOT / "published").resolve()
    host = module.partition("/")[0]
    if not re.fullmatch(rf"{ELEMENT}(/{ELEMENT})+", module) or "." not in host:
        complain(f"{module!r} is no module path that others can fetch: it needs a host with a dot and a path, such as "
                 "example.org/you/gibbslab")
    if folder.exists() and any(folder.iterdir()):
        complain(f"the folder {folder} is not empty: name another one with TO=folder, or remove it")
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        source, copy = ROOT / name, folder / name
        if not source.exists():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        data = source.read_bytes()
        try:
            data = PLACES.sub(module, data.decode()).encode()
        except UnicodeDecodeError:  # pictures and data sets
            pass
        copy.write_bytes(data)
        copy.chmod(source.stat().st_mode)
    places = [path for path in folder.iterdir() if path.is_dir() and list(path.rglob("*.go"))]
    subprocess.run(["gofmt", "-w", *places], check=True)  # the imports stand in another order
    subprocess.run(["git", "init", "-q", folder], check=True)
    print(f"{folder} has the module {module}. Run `make test` there, commit, and push it to {module}.")


if __name__ == "__main__":
    main()
