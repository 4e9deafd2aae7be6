/** An expected failure is a value. Anything unexpected throws and is logged with its cause. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { ok: false; error: Failure } {
  return { ok: false, error };
}
