"""Writes logprob.json: log densities by mpmath with 60 digits, at ordinary and at extreme parameters.

    python logprob.py    (needs mpmath and scipy)

Scalar laws are written out in mpmath. The vector laws are SciPy's, at ordinary parameters.
"""
import datetime, json, os

import mpmath as mp
import numpy as np
import scipy
from scipy import stats

mp.mp.dps = 60
HERE = os.path.dirname(os.path.abspath(__file__))
rows = []


def add(law, x, params, value):
    rows.append(dict(law=law, x=[float(v) for v in np.ravel(x)], params=[float(p) for p in params], want=float(value)))


def m(v):
    return mp.mpf(float(v))


def gamma(x, a, b):
    x, a, b = m(x), m(a), m(b)
    return a * mp.log(b) - mp.loggamma(a) + (a - 1) * mp.log(x) - b * x


def log_gamma(x, a):
    x, a = m(x), m(a)
    return a * x - mp.exp(x) - mp.loggamma(a)


def inv_gamma(x, a, b):
    x, a, b = m(x), m(a), m(b)
    return a * mp.log(b) - mp.loggamma(a) - (a + 1) * mp.log(x) - b / x


def beta(x, a, b):
    x, a, b = m(x), m(a), m(b)
    return (a - 1) * mp.log(x) + (b - 1) * mp.log(1 - x) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)


def normal(x, mu, sd):
    x, mu, sd = m(x), m(mu), m(sd)
    return -((x - mu) / sd) ** 2 / 2 - mp.log(sd) - mp.log(2 * mp.pi) / 2


def student_t(x, df, loc, scale):
    x, df, loc, scale = m(x), m(df), m(loc), m(scale)
    z = (x - loc) / scale
    return (mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2) - mp.log(df * mp.pi) / 2 - mp.log(scale)
            - (df + 1) / 2 * mp.log1p(z * z / df))


def truncated_normal(x, mu, sd, lo, hi):
    """The mass between the bounds by the complementary error function of the side that they are on."""
    a, b = (m(lo) - m(mu)) / m(sd), (m(hi) - m(mu)) / m(sd)
    if a + b < 0:
        a, b = -b, -a
    q = lambda z: mp.mpf(0) if z == mp.inf else mp.erfc(z / mp.sqrt(2)) / 2
    with mp.workdps(200):
        mass = q(a) - q(b)
    return normal(x, mu, sd) - mp.log(mass)


def truncated_gamma(x, a, b, lo, hi):
    with mp.workdps(120):
        mass = mp.gammainc(m(a), m(b) * m(lo), m(b) * m(hi), regularized=True)
    return gamma(x, a, b) - mp.log(mass)


def inv_gaussian(x, mu, lam):
    x, mu, lam = m(x), m(mu), m(lam)
    return mp.log(lam / (2 * mp.pi * x**3)) / 2 - lam * (x - mu) ** 2 / (2 * mu**2 * x)


def log_bessel_k(p, z):
    with mp.workdps(80):
        return mp.log(mp.besselk(p, z))


def gig(x, p, a, b):
    x, p, a, b = m(x), m(p), m(a), m(b)
    return (p / 2 * mp.log(a / b) - mp.log(2) - log_bessel_k(p, mp.sqrt(a * b)) + (p - 1) * mp.log(x)
            - (a * x + b / x) / 2)


def polya_gamma(x, b, z):
    """The alternating series, with as many digits as cancel."""
    with mp.workdps(400):
        x, b, z = m(x), m(b), m(z)
        def term(n):
            return ((-1) ** n * mp.exp(mp.loggamma(n + b) - mp.loggamma(n + 1) - (2 * n + b) ** 2 / (8 * x))
                    * (2 * n + b))
        total, n = mp.mpf(0), 0
        while True:
            t = term(n)
            total += t
            if n > 10 and abs(t) < abs(total) * mp.mpf(10) ** -60 and abs(t) < mp.mpf(10) ** -300:
                break
            n += 1
        return (b * mp.log(mp.cosh(z / 2)) - z * z * x / 2 + (b - 1) * mp.log(2) - mp.loggamma(b)
                - mp.log(2 * mp.pi * x**3) / 2 + mp.log(total))


