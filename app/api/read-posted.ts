import type { Denial } from '@/lib/http/denials';
import type { Capability } from '@/lib/identity/roles';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { readJson } from '@/app/api/read-json';

/**
 * Reads the JSON of a POST from a person with the capability: not a byte before that is known, and at most `maxBytes`
 * (lib/http/body-limits.ts). Gives undefined for a body that is not JSON, or has more members than any route takes. The
 * work that follows counts the call.
 */
export async function readPosted(
  request: Request,
  { capability, maxBytes }: { capability: Capability; maxBytes: number },
): Promise<Result<unknown, Denial>> {
  const person = await authorize(capability);
  if (!person.ok) return person;
  const posted = await readJson(request, maxBytes);
  return ok(hasFewMembers(posted) ? posted : undefined);
}

// No route takes more; a schema would name each of 75,000 members that it does not know.
const MAX_MEMBERS = 50;

function hasFewMembers(posted: unknown): boolean {
  return typeof posted !== 'object' || posted === null || Object.keys(posted).length <= MAX_MEMBERS;
}
