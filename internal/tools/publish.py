#!/usr/bin/env python3
"""Write a copy of this project under another module path, ready to be pushed to where that path points.

    publish.py MODULE [FOLDER]

MODULE is the new path, such as example.org/you/gibbslab. FOLDER is new or empty; without it, it is `published`. The
copy has every file as it is now, but those that git ignores, with the path changed in all imports, notebooks and documents. It
is a repository of its own with nothing committed. `make test` there checks it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOST = r"[a-z0-9][a-z0-9.-]*"
ELEMENT = r"[A-Za-z0-9_][A-Za-z0-9._~-]*"
# What Go refuses besides, since not every system can have a file of that name, and versions 0 and 1.
REFUSED = re.compile(r"(?i).*\.$|(CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])(\..*)?$|[^.]*~[0-9]+(\..*)?$")
VERSION = re.compile(r"gopkg.in/.*|.*/v([01]|0[0-9]*|[0-9.]*\.[0-9.]*)")
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
    host, *elements = module.split("/")
    if (not re.fullmatch(rf"{HOST}(/{ELEMENT})+", module) or "." not in host or VERSION.fullmatch(module)
            or any(map(REFUSED.match, [host, *elements]))):
        complain(f"{module!r} is no module path that others can fetch: it needs a host with a dot and a path, such as "
                 "example.org/you/gibbslab")
    if folder.exists() and any(folder.iterdir()):
        complain(f"the folder {folder} is not empty: name another one with TO=folder, or remove it")
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    names = list(filter(None, listed.split("\0")))
    for link in (ROOT / name for name in names):
        if link.is_symlink() and (os.path.isabs(os.readlink(link)) or not link.resolve().is_relative_to(ROOT)):
            complain(f"{link.relative_to(ROOT)} is a link that leads out of this folder, and what is behind it would "
                     "be published: remove it")
    for name in names:
        source, copy = ROOT / name, folder / name
        if source.is_symlink():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.symlink_to(os.readlink(source))
            continue
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
