import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { toPolicyFacts } from '@/lib/policy/facts';
import { recipientKey, type RecipientEntry } from '@/lib/recipients/recipients';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { toColumns } from '@/lib/server/recipients/change';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { serializeWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';

// What profiles have, written as the owner of the database could, for tests of who sees it.

/** Adds an active entry to the address book and gives its ID. */
export async function addEntry(entry: Pick<RecipientEntry, 'name' | 'address'> & Partial<RecipientEntry>) {
  const id = randomUUID();
  const whole = { network: 'ETHEREUM', memo: null, note: '', profiles: [], beneficiary: null, ...entry };
  await withoutTriggers(async (transaction) => {
    const ids = { id, ownerId: randomUUID(), proposalId: randomUUID() };
    await transaction.insert(recipients).values({ ...toColumns(whole, []), ...ids });
    await recordAddresses(transaction, [{ network: whole.network, address: whole.address, paidAt: null }]);
  });
  return id;
}

/** Adds a withdrawal that was requested, sent and completed, and gives the ID of its request. */
export async function addPayment(body: WithdrawalBody, requesterId: string): Promise<string> {
  const requestId = randomUUID();
  const bytes = Buffer.from(serializeWithdrawalBody(body));
  await withoutTriggers(async (transaction) => {
    await transaction.insert(withdrawalRequests).values({
      id: requestId,
      refId: body.ref_id,
      requesterId,
      state: 'SENT',
      expiresAt: sql`now() + interval '1 day'`,
    });
    await transaction.insert(requestVersions).values({
      requestId,
      version: 1,
      formKey: randomUUID(),
      body: bytes,
      bodySha256: createHash('sha256').update(bytes).digest('hex'),
      recipientKey: recipientKey(body),
      policyVersion: 1,
      ruleNumber: 1,
      requiredApprovals: 1,
      requiredRole: 'approver',
      facts: toPolicyFacts(body, { makerId: requesterId, isNewRecipient: false }),
      createdAt: sql`now() - interval '2 days'`,
    });
    await transaction.insert(sends).values({
      requestId,
      state: 'ACCEPTED',
      transferStatus: 'COMPLETED',
      transferId: randomUUID(),
      transferSeenAt: sql`now()`,
    });
  });
  return requestId;
}
