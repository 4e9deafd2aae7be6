import 'server-only';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { CostCheck } from '@/lib/sends/cost';
import { checkCost } from '@/lib/sends/cost-check';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { readTypicalFee } from '@/lib/server/mirror/figures/typical-fee';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { compareTransfer, type Comparison, listLabels, type OptionalField } from '@/lib/sends/compare-transfer';
import { joinList } from '@/lib/text/join-list';
import { TheService, theService } from '@/lib/text/service-name';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const BATCH_SIZE = 20;

/**
 * Checks the cost of transfers that were seen since the last check (lib/sends/cost-check), and which fields of the
 * request their records confirm. Runs apart from recording the transfers, so that an error here cannot prevent that.
 * Returns how many were due.
 */
export async function checkCosts(): Promise<number> {
  const due = await database()
    .select({ requestId: sends.requestId, transfer: sends.transfer, cost: sends.cost, bytes: requestVersions.body })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .where(and(sends.isCostDue, isNotNull(sends.transfer)))
    .limit(BATCH_SIZE);
  for (const { requestId, transfer, cost, bytes } of due) {
    const body = parseWithdrawalBody(bytes);
    const { asset, crypto_network } = body;
    const decoded = decodeTransfer(transfer);
    const checked =
      decoded.id === null ? undefined : checkCost(body, decoded, await readTypicalFee(asset, crypto_network));
    // The typical fee moves with every withdrawal; the result for an unchanged cost holds.
    const isNews = checked !== undefined && !isSameCost(cost, checked);
    const compared = decoded.id === null ? undefined : compareTransfer(body, decoded);
    await writeCost(requestId, transfer, { found: isNews ? checked : undefined, compared });
  }
  return due.length;
}

function isSameCost(before: CostCheck | null, now: CostCheck): boolean {
  // While the mirror was still incomplete, there may have been no fee to compare with.
  const isFeeJudged = before?.feeIs !== 'unchecked' || now.feeIs === 'unchecked';
  return (
    before !== null &&
    isFeeJudged &&
    before.amount === now.amount &&
    before.fee === now.fee &&
    before.total === now.total
  );
}

interface Findings {
  /** The checked cost where it is news. */
  found: CostCheck | undefined;
  compared: Comparison | undefined;
}

/** Stores the result, unless a newer record of the transfer has arrived in the meantime. */
async function writeCost(requestId: string, checkedTransfer: unknown, { found, compared }: Findings): Promise<void> {
  await inTransaction(async (transaction) => {
    const [before] = await transaction
      .select({ transfer: sends.transfer, costAlarm: sends.costAlarm, unconfirmed: sends.unconfirmedFields })
      .from(sends)
      .where(eq(sends.requestId, requestId))
      .for('update');
    if (!before || JSON.stringify(before.transfer) !== JSON.stringify(checkedTransfer)) return;
    // A later record can fill in what the first one left out, and fill it in wrongly.
    const contradicted = (before.unconfirmed ?? []).filter((field) => compared?.differences.includes(field));
    const alarm = found === undefined ? before.costAlarm : toAlarm(found);
    const costAlarm = contradicted.length > 0 ? explainContradicted(contradicted, alarm) : alarm;
    await transaction
      .update(sends)
      .set({
        isCostDue: false,
        ...(compared && { unconfirmedFields: [...compared.unconfirmed, ...contradicted] }),
        ...(found && { cost: found }),
        ...((found !== undefined || costAlarm !== before.costAlarm) && { costAlarm, updatedAt: sql`now()` }),
      })
      .where(eq(sends.requestId, requestId));
    if (costAlarm === before.costAlarm) return;
    if (costAlarm !== null) log.error({ requestId }, 'withdrawal cost check failed');
    await appendAudit(transaction, {
      ...startAuditEntry('send.cost-checked', requestId),
      before: { costAlarm: before.costAlarm },
      after: { costAlarm },
    });
  });
}

function toAlarm({ faults }: CostCheck): string | null {
  if (faults.length === 0) return null;
  return [
    ...faults,
    'The withdrawal was sent once and will not be sent again.',
    `Ask ${theService()} about the cost.`,
  ].join(' ');
}

function explainContradicted(fields: readonly OptionalField[], alarm: string | null): string {
  const sentence =
    `${TheService()} now shows another value than requested: ${joinList(listLabels(fields))}. ` +
    `The withdrawal was sent once and will not be sent again. Ask ${theService()} what was sent.`;
  return alarm === null || alarm.includes(sentence) ? (alarm ?? sentence) : `${alarm} ${sentence}`;
}
