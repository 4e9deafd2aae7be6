import { randomUUID } from 'node:crypto';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { type SigningPerson, signAs } from '@/scripts/testing/passkeys/signing-people';
import { surely } from '@/scripts/testing/results';

/** Requests a withdrawal as the caller, by a complete form with these changes; gives the id of the request. */
export async function make(change: Partial<WithdrawalForm> = {}): Promise<string> {
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm(change) })).requestId;
}

/** Requests a withdrawal as a person (`make`). */
export function makeAs(person: { sessionId: string }, change?: Partial<WithdrawalForm>): Promise<string> {
  as(person);
  return make(change);
}

/** Reads a request as the caller. */
export async function view(requestId: string) {
  return surely(await readRequest(requestId));
}

/** Reads a request as a person. */
export function viewAs(person: { sessionId: string }, requestId: string) {
  as(person);
  return view(requestId);
}

/** Approves the current version of a request as a person, or rejects it, as `change` says. */
export async function decide(person: { sessionId: string }, requestId: string, change: object = {}) {
  const { version, bodySha256 } = await viewAs(person, requestId);
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: 'a reason', ...change });
}

/** Requests a withdrawal as a person (`make`), who signs it. */
export async function makeSigned(person: SigningPerson, change?: Partial<WithdrawalForm>): Promise<string> {
  const submission = { formKey: randomUUID(), form: filledForm(change) };
  return surely(await signAs(person, (signed) => createRequest({ ...submission, ...signed }))).requestId;
}

/** Approves the current version of a request as a person (`decide`), who signs the decision. */
export async function decideSigned(person: SigningPerson, requestId: string, change: object = {}) {
  const { version, bodySha256 } = await viewAs(person, requestId);
  const vote = { requestId, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '', ...change };
  return signAs(person, (signed) => decideOnRequest({ ...vote, ...signed }));
}
