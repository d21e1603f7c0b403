"""Runs JAGS on a folder of a model, and takes its CPU time apart: compiling, adapting, sampling."""

import json
import os
import pty
import subprocess
import termios
import time

CHAINS = 4
GENERATORS = ("Wichmann-Hill", "Marsaglia-Multicarry", "Super-Duper", "Mersenne-Twister")


def dump(values):
    """Numbers by name in R's dump format, which wants arrays by columns."""
    return "".join(f"`{name}` <-\n{literal(value)}\n" for name, value in values.items())


def literal(value):
    """A number, a vector or an array."""
    if not isinstance(value, list):
        return "NA" if value is None else f'"{value}"' if isinstance(value, str) else repr(value)
    shape, part = [], value
    while isinstance(part, list):
        shape.append(len(part))
        part = part[0]
    flat = by_columns(value, len(shape))
    vector = f"c({','.join(map(literal, flat))})"
    return vector if len(shape) == 1 else f"structure({vector}, .Dim = c({','.join(map(str, shape))}))"


def by_columns(value, depth):
    """The numbers of nested lists, the first index fastest."""
    if depth == 1:
        return value
    parts = [by_columns(part, depth - 1) for part in value]
    return [x for group in zip(*parts, strict=True) for x in group]


class Terminal:
    """A JAGS that is spoken to, one command at a time."""

    def __init__(self, folder):
        self.master, slave = pty.openpty()
        quiet = termios.tcgetattr(slave)
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, quiet)
        self.process = subprocess.Popen(["jags"], stdin=slave, stdout=slave, stderr=slave, cwd=folder,
                                        env=os.environ | {"TERM": "dumb"})
        os.close(slave)
        self.answer()

    def answer(self):
        """What it says up to its next prompt."""
        said = b""
        while said != b". " and not said.endswith(b"\n. "):
            try:
                part = os.read(self.master, 1 << 16)
            except OSError:
                part = b""
            if not part:
                raise RuntimeError(f"JAGS has ended: {said.decode()}")
            said += part
        return said.decode()

    def say(self, command):
        """Give a command and wait; the CPU seconds that it took."""
        before = self.cpu()
        os.write(self.master, (command + "\n").encode())
        said = self.answer()
        if any(word in said for word in ("rror", "ERROR", "ailed", "Can't", "Deleting model")):
            raise RuntimeError(f"{command}: {said}")
        return self.cpu() - before

    def cpu(self):
        """CPU seconds of this process so far."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def close(self):
        """End it."""
        os.close(self.master)
        self.process.kill()
        self.process.wait()


def run(model, work, burn, iterations, thin=1, modules=(), seed=1, adapt=1000, monitors=None):
    """Draws of a model's folder as CODA files in the folder work, and the CPU seconds of each stage."""
    meta = json.loads((model / "meta.json").read_text())
    inits = json.loads((model / "inits.json").read_text()) if (model / "inits.json").exists() else {}
    (work / "model.bug").write_text((model / "model.bug").read_text())
    (work / "data.R").write_text(dump(json.loads((model / "data.json").read_text())))
    for chain in range(CHAINS):
        start = inits | {".RNG.name": f"base::{GENERATORS[chain % 4]}", ".RNG.seed": seed * CHAINS + chain}
        (work / f"inits{chain}.R").write_text(dump(start))
    began = time.perf_counter()
    jags = Terminal(work)
    try:
        for module in modules:
            jags.say(f"load {module}")
        out = {"compile": jags.say("model in model.bug") + jags.say("data in data.R")}
        out["compile"] += jags.say(f"compile, nchains({CHAINS})")
        for chain in range(CHAINS):
            jags.say(f"parameters in inits{chain}.R, chain({chain + 1})")
        out["compile"] += jags.say("initialize")
        out["first"] = time.perf_counter() - began
        out["adapt"] = jags.say(f"adapt {adapt}")
        out["burn"] = jags.say(f"update {burn}")
        for name in monitors or meta["monitors"]:
            jags.say(f"monitor {name}, thin({thin})")
        out["cpu"] = jags.say(f"update {iterations}")
        jags.say("coda *")
    finally:
        jags.close()
    return out | {"sweeps": CHAINS * iterations}
