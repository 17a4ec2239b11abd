// The container images of a benchmark: one file a verb, `../images-<verb>.ts`.
import { defineCommand } from "../command.ts";
import { imagesCheck } from "../images-check.ts";
import { imagesList } from "../images-list.ts";
import { imagesPrune } from "../images-prune.ts";
import { imagesPull } from "../images-pull.ts";

export const images = defineCommand({
  name: "images",
  summary: "List, fetch, check and remove the container images of a benchmark.",
  subcommands: [imagesList, imagesPull, imagesCheck, imagesPrune],
});
