import 'server-only';
import { eq } from 'drizzle-orm';
import { routes } from '@/lib/http/routes';
import { database } from '@/lib/server/database/client';
import { recipients, withdrawalRequests } from '@/lib/server/database/schema';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { authorize } from '@/lib/server/auth/authorize';
import { UUID } from '@/lib/text/uuid';
import { selectRequests } from '@/lib/server/requests/select';
import {
  EMPTY_WITHDRAWAL_FORM,
  parseWithdrawalBody,
  toWithdrawalForm,
  type WithdrawalForm,
} from '@/lib/withdrawals/body';
import type { FormStart } from '@/lib/withdrawals/contract';

/**
 * The form that repeats an earlier request, a withdrawal at the service or an entry of the book, under a new reference.
 * Takes what the address holds, unchecked. Undefined where nothing is to be repeated or the reader may not ask for
 * withdrawals; `not-found` where it is not there, or is not a withdrawal: an incoming transfer, which anyone can cause,
 * is never paid to.
 */
export async function readStart(
  from: Record<string, string | string[] | undefined>,
): Promise<FormStart | 'not-found' | undefined> {
  const { request, transfer, recipient } = from;
  const id = request ?? transfer ?? recipient;
  if (id === undefined) return undefined;
  const person = await authorize('makeWithdrawal');
  if (!person.ok) return undefined;
  if (typeof request === 'string') return startFrom({ request }, await readRequested(request));
  if (typeof transfer === 'string') return startFrom({ transfer }, await readWithdrawn(transfer));
  if (typeof recipient === 'string') return startFrom({ recipient }, await readSaved(recipient));
  return 'not-found';
}

function startFrom(
  from: Parameters<typeof routes.repeatWithdrawal>[0],
  form: Partial<WithdrawalForm> | undefined,
): FormStart | 'not-found' {
  if (!form) return 'not-found';
  return { address: routes.repeatWithdrawal(from), form: { ...EMPTY_WITHDRAWAL_FORM, ...form } };
}

async function readRequested(id: string): Promise<Partial<WithdrawalForm> | undefined> {
  const [row] = UUID.test(id) ? await selectRequests().where(eq(withdrawalRequests.id, id)) : [];
  if (!row) return undefined;
  // A guaranteed fee is for one withdrawal (service-facts, "Fields").
  return { ...toWithdrawalForm(parseWithdrawalBody(row.version.body), ''), referenceId: '', feeId: '' };
}

async function readWithdrawn(id: string): Promise<Partial<WithdrawalForm> | undefined> {
  const detail = await readTransferDetail(id);
  const transfer = detail.ok ? detail.value.mirrored?.transfer : undefined;
  if (transfer?.type !== 'CRYPTO_WITHDRAWAL' || transfer.direction !== 'DEBIT') return undefined;
  return {
    profileId: transfer.profile_id ?? '',
    asset: transfer.asset ?? '',
    network: transfer.crypto_network ?? '',
    destinationAddress: transfer.destination_address ?? '',
    addressEntry: 'repeat',
    value: transfer.amount ?? '',
    memo: transfer.memo ?? '',
    // Nobody said here that it needs none, and the service need not tell of one that it sent (section 2.2).
    needsNoMemo: false,
    balanceAsset: transfer.balance_asset === transfer.asset ? '' : (transfer.balance_asset ?? ''),
  };
}

async function readSaved(id: string): Promise<Partial<WithdrawalForm> | undefined> {
  const [entry] = UUID.test(id) ? await database().select().from(recipients).where(eq(recipients.id, id)) : [];
  if (entry?.state !== 'ACTIVE') return undefined;
  const { network, address, memo, profiles } = entry;
  const [profileId = '', ...more] = profiles;
  return {
    profileId: more.length === 0 ? profileId : '',
    network,
    destinationAddress: address,
    addressEntry: 'book',
    recipientId: id,
    memo: memo ?? '',
    needsNoMemo: memo === null,
  };
}
