#!/usr/bin/env python3
"""Install into .venv what drives Chromium in tests (browser.txt), or say why no page will be opened in a browser."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
VENV = TOOLS.parent.parent / ".venv"
PINS = TOOLS / "browser.txt"
STAMP = VENV / "browser.stamp"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium")


def find():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def main():
    if not find():
        print("There is neither Chromium nor Chrome (Debian, Ubuntu: apt install chromium): no page is opened in a browser.")
        return
    key = hashlib.sha256(PINS.read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text() == key:
        return
    command = [VENV / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-user",
               "--no-deps", "--only-binary=:all:", "--retries=2", "--timeout=30", "-r", PINS]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(f"Playwright could not be installed, and no page is opened in a browser:\n{done.stdout.strip()[-500:]}")
        return
    STAMP.write_text(key)


if __name__ == "__main__":
    sys.exit(main())
