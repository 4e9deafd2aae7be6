import type { Denial } from '@/lib/http/denials';
import type { Capability } from '@/lib/identity/roles';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { readJson } from '@/app/api/read-json';

/**
 * Reads the JSON of a POST from a person with the capability: not a byte before that is known, and at most `maxBytes`
 * (lib/http/body-limits.ts). Gives undefined for a body that is not JSON. The work that follows counts the call.
 */
export async function readPosted(
  request: Request,
  { capability, maxBytes }: { capability: Capability; maxBytes: number },
): Promise<Result<unknown, Denial>> {
  const person = await authorize(capability);
  return person.ok ? ok(await readJson(request, maxBytes)) : person;
}
