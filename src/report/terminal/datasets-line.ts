/** The data that results are of. */
export interface ReportedDataset {
  readonly id: string;
  /** SHA-256 of its rows. */
  readonly digest: string;
  /** Of versions that the study was worked on over before; its own rows are the same in all. */
  readonly earlier: readonly string[];
}

/** `Rows: starter 0123456789ab`. */
export function datasetsLine(datasets: readonly ReportedDataset[]): string {
  const short = (digest: string) => digest.slice(0, 12);
  const parts = datasets.map(({ id, digest, earlier }) => {
    const before = earlier.length === 0 ? "" : ` (before: ${earlier.map(short).join(", ")})`;
    return `${id} ${short(digest)}${before}`;
  });
  return `Rows: ${parts.join("; ")}`;
}
