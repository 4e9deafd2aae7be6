import 'server-only';
import { and, between, eq, inArray } from 'drizzle-orm';
import { paymentText } from '@/lib/requests/batch-repeats';
import { listObjections } from '@/lib/requests/batches';
import { TEST_POSITION } from '@/lib/requests/groups';
import type { PolicyFacts, PolicyRule } from '@/lib/policy/policy';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { database, type Transaction } from '@/lib/server/database/client';
import {
  policyVersions,
  recipients,
  requestGroups,
  requestVersions,
  withdrawalRequests,
} from '@/lib/server/database/schema';
import { signalsOf } from '@/lib/server/requests/checks';
import { findConfusableOf } from '@/lib/server/requests/address-choice';
import { findPaidRecipients } from '@/lib/server/recipients/paid-recipients';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

type Version = typeof requestVersions.$inferSelect;

// What changes by itself while a batch waits is asked for anew; the rest is as it was when the item was asked for.
const ASKED_ANEW = ['new-recipient', 'not-in-book', 'look-alike', 'repeated-within-a-day'];

/**
 * What stands against approving each of these with their whole batch, in words, by request; nothing for those against
 * which nothing does. Asks for all of them at once. Within a transaction, what looks like their addresses was looked up
 * before it (requests/choose): it would wait for another connection while it holds one, and locks that others wait for.
 */
export async function findObjections(
  versions: readonly Version[],
  within?: { transaction: Transaction; confusable: ReadonlySet<string> },
): Promise<Map<string, string[]>> {
  if (versions.length === 0) return new Map();
  const reader = within?.transaction ?? database();
  const keys = [...new Set(versions.map(({ recipientKey }) => recipientKey))];
  const [paid, inBook, alike, repeated, rules] = [
    await findPaidRecipients(keys, reader),
    await findInBook(reader, versions, keys),
    within?.confusable ?? (await findConfusableOf(versions)),
    await findRepeated(reader, versions, keys),
    await readRules(reader, versions),
  ];
  const objections = versions.map((version): [string, string[]] => {
    const { requestId, recipientKey: key, policyVersion, ruleNumber } = version;
    const checks = version.checks as RecipientChecks | null;
    const kept = checks ? signalsOf(checks).filter((signal) => !ASKED_ANEW.includes(signal)) : ['check-unavailable'];
    const anew = [
      !paid.has(key) && 'new-recipient',
      !inBook.has(requestId) && 'not-in-book',
      alike.has(requestId) && 'look-alike',
      repeated.has(requestId) && 'repeated-within-a-day',
    ].filter((signal) => signal !== false);
    const signals = [...kept, ...anew];
    const rule = rules.get(policyVersion)?.[ruleNumber - 1];
    return [
      requestId,
      listObjections({ signals, isAllowed: rule?.then.kind === 'approve' && rule.then.wholeBatch === true }),
    ];
  });
  return new Map(objections.filter(([, against]) => against.length > 0));
}

/** Those whose recipient the book has for their profile. */
async function findInBook(
  reader: Pick<Transaction, 'select'>,
  versions: readonly Version[],
  keys: string[],
): Promise<Set<string>> {
  const rows = await reader
    .select({ key: recipients.recipientKey, profiles: recipients.profiles })
    .from(recipients)
    .where(and(inArray(recipients.recipientKey, keys), eq(recipients.state, 'ACTIVE')));
  const profiles = new Map(rows.map((row) => [row.key, row.profiles]));
  const isFor = ({ recipientKey: key, body }: Version) => {
    const allowed = profiles.get(key);
    return allowed?.length === 0 || allowed?.includes(parseWithdrawalBody(body).profile_id) === true;
  };
  return new Set(versions.filter(isFor).map(({ requestId }) => requestId));
}

/** Those for which another request within a day has the same recipient and value. */
async function findRepeated(
  reader: Pick<Transaction, 'select'>,
  versions: readonly Version[],
  keys: string[],
): Promise<Set<string>> {
  const times = versions.map(({ createdAt }) => createdAt.getTime());
  const [first, last] = [new Date(Math.min(...times) - DAY_MS), new Date(Math.max(...times) + DAY_MS)];
  const others = await reader
    .select({ version: requestVersions, groupKind: requestGroups.kind, position: withdrawalRequests.groupPosition })
    .from(requestVersions)
    .innerJoin(
      withdrawalRequests,
      and(
        eq(withdrawalRequests.id, requestVersions.requestId),
        eq(withdrawalRequests.version, requestVersions.version),
      ),
    )
    .leftJoin(requestGroups, eq(requestGroups.id, withdrawalRequests.groupId))
    .where(and(inArray(requestVersions.recipientKey, keys), between(requestVersions.createdAt, first, last)));
  const alike = new Map<string, { requestId: string; at: number }[]>();
  for (const { version, groupKind, position } of others) {
    const { requestId, recipientKey: key, body, facts, createdAt } = version;
    // What was asked for with a test first counts by its whole, too.
    const whole =
      groupKind === 'pair' && position === TEST_POSITION
        ? [paymentText(parseWithdrawalBody(body), { key, value: (facts as PolicyFacts).value })]
        : [];
    for (const payment of [paymentText(parseWithdrawalBody(body), { key }), ...whole])
      alike.set(payment, [...(alike.get(payment) ?? []), { requestId, at: createdAt.getTime() }]);
  }
  const isRepeated = ({ requestId, recipientKey: key, body, createdAt }: Version) =>
    alike
      .get(paymentText(parseWithdrawalBody(body), { key }))
      ?.some((other) => other.requestId !== requestId && Math.abs(other.at - createdAt.getTime()) <= DAY_MS);
  return new Set(versions.filter(isRepeated).map(({ requestId }) => requestId));
}

const DAY_MS = 86_400_000;

async function readRules(
  reader: Pick<Transaction, 'select'>,
  versions: readonly Version[],
): Promise<Map<number, PolicyRule[]>> {
  const rows = await reader
    .select({ version: policyVersions.version, rules: policyVersions.rules })
    .from(policyVersions)
    .where(inArray(policyVersions.version, [...new Set(versions.map(({ policyVersion }) => policyVersion))]));
  return new Map(rows.map(({ version, rules }) => [version, rules as PolicyRule[]]));
}
