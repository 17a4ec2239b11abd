// What is known of the tests of a study's instances when they are planned goes into its folder.
import { factsFor } from "../analysis/instance-facts.ts";
import { cacheFolder } from "../store/cache-folder.ts";
import { instanceFactStore } from "../store/instance-fact-store.ts";
import { addStudyInstanceFacts, studyInstanceFacts } from "../store/study-instance-facts.ts";
import type { SourceRecord } from "./source-record.ts";

/** Adds the facts of instances that the study did not have, as seen in sandboxes of `backend`. */
export function keepInstanceFacts(
  folder: string,
  sources: readonly SourceRecord[],
  backend: string,
  notice: (text: string) => void,
): void {
  const store = instanceFactStore(cacheFolder(), notice);
  const known = new Set(
    studyInstanceFacts(folder).map(({ benchmark, instanceId }) => `${benchmark}:${instanceId}`),
  );
  const entries = sources.flatMap(({ id: benchmark, rows }) =>
    Object.entries(rows)
      .filter(([instanceId]) => !known.has(`${benchmark}:${instanceId}`))
      .map(([instanceId, rowDigest]) => {
        const found = factsFor(backend, store.read(instanceId, rowDigest));
        const checks = (found?.of ?? []).map(({ check, datasetDigest, times }) => {
          return { check, datasetDigest, times };
        });
        return { benchmark, instanceId, rowDigest, facts: found?.facts ?? null, checks };
      }),
  );
  addStudyInstanceFacts(folder, entries);
}
