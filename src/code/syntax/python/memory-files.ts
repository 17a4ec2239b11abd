// What pyright takes for a file system: files in memory, and beside them its own folder, in which
// the stubs of the standard library lie. Nothing else of the machine is there, and nothing is
// ever written.
import type { PyrightBundle } from "./pyright-library.ts";

/** Pyright's address of a file. */
export interface Uri {
  getFilePath(): string;
}

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
}

export class MemoryFiles {
  toUri: (path: string) => Uri = () => {
    throw new Error("not set up");
  };
  readonly #texts = new Map<string, string>();
  readonly #folders = new Map<string, Map<string, boolean>>();
  readonly #bundle: PyrightBundle;
  /** Folder for temporary files, of which there are none. */
  readonly #root: string;

  constructor(bundle: PyrightBundle, root: string) {
    this.#bundle = bundle;
    this.#root = root;
  }

  add(path: string, text: string): void {
    this.#texts.set(path, text);
    for (let at = path; at !== "";) {
      const slash = at.lastIndexOf("/");
      const folder = at.slice(0, slash);
      const entries = this.#folders.get(folder) ?? new Map<string, boolean>();
      this.#folders.set(folder, entries);
      entries.set(at.slice(slash + 1), at === path);
      at = folder;
    }
  }

  keepOnly(path: string): void {
    const text = this.#texts.get(path) ?? "";
    this.#texts.clear();
    this.#folders.clear();
    this.add(path, text);
  }

  existsSync(uri: Uri): boolean {
    const path = this.#bundled(uri);
    if (path !== null) return this.#bundle.files.existsSync(path);
    return this.#texts.has(uri.getFilePath()) || this.#folders.has(uri.getFilePath());
  }

  readdirEntriesSync(uri: Uri): object[] {
    const parentPath = uri.getFilePath();
    return this.#entries(uri).map(({ name, isFile }) => ({
      ...{ name, parentPath, path: parentPath },
      ...kindOfFile(isFile),
    }));
  }

  readdirSync(uri: Uri): string[] {
    return this.#entries(uri).map(({ name }) => name);
  }

  readFileSync(uri: Uri, encoding?: BufferEncoding | null): string | Buffer {
    const path = this.#bundled(uri);
    if (path !== null) return this.#bundle.files.readFileSync(path, encoding ?? null);
    const text = this.#texts.get(uri.getFilePath());
    if (text === undefined) throw missing(uri);
    return typeof encoding === "string" ? text : Buffer.from(text);
  }

  statSync(uri: Uri): object {
    const path = this.#bundled(uri);
    if (path !== null) return this.#bundle.files.statSync(path);
    const text = this.#texts.get(uri.getFilePath());
    if (text === undefined && !this.existsSync(uri)) throw missing(uri);
    const size = text?.length ?? 0;
    return { size, mtimeMs: 0, ctimeMs: 0, ...kindOfFile(text !== undefined) };
  }

  getModulePath(): Uri {
    return this.toUri(this.#bundle.folder);
  }

  readonly realpathSync = (uri: Uri): Uri => uri;
  readonly realCasePath = (uri: Uri): Uri => uri;
  readonly getOriginalUri = (uri: Uri): Uri => uri;
  readonly getMappedUri = (uri: Uri): Uri => uri;
  readonly isMappedUri = (): boolean => false;
  readonly isInZip = (): boolean => false;
  readonly isCaseSensitive = (): boolean => true;
  readonly tmpdir = (): Uri => this.toUri(`${this.#root}/none`);
  readonly tmpfile = (): Uri => this.toUri(`${this.#root}/none/file`);
  readonly mapDirectory = (): object => ({ dispose: () => undefined });
  // Present, since pyright tells a file system by them; nothing is ever written or watched.
  readonly createFileSystemWatcher = unused;
  readonly createReadStream = unused;
  readonly createWriteStream = unused;
  readonly copyFileSync = unused;
  readonly mkdirSync = unused;
  readonly writeFileSync = unused;

  /** The path of something in the bundle's folder, or null. */
  #bundled(uri: Uri): string | null {
    const path = uri.getFilePath();
    const { folder } = this.#bundle;
    return path === folder || path.startsWith(`${folder}/`) ? path : null;
  }

  #entries(uri: Uri): Entry[] {
    const path = this.#bundled(uri);
    if (path !== null) {
      return this.#bundle.files
        .readdirSync(path, { withFileTypes: true })
        .map((entry) => ({ name: entry.name, isFile: entry.isFile() }));
    }
    const entries = this.#folders.get(uri.getFilePath());
    if (entries === undefined) throw missing(uri);
    return Array.from(entries, ([name, isFile]) => ({ name, isFile }));
  }
}

function kindOfFile(isFile: boolean): object {
  const no = () => false;
  return {
    ...{ isFile: () => isFile, isDirectory: () => !isFile, isSymbolicLink: no, isFIFO: no },
    ...{ isBlockDevice: no, isCharacterDevice: no, isSocket: no },
  };
}

function missing(uri: Uri): Error {
  return Object.assign(new Error(`no file ${uri.getFilePath()}`), { code: "ENOENT" });
}

function unused(): never {
  throw new Error("Files in memory are only read.");
}
