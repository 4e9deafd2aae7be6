import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Shortage } from '@/lib/balances/contract';
import { sumNeeds } from '@/lib/balances/needs';
import { addAmounts } from '@/lib/money/amounts';
import type { Reader } from '@/lib/identity/reader';
import { listDeclinedBefore } from '@/lib/risk/learned-limits';
import { withShortages } from '@/lib/risk/balance-finding';
import { type DraftChecks, keepStored, type RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { fail, ok, type Result } from '@/lib/result';
import { findShortages } from '@/lib/server/balances/shortages';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { Denial } from '@/lib/http/denials';
import { readUsdValues } from '@/lib/server/mirror/figures/usd-values';
import { authorize } from '@/lib/server/auth/authorize';
import { gatherChecks } from '@/lib/server/requests/checks/checks';
import { limitedTo, withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import { readLearnedLimits } from '@/lib/server/requests/checks/learned-limits';
import { readSheetAmounts } from '@/lib/server/requests/checks/sheet-amounts';
import { canonicalId, UUID } from '@/lib/text/uuid';
import { createReadCache, type ReadOnce } from '@/lib/server/requests/limits/read-once';
import { type RequestRow, selectRequests } from '@/lib/server/requests/select';
import { storableText } from '@/lib/text/storable-text';
import { parseAmount } from '@/lib/money/parse-amount';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

const querySchema = z.object({
  network: storableText().min(1).max(64),
  address: storableText().min(1).max(128),
  /** Empty while none is entered, as the value. */
  asset: storableText().max(20).default(''),
  memo: storableText().max(256).default(''),
  profile: storableText().max(128).default(''),
  /** Empty while no amount is entered: the checks of the recipient need none. */
  value: z
    .string()
    .max(400)
    .refine((typed) => typed === '' || parseAmount(typed).ok)
    .default(''),
  /** The asset whose balance falls; empty for the asset itself. */
  balanceAsset: storableText().max(20).default(''),
  /** How many fees come on top of the value: none of a total, two of an amount with a test payment. */
  fees: z.coerce.number().int().min(0).max(2).default(1),
  /** The id of a request that is being changed, which is not compared with itself. */
  except: z.union([z.literal(''), z.uuid()]).default(''),
});

/**
 * Gathers the recipient checks of a withdrawal that is being prepared, and its value; without an amount, what is to be
 * said of the recipient alone. Takes unchecked query values.
 */
export async function readChecks(input: unknown): Promise<Result<DraftChecks, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const query = querySchema.safeParse(input);
  if (!query.success) return fail({ kind: 'not-found' });
  const { network, address, asset, memo, profile, value, except, balanceAsset, fees } = query.data;
  const body = {
    ref_id: '',
    profile_id: canonicalId(profile),
    asset,
    crypto_network: network,
    destination_address: address,
    amount: value === '' ? NO_AMOUNT : value,
    ...(memo !== '' && { memo }),
  };
  const visible = withVisibleProfile(reader.value, body);
  // A request that is being changed stays a row of its batch.
  const changed = except === '' ? undefined : except;
  const need = { profileId: body.profile_id, asset, network, balanceAsset: balanceAsset || asset, value, fees };
  // Without fees on top, the value is a total of the balance.
  const parsed = parseAmount(value);
  const fixed = { asset: fees === 0 ? need.balanceAsset : asset, amount: parsed.ok ? parsed.value : '0' };
  const [checks, shortages, valueOf] = await Promise.all([
    gatherChecks(visible, {
      exceptIds: changed === undefined ? [] : [changed],
      sheet: changed === undefined ? undefined : await readSheetAmounts(reader.value, changed, body),
      asked: reader.value,
    }),
    value === '' ? [] : findShortages(reader.value, [need]),
    readUsdValues(reader.value, [fixed.asset]),
  ]);
  const shown = addShortages(value === '' ? withoutAmount(checks) : checks, shortages);
  return ok({
    ...(limitedTo(reader.value) ? addLine(shown, PARTIAL) : shown),
    value: value === '' ? null : valueOf(fixed),
  });
}

const NO_AMOUNT = '0';

/** Leaves out the findings that compare the amount. */
function withoutAmount(checks: RecipientChecks): RecipientChecks {
  const lines = checks.card.lines.filter(({ id }) => id !== 'amount' && id !== 'repeated');
  return { ...checks, card: { ...checks.card, lines } };
}

/**
 * Gathers the current recipient checks of an existing request; for either part of a test payment, of their sum. A
 * person who does not see every profile gets what they see now, and what was found in every profile when the request
 * was made.
 */
export async function readChecksOf(
  requestId: string,
): Promise<Result<RecipientChecks, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const [row] = UUID.test(requestId)
    ? await selectRequests(reader.value).where(eq(withdrawalRequests.id, requestId))
    : [];
  return row ? ok(await gatherChecksOf(reader.value, row)) : fail({ kind: 'not-found' });
}

