export const isSameJson = (one: unknown, other: unknown) => differences(one, other).length === 0;

/** JSON Pointers (RFC 6901) to where two JSON values differ; the order of keys is no difference. */
export function differences(one: unknown, other: unknown, at = ""): string[] {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other ? [] : [at];
  }
  if (Array.isArray(one) !== Array.isArray(other)) return [at];
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => {
    const pointer = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(left, key) || !Object.hasOwn(right, key)) return [pointer];
    return differences(left[key], right[key], pointer);
  });
}
