#!/usr/bin/env python3
"""Check the built site: links in all pages, and five pages in Chromium, narrow and wide, light and dark.

A page must ask nothing of other hosts, write no error, pass axe's rules for accessibility, and have every figure inside
its column. Figures that a reader can move must move. Without Chromium or Chrome only the links are checked, and that is said.
"""

import os
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

TOOLS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "browsertest")]
from browser import find  # noqa: E402

FIVE = ("index.html", "notebooks/01_why_sample.html", "notebooks/09_topics.html", "packages/sampler-diag.html",
        "notebooks/solutions/02_exam_scores.html")
WIDE = """() => {
  const column = document.querySelector("article").getBoundingClientRect().right + 2;
  const beyond = [...document.querySelectorAll("article img, article svg, article table")].filter(e =>
    e.getBoundingClientRect().right > column && !e.closest(".cell_output, .table-wrapper, mjx-container"));
  return beyond.map(e => e.outerHTML.slice(0, 80));
}"""


class Page(HTMLParser):
    """The links of a page, and the places that others can link to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], {""}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or name == "name" and tag == "a":
                self.places.add(value)
            if value and (name == "href" and tag == "a" or name == "src"):
                self.links.append(value)


def links(site):
    """What is wrong with the links."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(site.resolve())} links to {link}, which is not there"
            elif target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{path.relative_to(site.resolve())} links to {link}, and that page has no such place"


def opened(site, program):
    """What is wrong with five pages in a browser."""
    from opened import axe, serve
    from playwright.sync_api import sync_playwright
    found, home = [], serve(site)
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for scheme, width in (("light", 1400), ("dark", 400), ("dark", 1400), ("light", 400)):
            page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.on("console", lambda m: found.append(f"{page.url}: {m.text}") if m.type == "error" else None)
            page.on("pageerror", lambda error: found.append(f"{page.url}: {error}"))
            page.on("request", lambda r: found.append(f"{page.url} asks for {r.url}")
                    if not r.url.startswith((home, "data:", "blob:")) else None)
            for name in FIVE:
                page.goto(f"{home}/{name}")
                page.evaluate("window.MathJax?.startup?.promise.then(() => true)")
                for figure in page.locator(".figure").all():
                    figure.get_by_role("button").click()
                    figure.locator("img").wait_for(timeout=60_000)
                    figure.locator("input").first.press("ArrowLeft")
                found += [f"{name}, {width} wide: beyond the column: {e}" for e in page.evaluate(WIDE)]
                if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
                    found.append(f"{name}, {width} wide: the page scrolls sideways")
                if width == 1400:
                    axe(page, found, f"{name}, {scheme}")
            page.close()
        chromium.close()
    return found


def main():
    site = Path(sys.argv[1]).resolve()
    found = list(links(site))
    if program := find():
        found += opened(site, program)
    else:
        print("There is neither Chromium nor Chrome: only the links were checked.")
    print("\n".join(found) or "The site has no fault.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
