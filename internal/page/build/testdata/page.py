"""Open the built page in Chromium: page.py FOLDER NATIVE. NATIVE holds the draws of each example as native code has them."""

import base64
import json
import sys
import time
import zlib
from pathlib import Path

from opened import axe, open_page, serve, wait_until

FOLDER, NATIVE = Path(sys.argv[1]), Path(sys.argv[2])
DONE = "running === 0 && !document.getElementById('take').hidden"
RUN = json.loads((NATIVE / "settings.json").read_text())


def watched(page, faults, site):
    """Notes what a page must never do: ask another host, open a dialog or another page."""
    home = site.rsplit("/", 1)[0]
    page.on("request", lambda r: r.url.startswith((home, "data:", "blob:")) or faults.append(f"request: {r.url}"))
    page.on("dialog", lambda d: (faults.append(f"dialog: {d.message}"), d.dismiss()))
    page.on("popup", lambda p: faults.append(f"popup: {p.url}"))


def run(page, text=None, data=None, **settings):
    """Put a model into the fields, run it, and wait for the end."""
    if text is not None:
        page.fill("#text", text)
    if data is not None:
        page.evaluate("unload()")
        page.fill("#data", data)
    for name, value in settings.items():
        page.fill(f"#{name}", str(value))
    page.click("#run", delay=200)  # as long as a finger takes: the button must stay where it is
    wait_until(page, "running === 0")


def draws(page):
    return page.evaluate("desk.call('csv')")


def link(state):
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = state if isinstance(state, str) else json.dumps(state)
    return base64.urlsafe_b64encode(pack.compress(text.encode()) + pack.flush()).decode().rstrip("=")


def cold(page, faults):
    wait_until(page, "document.documentElement.dataset.first")
    first = float(page.evaluate("document.documentElement.dataset.first"))
    wait_until(page, DONE)
    print(f"first draws after {first / 1000:.2f} s from a cold cache, the run of 4 chains is over by "
          f"{page.evaluate('performance.now()') / 1000:.2f} s")
    axe(page, faults, "light")


def examples(page, faults):
    names = page.evaluate("[...document.getElementById('example').options].map(o => o.value).filter(Boolean)")
    for name in names:
        page.select_option("#example", name)
        for box, value in RUN.items():
            page.fill(f"#{box}", str(value))
        page.click("#run")
        wait_until(page, DONE)
        got, want = draws(page).splitlines(), (NATIVE / f"{name}.csv").read_text().splitlines()
        if got != want:
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), "the end")
            faults.append(f"{name}: the draws differ from native ones at line {at} of {len(want)}, {len(got)} here")
        for kind in ("traces", "intervals", "pairs", "densities"):
            page.check(f"input[name=kind][value={kind}]")
            wait_until(page, "drawing === null")
            if page.is_hidden("#picture"):
                faults.append(f"{name}: no {kind}: {page.inner_text('#no-picture')}")


def mistakes(page, faults):
    run(page, "model {\n  for (i in 1:N) { score[i] ~ Normall(mu, 5) }\n  mu ~ Normal(80, 4)\n}", "score\n1\n2\n")
    text = page.inner_text("#mistake")
    if "line 2, column 31" not in text or "Normal" not in text or "^" not in text:
        faults.append(f"the mistake is {text!r}")
    page.press("#mistake", "Enter")
    faults.expect("the cursor", page.evaluate("document.getElementById('text').value.slice(document.getElementById('text').selectionStart).slice(0, 7)"), "Normall")
    run(page, data="score\n1\ntwo\n3\n")
    if "In the data: line 3" not in page.inner_text("#mistake"):
        faults.append(f"the mistake in the data is {page.inner_text('#mistake')!r}")


