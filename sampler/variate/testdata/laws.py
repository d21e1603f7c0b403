"""Prints laws.json: log densities, distribution functions, moments and quantiles, at ordinary and at extreme parameters.

    python laws.py > laws.json    (needs mpmath, numpy and scipy)

Scalar laws are written out in mpmath, with 30 to 130 digits. Moments, quantiles, and the vector laws at ordinary
parameters are SciPy's. The laws of the JAGS 4.3 manual (key "bugs", for sampler/bugs) have their parameters there, and
beside them the name and the parameters of package variate. At ordinary values SciPy's density is compared too
("scipy"): formula and parameters mean one law.
"""
import datetime, json

import mpmath as mp
import numpy as np
import scipy
from scipy import stats

mp.mp.dps = 60
rows, cdfs = [], []


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
    if a > 1e4 or b * min(hi, a / b + lo) > 1e4:  # where the incomplete gamma function does not converge
        c = min(max(m(a) / m(b), m(lo)), m(hi))
        h = lambda t: m(a) * t - m(b) * c * mp.expm1(t)
        total = mp.mpf(0)
        for end in (mp.log(m(lo) / c) if lo > 0 else -mp.inf, mp.log(m(hi) / c)):
            t, width = mp.mpf(0), min(1 / mp.sqrt(m(a)), 1 / (m(b) * c))
            while t != end and h(t) > -100:
                step = t + width if end > 0 else t - width
                step = min(step, end) if end > 0 else max(step, end)
                total += abs(mp.quad(lambda t: mp.exp(h(t)), [t, step]))
                t, width = step, 1.3 * width
        x = m(x)
        return h(mp.log(x / c)) - mp.log(total) - mp.log(x)
    with mp.workdps(120):
        mass = mp.gammainc(m(a), m(b) * m(lo), m(b) * m(hi), regularized=True)
    return gamma(x, a, b) - mp.log(mass)


def inv_gaussian(x, mu, lam):
    x, mu, lam = m(x), m(mu), m(lam)
    return mp.log(lam / (2 * mp.pi * x**3)) / 2 - lam * (x - mu) ** 2 / (2 * mu**2 * x)


def log_bessel_k(p, z):
    if abs(p) > 1e6:  # half the integral of exp(p t - z cosh t), on panels around its peak
        top = mp.asinh(abs(p) / z)
        f = lambda t: abs(p) * (t - top) - z * (mp.cosh(t) - mp.cosh(top))
        sd = 1 / mp.sqrt(z * mp.cosh(top))
        total = mp.quad(lambda t: mp.exp(f(t)), mp.linspace(top - 20 * sd, top + 20 * sd, 41))
        return mp.log(total / 2) + abs(p) * top - z * mp.cosh(top)
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
            cdfs.append(dict(law="Hypergeometric", x=[k], params=[marked, unmarked, n], want=float(cdf)))

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


# The ends of the parameters.
ENDS = (1e-8, 1e-3, 1, 1e3, 1e8)


def dirichlet(p, alpha):
    p, alpha = [m(v) for v in p], [m(v) for v in alpha]
    return (mp.loggamma(mp.fsum(alpha)) - mp.fsum(mp.loggamma(a) for a in alpha)
            + mp.fsum((a - 1) * mp.log(v) for a, v in zip(alpha, p)))


def polya_gamma_many(x, b, z):
    """For large b, the inversion of the characteristic function, over the range where it is above exp(-90)."""
    x, b, z = m(x), m(b), m(z)
    phi = lambda t: mp.exp(b * (mp.log(mp.cosh(z / 2)) - mp.log(mp.cosh(mp.sqrt(z * z / 2 - mp.mpc(0, t)) / mp.sqrt(2)))))
    sd = mp.sqrt(b / 24) if z == 0 else mp.sqrt(b * (mp.sinh(z) - z) / (4 * z**3 * mp.cosh(z / 2) ** 2))
    with mp.workdps(30):
        mid = lambda t: mp.re(phi(t) * mp.exp(mp.mpc(0, -t * x)))
        return mp.log(mp.quad(mid, mp.linspace(0, 16 / sd, 33)) / mp.pi)


for a in (1e-8, 1e-3, 0.01, 0.05, 0.2, 1, 1e3, 1e8):
    for b in ENDS:
        for lo, hi in ((0, 1e-8), (0, 1), (0, 1e8), (1e-8, 1), (1, np.inf), (1, 1e8)):
            if b * max(lo, min(hi, a / b)) - a > 1e9:  # the density falls to nothing within a float64
                continue
            for x in (1e-300, 1e-3, 1, 1e3, a / b):
                if lo <= x <= hi and abs(b * x - a * (1 + abs(mp.log(x)))) < 1e9:
                    add("TruncatedGamma", x, (a, b, lo, hi), truncated_gamma(x, a, b, lo, hi))
