import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { explainReadFailure, explainRefusal, type ServiceFailure } from '@/lib/http/problems';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile } from '@/lib/identity/reader';
import { amountSchema } from '@/lib/money/amount-schema';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { database, type Transaction } from '@/lib/server/database/client';
import { feeQuotes } from '@/lib/server/database/schema/requests';
import { explainNoRequest, findRequestable } from '@/lib/server/rights/check';
import { now } from '@/lib/server/runtime/clock';
import { requestFeeQuote } from '@/lib/server/transfer-service/endpoints';
import { storableText } from '@/lib/text/storable-text';
import { theService } from '@/lib/text/service-name';
import type { FeeQuote } from '@/lib/withdrawals/fee-quote';

const text = (most: number) => storableText().trim().max(most);
const quotedSchema = z.strictObject({
  profileId: text(128).min(1),
  network: text(64).min(1),
  destinationAddress: text(256).min(1),
  asset: text(12).min(1),
  fixed: z.enum(['amount', 'total']),
  value: amountSchema,
  balanceAsset: text(12),
  identityId: text(128),
});

/** Why no guaranteed fee was given. Nothing was sent. */
export type QuoteFailure = Denial | { kind: 'not-possible'; reason: string };

/** Asks the service for a guaranteed fee of a withdrawal that is being prepared. Takes unchecked input. */
export async function quoteFee(input: unknown): Promise<Result<FeeQuote, QuoteFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'live' });
  if (!person.ok) return person;
  const given = quotedSchema.safeParse(input);
  if (settings().TRANSFER_SERVICE_FEES === 'off' || !given.success) return impossible(NOT_COMPLETE);
  const { profileId, network, destinationAddress, asset, fixed, value, balanceAsset, identityId } = given.data;
  const mayRequest =
    canSeeProfile(person.value, profileId) && (await findRequestable(person.value, [{ id: profileId }]))(profileId);
  if (!mayRequest) return impossible(explainNoRequest(profileId));
  const quoted = await requestFeeQuote({
    profile_id: profileId,
    destination_address: destinationAddress,
    asset,
    crypto_network: network,
    ...(identityId !== '' && { identity_id: identityId }),
    ...(balanceAsset !== '' && { balance_asset: balanceAsset }),
    ...(fixed === 'amount' ? { amount: value } : { total: value }),
  });
  if (!quoted.ok) return impossible(explainNoQuote(quoted.error));
  const { id, fee, asset: feeAsset, expiresAt } = quoted.value;
  const row = { id, fee, asset: feeAsset, expiresAt: new Date(expiresAt), personId: person.value.id };
  await database().insert(feeQuotes).values(row).onConflictDoNothing();
  return ok(quoted.value);
}

/**
 * Reads the guaranteed fee that a request names; null where it names none, or one that this console did not ask for.
 */
export async function readQuoteOf(
  reader: Pick<Transaction, 'select'>,
  feeId: string | undefined,
): Promise<(FeeQuote & { isOver: boolean }) | null> {
  if (feeId === undefined) return null;
  const [row] = await reader.select().from(feeQuotes).where(eq(feeQuotes.id, feeId));
  if (!row) return null;
  const { id, fee, asset, expiresAt } = row;
  return { id, fee, asset, expiresAt: expiresAt.toISOString(), isOver: now() >= expiresAt };
}

const NOT_COMPLETE = 'Enter the profile, the asset, the network, the address and the amount first.';

const impossible = (reason: string) => fail({ kind: 'not-possible' as const, reason });

function explainNoQuote(failure: ServiceFailure): string {
  const isRefused = failure.kind === 'problem' && failure.problem.status < 500 && failure.problem.status !== 429;
  const { title, detail } = isRefused ? explainRefusal(failure.problem) : explainReadFailure(failure);
  return [`${title}.`, detail, `Without a guaranteed fee, ${theService()} sets it when the withdrawal is sent.`]
    .filter(Boolean)
    .join(' ');
}
