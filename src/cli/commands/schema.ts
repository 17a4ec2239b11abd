// Prints the JSON Schema of a file that users write.
import { PlumblineError } from "../../core/errors.ts";
import { studyFileJsonSchema } from "../../study/plan/study-file.ts";
import { defineCommand } from "../command.ts";

export const schema = defineCommand({
  name: "schema",
  summary: "Print the JSON Schema of a file: study.",
  configure: (command) => void command.argument("<file>", "study"),
  run: ([file], _options, io) => {
    if (file !== "study") {
      throw new PlumblineError("unknown-schema", "usage", `No schema is called "${file ?? ""}".`, {
        hint: "plumbline schema study",
      });
    }
    io.out(`${JSON.stringify(studyFileJsonSchema(), null, 2)}\n`);
    return Promise.resolve();
  },
});
