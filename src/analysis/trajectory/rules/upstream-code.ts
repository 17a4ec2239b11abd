// Code of the project from elsewhere: a clone, a package of another version, a page of its host, or
// a copy that the environment has installed. Other packages may be installed by anyone.
import type { ShellCommand } from "../shell/shell-commands.ts";
import { commandLine, defineScanRule, programOf } from "./scan-rule.ts";
import type { ScanContext, ScannedCall } from "./scan-rule.ts";

const CODE_HOST =
  /\b(github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sr\.ht|swebench\.com|huggingface\.co)\b/i;
/** An address of another machine, and where on it. */
const ELSEWHERE = /^https?:\/\/(?!localhost|127\.|\[::1\])[^/]+(\/.*)$/i;
const PYTHON_FETCH =
  /(?:urlopen|urlretrieve|(?:requests|httpx|session)\.get|Request)\(\s*[fr]?["'](https?:\/\/[^"'\s]+)/g;
const INSTALLED = /(?:site|dist)-packages\/([A-Za-z_]\w*)|node_modules\/(@?[\w.-]+)/;

export const upstreamCode = defineScanRule({
  id: "upstream-code",
  summary: "Fetches the project's own code from elsewhere, or reads an installed copy of it.",
  isBreach: true,
  find: (call, context) => {
    const command = call.commands.find((one) => fetches(one, context));
    if (command !== undefined) return commandLine(command);
    return inSnippet(call, context) ?? installedCopy(call, context) ?? page(call, context);
  },
});

function fetches(command: ShellCommand, { packages }: ScanContext): boolean {
  const name = programOf(command);
  const rest = command.words.slice(1);
  const names = rest.filter((word) => !word.startsWith("-"));
  if (name === "git") {
    if (names.some((word) => /^(fetch|pull|ls-remote)$/.test(word)) && isSubcommand(rest))
      return true;
    return names.includes("clone") && rest.some((word) => /:\/\/|^git@/.test(word));
  }
  if (name === "gh") return names.length > 0;
  if (name === "curl" || name === "wget") return rest.some((word) => leadsToIt(word, packages));
  const isPip =
    /^pip[\d.]*$/.test(name) || (/^python/.test(name) && rest[0] === "-m" && rest[1] === "pip");
  if (isPip || name === "uv") {
    if (names.includes("download")) return true;
    return names.includes("install") && names.some((word) => isOwnPackage(word, packages));
  }
  if (/^(npm|yarn|pnpm|bun)$/.test(name)) {
    const gets = names.some((word) => /^(pack|view|install|i|add)$/.test(word));
    return gets && names.some((word) => isOwnPackage(word, packages));
  }
  return false;
}

/** `git fetch` rather than a word in a message: the first word that is no option. */
function isSubcommand(rest: readonly string[]): boolean {
  return /^(fetch|pull|ls-remote)$/.test(rest.find((word) => !word.startsWith("-")) ?? "");
}

/** `name`, `name==1.2`, `name@1.2`, `git+https://…`; the tree itself (`.`) is none. */
function isOwnPackage(word: string, packages: ReadonlySet<string>): boolean {
  if (/^git\+|^https?:/.test(word)) return CODE_HOST.test(word);
  const name = /^[A-Za-z][\w.-]*/.exec(word)?.[0] ?? "";
  return !word.includes("/") && packages.has(normal(name));
}

/** A host of code, or any other host at a place that bears the project's name. */
function leadsToIt(address: string, packages: ReadonlySet<string>): boolean {
  if (CODE_HOST.test(address)) return true;
  const parts =
    ELSEWHERE.exec(address)?.[1]
      ?.split(/[/?#&=]/)
      .map(normal) ?? [];
  return parts.some((part) => [...packages].some((name) => `${part}-`.startsWith(`${name}-`)));
}

function inSnippet({ text }: ScannedCall, { packages }: ScanContext): string | null {
  const found = [...text.matchAll(PYTHON_FETCH)].find(([, address = ""]) =>
    leadsToIt(address, packages),
  );
  return found?.[0].slice(0, 200) ?? null;
}

function installedCopy(
  { commands, places }: ScannedCall,
  { packages }: ScanContext,
): string | null {
  const words = [...commands.flatMap(({ words: all }) => all.slice(1)), ...places];
  const found = words.find((word) => {
    const match = INSTALLED.exec(word);
    return match !== null && packages.has(normal(match[1] ?? match[2] ?? ""));
  });
  return found?.slice(0, 200) ?? null;
}

function page({ tool, places }: ScannedCall, { packages }: ScanContext): string | null {
  if (!/web|fetch/i.test(tool)) return null;
  return places.find((place) => leadsToIt(place, packages))?.slice(0, 200) ?? null;
}

/** Names as package indexes compare them. */
export function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
