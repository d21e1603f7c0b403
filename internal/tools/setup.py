#!/usr/bin/env python3
"""Set up .venv in this checkout: JupyterLab, the GoNB kernel and its tools, and the compiled plotting libraries.
The Go compiler works while Python's packages arrive. What no cell needs is left to the background (completion.py).

Each step records its inputs in .venv/setup.json (pins, path of the checkout, Go and Python versions). A
step whose inputs have not changed is skipped, so a second run takes a tenth of a second, and a checkout that was moved
or upgraded repairs itself. Nothing is written outside the checkout except the caches of pip and Go.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import patch_gonb

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
STATE = VENV / "setup.json"
GONB = VENV / "gonb"  # the patched source of the kernel, which cells link, too
ZAP = TOOLS / "gonb/zap"  # in place of the kernel's logger
ASIDE = ROOT / ".venv.aside"  # the one before, until the new one is complete
PYTHON = os.path.realpath(sys.executable)  # the original Python, even when .venv is activated
PROGRAMS = ["github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports"]
SYSTEM_JUPYTER = "jupyter-notebook, jupyter-nbconvert and python3-nbclient"


class Problem(Exception):
    """A sentence that says what is missing and what to do about it."""


def run(*command, cwd=ROOT, **env):
    """Run a command quietly and return what it printed; raise Problem with its last lines when it fails."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, env={**os.environ, **env}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        tail = "\n    ".join(done.stdout.strip().splitlines()[-15:])
        raise Problem(f"`{' '.join(map(str, command))}` failed:\n    {tail}")
    return done.stdout


def digest(*parts):
    """A short fingerprint of files (their contents) and other values (their text)."""
    h = hashlib.sha256()
    for part in parts:
        h.update(part.read_bytes() if isinstance(part, Path) and part.is_file() else str(part).encode())
        h.update(b"\0")
    return h.hexdigest()[:16]


def go_env():
    """The Go settings that matter here, after checking that Go is there and new enough for go.mod."""
    wanted = re.search(r"^go (\S+)", (ROOT / "go.mod").read_text(), re.M).group(1)
    advice = f"Install Go {wanted} or newer (https://go.dev/doc/install), and see that `go version` finds it."
    if not shutil.which("go"):
        raise Problem(f"There is no `go` on your PATH. {advice}")
    env = json.loads(run("go", "env", "-json", "GOVERSION", "GOFLAGS", "GOROOT"))
    if release(env["GOVERSION"]) < release(wanted):
        raise Problem(f"Your Go is {env['GOVERSION']}, which is too old. {advice}")
    return env


def release(version):
    """The first two numbers of a Go version, to compare."""
    return tuple(int(n) for n in re.findall(r"\d+", version)[:2])


def make_environment(state):
    """Create .venv with the pinned JupyterLab, or around the system's Jupyter where the package index is out of reach.

    A .venv that is there already moves aside, and comes back if the new one cannot be made. (The new one cannot be made
    beside it: it holds its own path.)
    """
    put_back()
    if VENV.exists():
        VENV.rename(ASIDE)
    try:
        install_jupyterlab(state)
    except BaseException as failure:
        shutil.rmtree(VENV, ignore_errors=True)
        put_back()
        if isinstance(failure, Problem) and (app := installed_app(BIN / "python")):
            print(f"{failure}\nThe .venv that was there is kept, and used as it is.", flush=True)
            state.update(jupyter=app, about="the JupyterLab of an earlier set-up")
            return False
        if not isinstance(failure, Problem) or not use_system_jupyter(state):
            raise
    shutil.rmtree(ASIDE, ignore_errors=True)


def put_back():
    """Undo a set-up that ended, or was killed, before the new .venv was complete."""
    if ASIDE.exists():
        shutil.rmtree(VENV, ignore_errors=True)
        ASIDE.rename(VENV)


def install_jupyterlab(state):
    """Create .venv with the pinned JupyterLab."""
    advice = "Python's venv module does not work. Install it (Debian, Ubuntu: apt install python3-venv)."
    try:
        run(PYTHON, "-c", "import ensurepip, venv")  # which says so at once
    except Problem as e:
        raise Problem(f"{advice}\n{e}")

    def install():
        try:
            run(PYTHON, "-m", "venv", VENV)
        except Problem as e:
            raise Problem(f"{advice}\n{e}")
        try:
            run(BIN / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--no-user",
                "--only-binary=:all:", "--retries=2", "--timeout=30", "-r", TOOLS / "requirements.txt", PIP_DEFAULT_TIMEOUT="30")
        except Problem as e:
            raise Problem("The pinned JupyterLab could not be installed. Connect to the network, or install "
                          f"{SYSTEM_JUPYTER} with the system's package manager, and run this again.\n{e}")

    BIN.mkdir(parents=True)
    with ThreadPoolExecutor(1) as beside:
        installed = beside.submit(install)
        built = threading.Event()
        installed.add_done_callback(lambda _: built.is_set() or print("      waiting for the Go compiler ...", flush=True))
        build_tools(state)
        built.set()
        if not installed.done():
            print("      waiting for Python's packages ...", flush=True)
        installed.result()
    state.clear()  # the other steps must be repeated
    state.update(jupyter="jupyterlab", about="the pinned JupyterLab", build_tools=tools_key())


