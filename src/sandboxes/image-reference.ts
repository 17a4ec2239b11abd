// The name of an image, taken apart as engines do it: `registry/path:tag` or `registry/path@digest`,
// where a first part without a dot, a port or the name localhost belongs to the path.
import { PlumblineError } from "../core/errors.ts";

export interface ImageReference {
  /** Host and port; Docker's own hub where the name says none. */
  readonly registry: string;
  /** As the registry knows it: `library/` stands before a name of one part on Docker's hub. */
  readonly path: string;
  /** Null where a digest says which one. */
  readonly tag: string | null;
  readonly digest: string | null;
}

export const DOCKER_HUB = "docker.io";

const NAME =
  /^(?:([^/@]*[.:][^/@]*|localhost)\/)?([a-z0-9._/-]+)(?::([\w][\w.-]*))?(?:@(sha256:[0-9a-f]{64}))?$/;

/** Throws a usage error where a name is none. */
export function imageReference(name: string): ImageReference {
  const [, registry = DOCKER_HUB, path = "", tag, digest] = NAME.exec(name) ?? [];
  if (path === "") {
    throw new PlumblineError("bad-image-name", "usage", `"${name}" is no name of an image.`, {
      hint: "registry/path:tag",
    });
  }
  const isOfficial = registry === DOCKER_HUB && !path.includes("/");
  return {
    registry,
    path: isOfficial ? `library/${path}` : path,
    tag: digest === undefined ? (tag ?? "latest") : null,
    digest: digest ?? null,
  };
}

/** A registry that has what others have: its host, and what stands before each path there. */
export interface ImageMirror {
  readonly registry: string;
  readonly prefix: string;
}

/** From `HOST[:PORT][/PREFIX]`. Throws a usage error that names what `from` said. */
export function imageMirror(text: string, from: string): ImageMirror {
  const [, registry = "", prefix = ""] =
    /^([A-Za-z0-9.-]+(?::\d+)?)((?:\/[a-z0-9._-]+)*)\/?$/.exec(text) ?? [];
  if (/[.:]|^localhost$/.test(registry)) return { registry, prefix: prefix.slice(1) };
  throw new PlumblineError("bad-mirror", "usage", `${from} is "${text}", no HOST[/PREFIX].`, {
    hint: "mirror.example.org/hub or localhost:5000, without http://",
  });
}

/**
 * Where a mirror has an image: its path behind the mirror's prefix. One of another registry than
 * Docker's hub has that registry's name before its path: the same path is not the same image there.
 */
export function mirroredName(reference: ImageReference, { registry, prefix }: ImageMirror): string {
  const { path, tag, digest } = reference;
  const version = digest === null ? `:${tag ?? "latest"}` : `@${digest}`;
  const origin = reference.registry === DOCKER_HUB ? [] : [reference.registry.replace(":", "-")];
  return [registry, ...(prefix === "" ? [] : [prefix]), ...origin, path].join("/") + version;
}