def own(page, faults):
    """Numbers of one's own, pasted over those of an example, and what a visitor must be told."""
    page.select_option("#example", "numbers")
    for data, want in (("531 588 545", "y\n531\n588\n545"), ("[531, 588]", "y\n531\n588"), ("5,31; 5,8", "y\n5.31\n5.8"),
                       ("531\n588", "y\n531\n588"), ("y\n5,31\nNA\n5,8", "y\n5.31\nNA\n5.8")):
        run(page, data=data)
        faults.expect("own numbers", page.input_value("#data"), want)
    run(page, data="5,1\n6,2")  # one column or two?
    faults.expect("numbers in two columns", page.input_value("#data"), "5,1\n6,2")
    if "names the columns" not in page.inner_text("#mistake") or page.is_visible("#picture") or page.inner_text("#summary"):
        faults.append(f"the mistake is {page.inner_text('#mistake')!r}; beside it: picture {page.is_visible('#picture')}, "
                      f"summary {page.inner_text('#summary')!r}, verdict {page.inner_text('#verdict')!r}")
    page.select_option("#example", "exams")
    for text, data, told in ((None, "312 288 345 301", "far outside its prior"), (None, "ms\n312\n288", "no observations"),
                             (GOOD.replace("Normal(mu, 1)", "dnorm(mu, sigma)").replace("mu ~", "sigma ~ dunif(0, 9)\n mu ~"), "y\n1", "takes a precision")):
        run(page, text, data)
        wait_until(page, DONE)
        if told not in page.inner_text("#heed"):
            faults.append(f"nobody says {told!r}: {page.inner_text('#heed')!r}")
    run(page, GOOD.replace("mu, 1", "mu + shift[g[i]], 1"), "cohort,y\n1,312\n2,288")
    if "The data have cohort, y, N: use these names" not in page.inner_text("#mistake"):
        faults.append(f"the names are not told: {page.inner_text('#mistake')!r}")
    page.select_option("#example", "rats")
    wait_until(page, "running > 0 && about")
    run(page, GOOD.replace("Normal(", "Norml("))  # while old draws are on their way to the picture
    page.wait_for_timeout(1500)
    if "mistake" not in page.inner_text("#verdict") or page.is_visible("#picture") or page.inner_text("#summary"):
        faults.append(f"beside a mistake stands {page.inner_text('#verdict')!r}")
    run(page, GOOD, "y\n312")
    wait_until(page, DONE)
    page.fill("#data", "y\n7")
    if "Press Run" not in page.inner_text("#verdict"):
        faults.append("old draws pass for those of new data")


def stops(page, faults):
    """Four chains in four workers, and none 0.2 s after the stop."""
    page.select_option("#example", "rats")
    wait_until(page, DONE)
    page.fill("#draws", "100000")
    page.keyboard.press("Control+Enter")
    wait_until(page, "document.querySelector('#progress progress[max=\"101000\"]')?.value > 2000")
    faults.expect("workers of a run with 4 chains", len(page.workers), 5)
    start = time.monotonic()
    for _ in range(40):  # a fifth of a second, and longer on a busy machine
        page.wait_for_timeout(5)
    slow = time.monotonic() - start
    start = time.monotonic()
    page.keyboard.press("Escape")
    while len(page.workers) > 1 and time.monotonic() < start + 25 * slow:
        page.wait_for_timeout(5)
    took = time.monotonic() - start
    print(f"stopped after {took:.3f} s")
    if took > 5 * slow:  # a fifth of a second on an idle machine; a browser that is not told to end waits for two
        faults.append(f"the stop took {took:.2f} s")
    wait_until(page, DONE)
    before = page.evaluate("desk.call('csv').then(t => t.length)")
    page.wait_for_timeout(500)
    faults.expect("draws after the stop", page.evaluate("desk.call('csv').then(t => t.length)"), before)
    if before < 1000:
        faults.append("the draws were lost")


