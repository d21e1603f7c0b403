"""A page whose names are HTML, with a topic without words, a document without text and one without words; and a page with a
word that no topic has.

awkward.py PAGE NAME OTHER
"""

import sys
from pathlib import Path
from urllib.parse import quote

from opened import axe, open_page, wait_until

ADDRESS, EVIL = Path(sys.argv[1]).resolve().as_uri(), sys.argv[2]


def go(page, state):
    page.goto(ADDRESS + state)
    wait_until(page, "document.documentElement.dataset.drawn === location.hash")


with open_page(ADDRESS) as (page, faults):
    page.on("dialog", lambda d: (faults.append(f"a name opened a dialogue: {d.message}"), d.dismiss()))
    faults.expect("title", page.inner_text("h1"), EVIL)
    faults.expect("name", page.inner_text("#topics button >> nth=1").split("\n")[0], f"1: {EVIL}")
    faults.expect("images", page.locator("img").count(), 0)
    go(page, "#topic=2")
    faults.expect("topic without words", page.inner_text("#words .note"),
                  "This topic has no word of its own: all words are equally probable in it.")
    faults.expect("its documents", page.inner_text("#documents .note"), "No document has 1 % or more of this topic.")
    go(page, "#document=2")
    faults.expect("document without text", page.inner_text("#documents li").replace("\n\n", "\n"),
                  f"{EVIL}\n1: {EVIL}, 75 %\n0: {EVIL}, 25 %\nThis document has no text. Its words:\ntax × 2, goal, {EVIL}")
    go(page, "#document=3")
    faults.expect("empty document", page.inner_text("#documents li .note"), "This document has neither text nor words.")
    go(page, "#word=goal")
    faults.expect("word", page.inner_text("#word h2"), "Topics of “goal”")
    axe(page, faults, "awkward")
    go(page, "#topic=0")
    faults.expect("groups", page.locator("#groups tbody tr").all_inner_texts(), [f"{EVIL}\t\n\t77 %", "south\t\n\t23 %"])
    faults.expect("groups in effect", "1.6 in effect, of 3" in page.inner_text("#groups .note"), True)
    faults.expect("effects", page.locator("#effects tbody tr").all_inner_texts(), [f"* {EVIL}\t\n\t10.0 to 12.0\t1.01\t2/2\t9.0"])
    faults.expect("intervals", page.locator("#effects .interval").count(), 2)
    page.fill("#name", "Sport </script><b>")
    page.press("#name", "Enter")
    wait_until(page, "document.querySelectorAll('#topics .name')[1].textContent === '0: Sport </script><b>'")
    faults.expect("the map has the name", page.text_content("#map title >> nth=1").split(",")[0], "0: Sport </script><b>")
    faults.expect("names as Go", page.input_value("#names").startswith('[]string{"Sport </script><b>", "'), True)
    axe(page, faults, "renamed")
    renamed = page.url
    go(page, "#topic=1")
    faults.expect("no effect that can be reported", page.inner_text("#effects th >> nth=-1")[:1] == "*", False)
    page.goto(renamed)
    page.reload()
    faults.expect("a link keeps the name", page.inner_text("#topics .name >> nth=1"), "0: Sport </script><b>")
    page.fill("#name", "")
    page.press("#name", "Enter")
    wait_until(page, "location.hash === '#topic=0'")
    faults.expect("without a name", page.inner_text("#topics .name >> nth=1"), f"0: {EVIL}")
    for wrong in ("[1]", "{", "null", '{"0": 7, "99": "x", "-1": "y"}', '{"__proto__": "x", "toString": "z"}'):
        go(page, "#topic=0&names=" + quote(wrong))
        faults.expect(f"wrong names {wrong}", page.inner_text("#topics .name >> nth=1"), f"0: {EVIL}")
    page.goto(Path(sys.argv[3]).resolve().as_uri() + "#word=never&topic=2&lambda=0")
    faults.expect("word that cannot be", page.inner_text("#word tbody tr").split()[-1], "0.0")
    faults.expect("its bar", page.locator("#word .bar").first.bounding_box()["width"], 0)
    faults.expect("discs", page.locator("#map circle:not([r='0'])").count(), 0)
    faults.expect("words", page.locator("#words tbody tr").count(), 3)
