"""Reference values for src/stats, by programs that share no code with it.

    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install statsmodels
    /tmp/reference/bin/python test/reference/make-proportions.py > test/reference/proportions.json

statsmodels gives the Wilson and Newcombe intervals, SciPy the normal quantiles and binomial
probabilities. The bootstraps get exact values instead of resampled ones: the fixed-population
distribution by convolving binomials, the run-level ones by enumerating every resample. A percentile
of RESAMPLES draws must lie in the band between the exact quantiles four Monte-Carlo standard errors
below and above its probability.
"""

import itertools
import json
import platform
import sys

import numpy as np
import scipy
import scipy.stats
import statsmodels
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

RESAMPLES = 20_000


def band_probabilities(probability):
    error = 4 * np.sqrt(probability * (1 - probability) / RESAMPLES)
    return probability - error, probability + error


def bands(quantile):
    """Bands of the lower and the upper 95 % limit."""
    def band(probability):
        low, high = band_probabilities(probability)
        return {"from": quantile(low), "to": quantile(high)}

    return {"lower": band(0.025), "upper": band(0.975)}


def limits(pair):
    return {"lower": float(pair[0]), "upper": float(pair[1])}


def stratum(x1, n1, x2, n2):
    return {"first": {"successes": x1, "n": n1}, "second": {"successes": x2, "n": n2}}


def wilson():
    cases = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 20), (11, 20), (17, 20), (3, 7), (250, 1000)]
    return [
        {"successes": x, "n": n, "confidence": c,
         **limits(proportion_confint(x, n, alpha=1 - c, method="wilson"))}
        for (x, n) in cases
        for c in (0.8, 0.95, 0.99)
    ]


def newcombe():
    cases = [(18, 20, 20, 20), (11, 20, 7, 20), (0, 20, 0, 20), (20, 20, 20, 20), (20, 20, 0, 20),
             (0, 1, 1, 1), (3, 3, 1, 5), (56, 70, 48, 80), (9, 10, 3, 10), (5, 56, 0, 29)]
    return [
        {**stratum(*case), "confidence": c,
         **limits(confint_proportions_2indep(
             *case, method="newcomb", compare="diff", alpha=1 - c))}
        for case in cases
        for c in (0.9, 0.95)
    ]


STRATA = [
    [(18, 20, 20, 20), (11, 20, 7, 20), (20, 20, 20, 20), (0, 20, 0, 20)],
    [(3, 3, 1, 3), (2, 3, 2, 3), (0, 3, 0, 3)],
    [(1, 1, 0, 1), (1, 1, 1, 1)],
    [(20, 20, 20, 20), (20, 20, 20, 20), (0, 20, 0, 20)],
    [(4, 5, 7, 11)],
]


def mover():
    """Squared distances to the Wilson limits at z/sqrt(m), with n/(n-1), averaged over strata."""
    z = scipy.stats.norm.ppf(0.975)
    out = []
    for strata in STRATA:
        m = len(strata)
        tail = 2 * scipy.stats.norm.sf(z / np.sqrt(m))
        below, above, differences = [], [], []
        for x1, n1, x2, n2 in strata:
            l1, u1 = proportion_confint(x1, n1, alpha=tail, method="wilson")
            l2, u2 = proportion_confint(x2, n2, alpha=tail, method="wilson")
            f1 = n1 / (n1 - 1) if n1 > 1 else 1
            f2 = n2 / (n2 - 1) if n2 > 1 else 1
            p1, p2 = x1 / n1, x2 / n2
            differences.append(p1 - p2)
            below.append(f1 * (p1 - l1) ** 2 + f2 * (u2 - p2) ** 2)
            above.append(f1 * (u1 - p1) ** 2 + f2 * (p2 - l2) ** 2)
        d = np.mean(differences)
        margins = np.sqrt(np.mean(below)), np.sqrt(np.mean(above))
        out.append({"strata": [stratum(*counts) for counts in strata], "estimate": d,
                    **limits([max(-1, d - margins[0]), min(1, d + margins[1])])})
    return out


def fixed_population():
    """Exact distribution of the sum of all redrawn counts (all n alike), and its limits."""
    out = []
    for strata in STRATA[:2] + [[(15, 20, 12, 20)] * 6 + [(20, 20, 19, 20)] * 6]:
        n = strata[0][1]
        pmf = np.array([1.0])
        for x1, _, x2, _ in strata:
            pmf = np.convolve(pmf, scipy.stats.binom.pmf(np.arange(n + 1), n, x1 / n))
            pmf = np.convolve(pmf, scipy.stats.binom.pmf(np.arange(n + 1), n, x2 / n)[::-1])
        support = (np.arange(pmf.size) - n * len(strata)) / (n * len(strata))
        cdf = np.cumsum(pmf)
        out.append({"strata": [stratum(*counts) for counts in strata],
                    **bands(lambda q: support[np.searchsorted(cdf, q)])})
    return out


def resample_means(values):
    return np.array([np.mean(c) for c in itertools.product(values, repeat=len(values))])


INSTANCES = [
    {"baseline": [10.0, 12.0, 17.0], "changed": [11.0, 19.0, 24.0]},
    {"baseline": [40.0, 44.0, 51.0], "changed": [39.0, 40.0, 55.0]},
]


def exact_bands(values):
    ordered = np.sort(values)
    return bands(lambda q: ordered[int(np.ceil(q * ordered.size)) - 1])


def run_level():
    changes = []
    for instance in INSTANCES:
        before, after = resample_means(instance["baseline"]), resample_means(instance["changed"])
        changes.append((after[None, :] / before[:, None] - 1).ravel())
    means = ((changes[0][:, None] + changes[1][None, :]) / 2).ravel()
    estimate = np.mean([np.mean(i["changed"]) / np.mean(i["baseline"]) - 1 for i in INSTANCES])
    return {"instances": INSTANCES, "estimate": estimate,
            **exact_bands(means)}


def stratified_mean():
    first, second = (resample_means(i["baseline"]) for i in INSTANCES)
    means = ((first[:, None] + second[None, :]) / 2).ravel()
    return {"instances": [i["baseline"] for i in INSTANCES],
            "estimate": np.mean([np.mean(i["baseline"]) for i in INSTANCES]),
            **exact_bands(means)}


def quantiles():
    sample = [0.1, 0.4, 0.4, 1.7, 3.0, 8.5]
    return [{"sample": sample, "probability": q, "value": float(np.quantile(sample, q))}
            for q in (0, 0.025, 0.3, 0.5, 0.975, 1)]


def binomial():
    return [{"n": n, "rate": p, "pmf": scipy.stats.binom.pmf(np.arange(n + 1), n, p).tolist()}
            for n, p in [(1, 0.3), (3, 2 / 3), (20, 0.05), (20, 0.9), (97, 0.5)]]


def normal():
    return [{"probability": p, "z": scipy.stats.norm.ppf(p)}
            for p in (1e-10, 0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9999)]


json.dump(
    {
        "madeBy": "test/reference/make-proportions.py",
        "resamples": RESAMPLES,
        "versions": {"python": platform.python_version(), "numpy": np.__version__,
                     "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
        "normal": normal(), "binomial": binomial(), "quantile": quantiles(), "wilson": wilson(),
        "newcombe": newcombe(), "mover": mover(), "fixedPopulation": fixed_population(),
        "runLevel": run_level(), "stratifiedMean": stratified_mean(),
    },
    sys.stdout, indent=1, default=float,
)
print()
