import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { addAmounts } from '@/lib/money/amounts';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { fail, ok, type Result } from '@/lib/result';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { gatherChecks } from '@/lib/server/requests/checks';
import { withVisibleProfile } from '@/lib/server/requests/checks-reader';
import { canonicalId, UUID } from '@/lib/text/uuid';
import { selectRequests } from '@/lib/server/requests/select';
import { storableText } from '@/lib/text/storable-text';
import { parseAmount } from '@/lib/money/parse-amount';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

const querySchema = z.object({
  network: storableText().min(1).max(64),
  address: storableText().min(1).max(128),
  asset: storableText().min(1).max(20),
  memo: storableText().max(256).default(''),
  profile: storableText().max(128).default(''),
  value: z
    .string()
    .max(400)
    .refine((typed) => parseAmount(typed).ok),
  /** The id of a request that is being changed, which is not compared with itself. */
  except: z.union([z.literal(''), z.uuid()]).default(''),
});

/** Gathers the recipient checks of a withdrawal that is being prepared. Takes unchecked query values. */
export async function readChecks(input: unknown): Promise<Result<RecipientChecks, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const query = querySchema.safeParse(input);
  if (!query.success) return fail({ kind: 'not-found' });
  const { network, address, asset, memo, profile, value, except } = query.data;
  const body = {
    ref_id: '',
    profile_id: canonicalId(profile),
    asset,
    crypto_network: network,
    destination_address: address,
    amount: value,
    ...(memo !== '' && { memo }),
  };
  const visible = withVisibleProfile(reader.value, body);
  return ok(await gatherChecks(visible, { exceptIds: except === '' ? [] : [except] }));
}

/** Gathers the current recipient checks of an existing request; for either part of a test payment, of their sum. */
export async function readChecksOf(
  requestId: string,
): Promise<Result<RecipientChecks, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const [row] = UUID.test(requestId)
    ? await selectRequests(reader.value).where(eq(withdrawalRequests.id, requestId))
    : [];
  if (!row) return fail({ kind: 'not-found' });
  const parts =
    row.group?.kind === 'pair'
      ? await selectRequests(reader.value).where(eq(withdrawalRequests.groupId, row.group.id))
      : [row];
  const whole = parts.map(({ version }) => parseWithdrawalBody(version.body)).reduce(addBodies);
  return ok(await gatherChecks(whole, { exceptIds: parts.map(({ request }) => request.id) }));
}

// Only an amount is ever split, never a total (lib/withdrawals/test-payment.ts).
function addBodies(one: WithdrawalBody, { amount = '0' }: WithdrawalBody): WithdrawalBody {
  return one.amount === undefined ? one : { ...one, amount: addAmounts(one.amount, amount) };
}