for p in (-1e8, -1e3, -1e-3, 1e-3, 1e3, 1e8):
    for a, b in ((1e-8, 1e-8), (1e-8, 1e8), (1e8, 1e-8), (1, 1), (1e3, 1e-3), (1e8, 1e8)):
        root = mp.sqrt(m(p) ** 2 + m(a) * m(b))
        mode = float((p + root) / a if p > 0 else b / (root - p))
        spread = float(mp.exp(3 / (1 + mp.sqrt(root))))
        for q in (1 / spread, 1, spread):
            add("GIG", mode * q, (p, a, b), gig(mode * q, p, a, b))
for b in (1e-8, 1e-3, 0.05, 0.7, 300):
    for z in (0, 1e-8, 1, 30, 1e3):
        mean = b / 4 if z == 0 else b * np.tanh(z / 2) / (2 * z)
        for q in ((1e-3 * b, 0.1 * b, 1, 30) if b < 1 else (0.9, 1, 1.1)):
            if mean * q < 1.2 * b:
                add("PolyaGamma", mean * q, (b, z), polya_gamma(mean * q, b, z))
for b in (1e4, 1e8):
    for z in (0, 1, 10):
        mean = b / 4 if z == 0 else b * np.tanh(z / 2) / (2 * z)
        for q in (-3, 0, 2):
            x = mean * (1 + q / b**0.5)
            add("PolyaGamma", x, (b, z), polya_gamma_many(x, b, z))
for mu in ENDS:
    for lam in ENDS:
        sd = (mu**3 / lam) ** 0.5
        for x in (mu * 0.5, mu, mu + sd, lam / 2):
            add("InvGaussian", x, (mu, lam), inv_gaussian(x, mu, lam))
for scale in (1e-8, 1e8):
    for location in (-1e8, 0, 1e-8):
        for df in ENDS:
            add("StudentT", 1.5, (df, location, scale), student_t(1.5, df, location, scale))
for n in (1, 100000000):
    for p in (1e-8, 1 - 1e-8):
        for k in sorted({0, 1, n - 1, n}):
            add("Binomial", k, (n, p), binomial(k, n, p))
for alpha in ((1e-8, 1e-8), (1e-8, 1, 1e8), (1e8, 1e8, 1e8), (1e-3, 1e-8, 1e-3)):
    for p in ((0.5, 0.5), (1e-8, 1 - 1e-8)) if len(alpha) == 2 else ((0.3, 0.2, 0.5), (1e-8, 1e-8, 1 - 2e-8)):
        add("Dirichlet", p, alpha, dirichlet(p, alpha))
for counts, p in (((100000000, 0, 1), (0.5, 0.25, 0.25)), ((1, 99999999), (1e-8, 1 - 1e-8)), ((0, 1), (1e-8, 1 - 1e-8))):
    total = mp.fsum(m(v) for v in p)
    add("Multinomial", counts, p, mp.loggamma(sum(counts) + 1) - mp.fsum(mp.loggamma(c + 1) for c in counts)
        + mp.fsum(c * mp.log(m(v) / total) for c, v in zip(counts, p)))


location = (1, -2, 0.5)


def multi_t(x, df):
    z = mp.lu_solve(mp.matrix([[m(v) for v in row] for row in chol]), mp.matrix([m(a) - m(b) for a, b in zip(x, location)]))
    df, q = m(df), mp.fsum(v * v for v in z)
    return (mp.loggamma((df + 3) / 2) - mp.loggamma(df / 2) - 3 * mp.log(df * mp.pi) / 2 - (df + 3) / 2 * mp.log1p(q / df)
            - mp.fsum(mp.log(m(chol[i, i])) for i in range(3)))


def inv_wishart(factor, df):
    psi, sigma = (mp.matrix([[m(v) for v in row] for row in f]) for f in (chol, factor))
    half, df = mp.inverse(sigma) * psi, m(df)
    log_det = lambda f: 2 * mp.fsum(mp.log(f[i, i]) for i in range(3))
    log_gamma3 = 3 * mp.log(mp.pi) / 2 + mp.fsum(mp.loggamma((df - j) / 2) for j in range(3))
    return (df / 2 * log_det(psi) - 3 * df / 2 * mp.log(2) - log_gamma3 - (df + 4) / 2 * log_det(sigma)
            - mp.fsum(half[i, j] ** 2 for i in range(3) for j in range(3)) / 2)


for x in ((1, -2, 0.5), (0.3, 1, 1), (1e8, 1, 1)):
    for df in ENDS:
        add("MultiT", x, (df,), multi_t(x, df))
for df in (2 + 1e-8, 1e3, 1e8):
    for factor in (np.array([[0.7, 0, 0], [0.2, 1.3, 0], [-0.5, 0.4, 0.9]]), chol / df**0.5):
        add("InvWishart", factor, (df,), inv_wishart(factor, df))


