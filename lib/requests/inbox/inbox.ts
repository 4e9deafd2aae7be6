import { routes } from '@/lib/http/routes';
import { describeKind, type WaitingProposal } from '@/lib/proposals/proposals';
import type { BatchReview, BatchSummary } from '@/lib/requests/bundles/batches';
import type { ApprovalQueue, QueueItem } from '@/lib/requests/queue';
import { type QueuePlace, sortQueue } from '@/lib/requests/inbox/queue-steps';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { NamedFinding } from '@/lib/risk/request-findings';
import type { OrderToApprove } from '@/lib/standing-orders/contract';
import { formatCount } from '@/lib/text/locale';

/** What needs the reader. A batch is one of them. */
export type InboxEntry = QueuePlace &
  (
    | { kind: 'request'; item: QueueItem }
    | { kind: 'batch'; item: BatchSummary }
    | { kind: 'change'; item: WaitingProposal }
    | { kind: 'planned'; item: OrderToApprove }
    | { kind: 'unresolved'; item: RequestSummary }
  );

/** Entries under one title: those of a requester, or those of a kind. */
export interface InboxSection {
  /** Null where the entries are those of one requester. */
  title: string | null;
  requesterName: string;
  entries: InboxEntry[];
}

type Needed = Pick<ApprovalQueue, 'needsMe' | 'batches' | 'changes' | 'planned' | 'unresolved'>;

/** Lists everything that needs the reader, in the order in which it is decided (`sortQueue`). */
export function listInbox({ needsMe, batches, changes, planned, unresolved }: Needed): InboxEntry[] {
  return sortQueue<InboxEntry>([
    ...needsMe.map((item) => ({
      kind: 'request' as const,
      ...placeOf(item),
      isGrave: item.findings.some(({ isGrave }) => isGrave),
      item,
    })),
    ...batches.needsMe.map((item) => ({ kind: 'batch' as const, ...placeOf(item), item })),
    ...changes.needsMe.map((item) => ({ kind: 'change' as const, ...laterPlace(item, RANKS.change), item })),
    ...planned.map((item) => ({ kind: 'planned' as const, ...laterPlace(item, RANKS.planned), item })),
    ...unresolved.map((item) => ({
      kind: 'unresolved' as const,
      ...laterPlace({ id: item.id, proposedAt: item.createdAt }, RANKS.unresolved),
      item,
    })),
  ]);
}

/** Gives the address of the page on which something that needs the reader is decided. */
export function hrefOf({ kind, id, item }: InboxEntry): string {
  switch (kind) {
    case 'request':
      return routes.withdrawalInQueue(id);
    case 'batch':
      return routes.batchInQueue(id);
    case 'change':
      return describeKind(item.kind).path(item.subject);
    case 'planned':
      return routes.plannedPayment(id);
    case 'unresolved':
      return routes.withdrawal(id);
  }
}

const placeOf = ({ id, requesterName, createdAt }: QueuePlace): QueuePlace => ({ id, requesterName, createdAt });

const laterPlace = ({ id, proposedAt }: { id: string; proposedAt: string }, rank: number): QueuePlace => ({
  id,
  requesterName: '',
  createdAt: proposedAt,
  rank,
});

const RANKS = { change: 1, planned: 2, unresolved: 3 } as const;

const TITLES: Record<Exclude<InboxEntry['kind'], 'request' | 'batch'>, string> = {
  change: 'Changes',
  planned: 'Planned payments',
  unresolved: 'Outcome unknown or on hold',
};

/** Groups sorted entries by requester, and what is no payment by its kind. */
export function groupInbox(entries: readonly InboxEntry[]): InboxSection[] {
  const sections: InboxSection[] = [];
  for (const entry of entries) {
    const title = entry.kind === 'request' || entry.kind === 'batch' ? null : TITLES[entry.kind];
    const last = sections.at(-1);
    if (last?.title === title && last.requesterName === entry.requesterName) last.entries.push(entry);
    else sections.push({ title, requesterName: entry.requesterName, entries: [entry] });
  }
  return sections;
}

/** Labels what an approver looks at in a batch; empty where its rows are as usual. */
export function labelReview({
  looks,
  addresses,
  isGrave,
}: Pick<BatchReview, 'looks' | 'addresses' | 'isGrave'>): Pick<NamedFinding, 'name' | 'isGrave'>[] {
  return [
    ...(looks === 0 ? [] : [{ name: `${formatCount(looks)} ${looks === 1 ? 'needs' : 'need'} a look`, isGrave }]),
    ...(addresses === 0 ? [] : [{ name: `${formatCount(addresses)} to compare`, isGrave: false }]),
  ];
}

// More would take as much room as the payment itself; the page lists them all.
const MAX_LABELS = 2;

/** Labels what was found about a request in the queue: the gravest two, and how many more there are. */
export function labelFindings({ findings, approvals }: Pick<QueueItem, 'findings' | 'approvals'>): {
  labels: Pick<NamedFinding, 'name' | 'isGrave'>[];
  more: number;
} {
  const { length: count } = approvals.void;
  const name = `${count} ${count === 1 ? 'approval does' : 'approvals do'} not count`;
  const all = [...findings, ...(count === 0 ? [] : [{ name, isGrave: false }])];
  return { labels: all.slice(0, MAX_LABELS), more: Math.max(0, all.length - MAX_LABELS) };
}
