#!/usr/bin/env python3
"""Print the arguments of go test for all tests that are longer without -short, and for no others.

These are the tests that ask package turns or testing.Short, by themselves or through a helper of their package. The short
form of all tests is run by `make test`.
"""

import re
from collections import defaultdict
from pathlib import Path

ASKS = re.compile(r"\bturns\.\w|\btesting\.Short\(|\b(model|family)test\.(Run|Engine)\(|\bbrowsertest\.\w")
FUNCTION = re.compile(r"^func (?:\([^)]*\) )?(\w+)", re.MULTILINE)


def long_tests(files):
    """The names of the tests of a package, given its test files, that are longer without -short."""
    bodies = defaultdict(str)
    for text in files:
        starts = [*FUNCTION.finditer(text)]
        for at, after in zip(starts, [*starts[1:], None]):
            bodies[at[1]] += text[at.end() : after.start() if after else None]
    found = {name for name, body in bodies.items() if ASKS.search(body)}
    while more := {name for name, body in bodies.items() if name not in found and
                   any(re.search(rf"\b{f}\b[(\[]", body) for f in found if not f.startswith("Test"))}:
        found |= more
    return sorted(name for name in found if name.startswith("Test") and name != "TestMain")


def main():
    """Look at all packages of the module."""
    packages, names, folders = [], set(), defaultdict(list)
    for top in "datasets", "internal", "nb", "notebooks", "sampler":
        for file in Path(top).rglob("*_test.go"):
            if "testdata" not in file.parts:
                folders[file.parent].append(file.read_text())
    for folder, files in sorted(folders.items()):
        if found := long_tests(files):
            packages.append(f"./{folder}")
            names.update(found)
    print("-run", f"^({'|'.join(sorted(names))})$", *packages)


if __name__ == "__main__":
    main()
