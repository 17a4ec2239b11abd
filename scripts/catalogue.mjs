// Writes docs/transformations.md from the catalogue. Needs `npm run build`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cataloguePage, TRANSFORMATIONS } from "../dist/code/spt/index.js";

const page = fileURLToPath(new URL("../docs/transformations.md", import.meta.url));
writeFileSync(page, cataloguePage(TRANSFORMATIONS));
