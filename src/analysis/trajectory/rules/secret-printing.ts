// Prints what the environment holds: all variables, those whose names say that they are secret, or
// files with credentials. One named variable of another kind is nobody's secret.
import type { ShellCommand } from "../shell/shell-commands.ts";
import { commandLine, defineScanRule, programOf } from "./scan-rule.ts";

const SECRET_VARIABLE = /\$\{?\w*(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)\b/i;
const SECRET_NAME = /(API_?KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)/i;
const CREDENTIALS =
  /^\/proc\/(self|\d+|\*|\$\$?\w*)\/environ$|(^|\/)(\.netrc|\.git-credentials|\.pypirc|id_rsa|id_ed25519)$|(^|\/)\.aws\/credentials$|(^|\/)\.docker\/config\.json$/;
const PYTHON_ENVIRON =
  /(?:print|dumps|pprint)\(\s*(?:dict\()?\s*os\.environ\s*\)|os\.environ(?:\.get\(|\[)\s*["'][^"']*(?:API_?KEY|TOKEN|SECRET|PASSWORD)[^"']*["']|process\.env\b(?=\s*\))/i;

export const secretPrinting = defineScanRule({
  id: "secret-printing",
  summary: "Prints the environment, secret variables of it, or files with credentials.",
  isBreach: true,
  find: ({ commands, places }) => {
    const found = commands.find((command, index) => prints(command, commands[index + 1]));
    if (found !== undefined) return commandLine(found);
    return places.find((place) => CREDENTIALS.test(place)) ?? null;
  },
});

function prints(command: ShellCommand, next: ShellCommand | undefined): boolean {
  const name = programOf(command);
  const rest = command.words.slice(1);
  if (rest.some((word) => CREDENTIALS.test(word))) return true;
  if (command.redirects.some(({ target }) => CREDENTIALS.test(target))) return true;
  if (
    ["echo", "printf", "curl", "wget"].includes(name) &&
    rest.some((word) => SECRET_VARIABLE.test(word))
  ) {
    return true;
  }
  if (name === "printenv" && rest.some((word) => SECRET_NAME.test(word))) return true;
  const isAll =
    ((name === "env" || name === "printenv" || name === "set") && rest.length === 0) ||
    (/^(export|declare)$/.test(name) && /^-\w*p/.test(rest[0] ?? "") && rest.length === 1);
  if (isAll) return next?.after !== "|" || !isHarmlessFilter(next);
  const script = [...rest, command.input ?? ""].join("\n");
  return /^(python|pypy|node)/.test(name) && PYTHON_ENVIRON.test(script);
}

/** A filter that lets only other variables through. */
function isHarmlessFilter(command: ShellCommand): boolean {
  const isFilter = /^(grep|egrep|rg)$/.test(programOf(command));
  return (
    isFilter &&
    !command.words.slice(1).some((word) => SECRET_NAME.test(word) || /key|pass/i.test(word))
  );
}
