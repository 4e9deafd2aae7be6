import 'server-only';

/** What is asked of the service: all calls that the interface document knows. */
export type Operation = 'create' | 'get' | 'list' | 'token';

export interface HttpCall {
  /** What it is counted as. */
  operation: Operation;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** From the first byte out to the last byte in, in milliseconds. */
  timeoutMs: number;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case; a header sent several times keeps its first value. */
  headers: Record<string, string>;
  body: string;
}

/**
 * `not-sent`: it failed before the request line could be written, so the other side did nothing. `held-back`: so did
 * this, because it was not allowed to leave. `lost`: the other side may have done it.
 */
export interface HttpFailure {
  kind: 'not-sent' | 'held-back' | 'lost';
  isTimeout: boolean;
  /** An error code for logs and the attempt's evidence, such as ECONNREFUSED. Holds nothing of the request. */
  cause: string;
}
