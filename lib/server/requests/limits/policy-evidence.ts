import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countPeople, joinGroupNeeds } from '@/lib/approver-groups/needs';
import { atLeastOne, type PolicyRule, storedPolicyRulesSchema } from '@/lib/policy/rules';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import {
  deriveFacts,
  deriveNewest,
  type Evidence,
  type NewestPolicy,
  type PolicyPeriod,
  type Requirements,
  type Underivable,
} from '@/lib/requests/derive-approval';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import type { Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { readPaidBefore } from '@/lib/server/recipients/paid-recipients';
import { isOfAccount } from '@/lib/server/requests/limits/recipient-account';
import { readTimeUsages } from '@/lib/server/requests/limits/time-limits';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

/*
 * Reads what the approval of a stored version rests on: the policy that the version names, and the newest one in force.
 * Both count, at every decision and at the claim (docs/specification/send-protocol.md#two-policies).
 */

type Reader = Pick<Transaction, 'select' | 'execute'>;

/** A stored version with its request. */
interface StoredVersion {
  request: Pick<typeof withdrawalRequests.$inferSelect, 'id' | 'requesterId' | 'bundleId'>;
  version: Parameters<typeof deriveFacts>[0] &
    Pick<typeof requestVersions.$inferSelect, 'body' | 'position' | 'countsAt' | 'requiredGroups'>;
  bundle: { kind: BundleKind } | null;
}

/** Policies by which a stored version is judged, and what they were given. */
interface PolicyEvidence {
  evidence: Evidence;
  /** Hash of the rules that the version names; empty where they do not exist. */
  policySha256: string;
  /** Hash of the newest rules in force. */
  newestSha256: string;
}

/** Reads what the approval of a version rests on, from its stored bytes. */
export async function readEvidence(
  reader: Reader,
  stored: StoredVersion & { body: WithdrawalBody },
): Promise<PolicyEvidence> {
  const { request, version, body } = stored;
  const policy = await readPolicyPeriod(reader, version.policyVersion);
  const newest = await readNewest(reader);
  const bundle = version.version === 1 ? stored.bundle : null;
  const usagesOf = (rules: NewestPolicy['rules']) =>
    readTimeUsages(
      reader,
      rules,
      {
        body,
        requesterId: request.requesterId,
        requestId: request.id,
        savedAs: { position: version.position, bundleId: bundle && request.bundleId },
      },
      { at: version.countsAt },
    );
  const bodies = bundle ? await readBundleBodies(reader, request.bundleId, body) : [];
  const evidence: Evidence = {
    body,
    requesterId: request.requesterId,
    policy: policy?.period,
    bundle: bundle ? { kind: bundle.kind, bodies } : undefined,
    paidBefore: (await readPaidBefore([body], reader))(body),
    overTime: await usagesOf(policy?.period.rules ?? []),
    ...(newest.version !== version.policyVersion && {
      newest: { version: newest.version, rules: newest.rules, overTime: await usagesOf(newest.rules) },
    }),
  };
  return { evidence, policySha256: policy?.sha256 ?? '', newestSha256: newest.sha256 };
}

/** What the newest policy in force adds to what a version asks for. */
export interface NewestNeeds {
  policyVersion: number;
  /** False where one of its rules that decide does not let a batch be approved as a whole. */
  allowsWholeBatch: boolean;
  /**
   * Approvals that it asks for; a failure where it refuses, asks for what the version cannot get, or cannot be known.
   */
  asked: Result<Pick<Requirements, 'all' | 'sentence'>, Underivable>;
}

/**
 * Judges waiting versions by the newest policy in force; gives an entry, by request, for each that was made under
 * another one. A version whose facts do not fit its bytes has none: the claim names that.
 */
export async function judgeByNewest(
  reader: Reader,
  waiting: readonly StoredVersion[],
): Promise<Map<string, NewestNeeds>> {
  const judged = new Map<string, NewestNeeds>();
  if (waiting.length === 0) return judged;
  const newest = await readNewest(reader);
  for (const stored of waiting.filter(({ version }) => version.policyVersion !== newest.version)) {
    const body = parseWithdrawalBody(stored.version.body);
    const { evidence } = await readEvidence(reader, { ...stored, body });
    const facts = deriveFacts(stored.version, evidence);
    if (!facts.ok || !evidence.newest) continue;
    const derived = deriveNewest(stored.version, facts.value, evidence.newest);
    const allowsWholeBatch =
      derived.ok && derived.value.all.every(({ ruleNumber }) => isForWholeBatch(newest.rules[ruleNumber - 1]));
    judged.set(stored.request.id, { policyVersion: newest.version, allowsWholeBatch, asked: derived });
  }
  return judged;
}

const isForWholeBatch = (rule: PolicyRule | undefined) =>
  rule?.then.kind === 'approve' && rule.then.wholeBatch === true;

/**
 * Explains why the newest policy takes no approval of a version now, as sentences; undefined where it does. What cannot
 * be known is left to the claim, which waits.
 */
export function newestDenialReason(newest: NewestNeeds | undefined): string | undefined {
  if (!newest || newest.asked.ok || !BLOCKING.includes(newest.asked.error.kind)) return undefined;
  return newest.asked.error.detail;
}

const BLOCKING: readonly Underivable['kind'][] = ['policy', 'role', 'limit'];

/** Joins what a version asks for with what the newest policy adds: who meets the result meets both. */
export function joinNeeds<
  Stored extends Pick<typeof requestVersions.$inferSelect, 'requiredApprovals' | 'requiredGroups'>,
>(stored: Stored, newest: NewestNeeds | undefined): Stored {
  if (!newest?.asked.ok) return stored;
  let { requiredApprovals: count, requiredGroups: groups } = stored;
  for (const one of newest.asked.value.all) {
    groups = joinGroupNeeds(groups, one.groups);
    count = countPeople({ count: Math.max(atLeastOne(count), one.count), groups });
  }
  return { ...stored, requiredApprovals: count, requiredGroups: groups };
}

/** Reads the newest policy in force. One that cannot be read allows nothing. */
async function readNewest(reader: Reader): Promise<Omit<NewestPolicy, 'overTime'> & { sha256: string }> {
  const [found] = await reader
    .select({ version: policyVersions.version, rules: policyVersions.rules })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  if (!found) throw new Error('the table policy_versions has no row');
  const rules = storedPolicyRulesSchema.safeParse(found.rules);
  return {
    version: found.version,
    rules: rules.success ? rules.data : [],
    sha256: await sha256Hex(writeCanonical(found.rules)),
  };
}

/**
 * Reads a version of the policy once, with the hash of just these rules: what is derived and what is signed are one.
 */
async function readPolicyPeriod(
  reader: Reader,
  version: number,
): Promise<{ period: PolicyPeriod; sha256: string } | undefined> {
  const next = alias(policyVersions, 'next');
  const [found] = await reader
    .select({ rules: policyVersions.rules, activeFrom: policyVersions.activeFrom, replacedAt: next.activeFrom })
    .from(policyVersions)
    .leftJoin(next, eq(next.version, sql`${policyVersions.version} + 1`))
    .where(eq(policyVersions.version, version));
  const rules = storedPolicyRulesSchema.safeParse(found?.rules);
  if (!found || !rules.success) return undefined;
  return { period: { ...found, rules: rules.data }, sha256: await sha256Hex(writeCanonical(found.rules)) };
}

/** Reads the first versions of a bundle that go to the account of a withdrawal: the policy saw their sum. */
async function readBundleBodies(reader: Reader, bundleId: string | null, body: WithdrawalBody) {
  const members = await reader
    .select({ bytes: requestVersions.body })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, withdrawalRequests.id), eq(requestVersions.version, 1)),
    )
    .where(
      and(eq(withdrawalRequests.bundleId, sql`${bundleId}`), isOfAccount(sql`${requestVersions.recipientKey}`, body)),
    );
  return members.map(({ bytes }) => parseWithdrawalBody(bytes));
}
