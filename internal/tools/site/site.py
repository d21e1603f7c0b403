#!/usr/bin/env python3
"""Build the site, or the book: README, all notebooks with stored outputs, the solutions, and pages of every package.

    site.py html    a folder of pages, export/site
    site.py book    one PDF file with bookmarks, export/gibbslab.pdf; this needs Chromium or Chrome

The site has a page that runs models in the reader's browser, try/ (internal/page).

Neither the pages nor the build of a set-up site need a network: formulas are set by a MathJax beside the pages, and
the search runs in the browser.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))
from export import browser, mathjax, print_page  # noqa: E402

SITE = ROOT / ".venv/site"  # Sphinx has an environment of its own
ANCHOR = re.compile(r"(\]\([\w/.]*#)([^)\s]+)")  # Sphinx writes the name of a heading in small letters, without signs
# What the theme and Sphinx leave out for readers who use a keyboard or a screen reader.
ACCESS = [(re.compile(old), new) for old, new in (
    (r'<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    (r'<aside class="toc-drawer', '<aside aria-label="This page" class="toc-drawer'),
    (r"<pre>", '<pre tabindex="0">'),
    (r"<th\b([^>]*)>(?:<p></p>)?</th>", r"<td\1></td>"))]
# Pages load scripts and pictures of this site only. The scripts within them, of the theme, are known by what they say.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {}; worker-src 'self'; connect-src 'self'; img-src 'self' data:; "
          "style-src 'self' 'unsafe-inline'; font-src 'self' data:; base-uri 'none'; form-action 'self'")
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
FIGURES = {(f["notebook"], f["cell"]): f["figure"]  # pictures that a reader can move
           for f in json.loads((ROOT / "internal/page/figures/figures.json").read_text(encoding="utf-8"))}
PARTS = ("The course", "Solutions", "Packages")


def sphinx():
    """The program, which is installed when it is missing or other versions are pinned."""
    pins = HERE / "requirements.txt"
    key, stamp = hashlib.sha256(pins.read_bytes()).hexdigest(), SITE / "site.stamp"
    if not stamp.exists() or stamp.read_text() != key:
        print("Installing Sphinx into .venv/site ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", SITE], check=True)
        done = subprocess.run([SITE / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                               "--no-deps", "--only-binary=:all:", "-r", pins])
        if done.returncode:
            sys.exit("Sphinx could not be installed: see above. It comes from PyPI, once.")
        stamp.write_text(key)
    return SITE / "bin/sphinx-build"


def notebook(source, target):
    """Copy a notebook. Folded cells stay folded, and so does the code of a solution."""
    content = json.loads(source.read_text(encoding="utf-8"))
    solution = source.parent.name == "solutions"
    for cell in content["cells"]:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"]).replace("(../README.md)", "(../index.md)")
            cell["source"] = ANCHOR.sub(lambda m: m[1] + re.sub(r"[^\w-]", "", m[2].lower()), text)
        hidden = cell["metadata"].get("jupyter", {})
        if cell["cell_type"] == "code" and (hidden or solution):
            cell["metadata"]["tags"] = ["hide-cell" if solution or "outputs_hidden" in hidden else "hide-input"]
        words = ["".join(o["data"].get("text/plain", "")) for o in cell.get("outputs", [])
                 if any(kind.startswith("image/") for kind in o.get("data", {}))]
        if words:  # else a screen reader says the name of a file
            cell["metadata"]["mystnb"] = {"image": {"alt": "\n".join(words)}}
        if figure := FIGURES.get((source.stem, cell["id"])):
            cell["metadata"].setdefault("tags", []).append("figure-" + figure)
    content["metadata"]["language_info"]["pygments_lexer"] = "go"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(content), encoding="utf-8")


def contents(caption, pages):
    return "\n".join(["```{toctree}", f":caption: {caption}", ":hidden:", ":titlesonly:" if caption != PARTS[0] else "", "",
                      *pages, "```", ""])


def lay(source, book):
    """Lay out what Sphinx reads."""
    course = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    solutions = sorted((ROOT / "notebooks/solutions").glob("[0-9][0-9]_*.ipynb"))
    for path in course + solutions:
        notebook(path, source / path.relative_to(ROOT))
    subprocess.run(["go", "run", "./internal/apipages", source / "packages"], cwd=ROOT, check=True)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r'<img src="([^"]+)" width="(\d+)" alt="([^"]+)">', r"```{image} \1\n:width: \2px\n:alt: \3\n```", readme)
    for picture in re.findall(r"internal/pictures/[\w.-]+", readme):
        (source / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / picture, source / picture)
    if not book:
        readme = readme.replace("[Try a model](internal/page)", '<a href="try/index.html">Try a model</a>')
    # Links to files that are no pages of the site become plain text.
    readme = re.sub(r"(?<!!)\[([^\]]+)\]\((?!notebooks/\w+\.ipynb|https?:|#)[^)]*\)", r"\1", readme)
    parts = [contents(PARTS[0], [str(p.relative_to(ROOT).with_suffix("")) for p in course]),
             contents(PARTS[1], [str(p.relative_to(ROOT).with_suffix("")) for p in solutions]),
             contents(PARTS[2], ["packages/index"])]
    (source / "index.md").write_text(readme + "\n" + "\n".join(parts), encoding="utf-8")
    shutil.copy(HERE / "conf.py", source)
    (source / "_static").mkdir()
    shutil.copy(HERE / "site.css", source / "_static")
    shutil.copy(mathjax() / "tex-svg.js", source / "_static")


def accessible(pages):
    """Mend the pages for readers who use a keyboard or a screen reader."""
    for path in pages.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for old, new in ACCESS:
            text = old.sub(new, text)
        path.write_text(text, encoding="utf-8")


def guarded(pages):
    """Give the pages a policy, and the script that moves figures to those that have some."""
    for path in pages.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        known = (base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in INLINE.findall(text))
        policy = POLICY.format(" ".join(f"'sha256-{k}'" for k in known))
        head = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n<link rel="icon" href="data:,">'
        if "tag_figure-" in text:
            head += '\n<script src="../try/figures.js" defer></script>'
        path.write_text(text.replace('<meta charset="utf-8">', head, 1), encoding="utf-8")


def main():
    if sys.argv[1:] not in (["html"], ["book"]):
        sys.exit(__doc__)
    book = sys.argv[1] == "book"
    program = browser() if book else None
    build = sphinx()
    with tempfile.TemporaryDirectory(prefix="gibbslab-site-") as folder:
        source, pages = Path(folder) / "source", Path(folder) / "pages"
        source.mkdir()
        lay(source, book)
        done = subprocess.run([build, "-q", "-W", "--keep-going", "-b", "singlehtml" if book else "html", "-j", "2", source, pages])
        if done.returncode:
            sys.exit("The site has faults: see above.")
        accessible(pages)
        (ROOT / "export").mkdir(exist_ok=True)
        if book:
            target = ROOT / "export/gibbslab.pdf"
            print_page(program, pages / "index.html", target, "--generate-pdf-document-outline")
            print(f"{target} ({target.stat().st_size / 1e6:.1f} MB)")
        else:
            guarded(pages)
            target = ROOT / "export/site"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(pages, target, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
            subprocess.run(["go", "run", "./internal/page/build", target / "try"], cwd=ROOT, check=True)
            print(f"Open {target / 'index.html'}; the page that runs models, try/index.html, needs a server: "
                  f"python3 -m http.server -d {target}")


if __name__ == "__main__":
    main()
