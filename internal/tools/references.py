#!/usr/bin/env python3
"""Recompute the reference values of the tests: the scripts in the folders testdata write the files beside them.

    references.py [WORD ...]     all, or those whose path contains a word

The Python peers are installed in a temporary environment, at the versions of the stored values. Scripts that call R
need it with posterior (Debian, Ubuntu: apt install r-cran-posterior). `git diff` shows afterwards what changed; with
the same versions only the dates should.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEERS = ("numpy==2.4.6", "scipy==1.17.1", "arviz-stats[xarray]==0.8.0", "h5netcdf==1.8.2", "mpmath==1.4.1", "gensim==4.4.0",
         "pyLDAvis==3.4.1", "kubernetes-validate==1.37.0", "statsmodels==0.15.0")
SCRIPTS = {  # and the R packages that they need
    "sampler/criticism/testdata/loo.py": (),
    "sampler/diag/testdata/nested.py": (),
    "sampler/diag/testdata/reference.py": ("posterior",),
    "sampler/diag/testdata/precision.py": ("posterior",),
    "sampler/diag/relabel/testdata/labels.py": (),
    "sampler/farm/testdata/kubernetes.py": (),
    "sampler/lda/browser/testdata/prepare.py": (),
    "sampler/lda/topics/testdata/coherence.py": (),
    "sampler/regress/testdata/multinomial.py": (),
    "sampler/variate/testdata/laws.py": (),
}


def lacking(packages):
    """Those of these R packages that are not installed; all of them if there is no R."""
    if not shutil.which("Rscript"):
        return list(packages)
    have = lambda p: subprocess.run(["Rscript", "-e", f"library({p})"], capture_output=True).returncode == 0
    return [p for p in packages if not have(p)]


def write(python, script):
    """Run a script in its folder. What it prints, if anything, is the content of the file beside it."""
    done = subprocess.run([python, script.name], cwd=script.parent, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        return False
    if done.stdout.startswith("{"):
        script.with_suffix(".json").write_text(done.stdout)
    return True


def main():
    chosen = {s: r for s, r in SCRIPTS.items() if not sys.argv[1:] or any(word in s for word in sys.argv[1:])}
    if not chosen:
        sys.exit("No script matches; there are:\n" + "\n".join(SCRIPTS))
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv/bin/python"
        subprocess.run([sys.executable, "-m", "venv", Path(folder) / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS], check=True)
        for name, packages in chosen.items():
            if missing := lacking(packages):
                said = f"left out, R needs {' and '.join(missing)}"
            else:
                said = "written" if write(python, ROOT / name) else "FAILED"
            left += said != "written"
            print(f"{name}: {said}", flush=True)
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
