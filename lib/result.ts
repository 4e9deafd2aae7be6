/**
 * The result of an operation that can fail in an expected way. Unexpected errors are thrown, and logged with their
 * cause.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };

/** Wraps the value of a successful operation. */
export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** Wraps the error of an expected failure. */
export function fail<Failure>(error: Failure): { ok: false; error: Failure } {
  return { ok: false, error };
}
