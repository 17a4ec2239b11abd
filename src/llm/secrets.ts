// Keys of providers: from the environment, or from a file that only its owner can read. They stay in
// this process, and whatever is kept or shown passes `redact` first.
import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { PlumblineError } from "../core/errors.ts";

export interface Secrets {
  /** Throws a usage error where there is none of that name. */
  readonly get: (name: string) => string;
  /** The text without any secret that was handed out. */
  readonly redact: (text: string) => string;
}

/** Shorter ones would blank out words that are no secret. */
const SHORTEST = 8;
const FOR_OTHERS = 0o077;

/** Secrets by name. A file goes before the environment. Throws where others could read the file. */
export function openSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  file: string | null,
): Secrets {
  const kept = file === null ? {} : readSecrets(file);
  const given = new Set<string>();
  return {
    get: (name) => {
      const value = kept[name] ?? environment[name] ?? "";
      if (value === "") {
        throw new PlumblineError("no-key", "usage", `There is no secret ${name}.`, {
          hint: `${name} in the environment, or a line ${name}=… in the secrets file`,
        });
      }
      if (!/^[\x21-\x7e]+$/.test(value)) {
        throw new PlumblineError("bad-key", "usage", `The secret ${name} is no key.`, {
          hint: "printable characters only, without spaces or line ends",
        });
      }
      if (value.length >= SHORTEST) given.add(value);
      return value;
    },
    redact: (text) => {
      let clean = text;
      for (const secret of given) clean = clean.replaceAll(secret, "[secret]");
      return clean;
    },
  };
}

function readSecrets(file: string): Readonly<Record<string, string | undefined>> {
  if (!existsSync(file)) {
    throw new PlumblineError("no-secrets-file", "usage", `${file} is not there.`);
  }
  const { mode, uid } = statSync(file);
  if ((mode & FOR_OTHERS) !== 0 || (process.getuid !== undefined && uid !== process.getuid())) {
    throw new PlumblineError(
      "open-secrets-file",
      "usage",
      `${file} is not for its owner alone (mode ${(mode & 0o777).toString(8)}).`,
      { hint: `chown and chmod 600 ${file}` },
    );
  }
  return parseEnv(readFileSync(file, "utf8"));
}