# Distribution functions, for counting draws below a few points: near the quantiles, or at the smallest float64 where these
# are smaller.
def quantiles(law, params, cdf, low, high, positive=True):
    """low and high bound the search, in logarithms for a positive law."""
    place = (lambda t: mp.exp(t)) if positive else (lambda t: t)
    points = set()
    for p in (0.02, 0.25, 0.5, 0.75, 0.98):
        a, b = m(low), m(high)
        for _ in range(45):
            mid = (a + b) / 2
            a, b = (mid, b) if cdf(place(mid)) < p else (a, mid)
        x = float(place(b))
        points.add(min(max(x, 5e-324), 1.7976931348623157e308) if positive else x)
    for x in sorted(points):
        p = float(cdf(m(x)))
        if 1e-3 < p < 0.999 and x < 1e308:  # larger draws become the largest float64
            cdfs.append(dict(law=law, x=[x], params=[float(v) for v in params], want=p))


def gamma_cdf(a, rate, lo=0, hi=np.inf):
    a, rate, lo, hi = m(a), m(rate), m(lo), m(hi)
    mass = mp.gammainc(a, rate * lo, rate * hi, regularized=True)
    return lambda x: 0 if x <= lo else 1 if x >= hi else mp.gammainc(a, rate * lo, rate * x, regularized=True) / mass


def polya_gamma_cdf(b, z):
    b, z = m(b), m(z)

    def cdf(x):
        """The series of the density, integrated: times of first passage of a Brownian motion with drift."""
        total, n = mp.mpf(0), 0
        while True:
            a = n + b / 2
            t = (-1) ** n * mp.rf(b, n) / mp.factorial(n) * (mp.exp(-a * z) * mp.erfc((a - z * x) / mp.sqrt(2 * x))
                                                            + mp.exp(a * z) * mp.erfc((a + z * x) / mp.sqrt(2 * x))) / 2
            total += t
            if abs(t) < 1e-30:
                return total * (1 + mp.exp(-z)) ** b * mp.exp(b * z / 2)
            n += 1

    return cdf


def gig_cdf(p, a, b):
    """Gauss-Legendre on panels in the logarithm, around the mode."""
    p, a, b = m(p), m(a), m(b)
    root = mp.sqrt(p * p + a * b)
    mode = mp.log((p + root) / a if p > 0 else b / (root - p))
    f = lambda t: p * (t - mode) - a / 2 * (mp.exp(t) - mp.exp(mode)) - b / 2 * (mp.exp(-t) - mp.exp(-mode))
    ends = []
    for side in (-1, 1):
        t = mp.mpf(1) / 1000 / (1 + mp.sqrt(root))
        while f(mode + side * t) > -50:
            t *= 1.3
        ends.append(mode + side * t)
    grid = mp.linspace(*ends, 400)
    cum = [mp.mpf(0)]
    for s, e in zip(grid, grid[1:]):
        cum.append(cum[-1] + mp.quad(lambda t: mp.exp(f(t)), [s, e], maxdegree=3))

    def cdf(x):
        t = mp.log(x)
        if not grid[0] < t < grid[-1]:
            return mp.mpf(0 if t <= grid[0] else 1)
        i = int((t - grid[0]) / (grid[1] - grid[0]))
        return (cum[i] + mp.quad(lambda t: mp.exp(f(t)), [grid[i], t], maxdegree=3)) / cum[-1]

    return cdf, ends


mp.mp.dps = 30
for a in (1e-8, 1e-4, 1e-3, 0.01, 0.05, 0.3, 1, 1e3):
    for b in (1e-8, 1, 1e8):
        cdf = gamma_cdf(a, b)
        low, high = -60 / a - 60 - np.log(b), np.log((a + 40 + 12 * a**0.5) / b)
        quantiles("Gamma", (a, b), cdf, low, high)
        quantiles("InvGamma", (a, b), lambda x: 1 - cdf(1 / x), -high, -low)
    quantiles("LogGamma", (a,), lambda t: gamma_cdf(a, 1)(mp.exp(t)), -60 / a - 60, np.log(a + 40 + 12 * a**0.5), False)
for a, b, lo, hi in ((1e-8, 1, 0, 1), (1e-4, 1, 0, 1), (1e-3, 1, 0, 1e8), (1e-3, 1e8, 0, 1), (0.01, 1, 0, 1), (0.05, 1, 0, 1),
                     (0.1, 1e-8, 0, 1), (0.2, 1, 0, 1), (0.05, 1, 1e-8, 1), (0.3, 1e8, 0, 1e-8), (1, 1, 0, 1e-8), (0.01, 1, 1, np.inf),
                     (1e3, 1, 0, 1), (1e3, 1e-8, 1, 1e8), (1e-8, 1e-8, 1e-8, 1e8), (3, 1e8, 1e-8, 1), (2.5, 1, 1, 4), (2.5, 1, 50, np.inf),
                     (0.3, 2, 100, 101), (100, 5, 19, 21)):
    quantiles("TruncatedGamma", (a, b, lo, hi), gamma_cdf(a, b, lo, hi), np.log(lo) if lo > 0 else -60 / a - 60,
              np.log(min(hi, lo + 100 + (a + 40 + 12 * a**0.5) / b)))
