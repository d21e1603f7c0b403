"""Operate the page of Reagan's topics by mouse and keyboard, and compare what it shows with the numbers of the test.

page.py PAGE EXPECTED.json
"""

import json
import sys
from pathlib import Path

from opened import axe, open_page, wait_until

ADDRESS = Path(sys.argv[1]).resolve().as_uri()
WANT = json.loads(Path(sys.argv[2]).read_text())
K = WANT["topic"]


def rows(page, table):
    """The rows of a table of bars: the word or topic, and its numbers."""
    return page.eval_on_selector_all(f"{table} tbody tr", """rows => rows.map(r =>
        [r.querySelector("th").innerText.trim(), ...[...r.querySelectorAll("td:not(.bars)")].map(c => c.innerText.trim())])""")


def compare(faults, what, got, want):
    """Rows of a name and numbers, rounded as the page rounds them."""
    faults.expect(f"{what}: names", [r[0] for r in got], [r[0] for r in want])
    for g, w in zip(got, want):
        for shown, number in zip(g[1:], w[1:]):
            faults.near(f"{what}: {g[0]}", float(shown), number, 0.051 if number < 9.95 else 0.51)


def heading(page, panel):
    return page.inner_text(f"#{panel} h2")


def documents(page):
    return page.eval_on_selector_all("#documents li h3 button", "all => all.map(b => b.innerText)")


def drawn(page):
    """Wait until the page shows what its address says."""
    wait_until(page, "document.documentElement.dataset.drawn === location.hash")


def press(page, key):
    page.keyboard.press(key)
    drawn(page)


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise SystemExit(f"Tab does not reach {selector}")


with open_page(ADDRESS) as (page, faults):
    # by mouse
    faults.expect("buttons", page.locator("#topics button").count(), 21)
    compare(faults, "salient", [[r[0], r[2]] for r in rows(page, "#words")], WANT["salient"])
    axe(page, faults, "start")
    page.locator("#map circle").nth(WANT["rank"]).click()
    drawn(page)
    faults.expect("address", page.url.split("#")[1], f"topic={K}")
    faults.expect("words of", heading(page, "words"), f"Words of topic {K}: {WANT['name']}")
    compare(faults, "λ = 0.6", rows(page, "#words"), WANT["words"]["0.6"])
    ticks = page.eval_on_selector_all("#words tbody tr", "rows => rows.map(r => r.querySelectorAll('.tick').length)")
    faults.expect("ticks", set(ticks), {1})
    faults.expect("documents", documents(page), WANT["documents"])
    texts = page.eval_on_selector_all("#documents .text", "all => all.map(p => p.textContent)")
    faults.expect("texts", texts, WANT["texts"])
    compare(faults, "first document", [[page.inner_text("#documents li .topics button >> nth=0").split(", ")[0],
                                        page.inner_text("#documents li .topics button >> nth=0").split(", ")[1].rstrip(" %")]],
            [[f"{K}: {WANT['name']}", 100 * WANT["share"]]])
    marked = page.eval_on_selector_all("#documents li:first-child .t.chosen", "all => all.map(w => w.innerText.toLowerCase())")
    faults.expect("words of the topic in the first document", marked, WANT["marked"])
    faults.expect("curve", page.get_attribute("#time svg", "aria-label").split(". ", 1)[1], WANT["curve"])
    axe(page, faults, "topic")
    page.click("#documents .more")
    drawn(page)
    faults.expect("more documents", len(documents(page)), 20)

    # by keyboard
    tab_to(page, "#lambda")
    press(page, "Home")
    compare(faults, "λ = 0", rows(page, "#words"), WANT["words"]["0"])
    press(page, "End")
    compare(faults, "λ = 1", rows(page, "#words"), WANT["words"]["1"])
    faults.expect("λ in the address", "lambda=1" in page.url, True)
    page.locator("#search").focus()
    page.keyboard.type("Tax")
    press(page, "Enter")
    faults.expect("word", heading(page, "word"), "Topics of “tax”")
    compare(faults, "topics of tax", rows(page, "#word"), WANT["topicsOfTax"])
    faults.expect("documents of the topic with tax", documents(page), WANT["documentsWithTax"])
    press(page, "Escape")
    faults.expect("Escape", heading(page, "words"), "Words that tell topics apart")
    page.go_back()
    drawn(page)
    faults.expect("back", heading(page, "word"), "Topics of “tax”")
    axe(page, faults, "word")
    view = page.url
    faults.expect("link", page.get_attribute("#link", "href"), view)
    press(page, "Escape")
    page.locator("#topics button").first.focus()
    for _ in range(WANT["rank"] + 1):
        page.keyboard.press("ArrowDown")
    press(page, "Enter")
    faults.expect("topic by keyboard", heading(page, "words"), f"Words of topic {K}: {WANT['name']}")
    tab_to(page, "#documents li h3 button")
    press(page, "Space")
    faults.expect("document", heading(page, "documents"), WANT["documents"][0])
    press(page, "Space")  # the focus is still there
    faults.expect("all documents again", documents(page), WANT["documents"])
    page.locator("#search").fill("xyzzy")
    press(page, "Enter")
    faults.expect("no such word", page.inner_text("#search-said"), "No word contains “xyzzy”.")

with open_page(view, dark=True, width=400) as (page, faults):
    faults.expect("the link shows the view", heading(page, "word"), "Topics of “tax”")
    compare(faults, "topics of tax", rows(page, "#word"), WANT["topicsOfTax"])
    axe(page, faults, "dark and narrow")
    wide = page.evaluate("document.documentElement.scrollWidth")
    faults.expect("a narrow page has no scroll bar below", wide <= 400, True)
    page.goto(ADDRESS + "#topic=99&word=nonsense&lambda=7&document=-1")  # a wrong address shows the start
    drawn(page)
    faults.expect("a wrong address", heading(page, "words"), "Words that tell topics apart")
