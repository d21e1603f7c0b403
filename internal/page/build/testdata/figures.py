"""Open a page with all figures in Chromium: figures.py FOLDER NATIVE. NATIVE is what native code draws."""

import json
import sys
import time
from pathlib import Path

from opened import axe, open_page, serve, wait_until

FOLDER, NATIVE = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
          "img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'")
CELL = """<div class="cell tag_figure-{}"><div class="cell_output"><p>words</p><a href="#"><img alt="stored" src="data:,"></a>
<p>more words</p></div></div>"""


def main():
    names = list(dict.fromkeys(n["Name"] for n in NATIVE))
    (FOLDER / "figures.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<title>figures</title><link rel="icon" href="data:,"><script src="figures.js" defer></script>'
        f'<main><h1>Figures</h1>{"".join(map(CELL.format, names))}</main>')
    site = serve(FOLDER)
    with open_page("about:blank", remote=True, width=500) as (page, faults):
        asked = []
        page.on("request", lambda r: asked.append(r.url))
        page.goto(site + "/figures.html")
        faults.expect("loaded before anybody asks", [a for a in asked if "figures.bin" in a], [])
        for i, name in enumerate(names):
            figure, start = page.locator(".figure").nth(i), time.monotonic()
            figure.get_by_role("button").focus()
            page.keyboard.press("Enter")
            wait_until(page, f"document.querySelectorAll('.figure')[{i}].querySelector('img')?.complete")
            print(f"{name}: the first picture after {time.monotonic() - start:.2f} s")
            img, sliders, keys = figure.locator("img"), figure.locator("input"), ["ArrowLeft", "ArrowRight"]
            if page.locator("img[alt=stored]").nth(i).is_visible() or not img.get_attribute("alt"):
                faults.append(f"{name} does not stand in place of the stored picture")
            before = img.get_attribute("src")
            if name == "topics":  # which begins with sweep 1
                sliders.first.focus()
                keys.reverse()
            else:
                sliders.last.focus()
            page.keyboard.press(keys[0])
            wait_until(page, f"document.querySelectorAll('.figure img')[{i}].src !== {json.dumps(before)}")
            page.keyboard.press(keys[1])
            wait_until(page, f"document.querySelectorAll('.figure img')[{i}].src === {json.dumps(before)}")
        for n in NATIVE:
            got = {"More": True}
            while got["More"]:
                got = page.evaluate("([...a]) => call('figure', ...a, 500)", [n["Name"], n["X"], n["Again"]])
            if got != n["Shown"]:
                faults.append(f"{n['Name']} at {n['X']} is not what native code draws: {got['Says']} {n['Shown']['Says']}")
        wrong = page.evaluate("call('figure', 'staircase', [7, 1, 0, 0], 0, 500).catch(String)")
        if "goes from" not in str(wrong):
            faults.append(f"a correlation of 7: {wrong}")
        axe(page, faults, "figures")
        back = page.locator(".figure").first.get_by_role("button", name="Back")
        back.click()
        if not page.locator("img[alt=stored]").first.is_visible() or page.locator(".figure").first.locator("input").first.is_visible():
            faults.append("the stored picture does not come back")
        faults.expect("programs loaded", len([a for a in asked if "figures.bin" in a]), 1)
        faults.expect("other hosts", [a for a in asked if not a.startswith((site, "data:", "about:"))], [])


main()