for p, a, b in ((0.01, 1, 1e-30), (0.1, 1, 1e-20), (0, 1, 1e-40), (0, 1e-40, 1), (-0.01, 1e-30, 1), (1e-8, 1e-8, 1e-8),
                (0, 1e-100, 1e-100), (-1e3, 1e-8, 1e8), (1e3, 1e8, 1e-8), (0.5, 1e8, 1e8), (1e8, 1, 1), (200, 3, 4), (-30.5, 1e4, 1e4),
                (0.5, 1, 1), (-3, 2, 1)):
    cdf, ends = gig_cdf(p, a, b)
    quantiles("GIG", (p, a, b), cdf, *ends)
for b in (1e-8, 1e-3, 0.01, 0.1, 0.7, 1, 1.01, 2, 3):
    for z in (0, 1e-9, 0.5, 4, 30):
        quantiles("PolyaGamma", (b, z), polya_gamma_cdf(b, z), 2 * np.log(b) - 6, np.log(b + 3))
for mu in (1e-8, 1, 2, 1e8):
    for lam in (1e-8, 1, 20, 1e8):
        def cdf(x, mu=m(mu), lam=m(lam)):
            root, phi = mp.sqrt(lam / x), lambda v: mp.erfc(-v / mp.sqrt(2)) / 2
            return phi(root * (x / mu - 1)) + mp.exp(2 * lam / mu) * phi(-root * (x / mu + 1))
        quantiles("InvGaussian", (mu, lam), cdf, np.log(mu) - 60, np.log(mu) + 60)
for df in (1e-8, 1e-3, 0.05, 1, 1e3, 1e8):
    def cdf(t, df=m(df)):  # an incomplete beta function in df/2; for large df, t itself
        tail = mp.betainc(df / 2, 0.5, 0, df / (df + t * t), regularized=True) / 2 if df < 1e6 else mp.erfc(min(abs(t), 100) / mp.sqrt(2)) / 2
        return tail if t < 0 else 1 - tail
    for x in (-1e300, -1e8, -1, -1e-8, 0.3, 2, 1e30):
        p = float(cdf(m(x)))
        if 1e-3 < p < 0.999:
            cdfs.append(dict(law="StudentT", x=[x], params=[df, 0, 1], want=p))
for a, b in ((1e-8, 1e-8), (1e-8, 3e-8), (1e-3, 1e-3), (0.01, 5), (1e-3, 1e3), (0.05, 0.02), (1, 1e8), (1e3, 1e3)):
    for x in (1e-300, 1e-100, 1e-12, 1e-8, 1e-3, 0.3, 0.49, 0.5, 0.51, 0.999):
        if a < 100 < b and b * x > 100:  # 1, and the series does not end
            continue
        p = float(mp.betainc(m(a), m(b), 0, m(x), regularized=True))
        if 1e-3 < p < 0.999:
            cdfs.append(dict(law="Beta", x=[x], params=[a, b], want=p))
for mu, sd, lo, hi in ((0, 1, 1e4, np.inf), (0, 1, -np.inf, -1e4), (0, 1, 5, 5 + 1e-8), (0, 1, -1e8, 1e8), (-1, 1e-8, 0, np.inf),
                       (3, 1e8, 0, 1), (0, 1, 38, 39), (0, 1e-8, 0, 1e8), (0, 1e8, -1e-8, 1e8), (0, 1, -1, 2), (0, 1, -1.2, 1.2),
                       (0, 1, 0.3, np.inf), (0, 1, -6, -0.01), (2, 3, -np.inf, 4)):
    with mp.workdps(60):
        flip = (m(lo) + m(hi)) / 2 < m(mu)  # work on the side of the tail
        q = lambda v: mp.erfc(v / mp.sqrt(2)) / 2 if v != mp.inf else mp.mpf(0)
        side = lambda v: (m(mu) - m(v)) / m(sd) if flip else (m(v) - m(mu)) / m(sd)
        near, far = (hi, lo) if flip else (lo, hi)
        for share in (0.02, 0.25, 0.5, 0.75, 0.98):
            with mp.workdps(60):
                target = lambda v: (q(side(near)) - q(side(v))) / (q(side(near)) - q(side(far)))
                a, b = m(0), min(m(hi) - m(lo), 60 * m(sd))
                for _ in range(90):
                    mid = (a + b) / 2
                    a, b = (mid, b) if target(m(near) + (-mid if flip else mid)) < share else (a, mid)
                x = float(m(near) + (-b if flip else b))
                p = float(target(m(x)))
            cdfs.append(dict(law="TruncatedNormal", x=[x], params=[mu, sd, lo, hi], want=1 - p if flip else p))
