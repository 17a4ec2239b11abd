// The setting of each instance of a study: its image where the sandbox runs images, else an
// environment prepared for its repository and version, else what the sandbox has.
import type { Benchmark } from "../benchmarks/benchmark.ts";
import type { Instance } from "../core/instance.ts";
import { ENVIRONMENT_PLACE } from "../environments/environment-place.ts";
import type { EnvironmentMeans, PreparedEnvironment } from "../environments/prepare-environment.ts";
import { prepareEnvironment } from "../environments/prepare-environment.ts";
import { SYSTEM_PATH } from "../sandboxes/scrubbed-environment.ts";
import { PLAIN_SETTING } from "../study/run/setting.ts";
import type { FindSetting, Setting } from "../study/run/setting.ts";
import { planned } from "../study/run/run-context.ts";
import { RUN_IMAGES } from "./choose-sandbox.ts";

/** Environments are prepared once each, when the first of their instances is loaded. */
export function findSetting(
  benchmarks: ReadonlyMap<string, Benchmark>,
  sandbox: string,
  means: EnvironmentMeans,
): FindSetting {
  const prepared = new Map<string, Promise<PreparedEnvironment>>();
  return async (name, instance, base) => {
    const benchmark = planned(benchmarks, name);
    if (RUN_IMAGES.includes(sandbox)) return imageSetting(benchmark, instance);
    const recipe = sandbox === "bubblewrap" ? benchmark.environment(instance, base) : null;
    if (recipe === null) return PLAIN_SETTING;
    const key = JSON.stringify(recipe);
    const preparing = prepared.get(key) ?? prepareEnvironment(recipe, means);
    prepared.set(key, preparing);
    return environmentSetting(await preparing);
  };
}

function imageSetting(benchmark: Benchmark, instance: Instance): Setting {
  const image = benchmark.image(instance);
  if (image === null) return PLAIN_SETTING;
  const { path, ...where } = image;
  const env = path === undefined ? {} : { env: { PATH: path } };
  return { ...PLAIN_SETTING, spec: { ...where, ...env }, inImage: true };
}

function environmentSetting({ mounts, path, ...prepared }: PreparedEnvironment): Setting {
  const env = {
    PATH: [...path, SYSTEM_PATH].join(":"),
    PLUMBLINE_ENVIRONMENT: ENVIRONMENT_PLACE,
    // Without a network what would be installed again fails at once, not after its retries.
    npm_config_offline: "true",
    PIP_NO_INDEX: "1",
  };
  return { ...PLAIN_SETTING, spec: { mounts, env }, ...prepared };
}
