// Published suites: what a sandbox, an agent or a transformation of your own has to show.
export { testAgent } from "./test-agent.ts";
export type { TestAgentOptions } from "./test-agent.ts";
export { testSandbox } from "./test-sandbox.ts";
export { testTransformation } from "./test-transformation.ts";

// A model service that plays a script, to test agents and gateways without a provider.
export { startScriptedModelServer } from "./scripted-model-server.ts";
export type {
  KeptRequest,
  ScriptedModelServer,
  ScriptedServerOptions,
} from "./scripted-model-server.ts";
export type { Counts, Due, ModelScript } from "./scripted-models/play.ts";
export type { OfferedTool, ScriptedRequest } from "./scripted-models/request.ts";
export { shellCall } from "./scripted-models/shell-call.ts";
export type {
  ScriptedFault,
  ScriptedToolCall,
  ScriptedTurn,
  ScriptedUsage,
  TurnOrMaker,
} from "./scripted-models/turn.ts";
