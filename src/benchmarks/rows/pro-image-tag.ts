// The tag of a Pro image where a row has no `dockerhub_tag`, by the rule of its harness.

const MAX_LENGTH = 128;
/** The one image of its repository that was named by another rule. */
const EXCEPTION = "instance_element-hq__element-web-ec0f940ef0e8e3b61078f145f34dc40d1938e6c5-vnan";

/** `NodeBB/NodeBB`, `instance_NodeBB__NodeBB-<commit>` → `nodebb.nodebb-NodeBB__NodeBB-<commit>`. */
export function proImageTag({
  repo,
  instance_id,
}: {
  readonly repo: string;
  readonly instance_id: string;
}): string {
  const [owner = "", name = ""] = repo.toLowerCase().split("/");
  const rest = instance_id.replace("instance_", "");
  if (instance_id === EXCEPTION) return `${owner}.${name}-${rest}`.slice(0, MAX_LENGTH);
  const image = `${owner}/${name}` === "element-hq/element-web" ? "element" : name;
  return `${owner}.${image}-${rest.replace(/-vnan$/, "")}`.slice(0, MAX_LENGTH);
}
