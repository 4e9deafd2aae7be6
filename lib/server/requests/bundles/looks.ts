import 'server-only';
import { readRulesOf } from '@/lib/server/policy/rules-of';
import { createHash } from 'node:crypto';
import { and, between, eq, inArray } from 'drizzle-orm';
import { paymentKey } from '@/lib/requests/bundles/batch-repeats';
import { findAmongItems } from '@/lib/requests/bundles/among-items';
import { judgeLook, type Look } from '@/lib/requests/bundles/looks';
import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { isNewTo } from '@/lib/policy/facts';
import { needsAddressChoice, needsAmountEntry } from '@/lib/risk/recipient-checks';
import { findingOfPayments } from '@/lib/risk/first-payment';
import { explainSignals } from '@/lib/policy/signals';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { database, type Transaction } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { signalsOf } from '@/lib/server/requests/checks/checks';
import { selectWithSimilarAddress } from '@/lib/server/requests/votes/address-choice';
import { findAsked } from '@/lib/server/requests/votes/conversation';
import { readPaidBefore } from '@/lib/server/recipients/paid-recipients';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';
import { isSameId } from '@/lib/text/uuid';

/** An item of a batch, whatever its state. */
export interface LookedMember {
  requestId: string;
  position: number;
  body: WithdrawalBody;
  recipientKey: string;
}

/** Gives what a look at an item is judged by. */
export function toLookedMember({
  request,
  version,
}: {
  request: { id: string; bundlePosition: number | null };
  version: { body: Buffer; recipientKey: string };
}): LookedMember {
  return {
    requestId: request.id,
    position: request.bundlePosition ?? 0,
    body: parseWithdrawalBody(version.body),
    recipientKey: version.recipientKey,
  };
}

type Version = typeof requestVersions.$inferSelect;

/** Reads the whole versions of requests that were read for a list. */
export async function readVersions(rows: readonly { version: Pick<Version, 'requestId' | 'version'> }[]) {
  if (rows.length === 0) return [];
  const shown = new Map(rows.map(({ version }) => [version.requestId, version.version]));
  const found = await database()
    .select()
    .from(requestVersions)
    .where(inArray(requestVersions.requestId, [...shown.keys()]));
  return found.filter(({ requestId, version }) => shown.get(requestId) === version);
}

// These signals can change while a batch waits, so they are checked again; the others stay as they were at request.
const RECHECKED_SIGNALS = ['new-recipient', 'not-in-book', 'look-alike', 'repeated-within-a-day'];

/**
 * Finds how each of these requests is looked at before one decision covers it with others of its batch, by request
 * id. `members` are all items of the batch that the person sees, whatever their state. Reads all requests at once.
 * Inside a transaction, similar addresses come from before it (address-choice.ts): reading them would wait for a second
 * connection while holding locks.
 */
export async function findLooks(
  versions: readonly Version[],
  members: readonly LookedMember[],
  within?: { transaction: Transaction; withSimilarAddress: ReadonlySet<string> },
): Promise<Map<string, Look>> {
  if (versions.length === 0) return new Map();
  const reader = within?.transaction ?? database();
  const keys = [...new Set(versions.map(({ recipientKey }) => recipientKey))];
  const [paidBefore, inAddressBook, withSimilarAddress, repeated, rules] = [
    await readPaidBefore(
      members.map(({ body }) => body),
      reader,
    ),
    await findInAddressBook(reader, members),
    within?.withSimilarAddress ?? (await selectWithSimilarAddress(versions)),
    await findRepeated(reader, versions, keys),
    await readRulesOf(reader, versions),
  ];
  const asked = await findAsked(reader, versions);
  const amongItems = findAmongItems(members);
  const known = new Set(
    members
      .filter(({ requestId, body }) => inAddressBook.has(requestId) || paidBefore(body).inAnyAsset)
      .map(({ position }) => position),
  );
  const positions = new Map(members.map(({ requestId, position }) => [requestId, position]));
  return new Map(
    versions.map((version): [string, Look] => {
      const { requestId, policyVersion, ruleNumber, facts, checks } = version;
      const stored = checks
        ? signalsOf(checks).filter((signal) => !RECHECKED_SIGNALS.includes(signal))
        : ['check-unavailable'];
      const rechecked = [
        isNewTo({ ...facts, isNewRecipient: false, paidBefore: paidBefore(parseWithdrawalBody(version.body)) }) &&
          'new-recipient',
        !inAddressBook.has(requestId) && 'not-in-book',
        (withSimilarAddress.has(requestId) || needsAddressChoice(checks)) && 'look-alike',
        repeated.has(requestId) && 'repeated-within-a-day',
      ].filter((signal) => signal !== false);
      // As the card of the item names and says it, in the words for approvers.
      const warningOf = (line: string) => checks?.card.lines.find(({ id, state }) => id === line && state === 'warn');
      // Where signatures are required, a recipient outside the address book counts as new, however often paid.
      const [notInBook = ''] = findingOfPayments(checks) ? explainSignals(['not-in-book']) : [];
      const rule = rules.get(policyVersion)?.[ruleNumber - 1];
      const look = judgeLook({
        signals: [...stored, ...rechecked],
        findings: {
          'amount-unusual': warningOf('amount'),
          'address-note': warningOf('address'),
          'new-recipient': warningOf('paid') ?? { text: notInBook },
        },
        isAmountAsked: needsAmountEntry(checks),
        among: amongItems(positions.get(requestId) ?? -1, (position) => known.has(position)),
        isAllowed: rule?.then.kind === 'approve' && rule.then.wholeBatch === true,
        hasFiles: version.attachments !== null,
        hasOpenQuestion: asked.has(requestId),
      });
      return [requestId, look];
    }),
  );
}

