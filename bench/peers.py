"""What the comparisons share: a temporary environment with the peers, and our own program."""

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
QUIET = ("--quiet", "--disable-pip-version-check")


@contextlib.contextmanager
def environment(name, *pins):
    """Give a temporary folder, its Python with the pinned peers, and our program bench/NAME."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        python, program = folder / "venv/bin/python", folder / name
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", *QUIET, *pins], check=True)
        subprocess.run(["go", "build", "-o", program, f"./{name}"], cwd=BENCH, check=True)
        yield folder, python, program
