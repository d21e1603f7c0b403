"""Open the notebook of moving_test.go in JupyterLab, trusted and not, and as an exported page. Operate what moves and
what answers by mouse and keyboard, and compare with the numbers that moving_test.go draws.

    moving.py FOLDER [THEME]    FOLDER has moving.ipynb; screenshots go there, too
"""

import base64
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from opened import AXE, open_page

FOLDER = Path(sys.argv[1]).resolve()
TOOLS = Path(sys.modules["opened"].__file__).parents[1] / "tools"
JUPYTER = [sys.executable, "-m"]
STARTING = ("console: Plugin ", "console: Default kernel not found")  # what JupyterLab says of slow machines and no kernel
PATIENCE = 120_000  # milliseconds, on a busy machine

# What an animated PNG holds, as the browser decodes it: for each frame its milliseconds and where its column stands.
FILM = """async ([selector, n]) => {
  const img = document.querySelectorAll(selector)[n];
  const data = await (await fetch(img.src)).arrayBuffer();
  const film = new ImageDecoder({data, type: 'image/png'});
  await film.tracks.ready;
  const track = film.tracks.selectedTrack, frames = [];
  for (let i = 0; i < track.frameCount; i++) {
    const {image} = await film.decode({frameIndex: i});
    frames.push([image.duration / 1000, column(image, image.displayWidth, image.displayHeight)]);
    image.close();
  }
  return {plays: track.repetitionCount + 1, frames};
}"""
# Which of three places the column of a picture is at, and how high it is, as a share of the picture.
COLUMN = """() => { window.column = (image, width, height) => {
  const canvas = new OffscreenCanvas(width, height), c = canvas.getContext('2d');
  c.drawImage(image, 0, 0);
  const p = c.getImageData(0, 0, width, height).data;
  let sum = 0, n = 0, top = height, bottom = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const [r, g, b] = p.subarray(4 * (y * width + x));
    if (b > 200 && b - r > 100 && b - g > 60) { sum += x; n++; top = Math.min(top, y); bottom = Math.max(bottom, y); }
  }
  return [Math.floor(3 * sum / n / width), (bottom - top) / height];
} }"""
SHOT = "async s => { const b = await createImageBitmap(await (await fetch(s)).blob()); return column(b, b.width, b.height); }"


def column(page, locator, clip=1.0):
    """Where the column stands in what is on the screen, and how high it is."""
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    shot = page.screenshot(clip={**box, "width": box["width"] * clip})
    return page.evaluate(SHOT, "data:image/png;base64," + base64.b64encode(shot).decode())


def animations(page, faults, img):
    """The first animation goes on for ever. The second ends, and stays at its last frame."""
    page.evaluate(COLUMN)
    first, second = (page.evaluate(FILM, [img, n]) for n in (0, 1))
    faults.expect("frames of the first", [[ms, at] for ms, (at, _) in first["frames"]], [[2000, 2], [250, 0], [250, 1]])
    faults.expect("frames of the second", [ms for ms, _ in second["frames"]], [250, 2000])
    faults.expect("plays", [first["plays"] is None or first["plays"] > 1e6, second["plays"]], [True, 1])
    seen, until = set(), time.monotonic() + 60
    while len(seen) < 3 and time.monotonic() < until:
        seen.add(column(page, page.locator(img).nth(0))[0])
    faults.expect("columns seen on the screen", sorted(seen), [0, 1, 2])


def explorations(page, faults, where):
    """Choose by mouse, then by keyboard; look at words, numbers and picture."""
    first, second = page.locator("form").nth(0), page.locator("form").nth(1)
    heights = {}

    def shows(nu, tau):
        faults.expect(f"{where}: words", first.locator(".words").inner_text().split("\n")[0][:30].split(" x:")[0],
                      f"ν = {nu}, τ = {tau}: sum {nu + tau}")
        at, high = column(page, first.locator(".view"))
        faults.expect(f"{where}: the column for τ = {tau}", at, [1, 4, 16].index(tau))
        heights.setdefault(nu, []).append(high)

    def choose(value):
        first.locator("label", has_text=str(value)).last.click()

    shows(70, 1)
    choose(80)
    shows(80, 1)
    choose(16)
    shows(80, 16)
    page.keyboard.press("ArrowLeft")
    shows(80, 4)
    page.keyboard.press("Shift+Tab")  # to the other row
    page.keyboard.press("ArrowLeft")
    shows(70, 4)
    for key in ("Enter", "d", "d", "x"):  # which submits a form, or removes a cell
        page.keyboard.press(key)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    shows(70, 16)
    for nu, seen in heights.items():
        for high in seen:
            faults.near(f"{where}: height for ν = {nu}", high / heights[80][0], nu / 80, 0.01)
    faults.expect(f"{where}: forms are still there", page.locator("form").count(), 2)

    def table():
        return second.locator(".view").inner_text().split()
    faults.expect(f"{where}: table", table(), ["letters", "3"])
    second.get_by_label("many").focus()
    page.keyboard.press("Space")
    faults.expect(f"{where}: table", table(), ["letters", "4"])
    faults.expect(f"{where}: name", second.get_by_role("group", name="words & <b>").count(), 1)
    faults.expect(f"{where}: the first did not move", first.locator(":checked").evaluate_all("a => a.map(e => +e.value)"), [0, 2])
    page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
    for violation in page.evaluate("axe.run('form').then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html)))"):
        faults.append(f"{where}: axe: {violation}")


