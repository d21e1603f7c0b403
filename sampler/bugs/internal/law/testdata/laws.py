"""Prints laws.json: log densities, both log tails and quantiles of the distributions of the JAGS 4.3 manual.

    python laws.py > laws.json    (needs mpmath, numpy and scipy)

Densities and tails are mpmath's with 130 digits, by the formulas of the manual. Quantiles and the laws of
vectors are SciPy's. At ordinary values SciPy's density is compared too ("scipy"): formula and parameters mean one law.
"""
import datetime
import json

import mpmath as mp
import numpy as np
import scipy
from scipy import stats

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


def binomial(x, p, n):
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
    "dbin": (binomial, outward(binomial, 0, lambda p, n: int(n)),
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
}
ROWS = []
for name, (pdf, tails, law, cases) in LAWS.items():
    for params, values in cases:
        p = [mp.mpf(float(v)) for v in params]
        frozen = law(*[float(v) for v in params])
        log = frozen.logpmf if hasattr(frozen, "xk") or hasattr(frozen.dist, "pmf") else frozen.logpdf
        for x in values:
            x = mp.mpf(float(x))
            d, (lo, up) = pdf(x, *p), tails(x, *p)
            other = float(log(float(x)))
            row = dict(law=name, p=[float(v) for v in params], x=float(x), density=float(mp.log(d)))
            if lo > 0:
                row["lower"] = float(mp.log(lo))
            if up > 0:
                row["upper"] = float(mp.log(up))
            if np.isfinite(other) and -30 < other < 30:
                assert abs(other - row["density"]) < 1e-9 * max(1, abs(other)), (name, params, x, other, row)
                row["scipy"] = True
            ROWS.append(row)
        for u in (1e-8, .02, .4, .5, .77, .999):
            ROWS.append(dict(law=name, p=[float(v) for v in params], u=u, quantile=float(frozen.ppf(u))))

A, B = [[2., .5, -.3], [.5, 1, .2], [-.3, .2, 3]], [[1.5, -.4, .1], [-.4, 2, .3], [.1, .3, .7]]
MEAN, X = [1., -2, .5], [.3, -1.1, 2]
INVERSE = np.linalg.inv(A)
VECTORS = [
    ("ddirch", [[.5, 2, 7]], [.1, .3, .6], stats.dirichlet.logpdf([.1, .3, .6], [.5, 2, 7])),
    ("dmulti", [[2, 3, 5], [9]], [1, 2, 6], stats.multinomial.logpmf([1, 2, 6], 9, [.2, .3, .5])),
    ("dmnorm", [MEAN, A], X, stats.multivariate_normal.logpdf(X, MEAN, INVERSE)),
    ("dwish", [A, [5.5]], B, stats.wishart.logpdf(np.array(B), 5.5, INVERSE)),
]
ROWS += [dict(vector=name, params=[np.ravel(v).tolist() for v in p], at=np.ravel(x).tolist(), density=float(d))
         for name, p, x, d in VECTORS]
print(json.dumps(dict(made=str(datetime.date.today()), mpmath=mp.__version__, scipy=scipy.__version__))[:-1] + ', "rows": [')
print(",\n".join(map(json.dumps, ROWS)) + "]}")
