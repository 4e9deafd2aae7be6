import type { Result } from '@/lib/result';
import type { RequestView } from '@/lib/requests/request-view';
import { type Answer, type Member, parse } from '@/e2e/soak/faults/staff';
import { readActionAnswer, writeActionCall } from '@/scripts/stack/actions';
import { filledForm } from '@/scripts/stack/filled-form';

/** What an action answered, or nothing where it gave no value. */
export interface ClickAnswer<Value> extends Answer {
  value: Value | undefined;
}

/** Calls a server action of the last build as the browser would, on a page that has it. */
export async function click<Value>(
  member: Member,
  page: string,
  action: string,
  input: unknown,
): Promise<ClickAnswer<Value>> {
  const answer = await member.ask(page, { method: 'POST', ...writeActionCall(action, input) });
  return { ...answer, value: readActionAnswer(answer.body) as Value | undefined };
}

/** A form as somebody filled it in. The same form key however often it is sent. */
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
  return click(member, '/withdrawals/new', 'createRequestAction', { formKey, form });
}

/** One approver's vote on the request as it stands. */
export async function approve(
  member: Member,
  requestId: string,
): Promise<ClickAnswer<Result<{ state: string }, { kind: string; reason?: string }>>> {
  const read = await member.ask(`/api/withdrawals/${requestId}`);
  const { version, bodySha256 } = parse<RequestView>(read.body);
  if (read.status !== 200 || version === undefined) return { ...read, value: undefined };
  const decision = { requestId, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
  return click(member, `/withdrawals/${requestId}`, 'decideAction', decision);
}