def big(page, faults):
    """A CSV file of 10 MB."""
    rows = [f"{i % 7},{(i * 7919 % 10007) / 10007:.6f},{i}" for i in range(500_000)]
    path = NATIVE / "big.csv"
    path.write_text("g,y,name\n" + "\n".join(rows))
    page.set_input_files("#file", path)
    wait_until(page, "document.getElementById('notes').innerText.includes('500000 rows')")
    start = time.monotonic()
    run(page, "model { for (i in 1:N) { y[i] ~ Normal(mu, sigma) }\n mu ~ Normal(0, 10)\n sigma ~ Uniform(0, 10) }", draws=100, warmup=100)
    print(f"a CSV file of {path.stat().st_size / 1e6:.1f} MB: 4 x 200 sweeps after {time.monotonic() - start:.1f} s")
    mu = page.evaluate("desk.call('summary', false).then(r => r.Rows.find(x => x[0].startsWith('mu'))[1])")
    faults.near("the mean of the large file", float(mu), 0.49995, 0.003)
    page.click("#unload")


def sliders(page, faults):
    page.select_option("#example", "exams")
    wait_until(page, DONE)
    mean = "desk.call('summary', false).then(r => Number(r.Rows.find(x => x[0] === 'mu')[1]))"
    before = page.evaluate(mean)
    at = page.evaluate("document.getElementById('text').value.indexOf('80, 4')")
    page.evaluate(f"document.getElementById('text').focus(); document.getElementById('text').setSelectionRange({at}, {at})")
    page.keyboard.press("ArrowRight")
    page.focus("#number")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    wait_until(page, "running === 0 && drawing === null && following === null")
    after, text = page.evaluate(mean), page.input_value("#text")
    if "Normal(110, 4)" not in text or not after > before + 2:
        faults.append(f"the slider: {before} became {after}, the model {text}")


def derivation(page, faults):
    page.click("#how-title")
    wait_until(page, "document.getElementById('derivation').dataset.of && document.querySelectorAll('math').length > 3")
    sizes = page.evaluate("document.fonts.ready.then(() => [...document.querySelectorAll('math mo[form=prefix][stretchy=true]')]"
                          ".map(m => m.getBoundingClientRect().height))")
    if not page.evaluate("document.fonts.check('1em gibbslab-math')") or max(sizes) < 1.5 * min(sizes):
        faults.append(f"brackets do not grow with what they hold: {sizes}")
    told = page.inner_text("#derivation")
    if "\\" in told or "$" in told:
        faults.append(f"a formula cannot be typeset: {told}")
    page.check("input[name=unknown][value=sigma2]")
    wait_until(page, "document.getElementById('derivation').dataset.of === 'sigma2'")


def downloads(page, faults):
    for button, name, part in (("csv", "draws.csv", "chain,draw,mu"), ("program", "main.go", "func main()"),
                               ("notebook", "model.ipynb", '"nbformat": 4')):
        with page.expect_download() as waiting:
            page.click(f"#{button}")
        faults.expect("a file", waiting.value.suggested_filename, name)
        if part not in Path(waiting.value.path()).read_text():
            faults.append(f"{name} holds no {part!r}")


def phone(page, faults):
    for width in (390, 820):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{width} wide: the page scrolls sideways")


HIT = "window.hit = 1"
BAD = [f"<img src=x onerror='{HIT}'>", f"<script>{HIT}</script>", f"</textarea><script>{HIT}</script>", f"<svg onload='{HIT}'>",
       f"javascript:{HIT}", "<iframe src='https://example.org/'></iframe>", "<link rel=stylesheet href=//example.org/a.css>",
       "<meta http-equiv=refresh content='0;url=https://example.org'>", "<base href='https://example.org/'>",
       "\\href{javascript:" + HIT + "}{x}", "$\\require{html}\\href{https://example.org}{x}$", "]]><script>" + HIT + "</script>"]
GOOD = "model { for (i in 1:N) { y[i] ~ Normal(mu, 1) }\n mu ~ Normal(0, 10) }"


