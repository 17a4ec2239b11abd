import { object, objects } from "../dialects/json.ts";
import type { JsonObject } from "../dialects/dialect.ts";
import type { Talk, TalkStart } from "./talk.ts";

export function generateContentTalk({ model, system, tools }: TalkStart): Talk {
  const contents: JsonObject[] = [];
  const functionDeclarations = tools.map(({ parameters, ...tool }) => {
    return { ...tool, parametersJsonSchema: parameters };
  });
  let calls: readonly JsonObject[] = [];
  return {
    user: (text) => void contents.push({ role: "user", parts: [{ text }] }),
    answer: (body) => {
      const content = object(objects(body["candidates"])[0]?.["content"]);
      calls = objects(content["parts"]).flatMap(({ functionCall }) =>
        functionCall === undefined ? [] : [object(functionCall)],
      );
      contents.push(content);
    },
    // Results stand in the order of the calls, and bear their names: ids may be absent.
    results: (results) => {
      const parts = results.map(({ output }, index) => {
        const { id, name } = calls[index] ?? {};
        const named = { ...(id === undefined ? {} : { id }), name };
        return { functionResponse: { ...named, response: { output } } };
      });
      contents.push({ role: "user", parts });
    },
    request: () => ({
      ...{ model, systemInstruction: { parts: [{ text: system }] }, contents: [...contents] },
      ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations }] }),
    }),
  };
}
