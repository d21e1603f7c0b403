#!/usr/bin/env python3
"""Export stored notebooks to pages or PDF files that need no network.

    export.py html NOTEBOOK ...        one self-contained page each
    export.py pdf NOTEBOOK ...         the same, printed by Chromium or Chrome

The files go into the folder export of this checkout, or into the one given by --to.
"""

import argparse
import base64
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from nbconvert import HTMLExporter
from nbconvert.filters import strip_ansi
from traitlets.config import Config

from browser import find

TOOLS = Path(__file__).resolve().parent


def mathjax():
    """The folder with MathJax in one file, tex-svg.js."""
    package = importlib.util.find_spec("mathjax")
    for place in package.submodule_search_locations if package else []:
        folder = Path(place) / "static/mathjax/es5"
        if (folder / "tex-svg.js").exists():
            return folder
    sys.exit("The exports need MathJax, which the system's Jupyter does not have. Connect to the network, and run "
             "`make clean` and this again.")


def browser():
    """The program that prints pages."""
    if found := find():
        return found
    sys.exit("A PDF needs Chromium or Chrome, and neither is on your PATH. Install one (Debian, Ubuntu: apt install "
             "chromium), or run `make html` and print the page from your own browser.")


def still(png):
    """The still picture in an animated PNG, both in base64, or None if it is not animated."""
    data = base64.b64decode(png)
    parts, at = [data[:8]], 8
    while at < len(data):
        end = at + 12 + int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] not in (b"acTL", b"fcTL", b"fdAT"):  # what only animations have
            parts.append(data[at:end])
        at = end
    short = b"".join(parts)
    return base64.b64encode(short).decode() if len(short) < len(data) else None


def page(exporter, notebook, kind):
    """The HTML page of a notebook, with links to the other exports instead of the notebooks."""
    html, _ = exporter.from_filename(str(notebook))
    return re.sub(r'\.ipynb(#[^"]*)?">', rf'.{kind}\1">', html)


def print_page(program, html, pdf, *options):
    """Let a browser without a window print a page, once MathJax is done."""
    with tempfile.TemporaryDirectory() as profile:
        command = [program, "--headless", "--disable-gpu", f"--user-data-dir={profile}", "--no-pdf-header-footer",
                   "--virtual-time-budget=120000", f"--print-to-pdf={pdf}", *options, html.as_uri()]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium's sandbox does not work for root
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode or not pdf.exists():
        sys.exit(f"{program} could not print {html}:\n{strip_ansi(done.stdout)[-2000:]}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("kind", choices=("html", "pdf"))
    arguments.add_argument("notebooks", nargs="+", type=Path)
    arguments.add_argument("--to", type=Path, default=TOOLS.parent.parent / "export")
    given = arguments.parse_args()
    config = Config()
    config.TemplateExporter.extra_template_basedirs = [str(TOOLS / "export")]
    config.TemplateExporter.extra_template_paths = [str(mathjax())]
    exporter = HTMLExporter(template_name="gibbslab", config=config)
    exporter.register_filter("still", still)
    program = browser() if given.kind == "pdf" else None
    for notebook in given.notebooks:
        folder = given.to.resolve() / ("solutions" if notebook.resolve().parent.name == "solutions" else "")
        folder.mkdir(parents=True, exist_ok=True)
        html = folder / notebook.with_suffix(".html").name
        html.write_text(page(exporter, notebook, given.kind), encoding="utf-8")
        if program:
            print_page(program, html, html.with_suffix(".pdf"))
            html.unlink()
            html = html.with_suffix(".pdf")
        print(f"{html} ({html.stat().st_size / 1e6:.1f} MB)", flush=True)


if __name__ == "__main__":
    main()
