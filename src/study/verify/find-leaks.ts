// What a work tree shows of the answer to its own task: history that comes after the commit at hand,
// objects that nothing names any more, where more could be fetched from, copies of the project that
// are installed beside it, bytecode of modules that were taken out. One script, which runs wherever
// the tree is: in a folder of this machine or in a container. It only reads.

/** How many of a kind are quoted. */
const QUOTED = 5;

const KINDS = {
  "future-commit": "commits that HEAD does not come from",
  "dangling-object": "objects that no reference reaches",
  reflog: "entries of reflogs",
  "stored-head": "heads that git left behind",
  remote: "remotes",
  alternates: "stores of objects elsewhere",
  "installed-copy": "copies of the project outside of its tree",
  "orphan-bytecode": "bytecode without its source",
} as const;

export type LeakKind = keyof typeof KINDS;

export interface Leak {
  readonly kind: LeakKind;
  /** What the kind is, in the plural. */
  readonly meaning: string;
  readonly count: number;
  /** The first few. */
  readonly examples: readonly string[];
}

/**
 * For bash, in the work tree. Prints a line of kind, tab and text for each finding. The repository's
 * own configuration is not trusted: nothing that it names is run. Needs git and find; a tree without
 * git has the findings of files alone.
 */
export const LEAK_SCRIPT = String.raw`
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0
g() {
  git --no-pager --no-replace-objects -c safe.directory='*' -c core.fsmonitor=false \
    -c core.hooksPath=/dev/null -c log.showSignature=false "$@" 2>/dev/null
}
say() { while IFS= read -r line; do printf '%s\t%s\n' "$1" "$line"; done; }
echo begin
if command -v git >/dev/null && g rev-parse --git-dir >/dev/null; then
  folder=$(g rev-parse --absolute-git-dir)
  g rev-list --all --not HEAD --no-commit-header --format='%h %cs %s' | say future-commit
  g fsck --unreachable --no-reflogs --connectivity-only --no-progress |
    sed -n 's/^unreachable //p' | say dangling-object
  find "$folder/logs" -type f -exec cat {} + 2>/dev/null | cut -d' ' -f2 | say reflog
  for name in FETCH_HEAD ORIG_HEAD MERGE_HEAD CHERRY_PICK_HEAD; do
    [ ! -s "$folder/$name" ] || printf '%s\n' "$name" | say stored-head
  done
  g remote -v | sed -E 's#//[^/@]*@#//#' | say remote
  cat "$folder/objects/info/alternates" 2>/dev/null | say alternates
fi
find . -name .git -prune -o -name '*.pyc' -print | while IFS= read -r file; do
  name=$(basename "$file") place=$(dirname "$file")
  [ "$(basename "$place")" != __pycache__ ] || place=$(dirname "$place")
  [ -e "$place/$(printf '%s' "$name" | cut -d. -f1).py" ] || printf '%s\n' "$file"
done | say orphan-bytecode
here=$(pwd -P)
packages=$(find . ./src -mindepth 2 -maxdepth 2 -name __init__.py 2>/dev/null | while IFS= read -r file; do
  basename "$(dirname "$file")"
done | sort -u | grep -vxE 'tests?|docs?|examples?|benchmarks?|scripts|tools|utils')
find "$here" /usr /opt /root /home /var -xdev \
  \( -name site-packages -o -name dist-packages \) -type d -prune 2>/dev/null |
  while IFS= read -r site; do
    for package in $packages; do
      [ -d "$site/$package" ] || continue
      case "$(cd "$site/$package" && pwd -P)" in "$here/$package" | "$here/src/$package") continue ;; esac
      version=$(find "$site" -maxdepth 1 -iname "$package-*-info" | sed 's#.*/##' | head -n 1)
      printf '%s\n' "$site/$package $version"
    done
  done | say installed-copy
echo end
`;

/** The findings in what the script printed; null where it did not run to its end. */
export function readLeaks(output: string): Leak[] | null {
  const lines = output.split("\n").filter((line) => line !== "");
  if (lines[0] !== "begin" || lines.at(-1) !== "end") return null;
  const found = new Map<string, string[]>();
  for (const line of lines.slice(1, -1)) {
    const [kind = "", text = ""] = line.split("\t", 2);
    const texts = found.get(kind);
    if (texts === undefined) found.set(kind, [text.trim()]);
    else texts.push(text.trim());
  }
  return (Object.keys(KINDS) as LeakKind[]).flatMap((kind) => {
    const texts = found.get(kind);
    if (texts === undefined) return [];
    const examples = texts.slice(0, QUOTED);
    return [{ kind, meaning: KINDS[kind], count: texts.length, examples }];
  });
}
