"""Makes variance-components.json: reference values of src/stats/nested-variance.ts.

Observations of 0 and 1 lie in units, units in fixed cells. Moments are taken with projection
matrices and traces (numpy); where the data is balanced, REML of a mixed model (statsmodels) must
say the same. Run: python3 make-variance-components.py > variance-components.json
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
import statsmodels
import statsmodels.formula.api as formula

BALANCED = [
    [[1, 1, 0], [0, 0, 0], [1, 1, 1], [0, 1, 0]],
    [[1, 1, 1], [1, 1, 1], [0, 0, 1], [0, 0, 0]],
    [[0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 1, 1]],
]
UNBALANCED = [
    [[1, 1, 0, 1], [0, 0], [1]],
    [[1, 0, 1], [1, 1, 1, 1, 1], [0, 0, 1], [0]],
    [[0, 1]],
]


def table(cells):
    return pd.DataFrame(
        [
            (str(c), f"{c}.{u}", float(y))
            for c, units in enumerate(cells)
            for u, unit in enumerate(units)
            for y in unit
        ],
        columns=["cell", "unit", "y"],
    )


def moments(cells):
    data = table(cells)
    y = data.y.to_numpy()
    unit = pd.get_dummies(data.unit).to_numpy(float)
    cell = pd.get_dummies(data.cell).to_numpy(float)

    def projection(matrix):
        return matrix @ np.linalg.pinv(matrix)

    inside = np.eye(len(y)) - projection(unit)
    across = projection(unit) - projection(cell)
    within = y @ inside @ y / np.trace(inside)
    between = (y @ across @ y - np.trace(across) * within) / np.trace(across @ unit @ unit.T)
    weights = (unit / unit.sum(0)).sum(1) / unit.shape[1]
    return {
        "cells": cells,
        "within": within,
        "between": between,
        "ofMean": {
            "within": within * (weights @ weights),
            "between": between * (weights @ unit @ unit.T @ weights),
        },
    }


def reml(cells):
    data = table(cells)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit = formula.mixedlm("y ~ C(cell)", data, groups=data["unit"]).fit(reml=True)
    return fit.scale, fit.cov_re.iloc[0, 0]


balanced = moments(BALANCED)
assert np.allclose(reml(BALANCED), [balanced["within"], balanced["between"]], atol=1e-4)
made_by = {"python": sys.version.split()[0], "numpy": np.__version__, "statsmodels": statsmodels.__version__}
json.dump({"madeBy": made_by, "cases": [balanced, moments(UNBALANCED)]}, sys.stdout, indent=1)
print()
