"""Writes multinomial.json: a multinomial logistic regression by statsmodels, and its posterior with a flat prior.

    python multinomial.py > multinomial.json    (needs statsmodels)

The data are anes96 of statsmodels, in the public domain: 944 voters of the American National Election Studies of 1996.
The party, Democrat, independent or Republican, by an intercept, where voters place themselves from left to right, age and
education, all centred. The maximum, its log likelihood and its covariance matrix are those of MNLogit. Means and standard
deviations of the posterior are importance sampling in numpy, from Student's t with 8 degrees of freedom around the maximum.
"""
import datetime, json, sys

import numpy as np
import statsmodels, statsmodels.api as sm

data = sm.datasets.anes96.load().data
party = np.select([data["PID"] <= 1, data["PID"] <= 4], [0, 1], 2)
columns = [data["selfLR"].to_numpy() - 4, (data["age"].to_numpy() - 47) / 10, data["educ"].to_numpy() - 4]
x = np.column_stack([np.ones(len(party))] + columns)
fit = sm.MNLogit(party, x).fit(method="newton", maxiter=100, tol=1e-14, disp=False)
beta = np.asarray(fit.params).T.ravel()  # category by category
cov = np.asarray(fit.cov_params())

rng, draws, df, p = np.random.default_rng(1), 100_000, 8, len(beta)
normal = rng.standard_normal((draws, p)) @ np.linalg.cholesky(cov).T
b = beta + normal * np.sqrt(df / rng.chisquare(df, draws))[:, None]
d = b - beta
log_q = -(df + p) / 2 * np.log1p(np.einsum("si,ij,sj->s", d, np.linalg.inv(cov), d) / df)
log_p = np.empty(draws)
for s in range(0, draws, 5000):
    eta = np.einsum("ij,skj->sik", x, b[s:s + 5000].reshape(-1, 2, x.shape[1]))
    eta = np.concatenate([np.zeros((*eta.shape[:2], 1)), eta], axis=2)
    log_p[s:s + 5000] = (eta[:, np.arange(len(party)), party] - np.logaddexp.reduce(eta, axis=2)).sum(axis=1)
w = np.exp(log_p - log_q - (log_p - log_q).max())
w /= w.sum()
mean = w @ b
sd = np.sqrt(w @ (b - mean) ** 2)
json.dump({
    "made": datetime.date.today().isoformat(),
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "statsmodels": statsmodels.__version__},
    "x": [[round(float(v), 1) for v in row] for row in x], "y": party.tolist(),
    "beta": beta.tolist(), "llf": float(fit.llf), "cov": cov.tolist(), "mean": mean.tolist(), "sd": sd.tolist(),
    "effective": float(1 / (w ** 2).sum()),
}, sys.stdout)
print()