cdfs = [c for c in cdfs if 1e-3 < c["want"] < 0.999]


# The laws of the JAGS manual, and others of package variate.
mp.mp.dps = 130
inf = mp.inf


def gamma_tails(a, x):
    return mp.gammainc(a, 0, x, regularized=True), mp.gammainc(a, x, inf, regularized=True)


def beta_tails(a, b, x, y):
    return mp.betainc(a, b, 0, x, regularized=True), mp.betainc(b, a, 0, y, regularized=True)


def swap(pair):
    return pair[1], pair[0]


def normal_tails(z):
    return mp.erfc(-z / mp.sqrt(2)) / 2, mp.erfc(z / mp.sqrt(2)) / 2


def upper(s):
    return 1 - s, s


def student(x, m, tau, k):
    t = (x - m) * mp.sqrt(tau)
    tail = mp.betainc(k / 2, mp.mpf(1) / 2, 0, k / (k + t * t), regularized=True) / 2
    return (tail, 1 - tail) if t < 0 else (1 - tail, tail)


def laplace(x, m, tau):
    tail = mp.exp(-tau * abs(x - m)) / 2
    return (tail, 1 - tail) if x < m else (1 - tail, tail)


def f_tails(x, n, m):
    return beta_tails(n / 2, m / 2, n * x / (n * x + m), m / (n * x + m))


def mixture(k, delta, term):
    weight = lambda j: mp.exp(-delta / 2) * (delta / 2) ** j / mp.factorial(j)
    return mp.fsum(weight(j) * term(k / 2 + j) for j in range(int(4 * delta) + 150))


def nchisq(x, k, delta):
    return (mixture(k, delta, lambda a: gamma_tails(a, x / 2)[0]), mixture(k, delta, lambda a: gamma_tails(a, x / 2)[1]))


def summed(pmf, lo, hi):
    return lambda x, *p: (mp.fsum(pmf(mp.mpf(k), *p) for k in range(lo(*p), int(x) + 1)),
                          mp.fsum(pmf(mp.mpf(k), *p) for k in range(int(x) + 1, hi(*p) + 1)))


def outward(pmf, lo, hi):
    """Tails of a law with one peak: sums on both sides of x, each as far as its terms matter."""
    def side(ks, p):
        total, last = mp.mpf(0), mp.mpf(0)
        for k in ks:
            term = pmf(mp.mpf(k), *p)
            total += term
            if term < last and term < total * mp.mpf(10) ** -40:
                break
            last = term
        return total
    return lambda x, *p: (side(range(int(x), lo - 1, -1), p), side(range(int(x) + 1, hi(*p) + 1), p))


def binomial_probability(x, p, n):
    return mp.binomial(n, x) * p ** x * (1 - p) ** (n - x)


def negative_binomial(x, p, r):
    return mp.binomial(x + r - 1, x) * p ** r * (1 - p) ** x


def hyper(x, n1, n2, m, psi):
    w = lambda k: mp.binomial(n1, k) * mp.binomial(n2, m - k) * psi ** k
    return w(x) / mp.fsum(w(k) for k in range(int(max(0, m - n2)), int(min(n1, m)) + 1))


def betabin(x, a, b, n):
    return mp.binomial(a + x - 1, x) * mp.binomial(b + n - x - 1, n - x) / mp.binomial(a + b + n - 1, n)


def cat(x, *w):
    return w[int(x) - 1] / mp.fsum(w)


def von_mises(x, m, k):
    return mp.exp(k * mp.cos(x - m)) / (2 * mp.pi * mp.besseli(0, k))


def von_mises_tails(x, m, k):
    with mp.workdps(30):
        part = lambda a, b: mp.quad(lambda t: von_mises(t, m, k), mp.linspace(a, b, 40))
        return part(-mp.pi, x), part(x, mp.pi)


