import 'server-only';

/** Calls to the service: docs/specification/service-interface.md, docs/specification/service-facts.md. */
export type Operation =
  | 'create'
  | 'get'
  | 'list'
  | 'token'
  | 'save-address'
  | 'addresses'
  | 'vasps'
  | 'fee'
  | 'balances';

/** Request to the service. */
export interface HttpCall {
  /** Label under which metrics count the call. */
  operation: Operation;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Limit from the first byte sent to the last byte received, in milliseconds. */
  timeoutMs: number;
}

/** Answer of any status. */
export interface HttpAnswer {
  status: number;
  /** Header names are in lower case; of a repeated header the first value counts. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Failure of a call. `not-sent`: failed before the request line was written, so the service did nothing. `held-back`:
 * likewise, because permission was denied. `lost`: the service may have carried it out.
 */
export interface HttpFailure {
  kind: 'not-sent' | 'held-back' | 'lost';
  isTimeout: boolean;
  /** Error code for logs and the stored attempt, such as ECONNREFUSED. Contains nothing of the request. */
  cause: string;
}