def binomial(k, n, p):
    n, p = m(n), m(p)
    k = m(k)
    return (mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
            + (k * mp.log(p) if k > 0 else 0) + ((n - k) * mp.log(1 - p) if n > k else 0))


def hypergeometric(k, marked, unmarked, n):
    choose = lambda a, b: mp.loggamma(m(a) + 1) - mp.loggamma(m(b) + 1) - mp.loggamma(m(a) - m(b) + 1)
    return choose(marked, k) + choose(unmarked, n - k) - choose(marked + unmarked, n)


for a in (1e-8, 1e-3, 0.5, 1, 3.7, 15.9, 16.1, 1e3, 1e8):
    for b in (1e-8, 1, 1e8):
        for q in (1e-300, 1e-8, 0.3, 1, 1 + 1e-4, 2, 30):
            x = a / b * q
            if 1e-300 < x < 1e300:
                add("Gamma", x, (a, b), gamma(x, a, b))
                add("InvGamma", 1 / x, (a, b), inv_gamma(1 / x, a, b))
    for x in (-1e8, -700, -1, 0, 1, 5, 18.42):
        add("LogGamma", x, (a,), log_gamma(x, a))
    for b in (1e-8, 0.5, 1, 7, 20, 1e8):
        for x in (1e-300, 1e-8, a / (a + b), 0.3, 0.999):
            if 0 < x < 1:
                add("Beta", x, (a, b), beta(x, a, b))
    for x in (-1e8, -1, 2, 2 + 1e-8, 5, 1e100):
        add("StudentT", x, (a, 2, 1.7), student_t(x, a, 2, 1.7))
for x, mu, sd in ((0, 0, 1), (1e8, 0, 1), (3, 2.5, 1e-8), (1e-8, 0, 1e-8), (5, -1e8, 1e8)):
    add("Normal", x, (mu, sd), normal(x, mu, sd))
for mu, sd, lo, hi in ((0, 1, -1, 2), (0, 1, 0, np.inf), (0, 1, 1e-8, np.inf), (0, 1, 1e8, np.inf), (0, 1, -np.inf, -1e8),
                       (0, 1, 5, 5 + 1e-8), (0, 1, -1e-8, 1e-8), (0, 1, -1e8, 1e8), (-1, 1e-8, 0, np.inf), (3, 1e8, 0, 1),
                       (0, 1, 30, 31), (0, 1, -31, -30), (0, 1, -40, 0.5), (0, 1, 2, 2.2), (0, 1, 9, 9.05), (0, 1, 0.2, 6), (2, 3, -np.inf, 4)):
    end = lo if np.isfinite(lo) else hi
    width = min(hi - lo, sd, sd * sd / abs(end - mu) if end != mu else sd)
    for q in (0, 0.1, 0.5, 0.9):
        x = lo + q * width if np.isfinite(lo) else hi - q * width
        add("TruncatedNormal", x, (mu, sd, lo, hi), truncated_normal(x, mu, sd, lo, hi))
for a, b, lo, hi in ((2.5, 1, 1, 4), (2.5, 1, 0, 1e-3), (2.5, 1, 50, np.inf), (0.3, 2, 0, 1), (0.3, 2, 100, 101), (1, 1, 300, np.inf),
                     (30, 1, 0, 2), (30, 1, 1e-8, np.inf), (100, 5, 19, 21), (1e-3, 1, 1e-8, 1), (1e4, 1, 2e4, np.inf), (3, 1e8, 0, 1),
                     (3, 1e-8, 0, 1), (5, 1, 4, 4 + 1e-8)):
    top = hi if np.isfinite(hi) else lo + 3 / b + a / b
    for q in (0.01, 0.4, 0.9):
        x = lo + q * (top - lo)
        add("TruncatedGamma", x, (a, b, lo, hi), truncated_gamma(x, a, b, lo, hi))
for mu, lam in ((1, 1), (1e-8, 1), (1e8, 1), (1, 1e8), (1, 1e-8), (3, 0.2), (1e8, 1e8)):
    for q in (1e-6, 0.1, 0.99, 1, 3, 1e4):
        add("InvGaussian", mu * q, (mu, lam), inv_gaussian(mu * q, mu, lam))