root = lambda tau: 1 / np.sqrt(tau)
# name: density, tails, SciPy's law, [(parameters, values)]
LAWS = {
    "dnorm": (lambda x, m, t: mp.sqrt(t / (2 * mp.pi)) * mp.exp(-t * (x - m) ** 2 / 2),
              lambda x, m, t: normal_tails((x - m) * mp.sqrt(t)), lambda m, t: stats.norm(m, root(t)),
              [((0, 1), (-100, -38, -8, -.5, 0, 1e-9, 3, 29, 31, 1e4)), ((5, 1e-4), (-1e4, -20, 5, 700)), ((-3, 1e8), (-3.001, -3))]),
    "dlnorm": (lambda x, m, t: mp.sqrt(t / (2 * mp.pi)) / x * mp.exp(-t * (mp.log(x) - m) ** 2 / 2),
               lambda x, m, t: normal_tails((mp.log(x) - m) * mp.sqrt(t)),
               lambda m, t: stats.lognorm(root(t), scale=np.exp(m)),
               [((0, 1), (1e-30, .01, .9, 1, 5, 1e12)), ((2, 4), (1e-3, 7, 8, 400))]),
    "dgamma": (lambda x, r, l: l ** r * x ** (r - 1) * mp.exp(-l * x) / mp.gamma(r),
               lambda x, r, l: gamma_tails(r, l * x), lambda r, l: stats.gamma(r, scale=1 / l),
               [((.001, .001), (1e-200, 1e-10, .5, 10, 2000, 1e6)), ((.5, 2), (1e-12, .1, .5, 1, 3, 40, 600)),
                ((3, .5), (1e-9, 1, 5.9, 6.1, 20, 4000)), ((25, 1), (1e-3, 4, 12, 25, 30, 60, 1e3)),
                ((1e4, 10), (600, 970, 1000, 1001, 1100, 3000))]),
    "dchisqr": (lambda x, k: x ** (k / 2 - 1) * mp.exp(-x / 2) / (2 ** (k / 2) * mp.gamma(k / 2)),
                lambda x, k: gamma_tails(k / 2, x / 2), lambda k: stats.chi2(k),
                [((1,), (1e-10, .3, 1, 5, 1400)), ((7,), (.01, 6, 9, 200)), ((300,), (20, 290, 310, 900))]),
    "dinvgamma": (lambda x, a, b: b ** a / mp.gamma(a) * x ** (-a - 1) * mp.exp(-b / x),
                  lambda x, a, b: swap(gamma_tails(a, b / x)), lambda a, b: stats.invgamma(a, scale=b),
                  [((2, 3), (.004, .1, 1, 2, 50, 1e9)), ((.01, .01), (1e-5, 1, 1e30))]),
    "dgen.gamma": (lambda x, r, l, b: b * l ** (b * r) * x ** (b * r - 1) * mp.exp(-(l * x) ** b) / mp.gamma(r),
                   lambda x, r, l, b: gamma_tails(r, (l * x) ** b),
                   lambda r, l, b: stats.gengamma(r, b, scale=1 / l),
                   [((2, .5, 3), (1e-4, 1, 2.5, 4, 15)), ((.7, 3, .5), (1e-9, .1, 2, 900))]),
    "dnchisqr": (lambda x, k, d: mixture(k, d, lambda a: x ** (a - 1) * mp.exp(-x / 2) / (2 ** a * mp.gamma(a))),
                 nchisq, lambda k, d: stats.ncx2(k, d),
                 [((3, 2), (1e-6, 1, 5, 30, 400)), ((1.5, 60), (1, 40, 61, 90, 300))]),
    "dexp": (lambda x, l: l * mp.exp(-l * x), lambda x, l: upper(mp.exp(-l * x)), lambda l: stats.expon(scale=1 / l),
             [((2,), (1e-20, .3, .4, 5, 3000))]),
    "dweib": (lambda x, v, l: v * l * x ** (v - 1) * mp.exp(-l * x ** v), lambda x, v, l: upper(mp.exp(-l * x ** v)),
              lambda v, l: stats.weibull_min(v, scale=l ** (-1 / v)),
              [((1.7, .3), (1e-9, .5, 2, 4, 90)), ((.4, 2), (1e-15, .1, 1, 1e5))]),
    "dpar": (lambda x, a, c: a * c ** a * x ** (-a - 1), lambda x, a, c: upper((c / x) ** a),
             lambda a, c: stats.pareto(a, scale=c), [((2.5, 3), (3.0000001, 3.5, 4, 20, 1e150))]),
    "ddexp": (lambda x, m, t: t / 2 * mp.exp(-t * abs(x - m)), laplace, lambda m, t: stats.laplace(m, 1 / t),
              [((1, 2), (-500, 0, .999, 1, 1.5, 9, 500))]),
    "dlogis": (lambda x, m, t: t * mp.exp((x - m) * t) / (1 + mp.exp((x - m) * t)) ** 2,
               lambda x, m, t: (1 / (1 + mp.exp(-(x - m) * t)), 1 / (1 + mp.exp((x - m) * t))),
               lambda m, t: stats.logistic(m, 1 / t), [((1, 2), (-500, 0, 1, 1.5, 20, 500))]),
    "dunif": (lambda x, a, b: 1 / (b - a), lambda x, a, b: ((x - a) / (b - a), (b - x) / (b - a)),
              lambda a, b: stats.uniform(a, b - a), [((-2, 6), (-1.9999, 0, 2, 5))]),
    "dbeta": (lambda x, a, b: x ** (a - 1) * (1 - x) ** (b - 1) / mp.beta(a, b),
              lambda x, a, b: beta_tails(a, b, x, 1 - x), lambda a, b: stats.beta(a, b),
              [((.01, .02), (1e-100, .1, .5, .99)), ((2, 3), (1e-60, .01, .4, .8, .9999)), ((.5, 40), (1e-8, .01, .1, .9)),
               ((800, 2000), (.01, .2, .28, .29, .4, .9))]),
    "dt": (lambda x, m, t, k: mp.gamma((k + 1) / 2) / mp.gamma(k / 2) * mp.sqrt(t / (k * mp.pi))
           * (1 + t * (x - m) ** 2 / k) ** (-(k + 1) / 2), student, lambda m, t, k: stats.t(k, m, root(t)),
           [((0, 1, 1), (-1e180, -1e9, -2, 0, .1, 3)), ((2, .25, 4), (-1e5, -3, 2, 2.5, 9, 1e20)), ((0, 1, 1e4), (-30, -1, 0, 5))]),
    "df": (lambda x, n, m: mp.sqrt((n * x) ** n * m ** m / (n * x + m) ** (n + m)) / (x * mp.beta(n / 2, m / 2)), f_tails,
           lambda n, m: stats.f(n, m), [((3, 7), (1e-12, .5, 1, 4, 1e6)), ((50, 2.5), (.01, 1, 2, 300))]),
    "dbern": (lambda x, p: p if x == 1 else 1 - p, lambda x, p: (1 - p, p) if x == 0 else (mp.mpf(1), mp.mpf(0)),
              lambda p: stats.bernoulli(p), [((.3,), (0, 1))]),
    "dbin": (binomial_probability, outward(binomial_probability, 0, lambda p, n: int(n)),
             lambda p, n: stats.binom(int(n), p), [((.3, 20), (0, 2, 6, 15, 20)), ((1e-5, 1000), (0, 1, 40)),
                                                  ((.6, 4000), (1500, 2350, 2400, 2430, 3500))]),
    "dpois": (lambda x, l: mp.exp(-l) * l ** x / mp.factorial(x), lambda x, l: swap(gamma_tails(x + 1, l)),
              lambda l: stats.poisson(l), [((.2,), (0, 1, 30)), ((7.5,), (0, 6, 8, 100)), ((3000,), (1000, 2990, 3100, 9000))]),
    "dnegbin": (negative_binomial, outward(negative_binomial, 0, lambda p, r: 10 ** 6), lambda p, r: stats.nbinom(r, p),
                [((.3, 2.5), (0, 5, 9, 300)), ((.01, .1), (0, 3, 4000)), ((.9, 400), (1, 44, 50, 400))]),
    "dcat": (cat, summed(cat, lambda *w: 1, lambda *w: len(w)),
             lambda *w: stats.rv_discrete(values=(range(1, len(w) + 1), np.array(w) / sum(w))), [((2, .5, 1, .5), (1, 2, 4))]),
    "dbetabin": (betabin, summed(betabin, lambda a, b, n: 0, lambda a, b, n: int(n)),
                 lambda a, b, n: stats.betabinom(int(n), a, b),
                 [((2, 5, 12), (0, 3, 9, 12)), ((.05, .1, 30), (0, 7, 30)), ((300, 20, 400), (200, 350, 375, 399))]),
    "dhyper": (hyper, summed(hyper, lambda a, b, m, psi: int(max(0, m - b)), lambda a, b, m, psi: int(min(a, m))),
               lambda a, b, m, psi: stats.nchypergeom_fisher(int(a + b), int(a), int(m), psi),
               [((10, 12, 8, 1), (0, 3, 8)), ((30, 20, 25, 2.5), (5, 16, 18, 25)), ((100, 150, 120, .1), (0, 15, 24, 60))]),
    "HalfNormal": (lambda x, s: mp.sqrt(2 / mp.pi) / s * mp.exp(-(x / s) ** 2 / 2),
                   lambda x, s: (mp.erf(x / s / mp.sqrt(2)), mp.erfc(x / s / mp.sqrt(2))), lambda s: stats.halfnorm(scale=s),
                   [((2.5,), (0, 1e-9, .5, 2.5, 6, 90))]),
    "HalfCauchy": (lambda x, s: 2 / (mp.pi * s * (1 + (x / s) ** 2)),
                   lambda x, s: (2 / mp.pi * mp.atan2(x, s), 2 / mp.pi * mp.atan2(s, x)), lambda s: stats.halfcauchy(scale=s),
                   [((.4,), (0, 1e-9, .1, .4, 3, 1e9, 1e200))]),
    "VonMises": (von_mises, von_mises_tails, lambda m, k: stats.vonmises(k, m),
                 [((0, 2), (-3.14, -1, 0, .5, 2)), ((1, .3), (-3, -1, .5, 2, 3)), ((0, 0), (-2, 0, 1.5)),
                  ((-3, 40), (-3.1, -2.9, 0, 3.1)), ((0, 6), (-1, .3, 2)), ((0, 24.9), (-.2, .1, 1)), ((0, 1e4), (-.01, 0, .02))]),
}
# what package variate calls them, with its parameters
by_deviation = lambda m, t: (m, t ** -.5)
by_scale = lambda m, t: (m, 1 / t)
VARIATE = {"dnorm": ("Normal", by_deviation), "dlnorm": ("LogNormal", by_deviation), "dgamma": ("Gamma", None),
           "dinvgamma": ("InvGamma", None), "dexp": ("Exponential", None), "dpar": ("Pareto", None), "dunif": ("Uniform", None),
           "dbeta": ("Beta", None), "dpois": ("Poisson", None), "dweib": ("Weibull", lambda v, l: (v, l ** (-1 / v))),
           "ddexp": ("Laplace", by_scale), "dlogis": ("Logistic", by_scale), "dt": ("StudentT", lambda m, t, k: (k, m, t ** -.5)),
           "dbin": ("Binomial", lambda p, n: (n, p)), "dnegbin": ("NegBinomial", lambda p, r: (r * (1 - p) / p, r)),
           "dbetabin": ("BetaBinomial", lambda a, b, n: (n, a, b))}
