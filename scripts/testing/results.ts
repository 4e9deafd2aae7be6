import type { Result } from '@/lib/result';

/** Gives the value of a result, or throws its error. */
export function surely<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Gives the result of an expected failure of a kind, with these details, to compare with. */
export function failure(kind: string, details: object = {}) {
  return { ok: false, error: { kind, ...details } };
}
