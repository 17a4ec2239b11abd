// Which new files of a patch are what working leaves behind: logs, caches, products of a build, and
// scripts or notes outside everything that the project consists of. By paths alone. A wrong yes could
// take a part of a fix away, so a file of unknown purpose is none; what the patch changes or deletes
// never is.
import type { FilePatch } from "./file-patch.ts";
import { isTestInfrastructure } from "./test-file-rules.ts";

export type ScratchReason = "log" | "cache" | "build-product" | "outside-packages";

export interface ScratchFile {
  readonly path: string;
  readonly reason: ScratchReason;
}

const LOGS = /(\.(log|orig|rej|bak|sw[op]|pid)|\.\w+\.(patch|diff)|~|^nohup\.out|^core\.\d+)$/;
const CACHES = new Set(
  "__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .venv .eggs .gradle .cache .nyc_output .phpunit.cache node_modules htmlcov".split(
    " ",
  ),
);
const CACHE_FILES = /(^\.coverage(\..+)?|\.py[co]|^\.DS_Store|^\.eslintcache|\.tsbuildinfo)$/;
const PRODUCTS = /\.(o|obj|class|pyd|egg|whl|gcda|gcno|exe)$/;
/** Of these a project may have folders of its own. */
const PRODUCT_FOLDERS = new Set(["build", "dist", "target", "out", "coverage"]);

const SOURCE = /\.(py|pyi|ipynb|[cm]?[jt]sx?|rb|go|rs|java|kt|php|c|cc|cpp|h|hpp|sh|pl|lua)$/;
/** At the root of a project: what tools look for, which says nothing of where its sources are. */
const TOOLS_AT_ROOT =
  /^(setup|conftest|noxfile|manage|fabfile|tasks|hubconf|build)\.|\.(config|setup)\.|^\./;
const ENTRY_POINTS = /^(index|main|mod|lib|version)\./;
const TRIALS =
  /^(repro(duc\w*)?|debug|demo|scratch|tmp|temp|try|verify|validate|check|simple|final|comprehensive|test)([-_.\d]|$)/i;
const NOTES =
  /(^|[_-])(fix|fixes|summary|notes?|solution|implementation|report|analysis|todo)([_-]|\.).*\.?(md|txt|rst)$/i;
const LEFT_DATA = /\.(patch|diff|out|sqlite3?|db)$/;
const TRIAL_FOLDERS =
  /^(tmp|temp|scratch|repro(duc\w*)?|debug|sandbox|playground|logs?|venv|env)$|^(tmp|temp|test|repro|debug)[-_]/i;

/**
 * Scratch files among the new files of a patch, in its order. `paths` are those of the tree that the
 * patch was made on.
 */
export function scratchFiles(
  patch: readonly FilePatch[],
  paths: Iterable<string>,
): readonly ScratchFile[] {
  const created = patch.flatMap(({ action, newPath }) =>
    action === "create" && newPath !== null ? [newPath] : [],
  );
  if (created.length === 0) return [];
  const project = projectOf(paths);
  return created.flatMap((path) => {
    const reason = reasonOf(path, project);
    return reason === null ? [] : [{ path, reason }];
  });
}

interface Project {
  readonly folders: ReadonlySet<string>;
  /** Whether a file like it stands at the root: of the same kind, and nothing that tools look for. */
  hasAtRoot(extension: string): boolean;
}

function projectOf(paths: Iterable<string>): Project {
  const folders = new Set<string>();
  const atRoot = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      folders.add(path.slice(0, at));
    }
    if (!path.includes("/") && !TOOLS_AT_ROOT.test(path)) atRoot.add(extensionOf(path));
  }
  return { folders, hasAtRoot: (extension) => atRoot.has(extension) };
}

function reasonOf(path: string, project: Project): ScratchReason | null {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  if (LOGS.test(name)) return "log";
  if (parts.some((part) => CACHES.has(part)) || CACHE_FILES.test(name)) return "cache";
  if (PRODUCTS.test(name) || parts.some((part) => part.endsWith(".egg-info"))) {
    return "build-product";
  }
  const isProduct = parts.some(
    (part, index) =>
      PRODUCT_FOLDERS.has(part) && !project.folders.has(parts.slice(0, index + 1).join("/")),
  );
  if (isProduct) return "build-product";
  return isOutside(name, parts[0] ?? null, project) ? "outside-packages" : null;
}

function isOutside(name: string, top: string | null, project: Project): boolean {
  if (top !== null) return !project.folders.has(top) && TRIAL_FOLDERS.test(top);
  if (TOOLS_AT_ROOT.test(name) || ENTRY_POINTS.test(name) || isTestInfrastructure(name))
    return false;
  if (TRIALS.test(name) || LEFT_DATA.test(name) || NOTES.test(name)) return true;
  return SOURCE.test(name) && !project.hasAtRoot(extensionOf(name));
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
