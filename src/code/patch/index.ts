// Git diffs: read, applied, undone, and what they touch. Pure.
export { applyPatch, describeConflict, reverseApplyPatch } from "./apply-patch.ts";
export type { PatchConflict, PatchResult } from "./apply-patch.ts";
export type { BinaryChange, ContentChange, FilePatch, Hunk, HunkLine } from "./file-patch.ts";
export { lineCounts } from "./line-counts.ts";
export type { LineCounts } from "./line-counts.ts";
export { normalisePatch } from "./normalise-patch.ts";
export type { NormalisedPatch } from "./normalise-patch.ts";
export { parsePatch } from "./parse-patch.ts";
export { printPatch } from "./print-patch.ts";
export { filesOfTestIds } from "./test-id-files.ts";
export { isTestFile, isTestInfrastructure } from "./test-file-rules.ts";
export { scratchFiles } from "./scratch-files.ts";
export type { ScratchFile, ScratchReason } from "./scratch-files.ts";
export { touchedFiles } from "./touched-files.ts";
