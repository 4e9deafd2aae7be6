import 'server-only';
import { withoutOnce } from '@/lib/withdrawals/fields';
import { and, eq } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { routes } from '@/lib/http/routes';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { authorize } from '@/lib/server/auth/authorize';
import { canonicalId, UUID } from '@/lib/text/uuid';
import { type RequestRow, selectRequests } from '@/lib/server/requests/select';
import { parseWithdrawalBody, toWithdrawalForm, type WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import type { FormStart } from '@/lib/requests/follow-up';
import type { Denial } from '@/lib/http/denials';
import { addAmounts } from '@/lib/money/amounts';
import type { NotFollowable } from '@/lib/requests/contract';
import { fail, ok, type Result } from '@/lib/result';
import { type Amendable, readAmendable } from '@/lib/server/requests/creation/amend';
import { readTemplateForm } from '@/lib/server/templates/templates';
import { findFollowed, findFollowUpReference } from '@/lib/server/requests/follow-ups';

/**
 * Reads the values of a new form that repeats an earlier request or withdrawal, pays an address book entry, or
 * uses a template, under a new reference. `from`: the unchecked parameters of the page. Undefined if there is nothing
 * to repeat or the reader may not request withdrawals; `not-found` if it does not exist or is not a withdrawal: the
 * source of a deposit, which anyone can send, is never paid.
 */
export async function readStart(
  from: Record<string, string | string[] | undefined>,
): Promise<FormStart | 'not-found' | undefined> {
  const { request, transfer, recipient, template } = from;
  const id = request ?? transfer ?? recipient ?? template;
  if (id === undefined) return undefined;
  const person = await authorize('makeWithdrawal');
  if (!person.ok) return undefined;
  if (typeof request === 'string') return createStart({ request }, await readFormFromRequest(person.value, request));
  if (typeof transfer === 'string') return createStart({ transfer }, await readFormFromTransfer(transfer));
  if (typeof recipient === 'string')
    return createStart({ recipient }, await readFormFromEntry(person.value, recipient));
  if (typeof template === 'string') return createStart({ template }, await readTemplateForm(person.value, template));
  return 'not-found';
}

/** The form of a withdrawal that is requested again: of the same request, or of one that follows it. */
export type AgainStart = { kind: 'amendment'; amendment: Amendable } | { kind: 'follow-up'; start: FormStart };

/**
 * Reads the form to request a withdrawal again that was never paid. Its requester changes a rejected or expired one,
 * which keeps its reference and takes approvals again; any other one is followed by a new request with the next unused
 * reference (docs/specification/send-protocol.md#requested-again). Fails with the reason where neither can be.
 */
export async function readAgain(id: string): Promise<Result<AgainStart, Denial | NotFollowable>> {
  const person = await authorize('makeWithdrawal');
  if (!person.ok) return person;
  const found = await findFollowed(person.value, id);
  if (!found.ok) return found;
  const { id: followsId, refId, firstRefId, testId } = found.value;
  const amendment = testId === null ? await readAmendable(id) : undefined;
  if (amendment?.ok) return ok({ kind: 'amendment', amendment: amendment.value });
  const [form, test] = await Promise.all([
    readFormFromRequest(person.value, followsId),
    testId === null ? undefined : readFormFromRequest(person.value, testId),
  ]);
  if (!form) return fail({ kind: 'not-followable', reason: 'The withdrawal to request again was not found.' });
  const referenceId = await findFollowUpReference(person.value, firstRefId);
  // A test payment and its remainder, of which neither was paid: the whole, with the same test.
  const whole = test?.value !== undefined && form.value !== undefined ? wholeOf(form.value, test.value) : undefined;
  return ok({
    kind: 'follow-up',
    start: {
      address: routes.requestAgain(id),
      follows: { id: followsId, refId },
      form: { ...EMPTY_WITHDRAWAL_FORM, ...form, ...whole, referenceId },
    },
  });
}

const wholeOf = (remainder: string, test: string) => ({ value: addAmounts(remainder, test), testAmount: test });

function createStart(
  from: Parameters<typeof routes.repeatWithdrawal>[0],
  form: Partial<WithdrawalForm> | undefined,
): FormStart | 'not-found' {
  if (!form) return 'not-found';
  return { address: routes.repeatWithdrawal(from), form: { ...EMPTY_WITHDRAWAL_FORM, ...form } };
}

async function readFormFromRequest(reader: Reader, id: string): Promise<Partial<WithdrawalForm> | undefined> {
  const [row] = UUID.test(id) ? await selectRequests(reader).where(eq(withdrawalRequests.id, id)) : [];
  if (!row) return undefined;
  const form = toWithdrawalForm(parseWithdrawalBody(row.version.body), explainRenewal(row));
  return { ...withoutOnce(form), referenceId: '' };
}

/** Gives the note of a request made again after a restore, so that its approvers can look up the earlier one. */
function explainRenewal({ request, isBeforeRestore }: RequestRow): string {
  return isBeforeRestore ? `Requested again after a restore of the database; earlier reference ${request.refId}.` : '';
}

async function readFormFromTransfer(id: string): Promise<Partial<WithdrawalForm> | undefined> {
  const detail = await readTransferDetail(id);
  const transfer = detail.ok ? detail.value.mirrored?.transfer : undefined;
  if (transfer?.type !== 'CRYPTO_WITHDRAWAL' || transfer.direction !== 'DEBIT') return undefined;
  return {
    profileId: canonicalId(transfer.profile_id ?? ''),
    asset: transfer.asset ?? '',
    network: transfer.crypto_network ?? '',
    destinationAddress: transfer.destination_address ?? '',
    addressEntry: 'repeat',
    value: transfer.amount ?? '',
    memo: transfer.memo ?? '',
    // Unknown: `memo` is optional in a transfer record (docs/specification/service-interface.md#transfer-record).
    needsNoMemo: false,
    balanceAsset: transfer.balance_asset === transfer.asset ? '' : (transfer.balance_asset ?? ''),
  };
}

async function readFormFromEntry(reader: Reader, id: string): Promise<Partial<WithdrawalForm> | undefined> {
  if (!UUID.test(id)) return undefined;
  const [entry] = await database()
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, id), visibleRecipients(reader)));
  if (entry?.state !== 'ACTIVE') return undefined;
  const { network, address, memo, profiles } = entry;
  const [profileId = '', ...more] = profiles;
  return {
    profileId: more.length === 0 ? canonicalId(profileId) : '',
    network,
    destinationAddress: address,
    addressEntry: 'book',
    recipientId: id,
    memo: memo ?? '',
    needsNoMemo: memo === null,
  };
}