def tools_key():
    """What the Go programs in .venv/bin are made from."""
    go = go_env()
    return digest(go["GOVERSION"], go["GOROOT"], TOOLS / "go.mod", TOOLS / "go.sum",
                  ZAP / "zap.go", *patch_gonb.PATCHES, *patch_gonb.SLIPS, TOOLS / "patch_gonb.py")


def installed_app(python):
    """The Jupyter that a Python has, with all else that the notebooks need; "" if it has none."""
    for app in ("jupyterlab", "notebook"):
        probe = f"import {app}, nbclient, nbformat, nbconvert"
        if Path(python).exists() and subprocess.run([python, "-c", probe], capture_output=True).returncode == 0:
            return app
    return ""


def mend_paths():
    """Make the scripts in .venv/bin start its own Python, after the checkout was moved.

    A line that begins with #! cannot name a path with a space. So the shell starts Python, which takes the same three
    lines as a text between quotes. pip does so, too, but with the path, and then a quote in the path is wrong.
    """
    first = "#!/bin/sh\n'''exec' \"$(dirname \"$0\")/python\" \"$0\" \"$@\"\n' '''\n"
    for script in BIN.iterdir():
        if script.is_file() and not script.is_symlink() and script.read_bytes()[:2] == b"#!":
            text = script.read_text()
            mended = re.sub(r"^#!.*/bin/python.*\n|^#!/bin/sh\n'''exec' .*\n' '''\n", lambda _: first, text, count=1)
            if mended != text:
                script.write_text(mended)


def use_system_jupyter(state):
    """Make .venv around the first system Python that has all of Jupyter; report whether there is one."""
    for python in dict.fromkeys(filter(None, [PYTHON, shutil.which("python3"), "/usr/bin/python3"])):
        if app := installed_app(python):
            run(python, "-m", "venv", "--without-pip", "--system-site-packages", VENV)
            state.clear()
            about = f"the system's Jupyter ({app} of {python}; `make clean` and again for the pinned one)"
            state.update(jupyter=app, about=about)
            return True
    return False


def build_tools(state):
    """Build gonb and goimports, at the versions internal/tools/go.mod pins, into .venv/bin, and compile what each cell links.

    Without -trimpath, which would compile the standard library a second time for the cells.
    """
    source = run("go", "mod", "download", "-json", "github.com/janpfeifer/gonb", cwd=TOOLS, GOWORK="off")
    shutil.rmtree(GONB, ignore_errors=True)
    patch_gonb.copy_patched(json.loads(source)["Dir"], GONB)
    with tempfile.TemporaryDirectory() as folder:
        modfile = Path(folder) / "go.mod"
        replace = "".join(f"replace {module} => {json.dumps(str(source))}\n"
                          for module, source in {"github.com/janpfeifer/gonb": GONB, "go.uber.org/zap": ZAP}.items())
        modfile.write_text(f"{(TOOLS / 'go.mod').read_text()}\n{replace}")
        shutil.copy(TOOLS / "go.sum", modfile.with_suffix(".sum"))
        run("go", "install", f"-modfile={modfile}", "-ldflags=-s -w", *PROGRAMS, cwd=TOOLS,
            GOBIN=str(BIN), GOWORK="off")
    run("go", "mod", "download", GOWORK="off")
    with cell_workspace() as folder:
        run("go", "build", "gibbslab/nb", cwd=folder, **cell_environment())


@contextlib.contextmanager
def cell_workspace():
    """A folder from which the go command sees the same modules as from a cell."""
    with tempfile.TemporaryDirectory() as folder:
        for command in (("mod", "init", "cell"), ("work", "init"), ("work", "use", ".", ROOT)):
            run(TOOLS / "kernel/go", *command, cwd=folder, **cell_environment())
        yield folder


def cell_environment():
    """Where the go command looks for modules when a cell is built."""
    return {"GOWORK": "", "GO111MODULE": "on"}