ROWS = []
MOMENTS = []
for b in (1, 10, 40, 1e3, 1e8):
    for z in (1e-3, 2, 39):
        with mp.workdps(60):
            z_ = m(z)
            MOMENTS.append(dict(variate="PolyaGamma", params=[b, z], mean=float(b * mp.tanh(z_ / 2) / (2 * z_)),
                                variance=float(b * (mp.sinh(z_) - z_) / (4 * z_**3 * mp.cosh(z_ / 2) ** 2))))
for name, (pdf, tails, law, cases) in LAWS.items():
    for params, values in cases:
        p = [mp.mpf(float(v)) for v in params]
        floats = [float(v) for v in params]
        frozen = law(*floats)
        discrete = hasattr(frozen, "xk") or hasattr(frozen.dist, "pmf")
        log = frozen.logpmf if discrete else frozen.logpdf
        same = dict(law=name, p=floats) if name[0] == "d" else {}
        called, to = VARIATE.get(name, (None if same else name, None))
        if called:
            named = dict(variate=called, params=list(to(*floats)) if to else floats)
            mean, variance, excess = (float(v) for v in frozen.stats("mvk"))
            if name == "VonMises":  # SciPy's are those of an angle
                with mp.workdps(30):
                    variance = float(mp.quad(lambda t: t * t * von_mises(t, *p), mp.linspace(-mp.pi, mp.pi, 80)))
                mean, excess = 0, inf if p[0] else 0
            if excess < 40:
                MOMENTS.append(named | dict(mean=mean, variance=variance))
            same = same | named
        for x in values:
            x = mp.mpf(float(x))
            d, (lo, up) = pdf(x, *p), tails(x, *p)
            other = float(log(float(x)))
            row = same | dict(x=float(x), density=float(mp.log(d)))
            if lo > 0:
                row["lower"] = float(mp.log(lo))
            if up > 0:
                row["upper"] = float(mp.log(up))
            if np.isfinite(other) and -30 < other < 30:
                assert abs(other - row["density"]) < 1e-9 * max(1, abs(other)), (name, params, x, other, row)
                row["scipy"] = True
            ROWS.append(row)
        if name == "VonMises" and p[0]:
            continue
        for u in (1e-8, .02, .4, .5, .77, .999):
            row = same | dict(u=u, quantile=float(frozen.ppf(u)))
            if discrete:
                row.pop("variate", None)  # u is not the probability there
            ROWS.append(row)

