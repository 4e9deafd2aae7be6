import 'server-only';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { ProfileCheck } from '@/lib/profiles/choices';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { explainNoRequest, findRequestable } from '@/lib/server/rights/check';
import { storableText } from '@/lib/text/storable-text';
import { canonicalId, isAsciiId } from '@/lib/text/uuid';

const questionSchema = z.object({ profile: storableText().trim().min(1).max(128).refine(isAsciiId) });

/**
 * Checks whether the person may request from a profile that the form does not list. Takes the query parameters,
 * unchecked. The answer to a hidden profile is that to one which their rights do not name.
 */
export async function checkProfile(input: unknown): Promise<Result<ProfileCheck, Denial>> {
  const person = await authorize('makeWithdrawal', { limit: 'read' });
  if (!person.ok) return person;
  const question = questionSchema.safeParse(input);
  if (!question.success) return ok({ reason: null });
  const id = canonicalId(question.data.profile);
  const mayRequest = await findRequestable(person.value, [{ id }]);
  return ok({ reason: mayRequest(id) ? null : explainNoRequest(id) });
}