/**
 * Gathers the current checks of a request that the reader may see, as `readChecksOf` does. `once`: a cache for the
 * checks of several requests at the same moment.
 */
export async function gatherChecksOf(
  reader: Reader,
  row: RequestRow,
  once: ReadOnce = createReadCache(),
): Promise<RecipientChecks> {
  const requestId = row.request.id;
  const parts =
    row.bundle?.kind === 'test-payment'
      ? await selectRequests(reader).where(eq(withdrawalRequests.bundleId, row.bundle.id))
      : [row];
  const bodies = parts.map(({ version }) => parseWithdrawalBody(version.body));
  const exceptIds = parts.map(({ request }) => request.id);
  const whole = bodies.reduce(addBodies);
  const [checks, declined, shortages] = await Promise.all([
    gatherChecks(whole, {
      exceptIds,
      once,
      savedAt: row.version.createdAt,
      sheet: row.bundle?.kind === 'batch' ? await readSheetAmounts(reader, requestId, whole) : undefined,
      asked: reader,
    }),
    findDeclinedBefore(reader, bodies, exceptIds),
    // What was sent has left the balance already.
    row.request.state === 'AWAITING_APPROVAL' ? findShortages(reader, sumNeeds(bodies)) : [],
  ]);
  const stored = limitedTo(reader) && (await readStoredChecks(row.version));
  return addShortages(declined.reduce(addLine, stored ? keepStored(checks, stored) : checks), shortages);
}

const PARTIAL: RiskLine = {
  id: 'partial',
  state: 'notice',
  text: 'These checks count the profiles that you see. The checks that are saved with a request count every profile.',
};

const addLine = (checks: RecipientChecks, line: RiskLine): RecipientChecks => ({
  ...checks,
  card: { ...checks.card, lines: [...checks.card.lines, line] },
});

/** Makes notes of the limits that the service named before, which are never stored with a request. */
async function findDeclinedBefore(
  reader: Reader,
  bodies: readonly WithdrawalBody[],
  exceptIds: readonly string[],
): Promise<RiskLine[]> {
  const limits = await readLearnedLimits(reader, bodies, exceptIds);
  const messages = bodies.flatMap((body) => listDeclinedBefore(limits, body).map(({ message }) => message));
  return [...new Set(messages)].map((text, index) => ({
    id: `declined-${index}`,
    state: 'notice',
    text,
  }));
}

const addShortages = (checks: RecipientChecks, shortages: readonly Shortage[]): RecipientChecks => ({
  ...checks,
  card: withShortages(
    checks.card,
    shortages.map(({ text }) => text),
  ),
});

async function readStoredChecks({ requestId, version }: { requestId: string; version: number }) {
  const [found] = await database()
    .select({ checks: requestVersions.checks })
    .from(requestVersions)
    .where(and(eq(requestVersions.requestId, requestId), eq(requestVersions.version, version)));
  return found?.checks;
}

// Only an amount is ever split, never a total (lib/withdrawals/test-payment.ts).
function addBodies(one: WithdrawalBody, { amount = '0' }: WithdrawalBody): WithdrawalBody {
  return one.amount === undefined ? one : { ...one, amount: addAmounts(one.amount, amount) };
}
