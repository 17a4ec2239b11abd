import type { Dialect } from "../model-access.ts";
import { chat } from "./chat.ts";
import type { DialectReader } from "./dialect.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";

export const DIALECTS: Readonly<Record<Dialect, DialectReader>> = { chat, responses, messages };
