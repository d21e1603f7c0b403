#!/usr/bin/env python3
"""Four pieces of an author's work on the real kernel, cell by cell as in a notebook, with the slips that he makes in them.

    pieces.py [--times] [--every N] [PIECE]   exit code 1, with an explanation, if a cell or a slip does not say what it must

After each slip the right cell runs again, under the same name, and must work. The table is in pieces_table.py.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from pieces_table import PIECES
from slips import Kernel


class Notebook(Kernel):
    """A kernel that gets cells as JupyterLab sends them, with the name of the cell."""

    def named(self, name, source):
        """Run a cell: whether it went well, and all that it said."""
        session, make = self.client.session, self.client.session.msg

        def msg(kind, content=None, **more):
            if kind == "execute_request":
                more["metadata"] = {"cellId": name}
            return make(kind, content, **more)

        session.msg = msg
        try:
            ok, _, said, error = self.run(source)
        finally:
            session.msg = make
        return ok, said + error


def work(piece, folder, every, report):
    """Do a piece of work, with every n-th of its slips."""
    for name, text in piece.files.items():
        (Path(folder) / name).write_text(text)
    notebook = Notebook(folder)
    try:
        last, source = list(piece.cells.items())[-1]
        if piece.files:  # it needs the cells above
            began = time.perf_counter()
            _, said = notebook.named(last, source)
            told = "no other cell has run since the kernel started, so run the cells above first"
            report("the last cell alone", began, [f"it does not say {told!r}"] * (told not in said), said)
        for name, source in piece.cells.items():
            began = time.perf_counter()
            ok, said = notebook.named(name, source)
            missing = [w for w in piece.shows.get(name, ()) if w not in said]
            report(name, began, [] if ok and not missing else [f"it does not show {missing}, ok is {ok}"], said)
        for slip in piece.slips[::every]:
            source = piece.cells[slip.cell]
            if source.count(slip.old) < 1:
                report(slip.new, time.perf_counter(), [f"the cell has no {slip.old!r}"], "")
                continue
            began = time.perf_counter()
            ok, said = notebook.named(slip.cell, source.replace(slip.old, slip.new, 1))
            if slip.then and ok:
                ok, said = notebook.named(slip.then, piece.cells[slip.then])
            faults = [f"it does not say {w!r}" for w in slip.says if w not in said]
            faults += ["it went well" if ok else "it failed"] * (ok != slip.ok)
            faults += [f"it says {noise!r}" for noise in ("goroutine 1", "main.go", "exit status") if noise in said]
            report(f"{slip.cell}: {slip.new!r:.60}", began, faults, said)
            ok, said = notebook.named(slip.cell, source)
            if not ok or any(w not in said for w in piece.shows.get(slip.cell, ())):
                report(f"{slip.cell}, right again", began, ["the right cell does not work any more"], said)
    finally:
        notebook.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--times", action="store_true", help="print how long each took, and what was said")
    arguments.add_argument("--every", type=int, default=1, metavar="N", help="make only every Nth slip")
    arguments.add_argument("piece", nargs="?", default="")
    given = arguments.parse_args()
    bad = []

    def report(name, began, faults, said):
        bad.extend(faults)
        if faults or given.times:
            print(f"{'BAD' if faults else 'ok '} {time.perf_counter() - began:5.2f} s  {name}: {'; '.join(faults)}", flush=True)
            print("      " + "\n      ".join(said[:1500].splitlines()), flush=True)

    os.environ["GONB_NO_GOPLS"] = "1"
    for name, piece in PIECES.items():
        if given.piece in name:
            with tempfile.TemporaryDirectory(prefix="gibbslab-pieces-", ignore_cleanup_errors=True) as folder:
                os.environ["TMPDIR"] = folder
                work(piece, folder, given.every, report)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
