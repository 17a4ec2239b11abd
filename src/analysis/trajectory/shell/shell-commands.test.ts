// Scripts as agents write them, with bash itself as the referee of how words are split.
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellCommands } from "./shell-commands.ts";

const words = (script: string) => shellCommands(script).map((command) => command.words.join("|"));

describe("simple commands", () => {
  it.each([
    [
      "pipes and lists",
      "cat a.py | grep x && ls; pwd || true",
      ["cat|a.py", "grep|x", "ls", "pwd", "true"],
    ],
    ["quotes", `sed -i 's/a b/c/' "my file.py" it\\'s`, ["sed|-i|s/a b/c/|my file.py|it's"]],
    ["escapes in double quotes", 'echo "a \\"b\\" \\$c \\n"', ['echo|a "b" $c \\n']],
    ["ANSI quotes", "printf $'a\\tb\\x41'", ["printf|a\tbA"]],
    ["line continuation", "mkdir -p x && \\\ncat y", ["mkdir|-p|x", "cat|y"]],
    ["comments", "# first\nls # then\necho a#b", ["ls", "echo|a#b"]],
    ["assignments before a program", "A=1 B='x y' python t.py", ["python|t.py"]],
    ["keywords", "if grep -q x a; then cat a; else cat b; fi", ["grep|-q|x|a", "cat|a", "cat|b"]],
    ["loops", "for f in a b; do cat $f; done", ["for|f|in|a|b", "cat|$f"]],
    ["a subshell", "(cd x && make)", ["cd|x", "make"]],
    ["a script in an argument", `bash -lc "cd /x && pytest -q"`, ["cd|/x", "pytest|-q"]],
    ["programs that run others", "sudo -u me timeout -k 5 60 env A=1 pytest a", ["pytest|a"]],
    ["xargs", "find . | xargs -n 1 grep -l x", ["find|.", "grep|-l|x"]],
    [
      "substitutions",
      "cat $(git ls-files | head -1)",
      ["git|ls-files", "head|-1", "cat|$(git ls-files | head -1)"],
    ],
    ["substitutions in quotes", 'echo "$(date) `pwd`"', ["date", "pwd", "echo|$(date) `pwd`"]],
    ["a variable in braces", 'echo "${a:-b c}"', ["echo|${a:-b c}"]],
    ["nothing", " \n # \n", []],
    ["an open quote", "echo 'a", ["echo|a"]],
    ["an open substitution", "echo $(ls", ["ls", "echo|$(ls"]],
  ])("reads %s", (_what, script, expected) => {
    expect(words(script)).toEqual(expected);
  });

  it("gives a here document to its command, whatever follows on the line", () => {
    const script =
      "cat <<'EOF' > a.py && python a.py\nprint(1) && x\nEOF\nls <<-END\n\t\tb\n\tEND\n";
    const [cat, python, ls] = shellCommands(script);
    expect(cat).toMatchObject({
      ...{ words: ["cat"], input: "print(1) && x\n" },
      redirects: [
        { operator: "<<", target: "EOF" },
        { operator: ">", target: "a.py" },
      ],
    });
    expect(python).toMatchObject({ words: ["python", "a.py"], after: "&&", input: null });
    expect(ls).toMatchObject({ words: ["ls"], input: "b\n" });
  });

  it("tells redirections from words", () => {
    const [command] = shellCommands("pytest 2>&1 >out.txt 2>>err <<< in a1>b");
    expect(command).toEqual({
      ...{ words: ["pytest", "a1"], input: "in", after: "" },
      redirects: [
        { operator: "2>&", target: "1" },
        { operator: ">", target: "out.txt" },
        { operator: "2>>", target: "err" },
        { operator: "<<<", target: "in" },
        { operator: ">", target: "b" },
      ],
    });
  });

  it("reads scripts in scripts only so deep, and never fails", () => {
    expect(shellCommands("$(".repeat(5000))).toBeDefined();
    expect(shellCommands("bash -c '".repeat(200))).toBeDefined();
  });
});

it("splits words as bash does", () => {
  const plain = fc.stringMatching(/^[a-z./=,:@%+-]{1,6}$/);
  const text = fc.string({
    unit: fc.constantFrom(...Array.from("ab \t#;&|<>(){}*?'\"\\$`!~=")),
    maxLength: 8,
  });
  const single = text.map((inner) => `'${inner.replaceAll("'", "")}'`);
  const double = text.map((inner) => `"${inner.replace(/["\\$`!]/g, (char) => `\\${char}`)}"`);
  const escaped = fc.constantFrom(...Array.from(" #;&|<>()'\"\\$*?")).map((char) => `\\${char}`);
  const word = fc.array(fc.oneof(plain, single, double, escaped), { minLength: 1, maxLength: 4 });
  const lines = fc.array(
    word.map((parts) => parts.join("")),
    { minLength: 1, maxLength: 5 },
  );
  const samples = fc.sample(lines, { numRuns: 300, seed: 7 });
  const script = samples
    .map((sample) => `printf '%s\\0' ${sample.join(" ")}; printf '\\1'\n`)
    .join("");
  const shown = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\u0001");
  samples.forEach((sample, index) => {
    const [command] = shellCommands(`printf ${sample.join(" ")}`);
    expect({ sample, words: command?.words.slice(1) }).toEqual({
      sample,
      words: shown[index]?.split("\0").slice(0, -1),
    });
  });
});
