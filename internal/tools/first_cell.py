#!/usr/bin/env python3
"""Run a first cell on this checkout's kernel, or ask it for a first completion.

    first_cell.py        the kernel works, and Go has compiled and linked what each cell needs
    first_cell.py tab    gopls works, and has read all packages; without that a first Tab takes half a minute
"""

import os
import sys
import tempfile
from pathlib import Path

from jupyter_client.manager import KernelManager

SECONDS = 900
CELL = 'import "gibbslab/nb"\n%%\nnb.Show("ready")'


def main(tab):
    if not tab:
        os.environ["GONB_NO_GOPLS"] = "1"
    os.environ["JUPYTER_DATA_DIR"] = str(Path(__file__).resolve().parents[2] / ".venv/share/jupyter")
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "0"
    said = []
    with tempfile.TemporaryDirectory() as folder:
        kernel = KernelManager(kernel_name="gonb")
        kernel.start_kernel(cwd=folder)
        client = kernel.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=SECONDS)
            if tab:
                code = "%%\nnb.Sho"
                items = client.complete(code, len(code), reply=True, timeout=SECONDS)["content"]["matches"]
                if "Show" not in items:
                    sys.exit(f"The kernel completes nb.Sho as {items}.")
                return
            reply = client.execute_interactive(CELL, timeout=SECONDS, output_hook=lambda m: said.append(m["content"]))
            if reply["content"]["status"] != "ok":
                sys.exit(f"The first cell failed: {reply['content'].get('evalue')}\n{said}")
        finally:
            client.stop_channels()
            kernel.shutdown_kernel()


if __name__ == "__main__":
    main(sys.argv[1:] == ["tab"])
