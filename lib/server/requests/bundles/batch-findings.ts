import 'server-only';
import { eq } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { BatchReview } from '@/lib/requests/bundles/batches';
import { describeAmounts, orderByFindings } from '@/lib/requests/bundles/item-amounts';
import { nameStatement } from '@/lib/server/database/visible-profiles';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { findLooks, readVersions, toLookedMember } from '@/lib/server/requests/bundles/looks';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import { readKept } from '@/lib/server/runtime/kept-values';

// As the findings of a request in the queue (lib/server/requests/checks/current-findings.ts).
const MAX_AGE_MS = 30_000;
// A batch may have a thousand rows.
const MAX_READS = 2;
// As many as a reading pane shows beside the buttons.
const MAX_ROWS = 4;

/** A batch with what changes when people decide on it. */
interface Batch {
  id: string;
  waiting: number;
  /** Number of decisions on its items. */
  votes: number;
}

/**
 * Reads, for each batch in the queue, the approvals of its waiting rows and which of them an approver looks at one by
 * one: at most half a minute old, and read again after every decision. A batch whose turn has not come
 * is left out.
 */
export async function readBatchReviews(
  reader: Reader,
  batches: readonly Batch[],
): Promise<ReadonlyMap<string, BatchReview>> {
  const found = await readKept(nameStatement(reader, 'batch reviews'), batches, {
    keyOf: ({ id, waiting, votes }) => `${id} ${waiting} ${votes}`,
    maxAgeMs: MAX_AGE_MS,
    maxReads: MAX_READS,
    read: async (due) => {
      const reviews: BatchReview[] = [];
      for (const { id } of due) reviews.push(await readReview(reader, id));
      return reviews;
    },
  });
  return new Map([...found].map(([{ id }, review]) => [id, review]));
}

async function readReview(reader: Reader, bundleId: string): Promise<BatchReview> {
  const rows = await selectRequests(reader).where(eq(withdrawalRequests.bundleId, bundleId));
  const waiting = rows.filter(({ request, isExpired }) => request.state === 'AWAITING_APPROVAL' && !isExpired);
  const summaries = waiting.map((row) => toSummary(row, reader));
  const approvals = summaries.map((one) => one.approvals);
  const required = Math.max(0, ...approvals.map((one) => one.required));
  const missing = Math.max(0, ...approvals.map((one) => one.required - one.given));
  const looks = await findLooks(await readVersions(waiting), rows.map(toLookedMember));
  const needs = [...looks.values()].map(({ need }) => need);
  const items = summaries.map(({ id, body, recipientName }, index) => ({
    position: waiting[index]?.request.bundlePosition ?? 0,
    body,
    recipientName,
    look: looks.get(id) ?? null,
  }));
  return {
    approvals: { given: required - missing, required },
    looks: needs.filter((need) => need === 'item' || need === 'alone').length,
    isGrave: [...looks.values()].some(({ grave }) => grave.length > 0),
    addresses: needs.filter((need) => need === 'screen').length,
    rows: orderByFindings(items)
      .filter(({ item: { look } }) => look?.need === 'item' || look?.need === 'alone')
      .slice(0, MAX_ROWS)
      .map(({ item: { look, ...row } }) => ({
        ...row,
        reasons: look?.reasons ?? [],
        isAmountAsked: look?.isAmountAsked === true,
        isGrave: look !== null && look.grave.length > 0,
      })),
    amounts: describeAmounts(items),
  };
}