def attacks():
    """Pairs of model and data, and links."""
    for bad in BAD:
        yield {"text": f"model {{ mu ~ Normal(0, 1) # {bad}\n}}", "data": ""}
    for bad in BAD[:8]:
        quoted = bad.replace('"', '""')
        yield {"text": GOOD, "data": f'y,g\n1,"{quoted}"\n2,b\n'}
        yield {"text": bad, "data": json.dumps({"y": bad, bad: 1})}
    yield {"text": GOOD, "data": f'"{BAD[0]}",y\n1,2\n'}
    yield {"text": GOOD, "data": json.dumps({"__proto__": {"hit": 1}, "N": 1, "y": [1]})}
    yield {"text": GOOD, "data": "y\n1\n", "chains": BAD[0], "draws": 1e300, "seed": {"a": 1}, "__proto__": {"x": 1}}
    yield {"text": ["a"], "data": 7}
    yield BAD[1]
    yield json.dumps({"text": "x" * 30_000_000, "data": ""})


HARM = """(() => {
  const made = [...document.querySelectorAll("body *")], tags = new Set(made.map(e => e.tagName));
  const strange = ["BASE", "EMBED", "FORM", "IFRAME", "LINK", "META", "OBJECT", "SCRIPT", "svg"].filter(t => tags.has(t));
  if (window.hit !== undefined || ({}).hit !== undefined || ({}).x !== undefined) return "code ran";
  if (strange.length) return "elements were made: " + strange;
  if (made.some(e => [...e.attributes].some(a => a.name.startsWith("on")))) return "a handler was made";
  if ([...document.querySelectorAll("a")].some(a => !a.href.startsWith("blob:"))) return "a link was made";
})()"""


def hostile(site):
    count = 0
    with open_page("about:blank", remote=True) as (page, faults):
        watched(page, faults, site)
        before = None
        for attack in [*attacks(), "raw:" + BAD[0], "raw:%3Cscript%3E" + HIT, "raw:////"]:
            count += 1
            page.goto("about:blank")
            page.goto(site + "#" + (attack[4:] if isinstance(attack, str) and attack.startswith("raw:") else link(attack)))
            wait_until(page, "document.documentElement.dataset.ready")
            page.click("#run")
            wait_until(page, "running === 0 && drawing === null")
            page.evaluate("document.getElementById('how').open = true")
            page.wait_for_timeout(20)
            if harm := page.evaluate(HARM):
                faults.append(f"{harm} {str(attack)[:200]}")
        page.evaluate(f"document.body.insertAdjacentHTML('beforeend', {json.dumps(''.join(BAD[:7]))})")
        page.wait_for_timeout(100)
        control = page.evaluate(HARM)
        if control != "elements were made: SCRIPT,svg":
            faults.append(f"a page in which harm was planted has: {control}")
        else:
            faults[:] = [f for f in faults if "Content Security Policy" not in f and "404" not in f]
    print(f"{count} attacks")


def restored(site, address, want):
    """The link in a fresh profile: the same state, and the same draws."""
    with open_page(address, remote=True) as (page, faults):
        watched(page, faults, site)
        wait_until(page, "document.documentElement.dataset.ready")
        faults.expect("runs before anybody asks", page.evaluate("current"), 0)
        page.click("#run")
        wait_until(page, DONE)
        if draws(page) != want:
            faults.append("the link has other draws")


def main():
    site = serve(FOLDER) + "/index.html"
    with open_page("about:blank", remote=True, accept_downloads=True) as (page, faults):
        watched(page, faults, site)
        page.goto(site)
        for check in (cold, examples, mistakes, own, stops, big, sliders, derivation, downloads, phone):
            start = time.monotonic()
            check(page, faults)
            print(f"{check.__name__}: {time.monotonic() - start:.1f} s")
        page.click("#link")
        wait_until(page, "location.hash.length > 10")
        address, want = page.url, draws(page)
    restored(site, address, want)
    with open_page(site, dark=True, width=390, remote=True) as (page, faults):
        watched(page, faults, site)
        wait_until(page, DONE)
        axe(page, faults, "dark, narrow")
    hostile(site)


main()