def install_kernel(state):
    """Install the kernel into .venv (never into the home folder), with the environment that makes cells quick.

    A cell is a program of its own, so what counts is how long `go build` takes. -dwarf=false and -s leave out
    data that only a debugger reads: a tenth of the compilation and a third of the link. A panic still names its line. The
    rest is in kernel/go.
    """
    go = go_env()
    data = VENV / "share/jupyter"
    run(BIN / "gonb", "--install", "--force_deps", JUPYTER_DATA_DIR=str(data),
        PATH=f"{BIN}:{os.environ['PATH']}")
    flags = go["GOFLAGS"]
    for flag, value in {"-ldflags": "-s", "-gcflags": "-dwarf=false"}.items():
        if flag not in flags:
            flags = f"{flags} {flag}={value}".strip()
    spec = {
        "argv": [str(BIN / "gonb"), "--kernel", "{connection_file}", f"-go_work={ROOT}",
                 "-logtostderr=false", f"-log_file={os.devnull}", "-stderrthreshold=FATAL"],
        "display_name": "Go (gonb)",
        "language": "go",
        "interrupt_mode": "message",
        "env": {
            "PATH": f"{literal(TOOLS / 'kernel')}:{literal(BIN)}:${{PATH}}:{literal(go['GOROOT'])}/bin",
            "GOFLAGS": flags,
            **cell_environment(),
            "GO_TELEMETRY_CHILD": "2",  # gopls neither counts nor reports
        },
    }
    (data / "kernels/gonb/kernel.json").write_text(json.dumps(spec, indent=1) + "\n")
    set_up_lab()


def set_up_lab():
    """Keep JupyterLab's first start from asking about news and from looking for its own updates.

    Completion may take ten seconds: JupyterLab discards answers that take longer than one, such as the first answer of gopls.
    """
    settings = VENV / "share/jupyter/lab/settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "overrides.json").write_text(json.dumps({
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
        "@jupyterlab/completer-extension:manager": {"providerTimeout": 10_000},
        "@jupyterlab/notebook-extension:tracker": {"codeCellConfig": {"lineNumbers": True, "lineWrap": False}},  # messages name lines
    }))


def literal(text):
    """Text that Jupyter leaves unchanged when it inserts environment variables."""
    return str(text).replace("$", "$$")


def compile_ahead(state):
    """Run a first cell, which shows that the kernel works, and link one."""
    run(BIN / "python", TOOLS / "first_cell.py")


def check_place():
    """Report problems that no step could get around: the path of the checkout, and the folder where Go compiles and starts cells."""
    if set(str(ROOT)) & set(":\\"):
        raise Problem(f"The path of this clone, {ROOT}, has a colon or a backslash in it, and neither Python nor Go can "
                      "work there. Rename the folder, and run this again.")
    folder = os.environ.get("TMPDIR") or tempfile.gettempdir()
    try:
        with tempfile.TemporaryDirectory(dir=folder) as inside:
            program = Path(inside) / "try"
            program.write_text("#!/bin/sh\n")
            program.chmod(0o700)
            subprocess.run([program], check=True)
    except (OSError, subprocess.CalledProcessError) as e:
        raise Problem(f"No program can be written and started in {folder}, the folder for temporary files: {e}. "
                      "Name another folder in TMPDIR, for example: mkdir -p ~/tmp && make lab TMPDIR=$HOME/tmp")


def read_state():
    """The steps that earlier set-ups have done; none if the file is missing or damaged."""
    try:
        state = json.loads(STATE.read_text())
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state):
    """Replace the file in one go: a set-up that is killed leaves the old one."""
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(state, indent=1))
    new.replace(STATE)


def main():
    if sys.version_info < (3, 10):
        raise Problem(f"Python 3.10 or newer is needed; this is {sys.version.split()[0]}. Install one, and name it: "
                      "make lab PYTHON=python3.12")
    check_place()
    os.environ.setdefault("GOGC", "400")  # the compiler collects less garbage; this does not reach the kernel
    go = go_env()
    environment = digest(PYTHON, sys.version_info[:2], TOOLS / "requirements.txt")
    tools = tools_key()
    kernel = digest(tools, ROOT, go["GOFLAGS"], Path(__file__))
    ahead = digest(kernel, ROOT / "go.mod", ROOT / "go.sum")
    steps = [
        ("Python's packages with JupyterLab, and beside them the Go kernel and the plotting libraries", environment, make_environment),
        ("the Go kernel and the plotting libraries", tools, build_tools),
        ("the kernel's entry in Jupyter", kernel, install_kernel),
        ("a first cell", ahead, compile_ahead),
    ]
    put_back()
    state = read_state()
    if state.get("root", str(ROOT)) != str(ROOT):
        mend_paths()
    began, stale = time.monotonic(), False
    for number, (what, key, do) in enumerate(steps, 1):
        if state.get(do.__name__) == key and (not stale or do is build_tools):
            continue  # the first step clears the state, and builds the tools while packages arrive
        print(f"[{number}/{len(steps)}] {what} ...", flush=True)
        if do(state) is False:
            continue  # the old one is used again
        stale = True
        state.update({do.__name__: key, "root": str(ROOT)})
        write_state(state)
    took = f" in {time.monotonic() - began:.0f} s" if stale else ""
    print(f"Set-up complete{took}: {state['about']}, {go['GOVERSION']}.", flush=True)


if __name__ == "__main__":
    import completion  # which imports this file
    try:
        with open(__file__) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two at once would disturb each other
            main()
            if said := completion.start():
                print(said, flush=True)
    except Problem as problem:
        sys.exit(f"\n{problem}")
