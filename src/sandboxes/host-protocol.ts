// What is said between a program and the process that keeps its sandboxes.
import type { ExecRequest, Sandbox, SandboxFile, SandboxSpec } from "./sandbox.ts";

/** A sandbox as it can be described; its commands go through the host. */
export type SandboxDescription = Pick<
  Sandbox,
  "id" | "workdir" | "scratch" | "isolation" | "reachAddress"
>;

export type HostCall =
  | { readonly method: "check" }
  | { readonly method: "sweep" }
  | { readonly method: "create"; readonly spec: SandboxSpec }
  | {
      readonly method: "exec";
      readonly sandbox: string;
      readonly request: Omit<ExecRequest, "signal">;
    }
  | {
      readonly method: "readFile";
      readonly sandbox: string;
      readonly path: string;
      readonly limitBytes: number;
    }
  | {
      readonly method: "writeFiles";
      readonly sandbox: string;
      readonly files: readonly SandboxFile[];
    }
  | { readonly method: "dispose"; readonly sandbox: string };

export type ToHost =
  | { readonly kind: "call"; readonly id: number; readonly call: HostCall }
  | { readonly kind: "cancel"; readonly id: number };

export type FromHost =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: HostError };

/** An error in a form that survives the way between processes. */
export interface HostError {
  readonly isSandboxError: boolean;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}
