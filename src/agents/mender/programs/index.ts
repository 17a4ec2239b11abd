// The Python programs as files, by path under mender's folder in scratch. They are strings and not
// .py files because the build carries only what it compiles.
import { child } from "./child.ts";
import { claims } from "./claims.ts";
import { code } from "./code.ts";
import { compose } from "./compose.ts";
import { editList } from "./edit-list.ts";
import { editNames } from "./edit-names.ts";
import { editOperators } from "./edit-operators.ts";
import { editStatements } from "./edit-statements.ts";
import { goals } from "./goals.ts";
import { keep } from "./keep.ts";
import { localise } from "./localise.ts";
import { meter } from "./meter.ts";
import { propose } from "./propose.ts";
import { reproduce } from "./reproduce.ts";
import { reproduction } from "./reproduction.ts";
import { source } from "./source.ts";
import { tree } from "./tree.ts";
import { trialNeeds } from "./trial-needs.ts";
import { tryEdits } from "./try-edits.ts";
import { visibleTests } from "./visible-tests.ts";

const run = `import importlib, sys
importlib.import_module("mender_tools." + sys.argv[1]).main(sys.argv[2:])
`;

export const programs: Readonly<Record<string, string>> = {
  "run.py": run,
  "mender_tools/__init__.py": "",
  "mender_tools/child.py": child,
  "mender_tools/claims.py": claims,
  "mender_tools/code.py": code,
  "mender_tools/compose.py": compose,
  "mender_tools/edit_list.py": editList,
  "mender_tools/edit_names.py": editNames,
  "mender_tools/edit_operators.py": editOperators,
  "mender_tools/edit_statements.py": editStatements,
  "mender_tools/goals.py": goals,
  "mender_tools/keep.py": keep,
  "mender_tools/localise.py": localise,
  "mender_tools/meter.py": meter,
  "mender_tools/propose.py": propose,
  "mender_tools/reproduce.py": reproduce,
  "mender_tools/reproduction.py": reproduction,
  "mender_tools/source.py": source,
  "mender_tools/tree.py": tree,
  "mender_tools/trial_needs.py": trialNeeds,
  "mender_tools/try_edits.py": tryEdits,
  "mender_tools/visible_tests.py": visibleTests,
};
