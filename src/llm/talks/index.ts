import type { Dialect } from "../model-access.ts";
import { chatTalk } from "./chat.ts";
import { generateContentTalk } from "./generate-content.ts";
import { messagesTalk } from "./messages.ts";
import { responsesTalk } from "./responses.ts";
import type { Talk, TalkStart } from "./talk.ts";

export const TALKS: Readonly<Record<Dialect, (start: TalkStart) => Talk>> = {
  chat: chatTalk,
  responses: responsesTalk,
  messages: messagesTalk,
  "generate-content": generateContentTalk,
};
