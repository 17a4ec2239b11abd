// The bash of the gold agent: variables FOLDER (in scratch), FROM, TO, HAS_BASE, HAS_THEIRS and
// MODE (empty where it stays) are set before it. It needs git, which every environment has, and touches nothing but
// FOLDER until INSTALL.

/**
 * stdin: the file at the base commit and the file with the gold patch, base64, a line each. First
 * line out: `same` (installing would change nothing), `change` or `conflict`, then the evidence.
 */
export const PREPARE = `
set -eu
mkdir -p "$FOLDER"
cat > "$FOLDER/input"
sed -n 1p "$FOLDER/input" | base64 -d > "$FOLDER/base"
sed -n 2p "$FOLDER/input" | base64 -d > "$FOLDER/theirs"
conflict() { echo conflict; echo "$1"; exit 0; }
mode_is_right() {
  case "$MODE" in 100755) test -x "$1" ;; 100644) ! test -x "$1" ;; *) true ;; esac
}
ours=$FROM
if test -z "$FROM" || { test -n "$TO" && ! test -e "$FROM"; }; then ours=$TO; fi
if test -L "$ours"; then conflict "the tree has a symbolic link here"; fi
if test -e "$ours" && ! test -f "$ours"; then conflict "the tree has a folder here"; fi

if test -z "$HAS_THEIRS"; then
  if ! test -e "$ours"; then echo same; exit 0; fi
  if cmp -s "$ours" "$FOLDER/base"; then echo change; exit 0; fi
  conflict "the gold patch deletes the file, and the tree has changed it"
fi
if ! test -e "$ours"; then
  if test -n "$HAS_BASE"; then conflict "the gold patch changes the file, and the tree lacks it"; fi
  cp "$FOLDER/theirs" "$FOLDER/merged"; echo change; exit 0
fi
if test -n "$FROM" && test "$FROM" != "$TO" && test -e "$FROM" && test -e "$TO"; then
  conflict "the gold patch moves a file here, and the tree has one already"
fi
if cmp -s "$ours" "$FOLDER/base"; then cp "$FOLDER/theirs" "$FOLDER/merged"
elif cmp -s "$ours" "$FOLDER/theirs"; then cp "$FOLDER/theirs" "$FOLDER/merged"
else
  status=0
  git merge-file -p -L tree -L base -L gold "$ours" "$FOLDER/base" "$FOLDER/theirs" \\
    > "$FOLDER/merged" 2> "$FOLDER/error" || status=$?
  if test "$status" -gt 127; then conflict "$(cat "$FOLDER/error")"; fi
  if test "$status" -gt 0; then
    conflict "$(sed -n '/^<<<<<<< tree/,/^>>>>>>> gold/p' "$FOLDER/merged" | head -c 4000)"
  fi
fi
if test "$ours" = "$TO" && cmp -s "$ours" "$FOLDER/merged" && mode_is_right "$ours"; then
  echo same
else
  echo change
fi
`;

/** Puts what PREPARE merged into the work tree. */
export const INSTALL = `
set -eu
mode=$MODE
if test -n "$FROM" && test "$FROM" != "$TO"; then
  if test -z "$mode" && test -x "$FROM"; then mode=100755; fi
  rm -f -- "$FROM"
  rmdir -p --ignore-fail-on-non-empty -- "$(dirname -- "$FROM")" 2> "$FOLDER/error" || true
fi
if test -n "$TO"; then
  mkdir -p -- "$(dirname -- "$TO")"
  cat "$FOLDER/merged" > "$TO"
  case "$mode" in 100755) chmod a+x -- "$TO" ;; 100644) chmod a-x -- "$TO" ;; esac
fi
`;