A, B = [[2., .5, -.3], [.5, 1, .2], [-.3, .2, 3]], [[1.5, -.4, .1], [-.4, 2, .3], [.1, .3, .7]]
MEAN, X = [1., -2, .5], [.3, -1.1, 2]
INVERSE = np.linalg.inv(A)
VECTORS = [
    ("ddirch", [[.5, 2, 7]], [.1, .3, .6], stats.dirichlet.logpdf([.1, .3, .6], [.5, 2, 7])),
    ("dmulti", [[2, 3, 5], [9]], [1, 2, 6], stats.multinomial.logpmf([1, 2, 6], 9, [.2, .3, .5])),
    ("dmnorm", [MEAN, A], X, stats.multivariate_normal.logpdf(X, MEAN, INVERSE)),
    ("dwish", [A, [5.5]], B, stats.wishart.logpdf(np.array(B), 5.5, INVERSE)),
]
ROWS += [dict(vector=name, given=[np.ravel(v).tolist() for v in p], at=np.ravel(x).tolist(), density=float(d))
         for name, p, x, d in VECTORS]
parts = ",\n".join('"%s": [\n%s\n]' % (key, ",\n".join(map(json.dumps, part)).replace("Infinity", "1.7976931348623157e+308"))
                   for key, part in (("rows", rows), ("cdfs", cdfs), ("moments", MOMENTS), ("bugs", ROWS)))
print('{"made": "%s", "mpmath": "%s", "scipy": "%s",\n%s}' % (
    datetime.date.today().isoformat(), mp.__version__, scipy.__version__, parts))
