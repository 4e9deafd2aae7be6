import 'server-only';
import type { Denial } from '@/lib/http/denials';
import { describePolicyDocument } from '@/lib/policy/document/describe-document';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';

/** Reads the JSON schema of a policy as a file, for a person who may read the policy. */
export async function readPolicySchema(): Promise<Result<object, Denial>> {
  const person = await authorize('readPolicy', { limit: 'read' });
  return person.ok ? ok(describePolicyDocument()) : person;
}
