import 'server-only';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { sql } from 'drizzle-orm';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Reader } from '@/lib/identity/reader';
import type { Checked, RiskCard, RiskFacts, SavedEntry } from '@/lib/risk/risk-facts';
import type { SheetAmounts } from '@/lib/risk/sheet-amounts';
import { assessRisk } from '@/lib/risk/risk-card';
import type { Network } from '@/lib/networks/network-definition';
import { KNOWN_NETWORKS, resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, recipientKey } from '@/lib/recipients/recipients';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { readNetworks } from '@/lib/server/networks/registry';
import { checksReader } from '@/lib/server/requests/checks/checks-reader';
import { type ReadOnce, readSeparately } from '@/lib/server/requests/limits/read-once';
import {
  isKnownProfile,
  readOlderPayments,
  readOwnPayments,
  readProfileAmounts,
} from '@/lib/server/requests/checks/payments';
import { findSimilarTo } from '@/lib/server/requests/checks/similar';
import { toWithdrawalForm, type WithdrawalBody } from '@/lib/withdrawals/body';
import { findTextNotes } from '@/lib/withdrawals/text-notes';

// A check that takes longer counts as unavailable.
const CHECK_TIMEOUT_MS = 2_000;
const MAX_ENTRIES = 20;

interface RiskOptions {
  /** The ids of the assessed request, or of both parts of a test payment, which are not compared with themselves. */
  exceptIds?: readonly string[] | undefined;
  /** The time of the request; the current time for one that is being prepared. */
  around?: Date | undefined;
  /** A cache shared by the checks of many requests at once. */
  once?: ReadOnce;
  /** Whose data alone count, where a person who does not see every profile asks and nothing is stored. */
  seen?: Reader | undefined;
  /** The amounts of the asset in the sheet of which the withdrawal is a row. */
  sheet?: SheetAmounts | undefined;
}

/**
 * Gathers the facts about a withdrawal and builds its risk card (lib/risk/risk-card.ts). Never throws: a check that
 * fails or takes longer than two seconds is unavailable. The checks run in parallel on connections of their own and
 * take no locks; they do not see what an open transaction has not committed.
 */
export async function gatherRisk(
  body: WithdrawalBody,
  { exceptIds = [], around = now(), once = readSeparately, sheet, seen }: RiskOptions = {},
): Promise<RiskCard> {
  const recipient = JSON.stringify([body.crypto_network, body.destination_address, body.memo, exceptIds]);
  const [registry, naming] = await Promise.all([
    runCheck('registry', () => once('registry', () => readNetworks())),
    runCheck('rights to see', async () => seen ?? (await checksReader(body, once))),
  ]);
  const networks = registry === 'unavailable' ? KNOWN_NETWORKS : registry.value.networks;
  // With rights unknown, the findings name nothing of other profiles.
  const reader = naming === 'unavailable' ? { ...SYSTEM_READER, visibleProfiles: [body.profile_id] } : naming.value;
  const ofProfile = `${recipient} ${body.profile_id}`;
  // A person who asks freely learns nothing of what they do not see; what is stored with a request counts everything.
  const counted = seen ?? SYSTEM_READER;
  const [
    ownPayments,
    otherPayments,
    coverage,
    knownProfile,
    profileAmounts,
    repeatedRequests,
    openRequests,
    savedEntries,
  ] = await Promise.all([
    runCheck('ownPayments', (signal) =>
      once(`own ${ofProfile}`, () => readOwnPayments(body, { reader, counted, networks, exceptIds }, signal)),
    ),
    runCheck('otherPayments', (signal) =>
      once(`other ${ofProfile}`, () => readOlderPayments(body, { reader, counted, networks }, signal)),
    ),
    runCheck('coverage', () => once(`coverage ${body.profile_id}`, () => readCoverage(reader))),
    runCheck('isKnownProfile', (signal) =>
      once(`known profile ${body.profile_id}`, () => isKnownProfile(body, signal)),
    ),
    runCheck('profileAmounts', (signal) =>
      once(`profile ${body.asset} ${body.profile_id}`, () => readProfileAmounts(body, counted, signal)),
    ),
    runCheck('repeatedRequests', async () => (await findSimilarTo(counted, body, { around, exceptIds })).length),
    runCheck('openRequests', (signal) =>
      once(`open ${recipient}`, () => readOpenRequests(body, { counted, exceptIds }, signal)),
    ),
    runCheck('savedEntries', (signal) =>
      once(`saved ${ofProfile}`, () => readSavedEntries(body, { reader, counted, networks }, signal)),
    ),
  ]);
  const network = resolveNetwork(body.crypto_network, networks);
  return assessRisk({
    network: body.crypto_network,
    asset: body.asset,
    value: body.amount ?? body.total,
    memo: body.memo ?? null,
    address: checkAddress(body.destination_address, network),
    textNotes: findTextNotes(toWithdrawalForm(body, ''), network),
    profileId: body.profile_id,
    ownPayments,
    otherPayments,
    coverage,
    isKnownProfile: knownProfile,
    profileAmounts,
    sheet,
    repeatedRequests,
    openRequests,
    savedEntries,
    registry,
  });
}

