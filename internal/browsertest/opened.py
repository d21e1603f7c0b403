"""What the scripts of browser tests share: a page in a headless Chromium that notes all that goes wrong in it."""

import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import sync_playwright

import browser

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


class Faults(list):
    """What went wrong on a page, in words."""

    def expect(self, what, got, want):
        """Note a difference."""
        if got != want:
            self.append(f"{what}: {got!r}, expected {want!r}")

    def near(self, what, got, want, tolerance):
        """Note a number that is further off than the tolerance."""
        if not abs(got - want) <= tolerance:
            self.append(f"{what}: {got!r}, expected {want!r} ± {tolerance}")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """Serve a folder, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


@contextmanager
def open_page(address="", dark=False, width=1280, height=900, remote=False, **options):
    """Open a page, give (page, faults), and fail with all faults at the end.

    Messages of the console that are errors or warnings are faults. So are exceptions, and requests to anything but
    files and data, unless they are allowed (remote).
    """
    faults = Faults()
    with sync_playwright() as p:
        args = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox does not work for root
        chromium = p.chromium.launch(executable_path=browser.find(), args=args)
        context = chromium.new_context(color_scheme="dark" if dark else "light",
                                       viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        page.on("console", lambda m: m.type in ("error", "warning") and faults.append(f"console: {m.text}"))
        page.on("pageerror", lambda e: faults.append(f"exception: {e}"))
        if not remote:
            page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:", "about:"))
                    or faults.append(f"request: {r.url}"))
        if address:
            page.goto(address)
        yield page, faults
        chromium.close()
    if faults:
        raise SystemExit("\n".join(faults))


def wait_until(page, condition):
    """Wait until a condition holds, asked again and again from here: the policy of a page may forbid Playwright's own wait."""
    for _ in range(6000):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(10)
    raise SystemExit(f"never came true: {condition}")


def axe(page, faults, where):
    """Check a page with axe: every violation is a fault. (Through the debugger, so that the page's own policy holds.)"""
    page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
    found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html).slice(0, 3)]))")
    for name, text, nodes in found:
        faults.append(f"axe, {where}: {name}: {text}: {nodes}")
