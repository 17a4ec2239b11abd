// Which files a call touches and what kind of action it is, for shells and for tools of other names.
import { describe, expect, it } from "vitest";
import type { ToolEvent } from "../../../core/trajectory.ts";
import { toolActions, type AgentState } from "./tool-actions.ts";

const state = (more: Partial<AgentState> = {}): AgentState => ({
  ...{ roots: ["/testbed"], cwd: "", written: new Map(), openFile: null, keepsFolder: false },
  ...more,
});

function event(tool: string, args: ToolEvent["arguments"], command: string | null): ToolEvent {
  return {
    ...{ step: 1, atMs: null, role: "tool", tool, callId: null, arguments: args, command },
    ...{ output: "", exitCode: 0, timedOut: false, outputTruncated: false, durationMs: null },
  };
}

const shell = (command: string, at = state()) =>
  toolActions(event("bash", { command }, command), at).map(({ kind, reads, edits, deletes }) =>
    [
      kind,
      ...reads.map((f) => `r:${f}`),
      ...edits.map((f) => `e:${f}`),
      ...deletes.map((f) => `d:${f}`),
    ].join(" "),
  );

describe("shell commands", () => {
  it.each([
    ["cat /testbed/src/a.py ./b.py", ["read r:src/a.py r:b.py"]],
    ["cd /testbed/src && head -n 30 a.py", ["read r:src/a.py"]],
    ["nl -ba a.py | sed -n '1,5p'", ["read r:a.py", "read"]],
    ["sed -n '/x/,/y/p' a.py", ["read r:a.py"]],
    ["sed -i 's/a.b/c.d/' a.py b.py", ["edit e:a.py e:b.py"]],
    ["sed -i -e 's/a/b/' -e 's/c/d/' a.py", ["edit e:a.py"]],
    ["perl -pi -e 's/a/b/' a.py", ["edit e:a.py"]],
    ["grep -rn 'def f' --include '*.py' src/a.py .", ["search r:src/a.py"]],
    ["grep -e a.b c.py", ["search r:c.py"]],
    ["find . -name '*.py'", ["list"]],
    ["cat > a.py <<EOF\nx\nEOF", ["edit e:a.py"]],
    ["cat <<EOF >> a.py\nx\nEOF", ["edit e:a.py"]],
    ["echo x | tee a.py b.py", ["other", "edit e:a.py e:b.py"]],
    ["cp a.py b.py", ["edit r:a.py e:b.py"]],
    ["mv a.py b.py", ["edit e:b.py d:a.py"]],
    ["rm -rf out a.py", ["delete d:out d:a.py"]],
    ["git checkout src/a.py", ["git e:src/a.py"]],
    ["git diff a.py", ["git r:a.py"]],
    ["git apply <<EOF\n--- a/x.py\n+++ b/x.py\nEOF", ["git e:x.py"]],
    ["patch -p1 <<EOF\n--- a/x.py\n+++ b/x.py\nEOF", ["edit e:x.py"]],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/x.py\nEOF", ["edit e:src/x.py"]],
    ["pytest -q tests > log.txt 2>&1", ["test e:log.txt"]],
    ["python -m pytest tests/test_a.py", ["test"]],
    ["./tests/runtests.py a.b", ["test"]],
    ["pip install x", ["install"]],
    ["pip show x", ["other"]],
    ["curl -s http://x", ["fetch"]],
    [
      "python - <<EOF\np = 'a.py'\nt = open(p).read()\nopen(p, 'w').write(t)\nEOF",
      ["edit r:a.py e:a.py"],
    ],
    ["python -c \"from pathlib import Path; Path('a.py').write_text('x')\"", ["edit e:a.py"]],
    ["python -c 'print(1)'", ["run"]],
    ["echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A", ["submit", "git"]],
  ])("%s", (command, expected) => {
    expect(shell(command)).toEqual(expected);
  });

  it("knows what a script does that was written before", () => {
    const at = state();
    shell("cat > fix.py <<EOF\nwith open('src/a.py', 'w') as f:\n    f.write('x')\nEOF", at);
    expect(shell("python /testbed/fix.py", at)).toEqual(["edit e:src/a.py"]);
  });

  it("keeps the folder only for shells that do", () => {
    const fresh = state();
    shell("cd src", fresh);
    expect(shell("cat a.py", fresh)).toEqual(["read r:a.py"]);
    const kept = state({ keepsFolder: true });
    shell("cd src", kept);
    expect(shell("cat a.py ../b.py", kept)).toEqual(["read r:src/a.py r:b.py"]);
  });
});

describe("tools by name", () => {
  it.each([
    ["read", { filePath: "/testbed/a.py" }, "read", ["a.py"], []],
    [
      "Edit",
      { file_path: "/testbed/a.py", old_string: "x", new_string: "y" },
      "edit",
      [],
      ["a.py"],
    ],
    ["write", { filePath: "/testbed/a.py", content: "x" }, "edit", [], ["a.py"]],
    ["str_replace_editor", { command: "view", path: "/testbed/a.py" }, "read", ["a.py"], []],
    [
      "str_replace_based_edit_tool",
      { command: "str_replace", path: "/testbed/a.py" },
      "edit",
      [],
      ["a.py"],
    ],
    ["str_replace_editor", { command: "undo_edit", path: "/testbed/a.py" }, "undo", [], ["a.py"]],
    ["apply_patch", { patchText: "*** Add File: b.py\n+x" }, "edit", [], ["b.py"]],
    ["apply_patch", "*** Update File: b.py\n", "edit", [], ["b.py"]],
    ["Grep", { pattern: "x", path: "/testbed/a.py" }, "search", ["a.py"], []],
    ["glob", { pattern: "**/*.py" }, "list", [], []],
    ["todowrite", { todos: [] }, "plan", [], []],
    ["webfetch", { url: "http://x" }, "fetch", [], []],
    ["whatever", { x: 1 }, "other", [], []],
  ])("%s %j", (tool, args, kind, reads, edits) => {
    const [action] = toolActions(event(tool, args, null), state());
    expect(action).toMatchObject({ kind, reads, edits });
  });

  it("SWE-agent's editor works on the file that is open", () => {
    const at = state();
    const run = (tool: string, command: string) =>
      toolActions(event(tool, command, command), at)[0];
    expect(run("open", 'open "src/a.py" 10')).toMatchObject({ kind: "read", reads: ["src/a.py"] });
    expect(run("edit", "edit 1:2\ncat b.py\nend_of_edit")).toMatchObject({
      kind: "edit",
      edits: ["src/a.py"],
    });
    expect(run("create", "create /owner__name/b.py")).toMatchObject({ edits: ["b.py"] });
    expect(run("search_file", "search_file x")).toMatchObject({ kind: "search", reads: ["b.py"] });
    expect(run("submit", "submit")).toMatchObject({ kind: "submit" });
  });
});
