"""Copy the source of gonb and apply the patches in the folder gonb to it.

The folder holds unified diffs in the form of `diff -u`, which gonb's authors can use directly. This program needs neither
git nor patch. The text that a diff replaces must occur exactly once in the original, so a new release of gonb either
builds with the patches or fails here.
"""

import os
import re
import shutil
from pathlib import Path

# 6-slips.patch calls this package of the checkout, which says in one sentence what is wrong with a cell (gonb/README.md).
SLIPS = [f for f in sorted((Path(__file__).resolve().parents[1] / "slips").glob("*.go")) if "_test" not in f.name]
PATCHES = sorted((Path(__file__).resolve().parent / "gonb").glob("*.patch"))


def patched(source):
    """The new text of each file that the patches change, by its path in the folder `source`."""
    files = {}
    for patch in PATCHES:
        for part in re.split(r"^--- .*\n(?=\+\+\+ )", patch.read_text(), flags=re.M)[1:]:
            head, *hunks = re.split(r"^@@ .*\n", part, flags=re.M)
            name = head.split()[1].removeprefix("b/")
            original = Path(source) / name
            text = files.get(name, original.read_text() if original.exists() else "")
            for hunk in hunks:
                lines = hunk.splitlines(keepends=True)
                old = "".join(line[1:] for line in lines if line[0] in " -")
                new = "".join(line[1:] for line in lines if line[0] in " +")
                if text.count(old) != 1 and (old or text):
                    raise ValueError(f"{patch.name} does not fit {original}: this text must occur in it once:\n{old}")
                text = text.replace(old, new) if old else new
            files[name] = text
    return files


def copy_patched(source, folder):
    """Copy gonb's source into `folder`, with the patches."""
    files = patched(source)
    unused = shutil.ignore_patterns("examples", "docs")
    shutil.copytree(source, folder, ignore=unused, copy_function=shutil.copyfile)
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o755)  # the module cache, and so the copy, is read-only
    for name, text in files.items():
        (Path(folder) / name).write_text(text)
    (Path(folder) / "internal/slips").mkdir()
    for file in SLIPS:
        shutil.copy(file, Path(folder) / "internal/slips")
