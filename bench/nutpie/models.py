"""The posteriors of speed.py in PyMC, and which of their variables our parameters are.

Hierarchies have standard normal effects times a scale, the form that suits NUTS here.
"""

import csv
from pathlib import Path

import numpy as np
import pymc as pm
import pytensor
import pytensor.tensor as pt

DATA = Path(__file__).resolve().parent / "data"


def table(name):
    """The columns of a file."""
    with open(DATA / name, newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: np.array([float(row[key]) for row in rows]) for key in rows[0]}


def schools():
    y = np.array([28, 8, -3, 7, -1, 1, 18, 12.0])
    s = np.array([15, 10, 16, 11, 9, 11, 10, 18.0])
    with pm.Model() as model:
        mu = pm.Normal("mu", 0, 5)
        tau = pm.HalfCauchy("tau", 5)
        theta = pm.Deterministic("theta", mu + tau * pm.Normal("raw", 0, 1, shape=8))
        pm.Normal("y", theta, s, observed=y)
    return model, {"mu": "mu", "tau": "tau", "theta": "theta"}


def kidscore():
    d = table("kidiq.csv")
    with pm.Model() as model:
        beta = pm.Flat("beta", shape=4)
        sigma = pm.HalfCauchy("sigma", 2.5)
        hs, iq = d["mom_hs"], d["mom_iq"]
        pm.Normal("y", beta[0] + beta[1] * hs + beta[2] * iq + beta[3] * hs * iq, sigma, observed=d["kid_score"])
    return model, {"beta": "beta", "sigma": "sigma"}


def radon():
    d = table("radon.csv")
    county = d["county"].astype(int)
    with pm.Model() as model:
        coef = pm.Normal("coef", 0, 10, shape=3)
        sigma_alpha = pm.HalfCauchy("sigma_alpha", 1)
        sigma_y = pm.HalfCauchy("sigma_y", 1)
        raw = pm.Normal("raw", 0, 1, shape=int(county.max()) + 1)
        alpha = pm.Deterministic("alpha", coef[0] + sigma_alpha * raw)
        pm.Normal("y", alpha[county] + coef[1] * d["floor"] + coef[2] * d["log_uranium"], sigma_y, observed=d["log_radon"])
    return model, {name: name for name in ("alpha", "coef", "sigma_alpha", "sigma_y")}


def poisson():
    c = [29, 36, 19, 28, 36, 29, 20, 19, 35, 32, 34, 34, 33, 47, 48, 46, 46, 49, 60, 64, 87, 85, 85, 95, 115, 127, 142, 168, 181,
         194, 200, 210, 208, 235, 244, 272, 239, 263, 239, 245]
    t = -1.66802789939819 + 0.0855398922771 * np.arange(40)
    with pm.Model() as model:
        beta = pm.Uniform("beta", lower=[-20, -10, -10, -10], upper=[20, 10, 10, 10], shape=4)
        pm.Poisson("c", pt.exp(beta[0] + beta[1] * t + beta[2] * t**2 + beta[3] * t**3), observed=c)
    return model, {"beta": "beta"}


def wells():
    d = table("wells.csv")
    with pm.Model() as model:
        beta = pm.Flat("beta", shape=2)
        pm.Bernoulli("y", logit_p=beta[0] + beta[1] * d["dist"], observed=d["switch"].astype(int))
    return model, {"beta": "beta"}


def seeds():
    r = [10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3]
    n = [39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51, 7]
    i = np.arange(21)
    seed, extract = i // 11, ((i >= 5) & (i < 11) | (i >= 16)).astype(int)
    x = np.stack([np.ones(21), seed, extract, seed * extract], axis=1)
    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 1000, shape=4)
        sigma = pm.Uniform("sigma", 0, 10)
        b = sigma * pm.Normal("raw", 0, 1, shape=21)
        pm.Binomial("r", n, logit_p=pt.dot(x, alpha) + b, observed=r)
    return model, {"alpha": "alpha", "sigma": "sigma"}


def hmm_y():
    """The series of hmm.go, number for number."""
    state, x, y = 0, 1, []

    def uniform():
        nonlocal x
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**63
        return (x >> 11) / 2**52

    for _ in range(100):
        y.append((3, 9)[state] + sum(uniform() for _ in range(12)) - 6)
        if uniform() > (0.67, 0.93)[state]:
            state = 1 - state
    return np.array(y)


def hmm():
    """The forward algorithm, the states summed out."""
    y = hmm_y()
    with pm.Model() as model:
        theta = pm.Uniform("theta", 0, 1, shape=2)
        mu = pm.Normal("mu", [3, 10], 1, shape=2, transform=pm.distributions.transforms.ordered, initval=[3, 10])
        pm.Potential("positive", pt.switch(mu[0] > 0, 0, -np.inf))
        log_move = pt.log(pt.stack([theta, 1 - theta], axis=1))
        emission = -((y[:, None] - mu[None, :]) ** 2) / 2

        def step(e, before, move):
            return pt.logsumexp(before[:, None] + move, axis=0) + e

        forward = pytensor.scan(step, sequences=[emission[1:]], outputs_info=[emission[0]], non_sequences=[log_move],
                                return_updates=False)
        pm.Potential("y", pt.logsumexp(forward[-1]))
    return model, {"theta": "theta", "mu": "mu"}


MODELS = {"eight schools": schools, "kidscore_interaction": kidscore, "radon, hierarchical": radon, "GLM_Poisson": poisson,
          "wells": wells, "seeds": seeds, "hmm_example": hmm}