def topics(page, faults, where):
    """Choose a topic on the page of topics, which is a file beside the notebook."""
    frame = page.frame_locator("iframe[title='two topics & 100%.html']")
    frame.get_by_role("button", name="1: tax day goal").first.click()
    frame.locator("html[data-drawn='#topic=1']").wait_for()
    faults.expect(f"{where}: topic", frame.locator("#words h2").inner_text(), "Words of topic 1: tax day goal")
    faults.expect(f"{where}: tokens", frame.locator("#words tbody tr").first.inner_text().split(), ["tax", "1.3", "1.6"])  # 5 · 0.38 · 0.7, and with 5 · 0.62 · 0.1


def lab(folder):
    """Start JupyterLab on a folder, with settings of its own; return its process and address."""
    with open(folder / "lab.log", "w") as log:
        server = subprocess.Popen(JUPYTER + [
            "jupyterlab", "--no-browser", "--port=0", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}",
            "--IdentityProvider.token=moving"] + ["--allow-root"] * (os.geteuid() == 0),
            stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        for info in (folder / "runtime").glob("jpserver-*.json"):
            url = json.loads(info.read_text())["url"]
            try:
                urllib.request.urlopen(f"{url}api?token=moving").close()
                return server, url
            except OSError:
                pass
        if server.poll() is not None:
            break
        time.sleep(0.2)
    os.killpg(server.pid, signal.SIGKILL)
    sys.exit("JupyterLab did not start:\n" + (folder / "lab.log").read_text())


def open_notebook(page, url, name):
    """Open a notebook without a kernel."""
    page.goto(f"{url}lab/tree/{name}?token=moving&reset", timeout=PATIENCE)
    page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click(timeout=PATIENCE)
    page.locator("form").nth(1).wait_for(timeout=PATIENCE, state="attached")


def in_jupyterlab(theme):
    settings = FOLDER / "config/lab/user-settings/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    server, url = lab(FOLDER)
    try:
        with open_page(height=1800, remote=True) as (page, faults):
            open_notebook(page, url, "moving.ipynb")
            animations(page, faults, ".jp-RenderedImage img")
            page.locator("form").first.scroll_into_view_if_needed()
            explorations(page, faults, theme)
            faults.expect("cells", page.locator(".jp-Notebook .jp-CodeCell").count(), 6)
            topics(page, faults, theme)
            page.screenshot(path=FOLDER / "trusted.png")

            open_notebook(page, url, "untrusted.ipynb")
            form = page.locator("form")
            faults.expect("buttons", form.locator("input:visible").count(), 0)
            faults.expect("words", form.locator(".words p:visible").count(), 0)
            box = form.first.locator("img").bounding_box()
            faults.near("six pictures, in two rows of three", box["width"] / box["height"], 1464 / 668, 0.05)
            faults.expect("both tables", form.nth(1).locator("td:visible").all_inner_texts(), ["3", "4"])
            faults.expect("pages of topics", page.locator(".jp-OutputArea iframe").count(), 0)
            faults.expect("pictures", page.locator(".jp-RenderedImage img").count(), 3)
            page.screenshot(path=FOLDER / "untrusted.png")
            faults[:] = [f for f in faults if not f.startswith(STARTING)]
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def exported():
    subprocess.run([sys.executable, "-W", "ignore", TOOLS / "export.py", "html", "--to", FOLDER, FOLDER / "moving.ipynb"],
                   check=True, capture_output=True)
    address = (FOLDER / "moving.html").as_uri()
    with open_page(address) as (page, faults):
        animations(page, faults, ".film")
        page.get_by_label("Stop").first.check()
        faults.expect("stopped", column(page, page.locator(".still").first)[0], 2)
        faults.expect("no longer there", page.locator(".film").first.is_visible(), False)
        explorations(page, faults, "exported page")
        topics(page, faults, "exported page")
        page.screenshot(path=FOLDER / "exported.png", full_page=True)
        page.emulate_media(media="print")
        faults.expect("moving on paper", page.locator(".film:visible").count(), 0)
        faults.expect("on paper", page.locator("form input:visible, .note:visible, .moving label:visible").count(), 0)
        page.screenshot(path=FOLDER / "paper.png", full_page=True)
    with open_page(address, reduced_motion="reduce") as (page, faults):
        faults.expect("moving", page.locator(".film:visible").count(), 0)
        faults.expect("still", page.locator(".still:visible").count(), 2)
        page.get_by_label("Play").first.check()
        faults.expect("moving, if asked for", page.locator(".film:visible").count(), 1)


def main():
    for kind, place in {"CONFIG": "config", "DATA": "data", "RUNTIME": "runtime"}.items():
        os.environ[f"JUPYTER_{kind}_DIR"] = str(FOLDER / place)
        (FOLDER / place).mkdir(exist_ok=True)
    notebook = json.loads((FOLDER / "moving.ipynb").read_text())
    notebook["cells"][0]["source"] = "other()"  # the signature of a notebook is that of its contents
    (FOLDER / "untrusted.ipynb").write_text(json.dumps(notebook))
    subprocess.run(JUPYTER + ["jupyter_core", "trust", FOLDER / "moving.ipynb"], check=True, capture_output=True)
    exported()
    in_jupyterlab(sys.argv[2] if len(sys.argv) > 2 else "JupyterLab Light")


main()
