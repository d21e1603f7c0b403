#!/usr/bin/env python3
"""Start JupyterLab (or, where set-up had to use it, the system's Notebook) on the folder of notebooks.

It listens on this machine only, asks for its token, and prints the address to open where it can open no browser itself.
Further arguments are JupyterLab's own: make lab ARGS="--port=9999".
"""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"


def main():
    state = json.loads((VENV / "setup.json").read_text())
    command = [str(VENV / "bin/python"), "-m", state["jupyter"], "--ip=127.0.0.1", "--log-level=ERROR"]
    if os.geteuid() == 0:
        command.append("--allow-root")
    has_screen = sys.platform == "darwin" or any(os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if not has_screen:
        command.append("--no-browser")
    if state["jupyter"] == "jupyterlab":
        command.append("--MultiKernelManager.default_kernel_name=gonb")
    os.environ["JUPYTER_DATA_DIR"] = str(VENV / "share/jupyter")  # this checkout's kernel, before any other of the name
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.chdir(ROOT / "notebooks")
    print("Starting Jupyter; stop it with Ctrl-C.", flush=True)
    os.execv(command[0], command + sys.argv[1:])


if __name__ == "__main__":
    main()
