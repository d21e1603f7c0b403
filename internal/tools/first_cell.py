#!/usr/bin/env python3
"""Run a first cell and ask for a first completion on this checkout's kernel.

This shows that the kernel works. It also fills the caches of Go (the compiled plotting libraries) and of gopls (the types
of all packages). Without them a first cell takes a minute and a first Tab half a minute.
"""

import os
import sys
import tempfile
from pathlib import Path

from jupyter_client.manager import KernelManager

SECONDS = 900
CELL = 'import "gibbslab/nb"\n%%\nnb.Show("ready")'


def main():
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
            reply = client.execute_interactive(CELL, timeout=SECONDS, output_hook=lambda m: said.append(m["content"]))
            if reply["content"]["status"] != "ok":
                sys.exit(f"The first cell failed: {reply['content'].get('evalue')}\n{said}")
            code = "%%\nnb.Sho"
            items = client.complete(code, len(code), reply=True, timeout=SECONDS)["content"]["matches"]
            if "Show" not in items:
                sys.exit(f"The kernel completes nb.Sho as {items}.")
        finally:
            client.stop_channels()
            kernel.shutdown_kernel()


if __name__ == "__main__":
    main()
