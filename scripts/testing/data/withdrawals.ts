import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { toPolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/policy/rules';
import { recipientKey } from '@/lib/recipients/recipients';
import type { Person } from '@/lib/server/auth/sessions';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import type { Transaction } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { people, sessions } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { serializeWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

type Approver = Omit<Person, 'authenticatedAt'>;

/** Writes a person with a session into the database, as if they had just signed in. */
async function addPerson(pool: Pool, name: string, roles: Approver['roles']): Promise<Approver> {
  const database = drizzle(pool);
  const [person] = await database
    .insert(people)
    .values({ issuer: 'https://people.example', subject: name, name, roles })
    .returning({ id: people.id });
  if (!person) throw new Error('the person could not be stored');
  const sessionKey = createHash('sha256').update(randomUUID()).digest('hex');
  const now = new Date();
  await database.insert(sessions).values({
    idHash: sessionKey,
    personId: person.id,
    roles,
    authenticatedAt: now,
    endsAt: new Date(now.getTime() + 3_600_000),
  });
  return { id: person.id, name, roles, visibleProfiles: 'all', sessionKey, origin: null };
}

/** Who asks and who decides in a run. */
export interface Cast {
  requesterId: string;
  approvers: Approver[];
}

/** Adds a requester, two approvers, and a policy of their own: one approval below 2 ETH, two from there on. */
export async function addCast(pool: Pool): Promise<Cast> {
  const requester = await addPerson(pool, 'maker', ['finance']);
  await pool.query('insert into policy_versions (version, rules) select max(version) + 1, $1 from policy_versions', [
    JSON.stringify(RULES),
  ]);
  return {
    requesterId: requester.id,
    approvers: [
      await addPerson(pool, 'approver-one', ['approver']),
      await addPerson(pool, 'approver-two', ['approver']),
    ],
  };
}

const RULES: PolicyRule[] = [
  { name: 'Two approvals', when: { atLeast: { ETH: '2' } }, then: { kind: 'approve', count: 2 } },
  { name: 'One approval', when: {}, then: { kind: 'approve', count: 1 } },
];

interface NewWithdrawal {
  /** It was approved already and waits to be sent. */
  isApproved: boolean;
  amount?: string;
}

/**
 * Asks for a withdrawal as the console does, by the policy of `addCast`: one or two approvals are needed, and given
 * where it is approved. Gives its id and its reference.
 */
export async function addWithdrawal(
  pool: Pool,
  { requesterId, approvers }: Cast,
  number: number,
  withdrawal: NewWithdrawal,
): Promise<{ id: string; refId: string }> {
  const { isApproved, amount = `${1 + (number % 2)}.${String(number).padStart(5, '0')}1` } = withdrawal;
  const refId = `crash-${number}-${randomUUID()}`;
  const body: WithdrawalBody = {
    ref_id: refId,
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount,
  };
  return drizzle(pool).transaction(async (transaction) => {
    const { id, required, bodySha256 } = await insertRequest(transaction, body, requesterId);
    if (isApproved) {
      const voters = approvers.slice(0, required);
      await insertApprovals(transaction, { id, requesterId, bodySha256 }, voters);
    }
    return { id, refId };
  });
}

async function insertRequest(transaction: Transaction, body: WithdrawalBody, requesterId: string) {
  const bytes = serializeWithdrawalBody(body);
  const bodySha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = toPolicyFacts(body, { makerId: requesterId, isNewRecipient: true });
  const outcome = evaluatePolicy(RULES, facts);
  if (outcome.kind === 'refuse') throw new Error(outcome.reason);
  const [request] = await transaction
    .insert(withdrawalRequests)
    .values({
      refId: body.ref_id,
      requesterId,
      state: 'AWAITING_APPROVAL',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .returning({ id: withdrawalRequests.id });
  if (!request) throw new Error('the request could not be stored');
  await transaction.insert(requestVersions).values({
    requestId: request.id,
    version: 1,
    formKey: randomUUID(),
    body: Buffer.from(bytes),
    bodySha256,
    recipientKey: recipientKey(body),
    policyVersion: sql`(select max(version) from policy_versions)`,
    ruleNumber: outcome.ruleNumber,
    requiredApprovals: outcome.count,
    requiredGroups: [...outcome.groups],
    requiredRole: outcome.role,
    facts,
  });
  await appendAudit(transaction, {
    action: 'request.made',
    actor: { id: requesterId, name: 'maker' },
    subject: `request:${request.id}`,
    origin: null,
    after: { state: 'AWAITING_APPROVAL', version: 1, body, bodySha256 },
  });
  return { id: request.id, required: outcome.count, bodySha256 };
}

async function insertApprovals(
  transaction: Transaction,
  { id, requesterId, bodySha256 }: { id: string; requesterId: string; bodySha256: string },
  voters: readonly Approver[],
): Promise<void> {
  const verdict = 'APPROVED' as const;
  await transaction.insert(decisions).values(
    voters.map(({ id: personId, roles }) => ({
      requestId: id,
      version: 1,
      personId,
      requesterId,
      bodySha256,
      verdict,
      roles,
    })),
  );
  await transaction.update(withdrawalRequests).set({ state: verdict }).where(eq(withdrawalRequests.id, id));
  await transaction.insert(sends).values({ requestId: id });
  await appendAudits(
    transaction,
    voters.map((voter) => ({
      action: 'request.approved',
      actor: { id: voter.id, name: voter.name },
      subject: `request:${id}`,
      origin: null,
      after: { version: 1, bodySha256, verdict },
    })),
  );
}

/**
 * The approvers sign in again, as people have to before they approve: a run on a busy machine takes longer than a
 * sign-in counts.
 */
export async function renewSignIns(pool: Pool): Promise<void> {
  await pool.query('update sessions set authenticated_at = now(), seen_at = now()');
}

/** How many requests have not come to an end yet: not approved, or sent without a known outcome. */
export async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from withdrawal_requests r left join sends s on s.request_id = r.id
     where s.state is null or s.state not in ('ACCEPTED', 'HOLD')`,
  );
  return rows[0]?.open ?? 0;
}

/** Each request with what the console believes of it. */
export async function readOutcomes(
  pool: Pool,
): Promise<{ refId: string; state: string | null; transferId: string | null; hold: unknown }[]> {
  const { rows } = await pool.query<{ refId: string; state: string | null; transferId: string | null; hold: unknown }>(
    `select r.ref_id as "refId", s.state, s.transfer_id as "transferId", s.hold from withdrawal_requests r left join sends s on s.request_id = r.id`,
  );
  return rows;
}
