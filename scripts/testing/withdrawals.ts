import { createHash, randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Person } from '@/lib/server/auth/sessions';
import { people, requestVersions, sends, sessions, withdrawalRequests } from '@/lib/server/database/schema';
import { serializeWithdrawalBody } from '@/lib/withdrawals/body';
import { toPolicyFacts } from '@/lib/policy/policy';

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
  return { id: person.id, name, roles, sessionKey, origin: null };
}

/** Who asks and who decides in a run. */
export interface Cast {
  requesterId: string;
  approvers: Approver[];
}

export async function addCast(pool: Pool): Promise<Cast> {
  const requester = await addPerson(pool, 'maker', ['finance']);
  return {
    requesterId: requester.id,
    approvers: [
      await addPerson(pool, 'approver-one', ['approver']),
      await addPerson(pool, 'approver-two', ['approver']),
    ],
  };
}

interface NewWithdrawal {
  /** It was approved already and waits to be sent. */
  isApproved: boolean;
  amount?: string;
}

/** Asks for a withdrawal, which needs one or two approvals unless it has them already. Gives its id and its reference. */
export async function addWithdrawal(
  pool: Pool,
  { requesterId }: Cast,
  number: number,
  withdrawal: NewWithdrawal,
): Promise<{ id: string; refId: string }> {
  const { isApproved, amount = `1.${String(number).padStart(5, '0')}1` } = withdrawal;
  const refId = `crash-${number}-${randomUUID()}`;
  const body = {
    ref_id: refId,
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount,
  };
  const bytes = serializeWithdrawalBody(body);
  return drizzle(pool).transaction(async (transaction) => {
    const [request] = await transaction
      .insert(withdrawalRequests)
      .values({
        refId,
        requesterId,
        state: isApproved ? 'APPROVED' : 'AWAITING_APPROVAL',
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning({ id: withdrawalRequests.id });
    if (!request) throw new Error('the request could not be stored');
    await transaction.insert(requestVersions).values({
      requestId: request.id,
      version: 1,
      formKey: randomUUID(),
      body: Buffer.from(bytes),
      bodySha256: createHash('sha256').update(bytes).digest('hex'),
      recipientKey: 'crash',
      policyVersion: 1,
      ruleNumber: 3,
      requiredApprovals: isApproved ? 0 : 1 + (number % 2),
      requiredRole: 'approver',
      facts: toPolicyFacts(body, { makerId: requesterId, isNewRecipient: false }),
    });
    if (isApproved) await transaction.insert(sends).values({ requestId: request.id });
    return { id: request.id, refId };
  });
}

/** The approvers sign in again, as people have to before they approve: a run on a busy machine takes longer than a sign-in counts. */
export async function renewSignIns(pool: Pool): Promise<void> {
  await pool.query('update sessions set authenticated_at = now(), seen_at = now()');
}

/** How many requests have not come to an end yet: not approved, or sent without a known outcome. */
export async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from withdrawal_requests r left join sends s on s.request_id = r.id
     where s.state is null or s.state not in ('ACCEPTED', 'REFUSED', 'HOLD')`,
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
