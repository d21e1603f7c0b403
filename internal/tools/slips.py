#!/usr/bin/env python3
"""Slips that authors make in cells, on the real kernel: each gives one sentence that names the cell and line, and no more.

    slips.py [--times] [--every N] [WORD]   exit code 1, with an explanation, if one fails; with WORD, only slips with it in their name

After each slip the kernel must live. After some slips, its declarations must be there, and the next cell must run. A
declaration that is lost stays lost, so this finds every loss. With WORD, it is checked after each slip. The table is in slips_table.py.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

from jupyter_client.manager import KernelManager
from slips_table import MODEL, SLIPS

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 600  # until a cell counts as hung; generous, for busy machines
EVERY = 8  # this many slips, and then a cell that must run
PLACE = re.compile(r"Cell\[(\d+)\]: Line (\d+)")


class Kernel:
    """A kernel in a folder of its own."""

    def __init__(self, folder):
        os.environ["JUPYTER_DATA_DIR"] = str(ROOT / ".venv/share/jupyter")
        os.environ["JUPYTER_PREFER_ENV_PATH"] = "0"
        self.manager = KernelManager(kernel_name="gonb")
        self.manager.start_kernel(cwd=str(folder))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    def run(self, source, stop=None):
        """Run a cell: whether it went well, its number, what it printed or displayed, and its error.

        The stop button is pressed once, at the first message of type `stop`.
        """
        said, pressed = [], []

        def hook(message):
            kind, content = message["msg_type"], message["content"]
            if kind == stop and not pressed:
                pressed.append(kind)
                self.manager.interrupt_kernel()
            if kind == "stream":
                said.append(content["text"] or "an empty output")
            elif kind in ("display_data", "execute_result"):
                said.append(str(content["data"].get("text/plain") or content["data"].get("text/html")))
            elif kind == "error":
                errors.append("\n".join(content["traceback"]))

        errors = []
        reply = self.client.execute_interactive(source, timeout=SECONDS, output_hook=hook)["content"]
        self.messages = len(said)
        plain = [re.sub(r"\x1b\[[0-9;]*m", "", text) for text in ("".join(said), "\n".join(errors))]
        return reply["status"] == "ok", reply.get("execution_count"), *plain

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel()


def faults(kernel, slip):
    """What the kernel did wrong with a slip."""
    ok, here, said, error = kernel.run(slip.cell, slip.stop)
    if not kernel.manager.is_alive():
        return ["the kernel died"], said, error
    found = []
    if ok != slip.ok:
        found.append("the cell went well" if ok else "the cell failed")
    for want in slip.says:
        if want not in (said if slip.ok else error):
            found.append(f"it does not say {want!r}")
    if not slip.ok and len(error.splitlines()) != slip.lines:
        found.append(f"the message has {len(error.splitlines())} lines, not {slip.lines}")
    if slip.line:
        wanted = [(str(here if cell is None else kernel.numbers[cell]), str(line)) for cell, line in [slip.line]]
        if PLACE.findall(said if slip.ok else error)[:1] != wanted:
            found.append(f"it does not name {wanted}")
    for noise in ("exit status", "goroutine 1", ".go:", "main.go", "\ufffd"):
        if noise in said + error and noise not in slip.cell and not any(noise in s for s in slip.says):
            found.append(f"it says {noise!r}")
    return found, said, error


def harm(kernel, names):
    """What is wrong with the kernel after some slips: the declarations must be there, and a cell must run."""
    ok, _, said, error = kernel.run("%%\nnb.Show(len(nb.Must(post().Draws(\"mu\"))))")
    if ok and said.strip() == "40":
        return ""
    return f"the next cell does not run after {', or '.join(names)}: {said}{error}"


def flood(kernel, folder):
    """What is wrong with much output: it must come whole, in few messages, and end at 2 MB with the name of a file."""
    bad = []
    for lines in 100_000, 300_000:
        _, _, said, _ = kernel.run(f"%%\nfor i := range {lines} {{\n\tfmt.Println(\"Zeile №\", i)\n}}")
        text = "".join(f"Zeile № {i}\n" for i in range(lines))
        rest = [path.read_text() for path in Path(folder).glob("printed-*.txt")]
        if kernel.messages > 60:
            bad.append(f"{lines} lines came in {kernel.messages} messages")
        shown, _, told = said.partition("\n… The cell has printed more than 2 MB")
        if shown + "".join(rest) != text or bool(rest) != (len(text.encode()) > 2 << 20) or bool(rest) != bool(told):
            bad.append(f"{lines} lines: {len(shown)} of {len(text)} characters were shown, {rest and len(rest[0])} kept: {told}")
    return "; ".join(bad)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--times", action="store_true", help="print how long each slip took, and what was said")
    arguments.add_argument("--every", type=int, default=1, metavar="N", help="make only every Nth slip")
    arguments.add_argument("word", nargs="?", default="")
    given = arguments.parse_args()
    chosen = [slip for slip in SLIPS if given.word in slip.name][::given.every]
    bad, since = 0, []
    os.environ["GONB_NO_GOPLS"] = "1"
    with tempfile.TemporaryDirectory(prefix="gibbslab-slips-", ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = folder  # what a stopped build leaves goes, too
        kernel = Kernel(folder)
        try:
            kernel.numbers = {"model": kernel.run(MODEL)[1]}
            for slip in chosen:
                began = time.perf_counter()
                found, said, error = faults(kernel, slip)
                died = found == ["the kernel died"]
                since = [] if died else [*since, slip.name]
                if since and (given.word or len(since) == EVERY or slip is chosen[-1]):
                    if harmed := harm(kernel, since):
                        found.append(harmed)
                    since = []
                bad += bool(found)
                if found or given.times:
                    took = time.perf_counter() - began
                    print(f"{'BAD' if found else 'ok '} {took:5.2f} s  {slip.name}: {'; '.join(found)}", flush=True)
                    print("      " + "\n      ".join((said[:800] + error[:1500]).splitlines()), flush=True)
                if died or "the next cell" in "".join(found):
                    kernel.close()
                    kernel = Kernel(folder)
                    kernel.numbers = {"model": kernel.run(MODEL)[1]}
            if flooded := given.word in "flood" and flood(kernel, folder):
                bad += 1
                print(f"BAD flood: {flooded}")
        finally:
            kernel.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
