// Published suites: what a sandbox or a transformation of your own has to show.
export { testSandbox } from "./test-sandbox.ts";
export { testTransformation } from "./test-transformation.ts";
