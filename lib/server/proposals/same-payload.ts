import 'server-only';
import { isDeepStrictEqual } from 'node:util';

/** Compares two payloads as they are stored, which is as JSON. */
export function isSamePayload(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(asStored(a), asStored(b));
}

function asStored(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload));
}
