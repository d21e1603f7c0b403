#!/usr/bin/env python3
"""Start JupyterLab (or, where set-up had to use it, the system's Notebook) on the folder of notebooks.

It listens on this machine only and never serves without a token or a password, whatever a user's configuration says. It
prints the address to open, and how to reach it from another computer. Further arguments are JupyterLab's own:
make lab ARGS="--port=9999".
"""

import getpass
import json
import os
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"


def application(name):
    """The class of the server: JupyterLab, Notebook 7 or the classic Notebook."""
    if name == "jupyterlab":
        from jupyterlab.labapp import LabApp
        return LabApp
    try:
        from notebook.app import JupyterNotebookApp
        return JupyterNotebookApp
    except ImportError:
        from notebook.notebookapp import NotebookApp
        return NotebookApp


def arguments(name, environment):
    """The command line of the server. A user's own arguments come last, and win."""
    given = ["--ip=127.0.0.1", "--log-level=ERROR"]
    if name == "jupyterlab":
        given += ["--LabApp.log_level=ERROR", "--MultiKernelManager.default_kernel_name=gonb"]
    if os.geteuid() == 0:
        given.append("--allow-root")
    if sys.platform != "darwin" and not any(environment.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        given.append("--no-browser")
    return given


def invitation(url, token, generated, port, environment):
    """The message for the user. A token that the user chose is not printed."""
    if token and generated:
        lines = [f"Open {url}?token={token}"]
    else:
        lines = [f"Open {url}", f"It asks for your Jupyter {'token' if token else 'password'}."]
    if "SSH_CONNECTION" in environment or "--no-browser" in arguments("", environment):
        _, _, host, ssh_port = environment.get("SSH_CONNECTION", f"- - {socket.gethostname()} 22").split()
        other = "" if ssh_port == "22" else f"-p {ssh_port} "
        lines.append("If your browser runs on another computer, run this there first:")
        lines.append(f"    ssh {other}-L {port}:localhost:{port} {getpass.getuser()}@{host}")
    return "\n".join(lines + ["Stop the server with Ctrl-C."])


def main():
    name = json.loads((VENV / "setup.json").read_text())["jupyter"]
    os.environ["JUPYTER_DATA_DIR"] = str(VENV / "share/jupyter")  # this checkout's kernel, before any other of the name
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.chdir(ROOT / "notebooks")
    if {"-h", "--help", "--help-all", "--version", "--generate-config"} & set(sys.argv[1:]):
        os.execv(sys.executable, [sys.executable, "-m", name] + sys.argv[1:])  # it serves nothing
    given = arguments(name, os.environ) + sys.argv[1:]
    print("Starting Jupyter ...", flush=True)
    make = application(name)
    if hasattr(make, "initialize_server"):
        server = make.initialize_server(argv=given)
    else:
        server = make()
        server.initialize(given)
    guard = getattr(server, "identity_provider", server)  # who asks for the token
    if not guard.token and not (getattr(guard, "hashed_password", "") or getattr(guard, "password", "")):
        sys.exit("Your Jupyter configuration sets an empty token and no password: anyone on this machine could run "
                 "programs as you. Remove that setting (`jupyter --paths` lists the folders of such files), or start "
                 "with: make lab ARGS=--IdentityProvider.token=a-long-secret")
    generated = getattr(guard, "token_generated", False) or getattr(server, "_token_generated", False)
    print(invitation(server.connection_url.rstrip("/") + server.default_url, guard.token, generated, server.port, os.environ), flush=True)
    if hasattr(guard, "token_generated"):
        guard.token_generated = False  # the server need not repeat it
    server.start()


if __name__ == "__main__":
    main()