for p in (-30.5, -0.5, 0, 1e-8, 0.5, 1, 7, 200):
    for a, b in ((1, 1), (1e-8, 1e-8), (1e4, 1e4), (2, 1e-8), (1e-8, 3), (0.5, 1e4)):
        mode = (p + (p * p + a * b) ** 0.5) / a if p > 0 else b / ((p * p + a * b) ** 0.5 - p)
        for q in (0.01, 0.5, 1, 2, 100):
            add("GIG", mode * q, (p, a, b), gig(mode * q, p, a, b))
for b in (0.3, 1, 2, 3.5, 10, 40):
    for z in (0, 1, -2.5, 12, 50):
        mean = b / 4 if z == 0 else b * np.tanh(z / 2) / (2 * z)
        for q in (0.1, 0.5, 1, 1.7, 3):
            if mean * q > b * 1.2:
                continue
            add("PolyaGamma", mean * q, (b, z), polya_gamma(mean * q, b, z))
for n in (1, 10, 1000, 100000000):
    for p in (1e-8, 0.3, 0.5, 0.999):
        for k in sorted({0, 1, n, int(n * p), int(n * 0.7)}):
            add("Binomial", k, (n, p), binomial(k, n, p))
for marked, unmarked, n in ((1, 1, 1), (5, 10, 7), (10, 5, 7), (3, 100000000, 50000000), (50, 50, 99), (60, 940, 100),
                            (50000000, 50000000, 30000000), (99999999, 1, 3), (100000000, 100000000, 199999990),
                            (1000000, 99000000, 1000)):
    lo, hi = max(0, n - unmarked), min(n, marked)
    law = stats.hypergeom(marked + unmarked, marked, n)
    mean, sd = law.mean(), law.std()
    ks = {lo, hi} | {int(min(max(mean + z * sd, lo), hi)) for z in (-9, -3, -1, 0, 1, 3, 9)}
    for k in sorted(ks):
        add("Hypergeometric", k, (marked, unmarked, n), hypergeometric(k, marked, unmarked, n))
        if hi - lo < 2000:  # SciPy's own is good to 8 digits at 1e8 items, to 12 at 1000
            cdf = mp.fsum(mp.exp(hypergeometric(j, marked, unmarked, n)) for j in range(lo, k + 1))
            assert abs(float(cdf) / law.cdf(k) - 1) < (1e-12 if marked + unmarked <= 1000 else 1e-6)
            add("HypergeometricCDF", k, (marked, unmarked, n), cdf)

rng = np.random.default_rng(1)
for alpha in ((1, 2, 3), (0.1, 0.5, 7), (100, 200, 50, 3)):
    p = rng.dirichlet(alpha)
    p = p / p.sum()
    add("Dirichlet", p, alpha, stats.dirichlet(alpha).logpdf(p))
for counts, p in (((3, 0, 5), (0.2, 0.3, 0.5)), ((1, 1, 0), (0.25, 0.5, 0.25)), ((100, 20, 7, 1), (0.7, 0.1, 0.1, 0.1))):
    add("Multinomial", counts, p, stats.multinomial(sum(counts), p).logpmf(counts))
chol = np.array([[1.5, 0, 0], [-0.8, 0.6, 0], [2, 0.3, 1.1]])
mean = np.array([1, -2, 0.5])
for x in ((1, -2, 0.5), (0.3, 1, 1), (10, -7, 20)):
    add("MultiNormal", x, (), stats.multivariate_normal(mean, chol @ chol.T).logpdf(x))
    add("MultiNormalPrecision", x, (), stats.multivariate_normal(mean, np.linalg.inv(chol @ chol.T)).logpdf(x))
    add("MultiT", x, (3.5,), stats.multivariate_t(mean, chol @ chol.T, 3.5).logpdf(x))
for df in (2.5, 7, 40):
    factor = np.array([[0.7, 0, 0], [0.2, 1.3, 0], [-0.5, 0.4, 0.9]])
    add("InvWishart", factor, (df,), stats.invwishart(df, chol @ chol.T).logpdf(factor @ factor.T))

text = ",\n".join(json.dumps(r, allow_nan=True) for r in rows).replace("Infinity", "1.7976931348623157e+308")
with open(os.path.join(HERE, "logprob.json"), "w") as f:
    f.write('{"made": "%s", "mpmath": "%s", "scipy": "%s", "rows": [\n%s\n]}\n' % (
        datetime.date.today().isoformat(), mp.__version__, scipy.__version__, text))