/**
 * Names what a person looked at: the item, its version, its bytes, and what was found. A later version or another
 * finding has another name, so that no decision covers it. 43 characters: a thousand fit into one call.
 */
export function nameSeen(
  { requestId, version, bodySha256 }: Pick<Version, 'requestId' | 'version' | 'bodySha256'>,
  { need, isSimilar, reasons }: Look,
  personId: string,
): string {
  const named = [personId, requestId, version, bodySha256, need, isSimilar, ...reasons];
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url');
}

/** Finds the requests whose recipient is in the address book for their profile. */
async function findInAddressBook(
  reader: Pick<Transaction, 'select'>,
  members: readonly LookedMember[],
): Promise<Set<string>> {
  const keys = [...new Set(members.map(({ recipientKey }) => recipientKey))];
  const rows = await reader
    .select({ key: recipients.recipientKey, profiles: recipients.profiles })
    .from(recipients)
    .where(and(inArray(recipients.recipientKey, keys), eq(recipients.state, 'ACTIVE')));
  const profiles = new Map(rows.map((row) => [row.key, row.profiles]));
  const isFor = ({ recipientKey: key, body }: LookedMember) => {
    const allowed = profiles.get(key);
    return allowed?.length === 0 || allowed?.some((profile) => isSameId(profile, body.profile_id)) === true;
  };
  return new Set(members.filter(isFor).map(({ requestId }) => requestId));
}

/** Finds the requests for which another request within 24 hours has the same recipient and value. */
async function findRepeated(
  reader: Pick<Transaction, 'select'>,
  versions: readonly Version[],
  keys: string[],
): Promise<Set<string>> {
  const times = versions.map(({ createdAt }) => createdAt.getTime());
  const [first, last] = [new Date(Math.min(...times) - DAY_MS), new Date(Math.max(...times) + DAY_MS)];
  const others = await reader
    .select({ version: requestVersions, bundleKind: bundles.kind, position: withdrawalRequests.bundlePosition })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .leftJoin(bundles, eq(bundles.id, withdrawalRequests.bundleId))
    .where(and(inArray(requestVersions.recipientKey, keys), between(requestVersions.createdAt, first, last)));
  const byPayment = new Map<string, { requestId: string; at: number }[]>();
  for (const { version, bundleKind, position } of others) {
    const { requestId, recipientKey: key, body, facts, createdAt } = version;
    // A test payment also counts with the sum of both parts.
    const whole =
      bundleKind === 'test-payment' && position === TEST_POSITION
        ? [paymentKey(parseWithdrawalBody(body), { key, value: facts.value })]
        : [];
    for (const payment of [paymentKey(parseWithdrawalBody(body), { key }), ...whole])
      byPayment.set(payment, [...(byPayment.get(payment) ?? []), { requestId, at: createdAt.getTime() }]);
  }
  const isRepeated = ({ requestId, recipientKey: key, body, createdAt }: Version) =>
    byPayment
      .get(paymentKey(parseWithdrawalBody(body), { key }))
      ?.some((other) => other.requestId !== requestId && Math.abs(other.at - createdAt.getTime()) <= DAY_MS);
  return new Set(versions.filter(isRepeated).map(({ requestId }) => requestId));
}

const DAY_MS = 86_400_000;
