import 'server-only';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { AmendFailure } from '@/lib/requests/contract';
import { fail, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { signatureSchema } from '@/lib/server/passkeys/decisions';
import { amendAs, readAmendable } from '@/lib/server/requests/creation/amend';
import { amendmentSchema } from '@/lib/withdrawals/form';

const changeSchema = amendmentSchema
  .omit({ form: true, attachmentIds: true })
  .extend({ attachmentIds: amendmentSchema.shape.attachmentIds.unwrap(), signature: signatureSchema.optional() });

/**
 * Changes only the files under a request of the signed-in person: a new version like any other, with the same bytes
 * (`amendRequest`). Takes unchecked input; repeating it with the same key adds one version.
 */
export async function changeFiles(input: unknown): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const change = changeSchema.safeParse(input);
  if (!change.success)
    return fail({
      kind: 'invalid',
      issues: change.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  const found = await readAmendable(change.data.requestId);
  if (!found.ok) return found;
  const { form } = found.value;
  // The requester confirmed the address when they requested it, and it stays as it is.
  return amendAs(person.value, { ...change.data, form: { ...form, chosenAddress: form.destinationAddress } });
}