async function runCheck<Value>(
  name: keyof RiskFacts | 'rights to see',
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Checked<Value>> {
  try {
    const value = await withTimeout(CHECK_TIMEOUT_MS, read, () => {
      throw new Error(`check took longer than ${CHECK_TIMEOUT_MS} ms`);
    });
    return { value };
  } catch (error) {
    log.warn({ err: error, check: name }, 'recipient check could not run; the finding is unavailable');
    return 'unavailable';
  }
}

async function readOpenRequests(
  body: WithdrawalBody,
  { counted, exceptIds }: { counted: Reader; exceptIds: readonly string[] },
  signal: AbortSignal,
) {
  const [row] = await readRows<{ awaiting: number; approved: number; inProgress: number; unknown: number }>(
    sql`
      select
        count(*) filter (
          where requests.state = 'AWAITING_APPROVAL' and requests.expires_at > now()
        )::int as awaiting,
        count(*) filter (
          where requests.state = 'APPROVED' and coalesce(sends.state, 'QUEUED') = 'QUEUED'
        )::int as approved,
        count(*) filter (
          where sends.state = 'SENDING' or (sends.state = 'ACCEPTED' and sends.track_at is not null)
        )::int as "inProgress",
        count(*) filter (where sends.state in ('UNKNOWN', 'HOLD'))::int as "unknown"
      from request_versions versions
      join withdrawal_requests requests on requests.id = versions.request_id and requests.version = versions.version
      left join sends on sends.request_id = requests.id
      where versions.recipient_key = ${recipientKey(body)} and requests.id <> all(${sql.param(exceptIds)}::uuid[])
        and ${visibleRequests(counted, sql`versions.body`) ?? sql`true`}`,
    signal,
  );
  if (!row) throw new Error('the aggregate of open requests gave no row');
  return row;
}

async function readSavedEntries(
  body: WithdrawalBody,
  { reader, counted, networks }: { reader: Reader; counted: Reader; networks: readonly Network[] },
  signal: AbortSignal,
): Promise<SavedEntry[]> {
  const { crypto_network: network, destination_address: address } = body;
  const { normal } = identifyAddress(resolveNetwork(network, networks), address);
  return readRows<SavedEntry>(
    sql`
      select name, memo, profiles, recipient_key = ${recipientKey(body)} as "isExactMatch",
        not ${visibleRecipients(reader, sql`profiles`) ?? sql`true`} as "isHidden"
      from recipients where normal_address = ${normal} and network = ${network} and state = 'ACTIVE'
        and ${visibleRecipients(counted, sql`profiles`) ?? sql`true`}
      order by name limit ${MAX_ENTRIES}`,
    signal,
  );
}

/**
 * Counts the possible duplicates that the checks of a payment find and that a reader does not see (`findSimilarTo`).
 */
export async function countHiddenSimilar(
  reader: Reader,
  body: WithdrawalBody,
  { seen, ...compared }: { exceptIds?: readonly string[]; around: Date; seen: readonly { id: string }[] },
): Promise<number> {
  if (reader.visibleProfiles === 'all') return 0;
  const all = await findSimilarTo(SYSTEM_READER, body, compared);
  return all.filter(({ id }) => !seen.some((one) => one.id === id)).length;
}
