import 'server-only';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { CostCheck } from '@/lib/sends/cost';
import { checkCost } from '@/lib/sends/cost-check';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import { readTypicalFee } from '@/lib/server/mirror/typical-fee';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const PER_ROUND = 20;

/**
 * Checks what transfers of ours cost that were seen since the last look (lib/sends/cost-check). Apart from recording them, which
 * nothing here can keep from happening. Gives how many there were.
 */
export async function checkCosts(): Promise<number> {
  const due = await database()
    .select({ requestId: sends.requestId, transfer: sends.transfer, cost: sends.cost, bytes: requestVersions.body })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, sends.requestId), eq(requestVersions.version, withdrawalRequests.version)),
    )
    .where(and(sends.isCostDue, isNotNull(sends.transfer)))
    .limit(PER_ROUND);
  for (const { requestId, transfer, cost, bytes } of due) {
    const body = parseWithdrawalBody(bytes);
    const { asset, crypto_network } = body;
    const decoded = decodeTransfer(transfer);
    const checked =
      decoded.id === null ? undefined : checkCost(body, decoded, await readTypicalFee(asset, crypto_network));
    // What is usual moves with every withdrawal; what was found of the same cost stands.
    const isNews = checked !== undefined && !isSameCost(cost as CostCheck | null, checked);
    await writeCost(requestId, transfer, isNews ? checked : undefined);
  }
  return due.length;
}

function isSameCost(before: CostCheck | null, now: CostCheck): boolean {
  // While the mirror still fills, there may have been nothing to compare with.
  const isFeeJudged = before?.feeIs !== 'unchecked' || now.feeIs === 'unchecked';
  return (
    before !== null &&
    isFeeJudged &&
    before.amount === now.amount &&
    before.fee === now.fee &&
    before.total === now.total
  );
}

/** Writes what was found, unless another record of the transfer has come meanwhile. */
async function writeCost(requestId: string, seen: unknown, found: CostCheck | undefined): Promise<void> {
  await inTransaction(async (transaction) => {
    const [before] = await transaction
      .select({ transfer: sends.transfer, costAlarm: sends.costAlarm })
      .from(sends)
      .where(eq(sends.requestId, requestId))
      .for('update');
    if (!before || JSON.stringify(before.transfer) !== JSON.stringify(seen)) return;
    const costAlarm = found === undefined ? before.costAlarm : toAlarm(found);
    await transaction
      .update(sends)
      .set({ isCostDue: false, ...(found && { cost: found, costAlarm, updatedAt: sql`now()` }) })
      .where(eq(sends.requestId, requestId));
    if (costAlarm === before.costAlarm) return;
    if (costAlarm !== null) log.error({ requestId }, 'a withdrawal did not cost what it should');
    const subject = `request:${requestId}`;
    await appendAudit(transaction, {
      action: 'send.cost-checked',
      actor: null,
      subject,
      origin: null,
      before: { costAlarm: before.costAlarm },
      after: { costAlarm },
    });
  });
}

function toAlarm({ faults }: CostCheck): string | null {
  return faults.length === 0
    ? null
    : `${faults.join(' ')} The withdrawal was sent once and is not sent again. Ask the service about it.`;
}
