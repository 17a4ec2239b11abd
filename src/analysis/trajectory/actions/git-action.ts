// What a git command is for.

export type GitPurpose =
  /** Looks at the tree, the index or history. */
  | "inspection"
  /** Says what the next commit holds. */
  | "index"
  /** Puts work into history, or takes work out of it onto the tree. */
  | "recording"
  /** Takes work back. */
  | "reversion"
  /** Goes to another branch or commit. */
  | "switching"
  /** Removes what git itself or others left. */
  | "cleanup"
  | "remote"
  | "other";

export interface GitAction {
  readonly subcommand: string;
  readonly purpose: GitPurpose;
  readonly words: readonly string[];
}

const PURPOSES: Readonly<Record<string, GitPurpose>> = {
  ...{ status: "inspection", diff: "inspection", log: "inspection", show: "inspection" },
  ...{ blame: "inspection", annotate: "inspection", grep: "inspection", reflog: "inspection" },
  ...{ "ls-files": "inspection", "ls-tree": "inspection", "rev-parse": "inspection" },
  ...{ "rev-list": "inspection", describe: "inspection", "cat-file": "inspection" },
  ...{ fsck: "inspection", shortlog: "inspection", "show-ref": "inspection" },
  ...{ "for-each-ref": "inspection", "verify-pack": "inspection", whatchanged: "inspection" },
  ...{ "merge-base": "inspection", "name-rev": "inspection", "count-objects": "inspection" },
  ...{ "diff-tree": "inspection", "check-ignore": "inspection", "unpack-objects": "inspection" },
  ...{ add: "index", rm: "index", mv: "index", "update-index": "index" },
  ...{ commit: "recording", am: "recording", "cherry-pick": "recording", merge: "recording" },
  ...{ rebase: "recording", tag: "recording", notes: "recording", apply: "recording" },
  ...{ restore: "reversion", reset: "reversion", revert: "reversion" },
  ...{ switch: "switching", bisect: "switching" },
  ...{ clean: "cleanup", gc: "cleanup", prune: "cleanup" },
  ...{ clone: "remote", fetch: "remote", pull: "remote", push: "remote" },
  ...{ "ls-remote": "remote", submodule: "remote", remote: "remote" },
};

/** Options before the subcommand that take a value. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]);

/** Reads `git …`; null where no subcommand is named. */
export function gitAction(words: readonly string[]): GitAction | null {
  let at = 1;
  while (words[at]?.startsWith("-") === true) at += VALUED.has(words[at] ?? "") ? 2 : 1;
  const subcommand = words[at];
  if (subcommand === undefined) return null;
  const rest = words.slice(at + 1);
  return { subcommand, purpose: purposeOf(subcommand, rest), words };
}

function purposeOf(subcommand: string, rest: readonly string[]): GitPurpose {
  const [first = ""] = rest.filter((word) => !word.startsWith("-"));
  const has = (...options: string[]) => rest.some((word) => options.includes(word));
  switch (subcommand) {
    case "checkout":
      return isOfFiles(rest) ? "reversion" : "switching";
    case "restore":
      return has("--staged") && !has("--worktree", "-W") ? "index" : "reversion";
    case "stash":
      if (["list", "show"].includes(first)) return "inspection";
      if (["drop", "clear"].includes(first)) return "cleanup";
      return ["pop", "apply", "branch"].includes(first) ? "recording" : "reversion";
    case "branch":
      if (has("-d", "-D", "--delete")) return "cleanup";
      return first === "" || has("-a", "-r", "--list", "--contains") ? "inspection" : "switching";
    case "tag":
    case "notes":
      return first === "" || has("-l", "--list", "--contains") ? "inspection" : "recording";
    case "apply":
      if (has("-R", "--reverse")) return "reversion";
      return has("--check", "--stat") ? "inspection" : "recording";
    case "remote":
      return first === "" || ["show", "get-url"].includes(first) ? "inspection" : "remote";
    case "worktree":
      return first === "list" ? "inspection" : first === "add" ? "switching" : "cleanup";
    case "config":
      return has("--get", "--list", "-l") ? "inspection" : "other";
    default:
      return Object.hasOwn(PURPOSES, subcommand) ? (PURPOSES[subcommand] ?? "other") : "other";
  }
}

/** Whether `git checkout` is given files: it says so, or a word looks like a path. */
function isOfFiles(rest: readonly string[]): boolean {
  if (rest.includes("-b") || rest.includes("-B") || rest.includes("--orphan")) return false;
  if (rest.includes("--") || rest.includes("-p") || rest.includes("--patch")) return true;
  const names = rest.filter((word) => !word.startsWith("-"));
  return names.some(
    (word) =>
      word === "." || word.includes("*") || /\.\w{1,5}$/.test(word) || /^\.?\/|\/$/.test(word),
  );
}

/** Files that a git command names: words after its subcommand that look like paths. */
export function gitFiles({ words, subcommand }: GitAction): string[] {
  const rest = words.slice(words.indexOf(subcommand) + 1);
  const split = rest.indexOf("--");
  const named =
    split === -1 ? rest.filter((word) => /\.\w{1,5}$/.test(word)) : rest.slice(split + 1);
  return named.filter((word) => !word.startsWith("-") && !word.includes(".."));
}
