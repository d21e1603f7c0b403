#!/usr/bin/env python3
"""Run notebooks from top to bottom, each on a fresh kernel, and store them. Two runs give the same bytes.

    run_notebook.py notebooks/*.ipynb                 run and store in place
    run_notebook.py --output OUT.ipynb NOTEBOOK       run and store elsewhere
    run_notebook.py --output FOLDER NOTEBOOKS         run and store in a folder, by the same relative paths

If a cell fails, its notebook stops: the file is unchanged, the cell and its error are printed, and the exit code is 1.
"""

import argparse
import html
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

CELL_SECONDS = 900  # generous, for busy machines
# What the kernel announces (gonb/1-protocol.patch). JupyterLab stores it; with another value here, opening a notebook
# would change it.
LANGUAGE = {"codemirror_mode": "go", "file_extension": ".go", "mimetype": "text/x-go", "name": "go",
            "nbconvert_exporter": "", "pygments_lexer": "go", "version": ""}
KERNELS = Path(__file__).resolve().parents[2] / ".venv/share/jupyter"


def read(path):
    """Read a notebook as format 4.5, with an id for each cell that has none."""
    notebook = nbformat.from_dict(nbformat.reader.reads(Path(path).read_text(encoding="utf-8")))
    if notebook.nbformat != 4:
        sys.exit(f"{path} has notebook format {notebook.nbformat}; save it as format 4, in JupyterLab.")
    notebook.nbformat_minor = 5
    for number, cell in enumerate(notebook.cells, 1):
        cell.setdefault("id", f"cell-{number:02d}")
    return notebook


def execute(notebook, folder):
    """Execute on a fresh `gonb` kernel whose current folder is `folder`, without memoised results of earlier runs."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with tempfile.TemporaryDirectory(prefix="gibbslab-memo-") as memo:
        client = NotebookClient(notebook, kernel_name="gonb", timeout=CELL_SECONDS, record_timing=False,
                                resources={"metadata": {"path": str(folder)}})
        client.execute(env={**os.environ, "GIBBSLAB_MEMO_DIR": memo, "GONB_NO_GOPLS": "1"})


def normalise(notebook):
    """Drop everything that differs between two runs or two editors, but nothing that a reader sees."""
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"display_name": "Go (gonb)", "language": "go", "name": "gonb"},
        "language_info": LANGUAGE,
    })
    count = 0
    for cell in notebook.cells:
        folded = {k: True for k, v in cell.metadata.get("jupyter", {}).items() if v}  # machinery, not the lesson
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k == "tags"}
                                           | ({"jupyter": folded} if folded else {}))
        if cell.cell_type != "code":
            continue
        if cell.execution_count is not None:
            count += 1
            cell.execution_count = count
        cell.outputs = in_order(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count


def in_order(outputs):
    """Outputs in the order in which the cell made them, printed text in one piece between two displays.

    A cell prints to stdout and stderr through two pipes, which the kernel reads independently: stdout stands first.
    Progress that a run shows only if it takes long is left out (nb marks it as passing).
    """
    kept = [o for o in outputs if o.get("metadata", {}).get("gibbslab") != "passing"]
    ordered = []
    for printed, group in groupby(kept, lambda output: output.output_type == "stream"):
        if not printed:
            ordered += group
            continue
        text = {"stdout": "", "stderr": ""}
        for output in group:
            text[output.name] += output.text
        ordered += [nbformat.v4.new_output("stream", name=name, text=t) for name, t in text.items() if t]
    return ordered


def failure(notebook, error):
    """Name the cell that failed, and show its source and output."""
    for number, cell in enumerate(notebook.cells, 1):
        outputs = cell.get("outputs", [])
        if any(output.output_type == "error" for output in outputs):
            break
    else:
        return str(error)
    said = "".join(output.get("text", "") for output in outputs)
    for output in outputs:
        page = re.sub(r"(?s)<style>.*?</style>|<[^>]+>", "", output.get("data", {}).get("text/html", ""))
        said += html.unescape(page)
        said += "\n" + "\n".join(output.get("traceback", []))
    said = re.sub(r"\x1b\[[0-9;]*m", "", said)
    lines = [line for line in said.splitlines() if line.strip()] or [str(error)]
    source = "\n".join("    " + line for line in cell.source.splitlines())
    return f"cell {number} (id {cell.id}) failed:\n{source}\n  it said:\n" + "\n".join("    " + x for x in lines[:60])


def run(path, output):
    """Run one notebook and store it; return whether it went well."""
    began = time.monotonic()
    notebook = read(path)
    try:
        execute(notebook, Path(path).resolve().parent)
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        print(f"{path}: {failure(notebook, error)}", file=sys.stderr, flush=True)
        return False
    normalise(notebook)
    nbformat.validate(notebook)
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    code = sum(cell.cell_type == "code" for cell in notebook.cells)
    print(f"{path}: {code} code cells in {time.monotonic() - began:.1f} s", flush=True)
    return True


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("notebooks", nargs="+")
    arguments.add_argument("--output", default="", help="a folder, or the .ipynb file of one notebook (default: in place)")
    given = arguments.parse_args()
    one = given.output.endswith(".ipynb")
    if one and len(given.notebooks) > 1:
        arguments.error("with several notebooks, --output is a folder")
    os.environ["JUPYTER_DATA_DIR"] = str(KERNELS)  # this checkout's kernel, before any other of the same name
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    with ThreadPoolExecutor(2) as two:
        fine = list(two.map(lambda path: run(path, given.output if one else os.path.join(given.output, path)), given.notebooks))
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
