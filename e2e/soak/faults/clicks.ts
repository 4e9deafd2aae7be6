import type { Result } from '@/lib/result';
import type { RequestView } from '@/lib/requests/request-view';
import { click, type ClickAnswer } from '@/scripts/stack/actions';
import { type Member, parse } from '@/scripts/stack/member';
import { filledForm } from '@/scripts/stack/filled-form';

/** A completed form. Its key is the same however often it is submitted. */
export interface FilledForm {
  formKey: string;
  refId: string;
  value: string;
}

export function submit(
  member: Member,
  { formKey, refId, value }: FilledForm,
): Promise<ClickAnswer<Result<{ requestId: string }, { kind: string; reason?: string }>>> {
  const form = filledForm({ value, referenceId: refId });
  return click(member, { page: '/withdrawals/new', action: 'createRequestAction', input: { formKey, form } });
}

/** Approves a request in its current version as one approver. */
export async function approve(
  member: Member,
  requestId: string,
): Promise<ClickAnswer<Result<{ state: string }, { kind: string; reason?: string }>>> {
  const read = await member.ask(`/api/withdrawals/${requestId}`);
  const { version, bodySha256 } = parse<RequestView>(read.body);
  if (read.status !== 200 || version === undefined) return { ...read, value: undefined };
  const decision = { requestId, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
  return click(member, { page: `/withdrawals/${requestId}`, action: 'decideAction', input: decision });
}
