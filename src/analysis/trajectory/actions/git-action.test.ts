import { expect, it } from "vitest";
import { gitAction } from "./git-action.ts";

it.each([
  ["git status", "inspection"],
  ["git --no-pager log --all", "inspection"],
  ["git -C sub diff HEAD~1", "inspection"],
  ["git stash list", "inspection"],
  ["git branch -a", "inspection"],
  ["git add -A", "index"],
  ["git restore --staged a.py", "index"],
  ["git commit -m x", "recording"],
  ["git stash pop", "recording"],
  ["git apply fix.patch", "recording"],
  ["git checkout -- a.py", "reversion"],
  ["git checkout .", "reversion"],
  ["git checkout src/a.py", "reversion"],
  ["git checkout HEAD~1 -- a.py", "reversion"],
  ["git restore a.py", "reversion"],
  ["git reset --hard", "reversion"],
  ["git stash", "reversion"],
  ["git apply -R fix.patch", "reversion"],
  ["git checkout main", "switching"],
  ["git checkout -b fix.py", "switching"],
  ["git switch -c x", "switching"],
  ["git clean -fd", "cleanup"],
  ["git branch -D x", "cleanup"],
  ["git clone x y", "remote"],
  ["git config user.name x", "other"],
])("%s is %s", (command, purpose) => {
  expect(gitAction(command.split(" "))?.purpose).toBe(purpose);
});

it("without a subcommand is nothing", () => {
  expect(gitAction(["git", "--version"])).toBeNull();
});
