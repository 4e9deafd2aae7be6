import 'server-only';
import { explainReadFailure } from '@/lib/http/problems';
import { findDifferences } from '@/lib/sends/compare-transfer';
import type { AnsweredTransfer, Sighting, WalkReport } from '@/lib/sends/send-machine';
import { now } from '@/lib/server/runtime/clock';
import { explainUnlisted, type ListedWalk, recordListed } from '@/lib/server/mirror/sync/listed';
import { readPages } from '@/lib/server/transfer-service/read-pages';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer, UnusableItem } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Withdrawal that a walk looks for. */
export interface SoughtWithdrawal {
  refId: string;
  body: WithdrawalBody;
  /** Earliest time at which its transfer can have been created, in milliseconds since 1970. */
  since: number;
}

/** Aim of a walk, and the permission to continue it. */
export interface WalkPlan {
  sought: readonly SoughtWithdrawal[];
  /** Id of a transfer that is known to exist. A list without it is incomplete. */
  witnessId?: string | undefined;
  /** Called before each page; false ends the walk. */
  mayContinue: () => Promise<boolean>;
}

/** Result of a walk. */
export interface Walk {
  report: WalkReport;
  /** By reference; a reference that was not found has no entry. */
  sightings: ReadonlyMap<string, Sighting>;
}

const MAX_PAGES = 100_000;

/**
 * Reads the service's whole list, from the first page to its end and within the limit of reads, and collects every item
 * with a sought reference. Never throws for an answer of the service: a walk that could not reach the end is incomplete
 * and says why. docs/specification/send-protocol.md#reconcile
 */
export async function walkTransfers({ sought, witnessId, mayContinue }: WalkPlan): Promise<Walk> {
  const startedAt = now().toISOString();
  const collector = collectSightings(sought);
  let hasWitness = witnessId === undefined;
  const inspect = (item: Transfer | UnusableItem) => {
    hasWitness ||= item.id === witnessId;
    collector.add(item);
  };
  let fault = await readToTheEnd(startedAt, inspect, mayContinue);
  if (fault === undefined && !hasWitness)
    fault = `The list does not contain transfer ${witnessId}, which is known to exist.`;
  const report = {
    startedAt,
    endedAt: now().toISOString(),
    records: collector.count(),
    isComplete: fault === undefined,
    ...(fault !== undefined && { fault }),
  };
  return { report, sightings: collector.sightings };
}

type MutableSighting = { transfers: Transfer[]; hasUnreadable: boolean; withoutReference?: AnsweredTransfer };

/** Collects the items of a walk that concern a sought withdrawal, by reference, and counts all items. */
function collectSightings(sought: readonly SoughtWithdrawal[]) {
  const refIds = new Set(sought.map(({ refId }) => refId));
  const sightings = new Map<string, MutableSighting>();
  let records = 0;
  const sightingOf = (refId: string) => {
    const sighting = sightings.get(refId) ?? { transfers: [], hasUnreadable: false };
    sightings.set(refId, sighting);
    return sighting;
  };
  const add = (item: Transfer | UnusableItem) => {
    records += 1;
    const refId = readReference(item);
    if (refId === undefined && item.id !== null) {
      const transferId = item.id;
      for (const withdrawal of sought.filter((each) => matchesWithoutReference(item, each)))
        sightingOf(withdrawal.refId).withoutReference = { transferId, differences: ['ref_id'] };
    }
    if (refId === undefined || !refIds.has(refId)) return;
    const sighting = sightingOf(refId);
    if (item.id === null) sighting.hasUnreadable = true;
    else sighting.transfers.push(item);
  };
  return { sightings, add, count: () => records };
}

/** Reads page by page to the end of the list; returns a sentence that says why the walk is incomplete, or undefined. */
async function readToTheEnd(
  startedAt: string,
  inspect: (item: Transfer | UnusableItem) => void,
  mayContinue: () => Promise<boolean>,
): Promise<string | undefined> {
  const walk: ListedWalk = { purpose: 'search', startedAt };
  if (!(await mayContinue())) return LEASE_LOST;
  const end = await readPages({
    priority: 'sending',
    maxPages: MAX_PAGES,
    visit: async ({ items, isLast }) => {
      for (const item of items) inspect(decodeTransfer(item));
      await recordListed(walk, items);
      return isLast || mayContinue();
    },
  });
  switch (end.kind) {
    case 'end': {
      const unproven = end.isStated ? null : await explainUnlisted(walk);
      return unproven === null ? undefined : `${unproven.charAt(0).toUpperCase()}${unproven.slice(1)}.`;
    }
    case 'stopped':
      return LEASE_LOST;
    case 'failed':
      return joinSentences(explainReadFailure(end.failure));
    case 'no-end':
      return end.reason;
  }
}

const LEASE_LOST = 'Another process took over.';

function joinSentences({ title, detail }: { title: string; detail: string }): string {
  return [title, detail]
    .filter(Boolean)
    .join('. ')
    .replace(/([^.])$/, '$1.');
}

// Clocks differ. A transfer that is included too early only leads to a hold, at which people look.
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/**
 * Checks whether a transfer without a reference could be this withdrawal. The reference is optional in a record:
 * docs/specification/service-interface.md#transfer-record.
 */
function matchesWithoutReference(transfer: Transfer, { body, since }: SoughtWithdrawal): boolean {
  const createdAt = Date.parse(transfer.created_at ?? '');
  if (createdAt < since - CLOCK_TOLERANCE_MS) return false;
  return findDifferences(body, transfer).join() === 'ref_id';
}

// Also read from an item that is otherwise unusable: its reference keeps the walk from proving absence.
function readReference({ raw }: Transfer | UnusableItem): string | undefined {
  const refId = typeof raw === 'object' && raw !== null && 'ref_id' in raw ? raw.ref_id : undefined;
  return typeof refId === 'string' ? refId : undefined;
}
