import 'server-only';
import { explainReadFailure } from '@/lib/http/problems';
import { type AnsweredTransfer, findDifferences, type Sighting, type WalkReport } from '@/lib/sends/send-machine';
import { now } from '@/lib/server/runtime/clock';
import { listTransfers, type TransferPage } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import type { Transfer, UnusableItem } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A withdrawal that may be in the list: its reference, what it asked for, and since when it may be there (ms). */
export interface Doubt {
  refId: string;
  body: WithdrawalBody;
  since: number;
}

/** What a walk looks for, and who says whether it may go on. */
export interface WalkPlan {
  /** What to look out for. */
  doubts: readonly Doubt[];
  /** The id of a transfer that is known to be there. A list without it is not the whole list, whatever it says. */
  witnessId?: string | undefined;
  /** Asked before each page. */
  mayGoOn: () => Promise<boolean>;
}

export interface Walk {
  report: WalkReport;
  /** By reference; what was not seen is not in it. */
  sightings: ReadonlyMap<string, Sighting>;
}

const MAX_PAGES = 100_000;

/**
 * Reads the whole list from the first page to its end, within the budget of reads, and notes every item with one of the
 * references. Never fails: a walk that could not come to the end says so and why (send-protocol, step 6).
 */
export async function walkTransfers({ doubts, witnessId, mayGoOn }: WalkPlan): Promise<Walk> {
  const startedAt = now().toISOString();
  const refIds = new Set(doubts.map(({ refId }) => refId));
  const sightings = new Map<string, { transfers: Transfer[]; hasUnreadable: boolean; nameless?: AnsweredTransfer }>();
  const sightingOf = (refId: string) => {
    const sighting = sightings.get(refId) ?? { transfers: [], hasUnreadable: false };
    sightings.set(refId, sighting);
    return sighting;
  };
  let records = 0;
  let hasWitness = witnessId === undefined;
  const look = (item: Transfer | UnusableItem) => {
    records += 1;
    hasWitness ||= item.id === witnessId;
    const refId = readReference(item);
    if (refId === undefined && item.id !== null) {
      const transferId = item.id;
      for (const doubt of doubts.filter((each) => isNameless(item, each)))
        sightingOf(doubt.refId).nameless = { transferId, differences: ['ref_id'] };
    }
    if (refId === undefined || !refIds.has(refId)) return;
    const sighting = sightingOf(refId);
    if (item.id === null) sighting.hasUnreadable = true;
    else sighting.transfers.push(item);
  };
  let fault = await readToTheEnd(look, mayGoOn);
  if (fault === undefined && !hasWitness)
    fault = `The list does not hold transfer ${witnessId}, which is known to exist.`;
  const report = {
    startedAt,
    endedAt: now().toISOString(),
    records,
    isComplete: fault === undefined,
    ...(fault !== undefined && { fault }),
  };
  return { report, sightings };
}

async function readToTheEnd(
  look: (item: Transfer | UnusableItem) => void,
  mayGoOn: () => Promise<boolean>,
): Promise<string | undefined> {
  const { TRANSFER_SERVICE_PAGE_LIMIT } = settings();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (!(await mayGoOn())) return 'Another process took over.';
    const page = await listTransfers(cursor, TRANSFER_SERVICE_PAGE_LIMIT);
    if (!page.ok) return sayWhy(explainReadFailure(page.error));
    page.value.items.forEach(look);
    const next = page.value.nextCursor;
    if (next === null)
      return isEnd(page.value, seen.size > 0) ? undefined : 'A page did not say whether another follows.';
    if (seen.has(next)) return 'The service gave the same cursor twice.';
    seen.add(next);
    cursor = next;
  }
  return `There were more than ${MAX_PAGES} pages.`;
}

// Left out altogether, a cursor is the end only where an earlier page showed that this is its name.
function isEnd({ isEndStated, hasStrangeCursor }: TransferPage, hadCursor: boolean): boolean {
  return isEndStated || (hadCursor && !hasStrangeCursor);
}

function sayWhy({ title, detail }: { title: string; detail: string }): string {
  return [title, detail]
    .filter(Boolean)
    .join('. ')
    .replace(/([^.])$/, '$1.');
}

// Clocks differ; a little too early is a doubt more, and a doubt is only looked at by people.
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Whether a transfer without a reference could be this withdrawal: the reference is optional in a record (section 2.2). */
function isNameless(transfer: Transfer, { body, since }: Doubt): boolean {
  const createdAt = Date.parse(transfer.created_at ?? '');
  if (createdAt < since - CLOCK_TOLERANCE_MS) return false;
  return findDifferences(body, transfer).join() === 'ref_id';
}

// Also of an item that is otherwise unusable: then it is a doubt.
function readReference({ raw }: Transfer | UnusableItem): string | undefined {
  const refId = typeof raw === 'object' && raw !== null && 'ref_id' in raw ? raw.ref_id : undefined;
  return typeof refId === 'string' ? refId : undefined;
}
