"""Reference values for the tests and intervals of src/stats, by programs that share no code with it.

    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install statsmodels
    /tmp/reference/bin/python test/reference/make-tests.py > test/reference/tests.json

SciPy and statsmodels where they have the function; pass@k and pass^k by counting all choices.
"""

import itertools
import json
import platform
import sys
from fractions import Fraction

import numpy as np
import scipy
import scipy.stats
import statsmodels
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import (
    confint_proportions_2indep, proportion_confint, proportion_effectsize, proportions_ztest)

PROPORTIONS = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 20), (11, 20), (17, 20), (3, 7), (250, 1000)]
PAIRS = [(18, 20, 20, 20), (11, 20, 7, 20), (0, 20, 0, 20), (20, 20, 0, 20), (0, 1, 1, 1),
         (3, 3, 1, 5), (56, 70, 48, 80), (9, 10, 3, 10), (5, 56, 0, 29), (469, 520, 434, 520)]
SPLITS = [(0, 1), (1, 1), (5, 5), (3, 9), (0, 12), (17, 4), (2, 3), (40, 61)]
P_VALUES = [[0.01], [0.04, 0.01, 0.03], [0.5, 0.5, 0.5], [0.001, 0.2, 0.03, 0.04, 1.0, 0.0],
            [0.012, 0.013, 0.02, 0.02, 0.3, 0.9, 0.049, 0.051]]
DIFFERENCES = [[0.1, -0.1], [0.1, 0.2, 0.3], [0.05, -0.1, 0.35, 0.0, 0.2, -0.05],
               [3, 1, -2, 5, 4, -1, 2, 2, -3, 6, 1, 0, 2], [0.3] * 12]


def arms(x1, n1, x2, n2):
    return {"first": {"successes": x1, "n": n1}, "second": {"successes": x2, "n": n2}}


def limits(pair):
    return {"lower": float(pair[0]), "upper": float(pair[1])}


def clopper_pearson():
    return [{"successes": x, "n": n, "confidence": c,
             **limits(scipy.stats.binomtest(x, n).proportion_ci(c, method="exact"))}
            for x, n in PROPORTIONS for c in (0.8, 0.95, 0.99)]


def agresti_caffo():
    def cut(pair):
        return max(-1, pair[0]), min(1, pair[1])

    return [{**arms(*pair), "confidence": c,
             **limits(cut(confint_proportions_2indep(
                 *pair, method="agresti-caffo", compare="diff", alpha=1 - c)))}
            for pair in PAIRS for c in (0.9, 0.95)]


def two_proportions():
    out = []
    for x1, n1, x2, n2 in PAIRS:
        if x1 + x2 in (0, n1 + n2):
            continue
        z, p = proportions_ztest([x1, x2], [n1, n2])
        out.append({**arms(x1, n1, x2, n2), "z": z, "pValue": p})
    return out


def fisher():
    return [{**arms(x1, n1, x2, n2),
             "pValue": scipy.stats.fisher_exact([[x1, n1 - x1], [x2, n2 - x2]]).pvalue}
            for x1, n1, x2, n2 in PAIRS]


def mcnemars():
    """The mid-p from its definition: the observed split counts half in each tail."""
    out = []
    for b, c in SPLITS:
        table = [[0, b], [c, 0]]
        pmf = scipy.stats.binom.pmf(np.arange(b + c + 1), b + c, 0.5)
        weights = np.abs(np.arange(b + c + 1) - (b + c) / 2)
        mine = abs(b - (b + c) / 2)
        mid = pmf[weights > mine].sum() + pmf[weights == mine].sum() / 2
        out.append({"onlyFirst": b, "onlySecond": c,
                    "exact": mcnemar(table, exact=True).pvalue, "midP": float(mid)})
    return out


def effect_sizes():
    return [{"first": a, "second": b, "h": float(proportion_effectsize(a, b))}
            for a, b in [(0.5, 0.5), (0, 1), (0.9, 0.8), (0.05, 0.2)]]


def adjustments():
    names = {"bonferroni": "bonferroni", "holm": "holm", "benjaminiHochberg": "fdr_bh"}
    return [{"pValues": p, **{ours: multipletests(p, method=theirs)[1].tolist()
                              for ours, theirs in names.items()}} for p in P_VALUES]


def passes():
    """By counting: all choices of k of the n runs."""
    out = []
    for n in range(1, 8):
        for successes in range(n + 1):
            runs = [1] * successes + [0] * (n - successes)
            for k in range(1, n + 1):
                choices = list(itertools.combinations(runs, k))
                out.append({"successes": successes, "n": n, "k": k,
                            "atK": float(Fraction(sum(any(c) for c in choices), len(choices))),
                            "hatK": float(Fraction(sum(all(c) for c in choices), len(choices)))})
    return out


def sign_flips():
    def total(values, axis):
        return np.sum(values, axis=axis)

    return [{"differences": d,
             "pValue": scipy.stats.permutation_test(
                 (np.array(d, dtype=float),), total, permutation_type="samples",
                 n_resamples=np.inf).pvalue} for d in DIFFERENCES]


json.dump(
    {
        "madeBy": "test/reference/make-tests.py",
        "versions": {"python": platform.python_version(), "numpy": np.__version__,
                     "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
        "normalTail": [{"z": z, "tail": scipy.stats.norm.sf(z)} for z in (-3, 0, 0.5, 1.96, 6, 12)],
        "clopperPearson": clopper_pearson(), "agrestiCaffo": agresti_caffo(),
        "twoProportions": two_proportions(), "fisher": fisher(), "mcnemar": mcnemars(),
        "cohensH": effect_sizes(), "adjustments": adjustments(), "passes": passes(),
        "signFlips": sign_flips(),
    },
    sys.stdout, indent=1, default=float,
)
print()
