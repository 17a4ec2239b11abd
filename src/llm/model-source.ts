// Where answers come from: a provider, or a recording of one.
import { PlumblineError } from "../core/errors.ts";
import type { ErrorDetails } from "../core/errors.ts";
import type { JsonObject } from "./dialects/dialect.ts";
import type { Dialect } from "./model-access.ts";

export interface ModelRequest {
  readonly dialect: Dialect;
  /** With the settings of the study in it. */
  readonly body: JsonObject;
  readonly signal: AbortSignal;
  /** Told when it waits for its turn; what is returned is called when it does no more. */
  readonly onWait: () => () => void;
}

export interface ModelResponse {
  readonly status: number;
  readonly contentType: string;
  /** Bytes as they come; throws a TransportFault where the connection is cut. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How often it was asked for. */
  readonly tries: number;
}

export interface ModelSource {
  /** Throws ModelUnavailable where there is no answer to be had, and the reason of an abort. */
  send(request: ModelRequest): Promise<ModelResponse>;
}

/** The model can't be had: not the agent's doing. The run is repeated in a fresh environment. */
export class ModelUnavailable extends PlumblineError {
  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(code, "environment", message, details);
  }
}

/** The provider takes a request for wrong. */
export class ModelRefused extends PlumblineError {
  readonly status: number;
  constructor(status: number, message: string) {
    super("model-refused", "environment", message);
    this.status = status;
  }
}
