#!/usr/bin/env python3
"""An author's first hour in JupyterLab, in a browser without a window: write a model with slips in each step, read the
messages, correct them, run, complete, look, save, reopen. Run by hand, with Playwright and Debian's chromium:

    python3 -m venv /tmp/pw && /tmp/pw/bin/pip install playwright
    /tmp/pw/bin/python internal/tools/first_hour.py --to FOLDER

FOLDER gets a picture of each step and report.txt: seconds, and what the cell said. The exit code is 1 if a kernel died,
declarations were lost, a message does not name what it must, or git sees a change.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from first_hour_cells import STEPS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds for anything, on a busy machine


class Hour:
    """A browser page on a JupyterLab, and the report so far."""

    def __init__(self, page, folder):
        self.page, self.folder, self.lines, self.bad, self.shots = page, folder, [], [], 0

    def note(self, step, ok, seconds=None, said=""):
        """Report a step, with a picture of it."""
        self.shots += 1
        self.page.screenshot(path=self.folder / f"{self.shots:02d}.png")
        took = "" if seconds is None else f" {seconds:.1f} s"
        line = f"{self.shots:02d} {'ok ' if ok else 'BAD'}{took}  {step}"
        said = "".join(f"\n        {text}" for text in said.strip().splitlines()[:20])
        print(line, flush=True)
        self.lines.append(line + said)
        if not ok:
            self.bad.append(line + said)

    def open(self, url, name):
        """Open a notebook and wait until its kernel is idle."""
        self.page.goto(f"{url.split('?')[0]}/tree/{name}?reset", timeout=PATIENCE * 1000)
        self.page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook .jp-Cell", timeout=PATIENCE * 1000)
        self.idle()

    def idle(self):
        """Wait until a cell can run. An indicator that is idle for a moment may not know the kernel yet."""
        began = since = time.monotonic()
        while time.monotonic() < min(since + 2, began + PATIENCE):
            self.page.wait_for_timeout(50)
            if not self.page.query_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]'):
                since = time.monotonic()

    def dirty(self):
        return bool(self.page.query_selector(".lm-DockPanel-tabBar .lm-TabBar-tab.lm-mod-current.jp-mod-dirty"))

    def save(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Control+s")
        self.page.wait_for_timeout(2000)

    def write(self, source):
        """Put source into the cell that is being edited."""
        self.page.keyboard.press("Enter")  # from command to edit mode; in edit mode a line that the next key removes
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(source)

    def run(self, source):
        """Write a cell, run it, and return its output and how long it took."""
        self.write(source)
        cell = self.page.query_selector(".jp-Notebook .jp-Cell.jp-mod-active")
        began = time.monotonic()
        self.page.keyboard.press("Control+Enter")
        said = ""
        while time.monotonic() < began + PATIENCE:
            self.page.wait_for_timeout(100)
            if self.page.query_selector(".jp-Dialog"):
                said = self.page.inner_text(".jp-Dialog")
                self.bad.append(f"a dialogue opened after\n{source}\n{said}")
                self.page.keyboard.press("Enter")
                break
            prompt = cell.query_selector(".jp-InputPrompt").inner_text()
            if re.fullmatch(r"\[\d+\]:", prompt.strip()):
                break
        seconds = time.monotonic() - began
        self.page.wait_for_timeout(300)
        outputs = cell.query_selector(".jp-OutputArea")
        return said + (outputs.inner_text() if outputs else ""), seconds

    def next_cell(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("b")

    def complete(self, source):
        """Write a cell, press Tab, and return the completions and how long the first item took."""
        self.write(source)
        began = time.monotonic()
        self.page.keyboard.press("Tab")
        items = []
        while not items and time.monotonic() < began + 30:
            self.page.wait_for_timeout(50)
            shown = [i for i in self.page.query_selector_all(".jp-Completer-item") if i.is_visible()]
            items = [i.inner_text().split("\n")[0] for i in shown]
            text = self.page.inner_text(".jp-Cell.jp-mod-active .cm-content").rstrip()
            if text != source:  # a single item is inserted at once
                items = re.findall(r"\w+", text)[-1:]
        seconds = time.monotonic() - began
        return items, seconds


def author(hour):
    """Go through STEPS in a new notebook."""
    for number, step in enumerate(STEPS):
        for slip, source, *wanted in step["slips"]:
            said, seconds = hour.run(source)
            lacking = [w for w in wanted if w not in said]
            hour.note(f"{step['name']}: {slip}" + "".join(f", lacks {w!r}" for w in lacking), not lacking, seconds, said)
            if number:  # the declarations of the first step are still there
                hour.next_cell()
                alive, _ = hour.run("%%\nnb.Show(len(hospitals))")
                hour.note("    afterwards the declarations are there", alive.strip() == "3", None, alive)
                hour.page.keyboard.press("Escape")
                hour.page.keyboard.press("d")
                hour.page.keyboard.press("d")
                hour.page.keyboard.press("k")
        for source, offered in step.get("complete", ()):
            items, seconds = hour.complete(source)
            good = offered in items and len(items) == len(set(items))
            hour.note(f"{step['name']}: Tab after {source.splitlines()[-1]!r} offers {offered}", good, seconds, " ".join(items))
            hour.page.keyboard.press("Escape")
        said, seconds = hour.run(step["right"])
        lacking = [w for w in step["shows"] if w not in said]
        hour.note(f"{step['name']}: right" + "".join(f", lacks {w!r}" for w in lacking), not lacking, seconds, said)
        hour.next_cell()


def changes():
    said = subprocess.run(["git", "status", "--short", "notebooks"], cwd=ROOT, capture_output=True, text=True)
    return said.stdout.strip()


def first_hour(hour, url):
    """The whole hour."""
    clean = changes()
    subprocess.run([ROOT / ".venv/bin/python", ROOT / "internal/tools/completion.py", "wait"], check=True)
    hour.page.goto(url, timeout=PATIENCE * 1000)
    hour.page.wait_for_selector(".jp-DirListing-item", timeout=PATIENCE * 1000)
    files = [e.inner_text() for e in hour.page.query_selector_all(".jp-DirListing-itemText")]
    hour.note("the file browser shows notebooks", all(f.endswith(".ipynb") or f in ("solutions", "monday") for f in files), None, " ".join(files))
    path = ROOT / "notebooks/02_exam_scores.ipynb"
    hour.open(url, path.name)
    hour.page.wait_for_timeout(3000)
    hour.note("opening a notebook does not change it", not hour.dirty())
    written = path.stat().st_mtime_ns
    hour.save()
    hour.note("saving it changes nothing", changes() == clean, None, changes())
    hour.note("    and it was saved", path.stat().st_mtime_ns > written)

    mine = ROOT / "notebooks/first_hour.ipynb"
    spec = '{"display_name": "Go (gonb)", "language": "go", "name": "gonb"}'
    mine.write_text('{"cells": [], "metadata": {"kernelspec": %s}, "nbformat": 4, "nbformat_minor": 5}\n' % spec)
    try:
        hour.open(url, mine.name)
        hour.page.click(".jp-Notebook .jp-Cell .cm-content >> nth=0")
        author(hour)
        hour.save()
        hour.note("saving one's own notebook", mine.stat().st_size > 5000 and not hour.dirty())
        hour.open(url, mine.name)
        hour.page.wait_for_timeout(3000)
        pictures = len(hour.page.query_selector_all(".jp-RenderedSVG, .jp-RenderedImage"))
        hour.note("reopening it: pictures are there, nothing is changed", pictures > 0 and not hour.dirty())
        hour.page.wait_for_timeout(1000)
    finally:
        mine.unlink()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--to", type=Path, required=True, help="folder for pictures and report")
    arguments.add_argument("--chromium", default="/usr/bin/chromium")
    given = arguments.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    log = given.to / "lab.log"
    began = time.monotonic()
    with open(log, "w") as out:
        lab = subprocess.Popen(["make", "lab", "ARGS=--no-browser --port=9755"], cwd=ROOT, stdout=out,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        while not (address := re.search(r"Open (http\S+)", log.read_text())):
            if lab.poll() is not None or time.monotonic() > began + 600:
                sys.exit(f"make lab did not start:\n{log.read_text()}")
            time.sleep(0.2)
        with sync_playwright() as playwright:
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=given.chromium, args=arguments)
            hour = Hour(browser.new_page(viewport={"width": 1400, "height": 1000}), given.to)
            hour.lines.append(f"make lab: {time.monotonic() - began:.1f} s to the address")
            first_hour(hour, address[1])
            browser.close()
    finally:
        os.killpg(lab.pid, signal.SIGTERM)  # also ends the kernels
        lab.wait(60)
        hour.lines.append(f"the terminal shows\n{log.read_text()}")
        (given.to / "report.txt").write_text("\n".join(hour.lines) + "\n")
    print(f"{hour.shots} steps, {len(hour.bad)} bad: {given.to / 'report.txt'}")
    sys.exit(1 if hour.bad else 0)


if __name__ == "__main__":
    main()
