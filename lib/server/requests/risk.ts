import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { checkAddress } from '@/lib/addresses/check-address';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { Checked, RiskCard, RiskFacts, SavedEntry } from '@/lib/risk/risk-facts';
import { assessRisk } from '@/lib/risk/risk-card';
import type { Network } from '@/lib/networks/networks';
import { identifyAddress, recipientKey } from '@/lib/recipients/recipients';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { readRegistry } from '@/lib/server/networks/registry';
import { type ReadOnce, separately } from '@/lib/server/requests/read-once';
import { readOlderPayments, readOwnPayments, readProfileAmounts } from '@/lib/server/requests/payments';
import { findSimilarTo } from '@/lib/server/requests/similar';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// A check that takes longer is not waited for: the card says so.
const LONGEST_CHECK_MS = 2_000;
const MOST_ENTRIES = 20;

interface Around {
  /** The request that it is about, or both of a pair: none is continuity with itself. */
  exceptIds?: readonly string[] | undefined;
  /** When it was asked for; now where it is not yet. */
  around?: Date | undefined;
  /** For several at once: what was read for another of them. */
  once?: ReadOnce;
}

/**
 * The card about a withdrawal (lib/risk/risk-card). Never throws: a check that fails or takes longer than two seconds is
 * `unavailable` in it. The checks run beside each other on connections of their own and lock nothing, so a transaction
 * may be open meanwhile; what that has not committed is not seen.
 */
export async function gatherRisk(
  body: WithdrawalBody,
  { exceptIds = [], around = now(), once = separately }: Around = {},
): Promise<RiskCard> {
  const recipient = JSON.stringify([body.crypto_network, body.destination_address, body.memo, exceptIds]);
  const directory = await check('directory', () => once('directory', readRegistry));
  const { networks } = directory === 'unavailable' ? DEFAULT_REGISTRY : directory.value;
  const [own, older, coverage, ofProfile, repeated, open, saved] = await Promise.all([
    check('own', (signal) => once(`own ${recipient}`, () => readOwnPayments(body, { networks, exceptIds }, signal))),
    check('older', (signal) => once(`older ${recipient}`, () => readOlderPayments(body, networks, signal))),
    check('coverage', () => once('coverage', readCoverage)),
    check('ofProfile', (signal) =>
      once(`profile ${body.asset} ${body.profile_id}`, () => readProfileAmounts(body, signal)),
    ),
    check('repeated', async () => (await findSimilarTo(body, { around, exceptIds })).length),
    check('open', (signal) => once(`open ${recipient}`, () => readOpen(body, exceptIds, signal))),
    check('saved', (signal) => once(`saved ${recipient}`, () => readSaved(body, networks, signal))),
  ]);
  return assessRisk({
    network: body.crypto_network,
    asset: body.asset,
    value: body.amount ?? body.total,
    memo: body.memo ?? null,
    isMemoInAddress: carriesMemo(body, networks),
    profileId: body.profile_id,
    own,
    older,
    coverage,
    ofProfile,
    repeated,
    open,
    saved,
    directory,
  });
}

function carriesMemo(
  { destination_address: address, crypto_network: id }: WithdrawalBody,
  networks: readonly Network[],
): boolean {
  const verdict = checkAddress(
    address,
    networks.find((network) => network.id === id),
  );
  return verdict.state === 'valid' && verdict.memo !== undefined;
}

async function check<Value>(
  name: keyof RiskFacts,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Checked<Value>> {
  const timeout = new AbortController();
  try {
    const late = delay(LONGEST_CHECK_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
      throw new Error(`the check took longer than ${LONGEST_CHECK_MS} ms`);
    });
    return { value: await Promise.race([read(timeout.signal), late]) };
  } catch (error) {
    log.warn({ err: error, check: name }, 'a check of continuity could not run');
    return 'unavailable';
  } finally {
    // Ends the statement where nobody waits for it any more, and the clock where it came in time.
    timeout.abort();
  }
}

async function readOpen(body: WithdrawalBody, exceptIds: readonly string[], signal: AbortSignal) {
  const [row] = await readRows<{ awaiting: number; approved: number; underWay: number; inDoubt: number }>(
    sql`
      select count(*) filter (where requests.state = 'AWAITING_APPROVAL' and requests.expires_at > now())::int as awaiting,
        count(*) filter (where requests.state = 'APPROVED' and coalesce(sends.state, 'QUEUED') = 'QUEUED')::int as approved,
        count(*) filter (where sends.state = 'SENDING' or (sends.state = 'ACCEPTED' and sends.track_at is not null))::int as "underWay",
        count(*) filter (where sends.state in ('UNKNOWN', 'HOLD'))::int as "inDoubt"
      from request_versions versions
      join withdrawal_requests requests on requests.id = versions.request_id and requests.version = versions.version
      left join sends on sends.request_id = requests.id
      where versions.recipient_key = ${recipientKey(body)} and requests.id <> all(${sql.param(exceptIds)}::uuid[])`,
    signal,
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

async function readSaved(
  body: WithdrawalBody,
  networks: readonly Network[],
  signal: AbortSignal,
): Promise<SavedEntry[]> {
  const { crypto_network: network, destination_address: address } = body;
  const { normal } = identifyAddress(
    networks.find(({ id }) => id === network) ?? { id: network, label: network },
    address,
  );
  return readRows<SavedEntry>(
    sql`
      select name, memo, profiles, recipient_key = ${recipientKey(body)} as "isThis" from recipients
      where normal_address = ${normal} and network = ${network} and state = 'ACTIVE'
      order by name limit ${MOST_ENTRIES}`,
    signal,
  );
}
