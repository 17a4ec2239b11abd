// Every transformation, sorted by id. One line a file of the language folders; nothing else is
// registered anywhere.
import { andConditionSplitter } from "./python/and-condition-splitter.ts";
import { commutativeOperandPermuter } from "./python/commutative-operand-permuter.ts";
import { comparisonSwapper } from "./python/comparison-swapper.ts";
import { deadCodeInjector } from "./python/dead-code-injector.ts";
import { deadMethodInjection } from "./python/dead-method-injection.ts";
import { deadStringAssignment } from "./python/dead-string-assignment.ts";
import { doubleNegation } from "./python/double-negation.ts";
import { forLoopRewriting } from "./python/for-loop-rewriting.ts";
import { ifElseSwitcher } from "./python/if-else-switcher.ts";
import { ifTrueWrapper } from "./python/if-true-wrapper.ts";
import { localVariableRenamer } from "./python/local-variable-renamer.ts";
import { stringLiteralSplitter } from "./python/string-literal-splitter.ts";
import { tryExceptInjector } from "./python/try-except-injector.ts";
import { whileLoopUnrolling } from "./python/while-loop-unrolling.ts";
import type { Transformation } from "./transformation.ts";

export const TRANSFORMATIONS: readonly Transformation[] = [
  andConditionSplitter,
  commutativeOperandPermuter,
  comparisonSwapper,
  deadCodeInjector,
  deadMethodInjection,
  deadStringAssignment,
  doubleNegation,
  forLoopRewriting,
  ifElseSwitcher,
  ifTrueWrapper,
  localVariableRenamer,
  stringLiteralSplitter,
  tryExceptInjector,
  whileLoopUnrolling,
];
